// Package shell takes a command apart into the simple commands that it runs, so
// that each can be shown on a line of its own and looked at.
//
// It says what stands there and never what is safe: a word whose value only the
// shell will know is unknown, and a command that does not parse has no parts.
package shell

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	engine "sayso/rules/shell"
)

// Script is a command, taken apart.
type Script struct {
	Parts []Part // in the order in which they are written
	Err   error  // why it could not be taken apart
}

// Part is one simple command.
type Part struct {
	Text  string // as it is written, without a document that is written into it
	How   string // how it comes to run: "first", "if ok", "piped to"
	Where string // what it runs in: "in $( )", "in a loop"; "" for the command itself
	Words []Word // its name and its arguments; empty for assignments alone
	Lines int    // of the documents written into it
	Later bool   // in the background

	Writes []Word // the files that its output goes into
	Reads  []Word // the files that its input comes from
	Piped  int    // the place in Parts of what is piped into it, or -1
	Inside int    // the place in Parts of the command in whose words it stands, or -1

	Dir   string // the directory that it runs in, from the one in which the command starts
	Moved bool   // that directory is not known
}

// maxDepth bounds commands that are given to a shell that is given to a shell.
const maxDepth = 4

// ErrUnchecked is the error of a command that the rules can't check either: it is
// not taken apart.
var ErrUnchecked = errors.New("it can't be checked")

// ErrBroken is the error of a command on which the parser itself fails.
var ErrBroken = errors.New("the parser failed")

// Parse takes a command apart. The command may be made to break the parser; the
// screen must outlive that.
func Parse(command string) (s Script) {
	defer func() {
		if recover() != nil {
			s = Script{Err: ErrBroken}
		}
	}()
	w := walker{vars: map[string]Word{}, host: -1}
	err := w.script(command, "first", "", 0)
	if err != nil {
		return Script{Err: err}
	}
	return Script{Parts: w.parts}
}

// walker collects the parts.
type walker struct {
	src   string // what is walked, for the text of parts
	depth int
	parts []Part
	vars  map[string]Word // what the command itself assigns
	dir   string
	moved bool
	host  int // the part in whose words the walk is, or -1
}

// script walks a command of its own, which may be one that a part hands to a
// shell.
func (w *walker) script(command, how, where string, depth int) error {
	command, why := engine.Readable(command)
	if why != "" {
		return fmt.Errorf("%w: %s", ErrUnchecked, why)
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return err
	}
	src, before := w.src, w.depth
	w.src, w.depth = command, depth
	w.stmts(file.Stmts, how, where, -1)
	w.src, w.depth = src, before
	return nil
}

// stmts walks commands that run one after the other. The first comes to run as
// how says.
func (w *walker) stmts(list []*syntax.Stmt, how, where string, piped int) {
	for _, s := range list {
		w.stmt(s, how, where, piped)
		how = "then"
	}
}

// stmt walks one command, simple or not.
func (w *walker) stmt(s *syntax.Stmt, how, where string, piped int) {
	from := len(w.parts)
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		w.binary(c, how, where, piped)
	case *syntax.Block:
		w.stmts(c.Stmts, how, where, piped)
	case *syntax.Subshell:
		w.apart(func() { w.stmts(c.Stmts, how, where, piped) })
	case *syntax.IfClause:
		w.branches(c, "if", where)
	case *syntax.WhileClause:
		word := "while"
		if c.Until {
			word = "until"
		}
		w.stmts(c.Cond, word, where, piped)
		w.stmts(c.Do, "repeat", "in a loop", -1)
	case *syntax.ForClause:
		if each, ok := c.Loop.(*syntax.WordIter); ok {
			w.vars[each.Name.Value] = Word{}
			if len(each.Items) == 1 { // a pattern, mostly
				w.vars[each.Name.Value] = w.word(each.Items[0])
			}
		}
		w.within(c.Loop)
		w.stmts(c.Do, "for each", "in a loop", -1)
	case *syntax.CaseClause:
		w.within(c.Word)
		for _, item := range c.Items {
			w.stmts(item.Stmts, "in a case", where, -1)
		}
	case *syntax.FuncDecl:
		name := "" // a function without a name is one all the same
		if c.Name != nil {
			name = c.Name.Value
		}
		w.stmt(c.Body, "first", "in "+name+"()", -1)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			w.stmt(c.Stmt, how, where, piped)
		}
	case *syntax.CoprocClause:
		w.stmt(c.Stmt, how, where, piped)
	default:
		w.simple(s, how, where, piped)
		return
	}
	// What goes in and out of all of it is told of its last part.
	if n := len(w.parts); n > from {
		w.redirect(&w.parts[n-1], s)
		w.parts[n-1].Later = w.parts[n-1].Later || s.Background
	}
}

func (w *walker) binary(c *syntax.BinaryCmd, how, where string, piped int) {
	switch c.Op {
	case syntax.AndStmt:
		w.stmt(c.X, how, where, piped)
		w.stmt(c.Y, "if ok", where, -1)
	case syntax.OrStmt:
		w.stmt(c.X, how, where, piped)
		w.stmt(c.Y, "or else", where, -1)
	default: // a pipe; each side has a shell of its own
		w.apart(func() { w.stmt(c.X, how, where, piped) })
		left := len(w.parts) - 1
		for left >= 0 && w.parts[left].Where != where {
			left-- // what stands in a $( ) of the left side
		}
		w.apart(func() { w.stmt(c.Y, "piped to", where, left) })
	}
}

// branches walks an if with all its elses.
func (w *walker) branches(c *syntax.IfClause, word, where string) {
	if len(c.Cond) == 0 {
		w.stmts(c.Then, "else", where, -1)
	} else {
		w.stmts(c.Cond, word, where, -1)
		w.stmts(c.Then, "if so", where, -1)
	}
	if c.Else != nil {
		w.branches(c.Else, "else if", where)
	}
}

// apart runs f for what changes neither directory nor variables of the rest.
func (w *walker) apart(f func()) {
	dir, moved := w.dir, w.moved
	f()
	w.dir, w.moved = dir, moved
}

// within walks the commands that stand in the words of a node.
func (w *walker) within(node syntax.Node) {
	if node == nil {
		return
	}
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.apart(func() { w.stmts(n.Stmts, "first", "in $( )", -1) })
			return false
		case *syntax.ProcSubst:
			w.apart(func() { w.stmts(n.Stmts, "first", "in "+n.Op.String()+" )", -1) })
			return false
		}
		return true
	})
}

// text returns what is written from one place to another.
func (w *walker) text(from, to syntax.Pos) string {
	a, b := int(from.Offset()), int(to.Offset())
	if a > len(w.src) || b > len(w.src) || a > b {
		return ""
	}
	return w.src[a:b]
}
