package rules

import (
	"path"
	"slices"
	"strings"

	"sayso/internal/claude"
	"sayso/rules/shell"
)

// This file holds what the files that a command line reads, writes and removes
// mean for the rules: deny rules for Read and Edit reach them, and an allow rule
// for the command does not cover all of them.

// fileRule returns the deny rule for Read or Edit that reaches a file which the
// line reads or writes, and notes it for the part that does. Ask rules for files
// do not reach into shell commands. lost says why the rest of the line can't be
// held against the rules, "" where all of it was.
func (s *Set) fileRule(t *Trace, line *shell.Line) (rule *compiled, lost string) {
	ix := s.byBehavior[claude.Deny]
	if len(ix.paths) == 0 {
		return nil, ""
	}
	here := s.place // where the line is: cd moves it
	covered := func(ix *pathIndex, words []shell.Word) (c *compiled) {
		for _, w := range words {
			for _, place := range []Place{s.place, here} {
				if given, real, _ := place.paths(s.expand(w.Value)); c == nil {
					c = ix.either(given, real)
				}
			}
		}
		return c
	}
	for i, p := range line.Parts {
		if p.Nested {
			continue
		}
		reads, writes, _ := p.Files()
		c, why := covered(ix.paths["Read"], slices.Concat(reads, p.Reads)), "it covers a file that this part reads"
		if c == nil {
			c, why = covered(ix.paths["Edit"], slices.Concat(writes, p.Writes)), "it covers a file that this part changes"
		}
		if c != nil {
			rule := c.Rule
			t.Parts[i].Decision, t.Parts[i].Rule, t.Parts[i].Why = DecideDeny, &rule, why
			return c, ""
		}
		if p.Name() == "cd" && len(reads) == 1 && reads[0].Known {
			if there := here.Abs(s.expand(reads[0].Value)); len(there) <= maxDirectory {
				here.Cwd = there
			} else {
				lost = "it goes into a directory whose path is too long to be checked"
			}
		}
	}
	return nil, lost
}

// maxDirectory is the longest path of a directory that a line is followed into, in
// bytes. Systems take none that is longer.
const maxDirectory = 4096

// expand replaces $HOME, the one variable whose value is taken as given.
func (s *Set) expand(name string) string {
	if rest, ok := strings.CutPrefix(name, "$HOME"); ok && (rest == "" || rest[0] == '/') {
		return s.place.Home + rest
	}
	return name
}

// neverAllowed says why not even a rule for all of Bash allows the line.
func (s *Set) neverAllowed(line *shell.Line) string {
	for _, p := range line.Parts {
		_, writes, _ := p.Files()
		for _, w := range slices.Concat(p.Writes, writes) {
			if full := s.place.Abs(s.expand(w.Value)); isGuarded(full) || strings.HasPrefix(w.Value, "//") {
				return "Claude Code always asks before it changes " + w.Value
			}
			if hasOddName(w.Value) {
				return "other systems read the path " + w.Value + " as another one"
			}
		}
		if why := s.sweeps(p); why != "" {
			return why
		}
		if script := p.Script(); script != "" {
			inner := shell.Parse(script)
			if inner.Unchecked != "" {
				return "of what a shell is given: " + inner.Unchecked
			}
			for _, p := range inner.Parts {
				if why := s.sweeps(p); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// sweeps says what a part would remove, or move away, that Claude Code always
// asks about. A path that only the shell knows is left to the other checks.
func (s *Set) sweeps(p shell.Part) string {
	words := p.Program()
	if len(words) == 0 {
		return ""
	}
	name := path.Base(words[0].Value)
	target := -1 // where mv puts things
	if name == "mv" && len(words) > 2 && !strings.HasPrefix(words[1].Value, "-") {
		target = len(words) - 1
	}
	if name != "rm" && name != "rmdir" && name != "mv" {
		return ""
	}
	for i, w := range words {
		full := s.place.Abs(s.expand(w.Value))
		switch {
		case i == 0, i == target, strings.HasPrefix(w.Value, "-"), !w.Known && !staticallyKnown(w):
		case name != "mv" && (s.critical(full) || w.Glob && strings.Contains(w.Value, "..")):
			return "it would remove " + full
		case name == "mv" && within(full, s.place.Home+"/.claude/.credentials.json"):
			return "it would move " + full + ", with what Claude Code keeps there"
		}
	}
	return ""
}

// staticallyKnown reports a word with an expansion in it that is enough to tell
// where it leads: the working directory, or the root and an empty variable.
func staticallyKnown(w shell.Word) bool {
	return strings.Contains(strings.ToLower(w.Raw), "pwd") && w.Value == "" || w.Value == "/" || w.Value == "/*"
}

// critical reports folders whose removal is always asked: the root, what lies
// directly beneath it, the home directory and everything above the working
// directory.
func (s *Set) critical(full string) bool {
	full = strings.TrimSuffix(full, "/*")
	return full == "" || full == "/" || path.Dir(full) == "/" || full == s.place.Home || within(full, s.place.Cwd)
}

// filesAllowed says which file that the line touches keeps it from being
// allowed, "" for none. A rule that spells out the line may change directory.
func (s *Set) filesAllowed(line *shell.Line, spelled bool) string {
	for _, p := range line.Parts {
		reads, writes, why := p.Files()
		if spelled && p.Name() == "cd" {
			reads, why = nil, ""
		}
		if why != "" {
			return why
		}
		for _, w := range reads {
			if why := s.readProblem(w); why != "" {
				return why
			}
		}
		for _, w := range writes {
			if why := s.touchProblem(p, w); why != "" {
				return why
			}
		}
		for _, w := range p.Reads {
			if why := s.inputProblem(w); why != "" {
				return why
			}
		}
		for _, w := range p.Writes {
			if !w.Known || !s.mayWrite(w.Value) {
				return "output into a file: " + w.Raw
			}
		}
	}
	return ""
}

// readProblem is for the operands of cat, grep and the like.
func (s *Set) readProblem(w shell.Word) string {
	if why := unclear(w); why != "" {
		return why
	}
	if otherHome(w.Value) || !s.mayRead(w.Value) {
		return "a read outside the working directories: " + w.Value
	}
	return ""
}

// inputProblem is for what stands behind <.
func (s *Set) inputProblem(w shell.Word) string {
	switch {
	case !w.Known:
		return "input from a file that only the shell knows: " + w.Raw
	case isDevice(w.Value):
		return ""
	case strings.ContainsAny(w.Value, "*?["):
		return "input from a file that a wildcard names: " + w.Raw
	}
	return s.readProblem(w)
}

// touchProblem is for the operands of rm, mkdir and the like: inside the working
// directories the rule for the command itself is the permission, outside a rule
// for editing is needed too.
func (s *Set) touchProblem(p shell.Part, w shell.Word) string {
	if p.Name() == "tee" && isDevice(w.Value) {
		return ""
	}
	if why := unclear(w); why != "" {
		return why
	}
	if strings.ContainsAny(w.Value, "*?[{}") {
		return "a wildcard in the name of what is changed: " + w.Value
	}
	given, real, _ := s.place.paths(s.expand(w.Value))
	inside := s.place.inside(given) && s.place.inside(real)
	if otherHome(w.Value) || !inside && s.editable(given, real) == nil {
		return "a change outside the working directories: " + w.Value
	}
	return ""
}

// unclear says what in the spelling of a path keeps it from being followed.
func unclear(w shell.Word) string {
	plain := w.Value
	if !strings.ContainsAny(w.Raw, `'\`) {
		plain = strings.TrimPrefix(plain, "$HOME")
	}
	if strings.ContainsAny(plain, "$`") {
		return "a path with a character that shells expand: " + w.Value
	}
	named := false
	for seg := range strings.SplitSeq(w.Value, "/") {
		switch {
		case seg == ".." && named:
			return "a path that goes up from a folder, which may be a link: " + w.Value
		case seg != "" && seg != "." && seg != "..":
			named = true
		}
	}
	return ""
}

// isDevice reports the devices that hold nothing of anybody's.
func isDevice(name string) bool {
	switch name {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty":
		return true
	}
	number, ok := strings.CutPrefix(name, "/dev/fd/")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

func (s *Set) mayRead(name string) bool {
	given, real, _ := s.place.paths(s.expand(name))
	if s.place.inside(given) && s.place.inside(real) {
		return true
	}
	// A rule for editing, which lets the Read tool read, is not enough here.
	return s.byBehavior[claude.Allow].paths["Read"].both(given, real) != nil
}

// otherHome reports a path in the home directory of somebody else, or one that
// only the shell knows: ~bob, ~+.
func otherHome(name string) bool {
	return strings.HasPrefix(name, "~") && name != "~" && !strings.HasPrefix(name, "~/")
}

// mayWrite is for redirections, which need a rule for editing.
func (s *Set) mayWrite(name string) bool {
	given, real, link := s.place.paths(s.expand(name))
	return !link && !isMisleading(name) && !strings.ContainsAny(name, "*?[") && s.editable(given, real) != nil
}
