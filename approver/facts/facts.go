// Package facts finds what a person may overlook in a call: characters that hide,
// a download that is run, a file outside of the project.
//
// A fact says what the call holds, in plain words, and does not judge it. Where the
// package is not sure it says nothing: a fact that is shown every day is not read
// on the day that it matters.
package facts

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/rules/shell"
)

// Call is a tool call and what its paths are measured by.
type Call struct {
	Tool  string // as the call names it
	Input json.RawMessage
	Cwd   string   // the directory of the session, from which its relative paths count
	Home  string   // the person's home directory
	Dirs  []string // further working directories, absolute
	Own   []string // files and folders of sayso's own, from the root

	// Project is the folder that the session works on, its worktree if it has one;
	// the agent may have changed its directory in it. "" is Cwd.
	Project string

	// Real returns where a path leads with all links followed; nil to take each
	// for what it says.
	Real func(path string) string
}

// kind finds the facts of one kind.
type kind func(*look) []string

// kinds are in the order in which their facts are shown.
var kinds = []kind{
	hidden, alike, downloads, deletes, writes, panes, hosts, secrets, length,
}

// Of returns the facts about a call, each a line that is fit to be shown, of at
// most 2 KiB before hidden characters are marked. It reads nothing but the call,
// and links through Real.
func Of(c Call) []string {
	l := newLook(c)
	var out []string
	seen := map[string]bool{}
	for _, find := range kinds {
		for i, line := range find(l) {
			if i == maxOfKind {
				out = append(out, "and more like these")
				break
			}
			if line = sanitize.Line(sanitize.Head(line, maxFact)); !seen[line] {
				seen[line] = true
				out = append(out, line)
			}
		}
	}
	return out
}

// Bounds of what is returned.
const (
	maxOfKind = 30      // facts of one kind
	maxFact   = 2 << 10 // bytes of one fact
)

// maxCommand is how many bytes a command may have to be taken apart. A preview
// does not take a longer one apart either.
const maxCommand = 64 << 10

// look is a call, parsed once for all kinds.
type look struct {
	Call
	members map[string]json.RawMessage
	command string
	parts   []shell.Command
	tangled bool // not all of the command was followed
	broken  bool // it does not parse, so nothing of it was
}

func newLook(c Call) *look {
	c.Tool = claude.CanonicalTool(c.Tool)
	c.Project = cmp.Or(c.Project, c.Cwd)
	l := &look{Call: c}
	if json.Unmarshal(c.Input, &l.members) != nil {
		l.members = nil
	}
	if c.Tool == claude.ToolBash || c.Tool == claude.ToolMonitor {
		if l.command = l.text("command"); len(l.command) <= maxCommand {
			script := shell.Follow(l.command)
			l.parts, l.tangled, l.broken = script.Commands, script.Unchecked != "", script.Broken
		}
	}
	return l
}

// text returns a member that is a text, and "" for another or none.
func (l *look) text(name string) string {
	var s string
	if json.Unmarshal(l.members[name], &s) != nil {
		return ""
	}
	return s
}

// absolute returns a path from the root, as the tools take it.
func (l *look) absolute(name string) string {
	if l.Home != "" && (name == "~" || strings.HasPrefix(name, "~/")) {
		name = l.Home + name[1:]
	}
	if !path.IsAbs(name) {
		if l.Cwd == "" || strings.HasPrefix(name, "~") {
			return ""
		}
		name = l.Cwd + "/" + name
	}
	return path.Clean(name)
}

// of returns where a word of a command leads, and "" where only the shell knows.
func (l *look) of(p shell.Command, w shell.Expansion) string {
	name := w.Value
	switch {
	case !w.Known || name == "":
		return ""
	case path.IsAbs(name), name == "~", strings.HasPrefix(name, "~/"):
		return l.absolute(name)
	case p.Moved:
		return ""
	}
	if p.Dir != "" {
		name = p.Dir + "/" + name
	}
	return l.absolute(name)
}

// real follows links.
func (l *look) real(abs string) string {
	if l.Real == nil || abs == "" {
		return abs
	}
	if real := l.Real(abs); real != "" {
		return real
	}
	return abs
}

// short returns a path as the reader thinks of it.
func (l *look) short(abs string) string {
	if rest, ok := strings.CutPrefix(abs, l.Project+"/"); ok && l.Project != "" {
		return rest
	}
	if abs == l.Home && abs != "" {
		return "~"
	}
	if rest, ok := strings.CutPrefix(abs, l.Home+"/"); ok && l.Home != "" {
		return "~/" + rest
	}
	return abs
}

// inside reports whether a path is a folder or below it.
func inside(abs, folder string) bool {
	return folder != "" && (abs == folder || strings.HasPrefix(abs, strings.TrimSuffix(folder, "/")+"/"))
}

// outside reports whether a path is known to be in none of the working
// directories. A further directory that holds the whole home directory or more
// does not count: nothing would be outside.
func (l *look) outside(abs string) bool {
	if abs == "" || l.Project == "" || l.within(abs) {
		return false
	}
	return !slices.ContainsFunc(l.Dirs, func(dir string) bool { return !l.wide(dir) && l.holds(dir, abs) })
}

// within reports whether a path is in the project, or is unknown. Further
// working directories do not count: what is special stays so in them.
func (l *look) within(abs string) bool {
	return abs == "" || l.Project == "" || l.holds(l.Project, abs)
}

// holds reports whether a path is in a folder by its name and with its links followed.
func (l *look) holds(dir, abs string) bool {
	return inside(abs, dir) && inside(l.real(abs), l.real(dir))
}

// wide reports whether a folder is, or leads to, one that holds the home directory.
func (l *look) wide(dir string) bool {
	for _, d := range []string{path.Clean(dir), l.real(dir)} {
		if d == "/" || inside(l.Home, d) || inside(l.real(l.Home), d) {
			return true
		}
	}
	return false
}

// temporary reports whether a path is of the kind that is nobody's loss: below a
// folder for temporary files, or one of the devices that keep nothing.
func (l *look) temporary(abs string) bool {
	switch abs {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/stdin", "/dev/zero":
		return true
	}
	for _, dir := range []string{"/tmp", "/var/tmp", "/private/tmp", "/dev/fd", "/dev/shm"} {
		if inside(abs, dir) && abs != dir && inside(l.real(abs), l.real(dir)) {
			return true
		}
	}
	return false
}
