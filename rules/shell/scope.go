package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
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

// assigned notes what variables are given. An option among them, as of declare,
// may change what it is.
func (w *walker) assigned(assigns []*syntax.Assign) {
	plain := true
	for _, a := range assigns {
		if a.Name == nil {
			plain = false
			continue
		}
		v := variable{}
		switch {
		case a.Naked:
			continue
		case a.Append, a.Index != nil, a.Array != nil, !plain:
		case a.Value == nil:
			v.Known = true
		default:
			v = w.value(a.Value)
		}
		w.f.assign(a.Name.Value, v)
	}
}

// each notes what the variable of a loop stands for: the files of a pattern, or
// what can't be told.
func (w *walker) each(c *syntax.ForClause) {
	words, ok := c.Loop.(*syntax.WordIter)
	if w.f == nil || !ok {
		return
	}
	v := variable{}
	if len(words.Items) == 1 {
		v = w.value(words.Items[0])
		v.each = true
	}
	w.f.assign(words.Name.Value, v)
}

// perhaps walks what runs or does not: what it changes can't be told after it.
func (f *follower) perhaps(walk func()) {
	if f == nil {
		walk()
		return
	}
	dir, mark := f.dir, len(f.undo)
	walk()
	f.forget(mark)
	if f.dir != dir {
		f.dir = directory{moved: true}
	}
}

// forget makes what was given to variables since a mark one that can't be told.
func (f *follower) forget(mark int) {
	f.spend(len(f.undo) - mark)
	for _, a := range f.undo[mark:] {
		f.vars[a.name] = variable{}
	}
}

// andThen walks what runs where left succeeds. What it gives to variables can't be
// told behind the last of a chain of them; the directory counts on success.
func (f *follower) andThen(c *syntax.BinaryCmd, left, right func()) {
	if f == nil {
		left()
		right()
		return
	}
	link := f.chain == c // which is the left side of another one
	before, chained := c.X.Cmd.(*syntax.BinaryCmd)
	chained = chained && before.Op == syntax.AndStmt
	f.chain = before
	left()
	mark := f.certain
	if !chained {
		mark = len(f.undo)
	}
	right()
	if f.certain = mark; !link {
		f.forget(mark)
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

// spend takes steps off what the walk may still cost.
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
	if does, ok := f.functions[words[0].Value]; ok {
		f.call(does)
		return
	}
	switch words[0].Value {
	case "cd":
		f.move(args)
	case "pushd":
		if len(args) == 0 { // the last two change places
			args = []Expansion{{Value: "-", Known: true}}
		}
		f.move(args)
	case "popd":
		f.moves++
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
	f.moves++
	for len(args) > 0 && args[0].Known && len(args[0].Value) > 1 && args[0].Value[0] == '-' {
		end := args[0].Value == "--"
		if args = args[1:]; end {
			break
		}
	}
	if len(args) == 0 {
		f.dir = f.root("~")
		return
	}
	to := args[0]
	switch {
	case len(args) > 1, !to.Known, to.Glob, to.Value == "-", strings.HasPrefix(to.Value, "+"):
		f.dir = directory{moved: true}
	case path.IsAbs(to.Value), strings.HasPrefix(to.Value, "~"):
		f.dir = f.root(to.Value)
	case !f.dir.moved:
		f.spend(len(f.dir.path))
		f.dir.path = below(f.dir.path, to.Value)
	}
}

// root returns a directory that counts from no other.
func (f *follower) root(path string) directory {
	f.roots++
	return directory{path: path, root: f.roots}
}

// below returns a directory by its path from another one. The way up from the home
// directory stays as it is written: only who knows that directory can shorten it.
func below(dir, name string) string {
	home, rest, _ := strings.Cut(dir, "/")
	if !strings.HasPrefix(home, "~") {
		return path.Join(dir, name)
	}
	rest = path.Join(rest, name)
	switch {
	case rest == "..", strings.HasPrefix(rest, "../"):
		return dir + "/" + name
	case rest == ".", rest == "":
		return home
	}
	return home + "/" + rest
}
