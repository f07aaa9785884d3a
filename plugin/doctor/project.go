package doctor

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sayso/internal/claude"
	"sayso/internal/safefile"
	"sayso/rules"
	"sayso/rules/settings"
)

// project looks at what the settings of the project try, and at what Claude Code
// lets them decide without the person. Under -p they count without any trust.
func project(s *state) (found []Finding) {
	const check = "project"
	for _, f := range s.Places.SettingsFiles(s.Project) {
		shared := f.Source == rules.Source(claude.ProjectSettings)
		if !shared && f.Source != rules.Source(claude.LocalSettings) {
			continue
		}
		content, err := safefile.Read(f.Path, settings.MaxSize)
		if err != nil {
			continue // a broken one is told by another check
		}
		var file struct {
			Env         map[string]any `json:"env"`
			Permissions struct {
				Allow []string `json:"allow"`
			} `json:"permissions"`
		}
		if json.Unmarshal(content, &file) != nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(file.Env)) {
			effect, do := s.effectOf(name)
			if effect == "" {
				continue
			}
			found = append(found, Finding{check, Warn,
				fmt.Sprintf("%s sets %s in its env: %s", at(s.Places.Short(f.Path), content, name), name, effect), do})
		}
		// The person's own file holds the rules that the person kept.
		if n := len(file.Permissions.Allow); n > 0 && shared {
			found = append(found, Finding{check, Warn,
				fmt.Sprintf("%s allows calls with %d rules of its own, such as %s: they run without asking, under -p even if you never trusted the project",
					at(s.Places.Short(f.Path), content, "allow"), n, file.Permissions.Allow[0]),
				"read those rules"})
		}
	}
	if len(found) == 0 {
		return one(check, OK, "this project's settings change nothing about who is asked", "")
	}
	return found
}

// at names the line of a file on which a name stands first.
func at(file string, content []byte, name string) string {
	i := bytes.Index(content, []byte(`"`+name+`"`))
	if i < 0 { // written with escapes
		return file
	}
	return fmt.Sprintf("%s:%d", file, 1+bytes.Count(content[:i], []byte("\n")))
}

// What a variable would do that a project sets for all that Claude Code starts.
const (
	elsewhere  = "asks would go to another socket; the installed hook ignores it"
	otherShell = "a hook that runs in a shell would run what it names; the installed hook runs in none"
	talkative  = "a hook that was put in by hand would print why it says nothing; the installed one ignores it"
	nonsense   = "check why it is there: no hook of yours needs it"
)

// effectOf says what a variable would do, "" for one that means nothing to sayso,
// and what to do about it.
func (s *state) effectOf(name string) (effect, do string) {
	switch {
	case name == "SAYSO_SOCKET", name == "XDG_RUNTIME_DIR", name == "HOME":
		return elsewhere, nonsense
	case name == "SAYSO_DEBUG":
		return talkative, nonsense
	case slices.Contains([]string{"PATH", "SHELL", "CLAUDE_CODE_SHELL", "CLAUDE_CODE_SHELL_PREFIX", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PS4"}, name),
		strings.HasPrefix(name, "BASH_FUNC_"):
		return otherShell, nonsense
	case strings.HasPrefix(name, "LD_"), strings.HasPrefix(name, "DYLD_"):
		if linked(s.Places.Binary) {
			return "the system's loader would load the code it names into sayso's hook, which then is no longer sayso's",
				"don't work in this project until you have removed it; a sayso built with CGO_ENABLED=0 is not affected on Linux"
		}
		return "the system's loader would load the code it names into programs; this sayso is not one of them", nonsense
	}
	return "", ""
}

// linked reports whether the system's loader has a hand in how a program starts,
// as it is with what is linked dynamically; for what is no ELF file that is so.
func linked(program string) bool {
	f, err := elf.Open(program)
	if err != nil {
		return true
	}
	defer f.Close()
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}
