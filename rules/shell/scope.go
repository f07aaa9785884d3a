package shell

import (
	"path"
	"strings"
)

// variable is what the line gave to a variable.
type variable struct {
	Expansion
	each bool      // it takes the value of each file that matches
	here bool      // its value counts from the directory that the line was in
	dir  directory // that directory
}

// assigned is what a variable held.
type assigned struct {
	name string
	old  variable
	had  bool
}

// assign gives a value to a variable.
func (f *follower) assign(name string, v variable) {
	old, had := f.vars[name]
	f.undo = append(f.undo, assigned{name, old, had})
	f.vars[name] = v
}

// back takes assignments back, up to those that stood before the walk of a scope.
func (f *follower) back(mark int) {
	for len(f.undo) > mark {
		last := f.undo[len(f.undo)-1]
		f.undo = f.undo[:len(f.undo)-1]
		if last.had {
			f.vars[last.name] = last.old
		} else {
			delete(f.vars, last.name)
		}
	}
}

// apart walks what changes neither the directory nor the variables of the rest.
func (f *follower) apart(walk func()) {
	if f == nil {
		walk()
		return
	}
	dir, mark := f.dir, len(f.undo)
	walk()
	f.dir = dir
	f.back(mark)
}

// perhaps walks what runs or does not: what it changes can't be told after it.
func (f *follower) perhaps(walk func()) {
	if f == nil {
		walk()
		return
	}
	dir, mark := f.dir, len(f.undo)
	walk()
	f.spend(len(f.undo) - mark)
	var names []string
	for _, a := range f.undo[mark:] {
		names = append(names, a.name)
	}
	f.back(mark)
	for _, name := range names {
		f.assign(name, variable{})
	}
	if f.dir != dir {
		f.dir = directory{moved: true}
	}
}

// orElse walks what runs where left fails. When left is one command, that has not
// changed the directory then.
func (f *follower) orElse(simple bool, left, right func()) {
	if f == nil {
		left()
		right()
		return
	}
	before := f.dir
	left()
	after := f.dir
	switch {
	case simple:
		f.dir = before
	case before != after:
		f.dir = directory{moved: true}
	}
	start := f.dir
	f.perhaps(right)
	if f.dir == start {
		f.dir = after
	}
}

func (f *follower) spend(n int) {
	if *f.steps -= n + 1; *f.steps < 0 {
		panic(overrun{})
	}
}

// run does what a simple command does to the rest of the line.
func (f *follower) run(c Command) {
	words := c.Words
	for len(words) > 1 && words[0].Known && (words[0].Value == "builtin" || words[0].Value == "command") {
		words = words[1:]
	}
	if len(words) == 0 || !words[0].Known {
		return
	}
	args := words[1:]
	switch words[0].Value {
	case "cd":
		f.move(args)
	case "pushd":
		if len(args) == 0 { // the last two change places
			f.dir = directory{moved: true}
			return
		}
		f.move(args)
	case "popd":
		f.dir = directory{moved: true}
	case "read", "unset", "getopts", "mapfile", "readarray", "printf", "let":
		for _, a := range args {
			if _, set := f.vars[a.Value]; set {
				f.assign(a.Value, variable{})
			}
		}
	}
}

// move follows a change of directory.
func (f *follower) move(args []Expansion) {
	for len(args) > 0 && args[0].Known && len(args[0].Value) > 1 && args[0].Value[0] == '-' {
		end := args[0].Value == "--"
		if args = args[1:]; end {
			break
		}
	}
	if len(args) == 0 {
		f.dir = directory{path: "~"}
		return
	}
	to := args[0]
	switch {
	case len(args) > 1, !to.Known, to.Glob, to.Value == "-", strings.HasPrefix(to.Value, "+"):
		f.dir = directory{moved: true}
	case path.IsAbs(to.Value), strings.HasPrefix(to.Value, "~"):
		f.dir = directory{path: to.Value}
	case !f.dir.moved:
		f.spend(len(f.dir.path))
		f.dir = below(f.dir.path, to.Value)
	}
}

// below returns a directory by its path from another one. The way up from the home
// directory stays as it is written: only who knows that directory can shorten it.
func below(dir, name string) directory {
	home, rest, _ := strings.Cut(dir, "/")
	if !strings.HasPrefix(home, "~") {
		return directory{path: path.Join(dir, name)}
	}
	rest = path.Join(rest, name)
	switch {
	case rest == "..", strings.HasPrefix(rest, "../"):
		return directory{path: dir + "/" + name}
	case rest == ".", rest == "":
		return directory{path: home}
	}
	return directory{path: home + "/" + rest}
}
