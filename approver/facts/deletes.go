package facts

import (
	"path"
	"slices"
	"strings"

	"sayso/rules/shell"
)

// deleters are the programs whose operands go away.
var deleters = map[string]bool{"rm": true, "rmdir": true, "unlink": true, "shred": true, "srm": true, "trash": true, "del": true}

// deletes says what a command deletes outside of the project, and when it
// deletes all of the project.
func deletes(l *look) []string {
	var out []string
	for _, p := range l.parts {
		for _, w := range deleted(p) {
			if said := l.deletion(p, w); said != "" {
				out = append(out, said)
			}
		}
	}
	return out
}

// deleted returns the words of a part for what it deletes.
func deleted(p shell.Command) []shell.Expansion {
	switch {
	case deleters[p.Name]:
		return shell.Operands(p.Args)
	case p.Name == "find":
		return found(p.Args)
	case p.Name == "rsync" && shell.Option(p.Args, 0, "delete"):
		operands := shell.Operands(p.Args)
		return operands[max(len(operands)-1, 0):]
	}
	return nil
}

// found returns where find deletes, if it does.
func found(args []shell.Expansion) []shell.Expansion {
	var roots []shell.Expansion
	started, kills := false, false
	for i, a := range args {
		started = started || strings.HasPrefix(a.Value, "-") || a.Value == "(" || a.Value == "!"
		if !started {
			roots = append(roots, a)
		}
		kills = kills || a.Value == "-delete" ||
			(a.Value == "-exec" || a.Value == "-execdir" || a.Value == "-ok") && i+1 < len(args) && deleters[path.Base(args[i+1].Value)]
	}
	if !kills {
		return nil
	}
	return roots
}

// deletion says what the loss of a word's files is, and "" for an everyday one.
func (l *look) deletion(p shell.Command, w shell.Expansion) string {
	name := p.Name
	if !w.Known {
		open := strings.HasPrefix(w.Raw, "$") || strings.HasPrefix(w.Raw, `"$`)
		if open && name == "rm" && shell.Option(p.Args, 'r', "recursive") {
			return name + " deletes something only the shell knows: " + w.Raw
		}
		return ""
	}
	abs := l.of(p, w)
	all := w.Glob && (path.Base(abs) == "*" || strings.HasSuffix(w.Value, "/{*,.*}"))
	if all {
		abs = path.Dir(abs)
	}
	switch {
	case abs == "":
		return ""
	case name == "find": // deletes below its roots, and mostly not all
		if !l.outside(abs) || l.temporary(abs) {
			return ""
		}
		return "find deletes in " + l.short(abs) + ", outside of the project"
	case abs == "/":
		return name + " deletes everything: /"
	case abs == l.Home:
		return name + " deletes all of the home directory"
	case l.Project != "" && inside(l.Project, abs):
		return name + " deletes all of the project"
	case slices.ContainsFunc(l.Dirs, func(dir string) bool { return inside(dir, abs) }):
		return name + " deletes all of " + l.short(abs) + ", a working directory"
	case l.temporary(abs) && !w.Glob:
		return ""
	case l.outside(abs):
		what := l.short(abs)
		if all {
			what = "everything in " + what
		}
		return name + " deletes " + what + ", outside of the project"
	case path.Base(abs) == ".git":
		return name + " deletes " + l.short(abs) + ", the history of a repository"
	}
	return ""
}
