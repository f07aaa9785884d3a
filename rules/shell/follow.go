package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Script is a command line as it will run, as far as its text tells: what is
// shown to a person. The rules take [Line], which must not let pass what can't be
// told; a Script says only what can be.
type Script struct {
	Commands []Command // in the order in which they are written

	// Unchecked says why some of the line, or all of it, is not followed. "" when
	// all of it is.
	Unchecked string

	// Broken is set where the line does not parse. It has no commands then.
	Broken bool
}

// Command is a simple command of a script: one of the line's own, or of a text
// that the line hands to another shell. A redirection of a group is one without a
// name.
type Command struct {
	Name   string      // of the program behind sudo, env, xargs and their like, without its folder; "" where it can't be told
	Args   []Expansion // its arguments
	Words  []Expansion // all words, those of the wrappers included
	Writes []Expansion // the files that its redirections write

	Dir   string // the directory that it runs in, from the one in which the line starts, if all before it succeeds
	Moved bool   // that directory can't be told

	In, Out int // the pipes that it reads and writes, by number; 0 for none
	Host    int // the place in Commands of the one in whose words it stands, or -1
	Via     Via // how it stands there

	root int // of its directory
}

// Via is how a command stands in the words of another.
type Via int

// The ways to stand in words.
const (
	ViaNothing Via = iota
	ViaOutput      // $( ): its output becomes words
	ViaInput       // <( ): its output is read as a file
	ViaFile        // >( ): it reads what is written to a file
)

// maxHanded bounds the texts that are handed to a shell by one that was handed to
// a shell.
const maxHanded = 4

// Follow takes a command line apart as [Parse] does, and within the same bounds,
// and says what it will run.
func Follow(command string) Script {
	f := &follower{state: state{host: -1}, vars: map[string]variable{}, functions: map[string]effects{}}
	l := f.line(command)
	if l.Unchecked != "" {
		return Script{Unchecked: l.Unchecked}
	}
	f.called()
	return Script{Commands: f.commands, Unchecked: f.unchecked, Broken: l.Broken}
}

// follower collects the commands of a script while a walker goes through it. A
// walker without one reads for the rules alone.
type follower struct {
	state
	commands  []Command
	vars      map[string]variable
	undo      []assigned        // what vars held before, the latest last
	chain     *syntax.BinaryCmd // the left side of the && that is walked
	certain   int               // of undo, what a chain of && changes in any case
	pipes     int               // numbers given to pipes
	steps     *int              // that the walker around may still take
	bodies    []body            // of functions
	functions map[string]effects
	roots     int // changes to a directory that counts from no other
	moves     int // changes of directory
	handed    int // shells around the text that is walked
	unchecked string
}

// state is what a command inherits from where it stands.
type state struct {
	dir     directory
	in, out int
	host    int
	via     Via
}

// directory is one that commands run in.
type directory struct {
	path  string
	moved bool // it can't be told
	root  int  // the change of directory from which its path counts, 0 for where the line starts
}

// line reads a line with the follower. Control characters keep the rules from it
// and the shell from nothing.
func (f *follower) line(command string) *Line {
	l := &Line{Text: strings.Trim(command, " \t\n")}
	if why := unchecked(l.Text); why != "" {
		l.giveUp(why)
		return l
	}
	l.guard(func() { l.read(f) })
	return l
}

// add adds a command at the place where the walk is.
func (f *follower) add(words []Expansion, redirs []*syntax.Redirect) {
	if len(f.commands) >= maxParts {
		panic(overrun{})
	}
	if f.handed > 0 {
		f.spend(stepsCommand)
	}
	c := Command{Words: words, Dir: f.dir.path, Moved: f.dir.moved, In: f.in, Out: f.out, Host: f.host, Via: f.via, root: f.dir.root}
	c.in(redirs)
	known := false
	if c.Name, c.Args, known = f.program(words); !known {
		f.unchecked = tangled
	}
	f.commands = append(f.commands, c)
}

// in takes a command off the pipes that its redirections replace.
func (c *Command) in(redirs []*syntax.Redirect) {
	in, out := replaced(redirs)
	if in {
		c.In = 0
	}
	if out {
		c.Out = 0
	}
}

// replaced reports whether redirections give a command another input and another
// output than the one it inherits.
func replaced(redirs []*syntax.Redirect) (in, out bool) {
	for _, r := range redirs {
		of := func(n string) bool { return r.N == nil || r.N.Value == n }
		switch r.Op {
		case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			in = in || of("0")
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.AppClob:
			out = out || of("1")
		case syntax.RdrAll, syntax.AppAll:
			out = true
		}
	}
	return in, out
}

// around walks a statement.
func (f *follower) around(w *walker, s *syntax.Stmt, walk func()) {
	outer := f.state
	at := len(f.commands)
	switch s.Cmd.(type) {
	case *syntax.CallExpr, *syntax.DeclClause, *syntax.TestClause:
	default: // a group, or nothing
		if slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool { return r.Word != nil }) {
			f.add(nil, s.Redirs)
			in, out := replaced(s.Redirs)
			if in {
				f.in = 0
			}
			if out {
				f.out = 0
			}
		}
	}
	var files []Expansion
	for _, r := range s.Redirs {
		if name, ok := w.written(r); ok {
			files = append(files, name)
		}
	}
	if s.Background || s.Coprocess || s.Disown {
		f.apart(walk)
	} else {
		walk()
	}
	if len(files) > 0 && at < len(f.commands) {
		f.commands[at].Writes = files
	}
	f.in, f.out, f.host, f.via = outer.in, outer.out, outer.host, outer.via
}

// written returns the file that a redirection writes.
func (w *walker) written(r *syntax.Redirect) (name Expansion, ok bool) {
	if r.Word == nil {
		return Expansion{}, false
	}
	switch r.Op {
	case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.AppClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
		return w.expand(r.Word), true
	case syntax.DplOut:
		name = w.expand(r.Word)
		return name, name.Known && strings.Trim(name.Value, "0123456789-") != "" // >& file
	}
	return Expansion{}, false
}

// pipe walks both sides of a pipe, each of which has a shell of its own.
func (f *follower) pipe(left, right func()) {
	if f == nil {
		left()
		right()
		return
	}
	f.pipes++
	pipe, in, out := f.pipes, f.in, f.out
	f.out = pipe
	f.apart(left)
	f.in, f.out = pipe, out
	f.apart(right)
	f.in = in
}

// within walks what stands in the words of the command at a place.
func (f *follower) within(at int, walk func()) {
	if f == nil {
		walk()
		return
	}
	host, via := f.host, f.via
	if at < len(f.commands) {
		f.host = at
	}
	walk()
	f.host, f.via = host, via
}

// next is the place of the next command.
func (f *follower) next() int {
	if f == nil {
		return 0
	}
	return len(f.commands)
}

// substitution walks the commands of a $( ), a <( ) or a >( ).
func (f *follower) substitution(n syntax.Node, walk func()) {
	if f == nil {
		walk()
		return
	}
	outer := f.state
	f.via, f.out = ViaOutput, 0
	if p, ok := n.(*syntax.ProcSubst); ok {
		f.via = ViaInput
		if p.Op == syntax.CmdOut {
			f.via, f.in, f.out = ViaFile, 0, outer.out
		}
	}
	f.apart(walk)
	f.state = outer
}

// follow adds a simple command to the script, and returns its place.
func (w *walker) follow(s *syntax.Stmt, args ...*syntax.Word) int {
	if w.f == nil {
		return 0
	}
	words := make([]Expansion, len(args))
	for i, a := range args {
		words[i] = w.expand(a)
	}
	w.f.add(words, s.Redirs)
	return len(w.f.commands) - 1
}
