package shell

import "slices"

// body is the commands of a function: those from one place to another.
type body struct {
	from, to int
	roots    int // that were known where it is defined
	moves    int // changes of directory before it
}

// effects are what a call of a function does to the rest of the line.
type effects struct {
	sets  []assigned
	moves bool
}

// function walks the body of a function. Which variables and which directory it
// meets is known only where it is called.
func (f *follower) function(name string, walk func()) {
	if f == nil {
		walk()
		return
	}
	b := body{from: len(f.commands), roots: f.roots, moves: f.moves}
	outer, vars, undo := f.state, f.vars, f.undo
	f.in, f.out = 0, 0
	f.vars, f.undo = map[string]variable{}, nil
	for name := range given {
		if _, set := vars[name]; set {
			f.vars[name] = variable{}
		}
	}
	walk()
	does := effects{sets: f.undo, moves: f.dir != outer.dir}
	f.state, f.vars, f.undo = outer, vars, undo
	b.to = len(f.commands)
	f.bodies = append(f.bodies, b)
	if before := f.functions[name]; before.moves || len(before.sets) > 0 { // either may be meant
		f.spend(len(before.sets))
		does = effects{sets: slices.Concat(before.sets, does.sets), moves: before.moves || does.moves}
	}
	f.functions[name] = does
}

// call does what a call of a function does.
func (f *follower) call(does effects) {
	f.spend(len(does.sets))
	for _, a := range does.sets {
		f.assign(a.name, variable{})
	}
	if does.moves {
		f.moves++
		f.dir = directory{moved: true}
	}
}

// called takes back the directories of the commands in functions, where the line
// changes it: a function runs in the one in which it is called.
func (f *follower) called() {
	for _, b := range f.bodies {
		if b.moves == f.moves {
			continue
		}
		for i := range f.commands[b.from:b.to] {
			if c := &f.commands[b.from+i]; c.root <= b.roots {
				c.Dir, c.Moved = "", true
			}
		}
	}
}
