package shell

import (
	"bytes"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call turns a simple command into a part.
func (w *walker) call(s *syntax.Stmt, c *syntax.CallExpr, nested bool) {
	p := Part{Nested: nested, Text: w.partText(s, c.Pos(), c.End())}
	for _, a := range c.Assigns {
		p.Assigns = append(p.Assigns, w.assign(a))
	}
	for _, arg := range c.Args {
		word := w.word(arg)
		p.Words = append(p.Words, word)
		if word.Known {
			continue
		}
		if mixedQuote(arg) {
			continue // Claude Code checks the nested commands one by one
		}
		why, _ := w.wordDoubt(arg)
		w.line.doubt(why)
	}
	if len(p.Words) == 0 && len(p.Assigns) > 0 {
		w.standing(p)
		for _, a := range c.Assigns {
			if a.Value != nil && a.Name != nil {
				_, w.set[a.Name.Value] = w.wordDoubt(a.Value)
			}
		}
	}
	w.add(p)
	at := w.follow(s, c.Args...)
	w.f.within(at, func() {
		for _, a := range c.Assigns {
			w.inside(a, "", true)
		}
		for _, arg := range c.Args {
			w.inside(arg, "", mixedQuote(arg))
		}
	})
	w.program(p)
	w.after(at, c.Args, c.Assigns)
}

// mixedQuote reports a word that is one double-quoted text with other text
// beside its plain command substitutions.
func mixedQuote(n *syntax.Word) bool {
	if len(n.Parts) != 1 {
		return false
	}
	q, ok := n.Parts[0].(*syntax.DblQuoted)
	if !ok || q.Dollar {
		return false
	}
	text, subst := false, false
	for _, part := range q.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text = text || strings.TrimSpace(p.Value) != ""
		case *syntax.CmdSubst:
			subst = true
			if p.Backquotes {
				return false
			}
		default:
			return false
		}
	}
	return text && subst
}

// assign reads one NAME=value.
func (w *walker) assign(a *syntax.Assign) Word {
	raw := w.text(a.Pos(), a.End())
	if a.Array != nil {
		w.line.doubt("a list of values")
	}
	if a.Index != nil {
		w.line.doubt("an element of a list")
	}
	word := Word{Raw: raw, Value: raw, Known: true}
	if a.Value == nil {
		return word
	}
	why, _ := w.wordDoubt(a.Value)
	word.Known = why == ""
	for _, part := range a.Value.Parts {
		switch p := part.(type) {
		case *syntax.CmdSubst:
			// checked one by one, like in a mixed text
		case *syntax.Lit:
			if strings.HasPrefix(p.Value, "~") || strings.Contains(p.Value, ":~") {
				w.line.doubt("~ in an assignment")
			}
			if _, why := unescape(p.Value, false); why != "" {
				w.line.doubt(why)
			}
		default:
			w.line.doubt(why)
		}
	}
	return word
}

// standing handles assignments without a command: they set a variable for what
// follows, which is harmless only where the variable is.
func (w *walker) standing(p Part) {
	for _, a := range p.Assigns {
		if !safeAssignment().MatchString(a.Raw+" ") || !safeVariable(a.Raw) {
			w.line.doubt("a variable is set")
		}
	}
}

// declare handles export, local, declare and the like: an ordinary part whose
// program is the keyword.
func (w *walker) declare(s *syntax.Stmt, c *syntax.DeclClause, nested bool) {
	p := Part{Nested: nested, Text: w.partText(s, c.Pos(), c.End()), Words: []Word{literal(c.Variant.Value)}}
	for _, a := range c.Args {
		word := w.assign(a)
		p.Words = append(p.Words, word)
		if strings.ContainsAny(word.Raw, "$`") {
			w.line.doubt("a variable is set from an expansion")
		}
	}
	w.add(p)
	at := w.follow(s)
	w.f.within(at, func() {
		for _, a := range c.Args {
			w.inside(a, "", true)
		}
	})
	w.program(p)
	w.after(at, nil, c.Args)
}

// redirect sorts a redirection: harmless, a file to read, a file to write, or a
// doubt.
func (w *walker) redirect(r *syntax.Redirect, p *Part, nested bool) {
	if r.Word == nil {
		w.line.doubt("a redirection without a target")
		return
	}
	target := w.word(r.Word)
	w.inside(r.Word, "a redirection", false)
	if !target.Known {
		why, _ := w.wordDoubt(r.Word)
		w.line.doubt(why)
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		w.heredoc(r)
	case syntax.WordHdoc:
	case syntax.RdrIn:
		p.Reads = append(p.Reads, target)
		if strings.Contains(target.Raw, "$") {
			w.line.doubt("input from a path that the shell makes up")
		}
	case syntax.DplIn, syntax.DplOut:
		if target.Value != "-" && target.Value != "/dev/null" && strings.Trim(target.Value, "0123456789") != "" {
			p.Writes = append(p.Writes, target)
		}
	default:
		if r.Op == syntax.RdrInOut {
			p.Reads = append(p.Reads, target)
			w.line.doubt("<> reads and writes")
		}
		if target.Value != "/dev/null" {
			p.Writes = append(p.Writes, target)
			if strings.ContainsAny(target.Raw, "$~") {
				w.line.doubt("output into a path that the shell makes up")
			}
		}
	}
	switch {
	case r.N == nil:
	case strings.HasPrefix(r.N.Value, "{"):
		w.line.doubt("a redirection that names a variable")
	case len(r.N.Value) > 1:
		w.line.doubt("a redirection with a number that shells read differently")
	}
}

func (w *walker) heredoc(r *syntax.Redirect) {
	if !quotedDelimiter(r.Word) {
		w.line.doubt("a here-document that the shell expands")
		if r.Hdoc != nil {
			w.inside(r.Hdoc, "a here-document", true)
		}
	}
	rest, _, _ := strings.Cut(w.src[min(int(r.Word.End().Offset()), len(w.src)):], "\n")
	w.spend(len(rest))
	if strings.TrimSpace(rest) != "" {
		w.line.doubt("text after the start of a here-document")
	}
}

// quotedDelimiter reports whether the word that ends a here-document is quoted,
// so that the shell leaves the text as it is.
func quotedDelimiter(n *syntax.Word) bool {
	if len(n.Parts) != 1 {
		return false
	}
	switch p := n.Parts[0].(type) {
	case *syntax.SglQuoted:
		return !p.Dollar
	case *syntax.DblQuoted:
		return !p.Dollar
	case *syntax.Lit:
		return strings.HasPrefix(p.Value, `\`)
	}
	return false
}

// partText returns the text from one position to another without the
// redirections between them, except a here-string, which stays.
func (w *walker) partText(s *syntax.Stmt, from, to syntax.Pos) string {
	start, end := int(from.Offset()), int(to.Offset())
	w.spend(end - start + len(s.Redirs))
	for _, r := range s.Redirs {
		if r.Op == syntax.WordHdoc && r.Word != nil {
			start = min(start, int(r.Pos().Offset()))
			end = max(end, int(r.Word.End().Offset()))
		}
	}
	end = min(end, len(w.src))
	var b strings.Builder
	for _, r := range s.Redirs {
		a := int(r.Pos().Offset())
		if r.Op == syntax.WordHdoc || r.Word == nil || a < start || a >= end {
			continue
		}
		if piece := strings.TrimRight(w.src[start:a], " \t"); piece != "" {
			b.WriteString(piece + " ")
		}
		start = min(int(r.Word.End().Offset()), end)
		for start < end && (w.src[start] == ' ' || w.src[start] == '\t') {
			start++
		}
	}
	b.WriteString(w.src[start:end])
	return strings.TrimSpace(joinLines(b.String()))
}

// joinLines replaces a continued line by one blank.
func joinLines(s string) string {
	before, rest, more := strings.Cut(s, "\\\n")
	if !more {
		return s
	}
	joined := make([]byte, 0, len(s))
	for more {
		joined = append(bytes.TrimRight(append(joined, before...), " \t"), ' ')
		before, rest, more = strings.Cut(strings.TrimLeft(rest, " \t"), "\\\n")
	}
	return string(append(joined, before...))
}
