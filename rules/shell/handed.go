package shell

import "mvdan.cc/sh/v3/syntax"

// after does what a simple command does to what follows it, and walks the text
// that it hands to a shell.
func (w *walker) after(at int, args []*syntax.Word, assigns []*syntax.Assign) {
	if w.f == nil {
		return
	}
	c := w.f.commands[at]
	if len(args) == 0 {
		w.assigned(assigns)
	}
	w.f.run(c)
	if text, own := c.text(); text != "" {
		w.hand(c, text, own, assigns)
	}
}

// unseen walks what the rules don't look into.
func (w *walker) unseen(walk func()) {
	if w.f == nil {
		return
	}
	line := w.line
	w.line = &Line{}
	w.f.apart(walk)
	w.line = line
}

// hand walks the text that a command hands to a shell. Its own shell, as with
// eval, shares directory and variables with it; another knows but what was set
// for it.
func (w *walker) hand(c Command, text string, own bool, assigns []*syntax.Assign) {
	f := w.f
	if f.handed == maxHanded {
		f.unchecked = tangled
		return
	}
	outer, vars, undo := f.state, f.vars, f.undo
	f.in, f.out = c.In, c.Out
	if !own {
		f.vars, f.undo = map[string]variable{}, nil
		for name := range given { // they are exported
			if v, set := vars[name]; set {
				f.vars[name] = v
			}
		}
		w.assigned(assigns)
	}
	f.handed++
	l := f.line(text)
	f.handed--
	f.steps = w.steps
	if l.Unchecked != "" {
		f.unchecked = l.Unchecked
	}
	dir := f.dir
	f.state = outer
	if own {
		f.dir = dir
		return
	}
	f.vars, f.undo = vars, undo
}

// bound lets the walk take no more steps than the one around it has left. To parse
// a text that is handed on costs some: the value of a variable may be handed on
// again and again.
func (w *walker) bound() {
	switch {
	case w.f == nil:
		return
	case w.f.steps != nil:
		w.steps = w.f.steps
		w.spend(stepsHanded * len(w.src))
	}
	w.f.steps = w.steps
}
