package facts

import (
	"slices"
	"strings"
	"sync"

	"sayso/internal/claude"
	"sayso/rules/shell"
)

// writes says of the files that a call writes which are outside of the project,
// and which of them are no files like others.
func writes(l *look) []string {
	var out []string
	for _, abs := range l.written() {
		if abs == "" {
			continue
		}
		said := l.special(abs)
		if real := l.real(abs); said == "" && real != abs {
			said = l.special(real)
		}
		switch {
		case said != "":
			out = append(out, "writes "+l.short(abs)+", "+said)
		case l.outside(abs) && !l.temporary(abs):
			out = append(out, "writes "+l.short(abs)+", outside of the project")
		}
	}
	return out
}

// fileMembers are the members that hold the file a tool writes.
var fileMembers = map[string]string{
	claude.ToolEdit: "file_path", claude.ToolWrite: "file_path", claude.ToolNotebookEdit: "notebook_path",
}

// written returns the files that a call writes, from the root.
func (l *look) written() []string {
	if member, ok := fileMembers[l.Tool]; ok {
		if name := l.text(member); name != "" {
			return []string{l.absolute(name)}
		}
		return nil
	}
	var out []string
	for _, p := range l.parts {
		words := p.Writes
		if of := writers()[p.Name]; of != nil {
			words = slices.Concat(words, of(p.Args))
		}
		for _, w := range words {
			out = append(out, l.of(p, w))
		}
	}
	return out
}

// writers return the words for what a program writes.
var writers = sync.OnceValue(func() map[string]func([]shell.Expansion) []shell.Expansion {
	return map[string]func([]shell.Expansion) []shell.Expansion{
		"tee": shell.Operands, "touch": shell.Operands, "mkdir": shell.Operands, "truncate": shell.Operands,
		"cp": target, "mv": target, "ln": target, "install": target, "rsync": local(target), "scp": local(target),
		"chmod": afterFirst, "chown": afterFirst, "chgrp": afterFirst, "chattr": afterFirst,
		"sed":   inPlace,
		"perl":  inPlace,
		"dd":    prefixed("of="),
		"curl":  option('o', "output"),
		"wget":  option('O', "output-document"),
		"tar":   extracted,
		"unzip": option('d', ""),
		"git":   gitWrites,
	}
})

// target returns the last operand, or what -t names.
func target(args []shell.Expansion) []shell.Expansion {
	if dir := option('t', "target-directory")(args); len(dir) > 0 {
		return dir
	}
	operands := shell.Operands(args)
	if len(operands) < 2 {
		return nil
	}
	return operands[len(operands)-1:]
}

// local leaves out what is on another machine.
func local(of func([]shell.Expansion) []shell.Expansion) func([]shell.Expansion) []shell.Expansion {
	return func(args []shell.Expansion) (out []shell.Expansion) {
		for _, w := range of(args) {
			if !strings.Contains(w.Value, ":") {
				out = append(out, w)
			}
		}
		return out
	}
}

// afterFirst returns the operands but the first, which is a mode or an owner.
func afterFirst(args []shell.Expansion) []shell.Expansion {
	operands := shell.Operands(args)
	return operands[min(len(operands), 1):]
}

// inPlace returns the files that are edited where they are. The first operand is
// the script, unless an option holds that.
func inPlace(args []shell.Expansion) []shell.Expansion {
	if !shell.Option(args, 'i', "in-place") {
		return nil
	}
	operands := shell.Operands(args)
	if shell.Option(args, 'e', "expression") || shell.Option(args, 'f', "file") {
		if len(operands) > 0 { // the script itself is taken for one
			return operands[len(operands)-1:]
		}
		return nil
	}
	if len(operands) > 0 && operands[0].Value == "" { // BSD's way to say that no copy is kept
		operands = operands[1:]
	}
	return operands[min(len(operands), 1):]
}

// prefixed returns the arguments that begin so, without that.
func prefixed(prefix string) func([]shell.Expansion) []shell.Expansion {
	return func(args []shell.Expansion) (out []shell.Expansion) {
		for _, a := range args {
			if rest, ok := strings.CutPrefix(a.Value, prefix); ok {
				a.Value = rest
				out = append(out, a)
			}
		}
		return out
	}
}

// option returns what an option is given.
func option(short byte, long string) func([]shell.Expansion) []shell.Expansion {
	return func(args []shell.Expansion) (out []shell.Expansion) {
		for i, a := range args {
			v := a.Value
			switch {
			case long != "" && strings.HasPrefix(v, "--"+long+"="):
				a.Value = v[len(long)+3:]
				out = append(out, a)
			case i+1 < len(args) && (long != "" && v == "--"+long || len(v) >= 2 && v[0] == '-' && v[1] != '-' && v[len(v)-1] == short):
				if args[i+1].Value != "-" {
					out = append(out, args[i+1])
				}
			}
		}
		return out
	}
}

// extracted returns the folder into which tar unpacks.
func extracted(args []shell.Expansion) []shell.Expansion {
	if len(args) == 0 || !shell.Option(args, 'x', "extract") && !strings.HasPrefix(strings.TrimLeft(args[0].Value, "-"), "x") {
		return nil
	}
	return option('C', "directory")(args)
}

// gitWrites returns what git writes outside of its repository.
func gitWrites(args []shell.Expansion) []shell.Expansion {
	operands := shell.Operands(args)
	switch {
	case len(operands) > 2 && operands[0].Value == "config" && shell.Option(args, 0, "global"):
		return []shell.Expansion{{Value: "~/.gitconfig", Known: true}}
	case len(operands) > 2 && operands[0].Value == "clone":
		return operands[len(operands)-1:]
	}
	return nil
}
