package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker collects the parts of a parsed line and the doubts about it.
type walker struct {
	src  string
	line *Line
	set  map[string]string // variables that the line sets by itself, for wide reading

	steps *int      // that the reading may still cost
	f     *follower // what follows the walk, nil for none
}

func (w *walker) text(from, to syntax.Pos) string {
	a, b := int(from.Offset()), int(to.Offset())
	if a > b || b > len(w.src) {
		return ""
	}
	w.spend(b - a)
	return w.src[a:b]
}

func (w *walker) stmts(list []*syntax.Stmt, nested bool) {
	for _, s := range list {
		w.stmt(s, nested)
	}
}

func (w *walker) stmt(s *syntax.Stmt, nested bool) {
	w.spend(0)
	if s.Background || s.Coprocess || s.Disown {
		w.line.firm("& runs a command past the check")
	}
	if w.f == nil {
		w.statement(s, nested)
		return
	}
	w.f.around(w, s, func() { w.statement(s, nested) })
}

// statement walks a command and then its redirections.
func (w *walker) statement(s *syntax.Stmt, nested bool) {
	at, command := len(w.line.Parts), w.f.next()
	w.command(s, nested)
	var redirs Part
	for _, r := range s.Redirs {
		if s.Cmd != nil && r.Pos().Offset() < s.Cmd.Pos().Offset() {
			w.line.doubt("a redirection in front of the command")
		}
		w.f.within(command, func() { w.redirect(r, &redirs, nested) })
	}
	w.arrangement(s)
	if len(redirs.Reads)+len(redirs.Writes) == 0 {
		return
	}
	if _, simple := s.Cmd.(*syntax.CallExpr); !simple || at >= len(w.line.Parts) {
		w.line.doubt("a redirection of more than one command")
		return
	}
	w.line.Parts[at].Reads, w.line.Parts[at].Writes = redirs.Reads, redirs.Writes
}

// arrangement doubts redirections that Claude Code's parser loses its way in:
// with words or a comment behind them, or in front of a here-string.
func (w *walker) arrangement(s *syntax.Stmt) {
	if s.Cmd == nil {
		return
	}
	for i, r := range s.Redirs {
		switch {
		case r.Word == nil:
		case r.Op == syntax.WordHdoc:
			if i > 0 {
				w.line.doubt("a here-string behind another redirection")
			}
		case s.Cmd.End().Offset() > r.Word.End().Offset():
			w.line.doubt("words behind a redirection")
		case w.commentAt(r.Word.End()):
			w.line.doubt("a comment behind a redirection")
		}
	}
}

// commentAt reports whether a comment comes next in the line.
func (w *walker) commentAt(at syntax.Pos) bool {
	rest := w.src[min(int(at.Offset()), len(w.src)):]
	for {
		w.spend(0)
		trimmed := strings.TrimPrefix(strings.TrimLeft(rest, " \t"), "\\\n")
		if trimmed == rest {
			return strings.HasPrefix(rest, "#")
		}
		w.spend(len(rest) - len(trimmed))
		rest = trimmed
	}
}

// command takes the command of a statement apart. The part of a simple command
// comes before those nested in it.
func (w *walker) command(s *syntax.Stmt, nested bool) {
	if s.Cmd == nil {
		if len(s.Redirs) > 0 {
			w.line.doubt("a redirection without a command")
		}
		return
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		w.call(s, c, nested)
	case *syntax.BinaryCmd:
		w.binary(c, nested)
	case *syntax.IfClause:
		w.branches(c, nested)
	case *syntax.WhileClause:
		w.stmts(c.Cond, nested)
		w.f.perhaps(func() { w.stmts(c.Do, nested) })
	case *syntax.TimeClause:
		w.time(c, nested)
	case *syntax.TestClause:
		at := w.follow(s)
		w.add(Part{Text: w.text(c.Pos(), c.End()), Test: true, Nested: nested})
		w.test(c)
		w.f.within(at, func() { w.inside(c, "a test", false) })
	case *syntax.DeclClause:
		w.declare(s, c, nested)
	default:
		w.opaque(c, nested)
	}
}

// binary walks two commands of which each comes to run as the operator says.
func (w *walker) binary(c *syntax.BinaryCmd, nested bool) {
	left, right := func() { w.stmt(c.X, nested) }, func() { w.stmt(c.Y, nested) }
	switch c.Op {
	case syntax.AndStmt:
		w.f.andThen(c, left, right)
	case syntax.OrStmt:
		_, simple := c.X.Cmd.(*syntax.CallExpr)
		w.f.orElse(simple, left, right)
	default:
		w.f.pipe(left, right)
	}
}

// branches walks an if with all its elses.
func (w *walker) branches(c *syntax.IfClause, nested bool) {
	w.stmts(c.Cond, nested)
	w.f.perhaps(func() { w.stmts(c.Then, nested) })
	if c.Else != nil {
		w.f.perhaps(func() { w.branches(c.Else, nested) })
	}
}

// test doubts what a [[ … ]] compares with a pattern, with a variable, or as a
// number that is none: shells evaluate such a text.
func (w *walker) test(c *syntax.TestClause) {
	syntax.Walk(c, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryTest:
			switch n.Op {
			case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
				for _, x := range []syntax.TestExpr{n.X, n.Y} {
					if word, ok := x.(*syntax.Word); !ok || !number(word.Lit()) {
						w.line.doubt("a comparison of what is no number")
					}
				}
			}
		case *syntax.Word:
			if hasWildcard(n) {
				w.line.doubt("a pattern in a test")
			}
		case *syntax.ParamExp:
			w.line.doubt("a variable in a test")
		}
		return true
	})
}

func (w *walker) add(p Part) {
	if len(w.line.Parts) >= maxParts {
		panic(overrun{})
	}
	w.line.Parts = append(w.line.Parts, p)
}

// time keeps a single timed command as one part: "time" is a wrapper like the
// others. "time" before a group is left out of the parts.
func (w *walker) time(c *syntax.TimeClause, nested bool) {
	if c.Stmt == nil {
		w.add(Part{Text: "time", Words: []Word{literal("time")}, Nested: nested})
		return
	}
	if _, again := c.Stmt.Cmd.(*syntax.TimeClause); again {
		w.line.doubt("time behind time")
	}
	at := len(w.line.Parts)
	w.stmt(c.Stmt, nested)
	if _, ok := c.Stmt.Cmd.(*syntax.CallExpr); ok && at < len(w.line.Parts) {
		p := &w.line.Parts[at]
		lead := []Word{literal("time")}
		if c.PosixFormat {
			lead = append(lead, literal("-p"))
			w.line.doubt("time -p")
		}
		p.Text = strings.TrimRight(w.text(c.Pos(), c.Stmt.Pos()), " \t") + " " + p.Text
		p.Words = slices.Concat(lead, p.Assigns, p.Words)
		p.Assigns = nil
	}
}

func literal(s string) Word { return Word{Raw: s, Value: s, Known: true} }

// opaque handles the commands that no allow rule can see through. Their insides
// still count for deny and ask rules.
func (w *walker) opaque(c syntax.Command, nested bool) {
	why := "a command that can't be checked before it runs"
	switch c := c.(type) {
	case *syntax.Subshell:
		why = "a subshell"
	case *syntax.Block:
		why = "a group in braces"
	case *syntax.ForClause:
		why = "a loop variable"
	case *syntax.CaseClause:
		why = "a case statement"
	case *syntax.FuncDecl:
		why = "a function definition"
	case *syntax.ArithmCmd, *syntax.LetClause:
		why = "arithmetic"
	case *syntax.CoprocClause:
		// What coproc starts is invisible to rules of every behavior.
		w.line.doubt("coproc evaluates its arguments as shell code")
		w.add(Part{Text: w.text(c.Pos(), c.End()), Words: []Word{literal("coproc")}})
		w.unseen(func() { w.stmt(c.Stmt, nested) })
		return
	}
	w.line.doubt(why)
	switch c := c.(type) {
	case *syntax.Subshell:
		w.line.firm(why)
		w.f.apart(func() { w.stmts(c.Stmts, nested) })
	case *syntax.Block:
		w.inside(c, why, false)
	case *syntax.FuncDecl:
		name := "" // zsh has functions without one
		if c.Name != nil {
			name = c.Name.Value
		}
		w.f.function(name, func() { w.inside(c, why, false) })
	case *syntax.ForClause:
		w.f.perhaps(func() {
			w.each(c)
			w.inside(c, why, false)
		})
	default:
		w.f.perhaps(func() { w.inside(c, why, false) })
	}
}

// inside collects the commands beneath a node, as nested parts. With checked
// set, the node is one whose commands Claude Code checks one by one: they cause
// no doubt by themselves.
func (w *walker) inside(n syntax.Node, why string, checked bool) {
	w.spend(0)
	for _, c := range children(n) {
		switch c := c.(type) {
		case *syntax.Stmt:
			w.stmt(c, true)
		case *syntax.Word:
			if why, _ := w.wordDoubt(c); why != "" && !checked {
				w.line.doubt(why)
			}
			w.inside(c, why, checked)
		case *syntax.CaseItem:
			w.f.perhaps(func() { w.inside(c, why, checked) })
		case *syntax.CmdSubst, *syntax.ProcSubst:
			w.f.substitution(c, func() { w.inside(c, why, checked) })
		default:
			w.inside(c, why, checked)
		}
	}
}

// children returns the direct children of n.
func children(n syntax.Node) (list []syntax.Node) {
	root := true
	syntax.Walk(n, func(c syntax.Node) bool {
		switch {
		case c == nil:
		case root:
			root = false
			return true
		default:
			list = append(list, c)
		}
		return false
	})
	return list
}
