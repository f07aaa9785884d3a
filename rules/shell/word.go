package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"sayso/internal/lazy"
)

// word reads one word: its text, its value and what stands in the way of
// knowing that value.
func (w *walker) word(n *syntax.Word) Word {
	why, value := w.wordDoubt(n)
	return Word{Raw: w.text(n.Pos(), n.End()), Value: value, Known: why == "", Glob: hasWildcard(n)}
}

// hasWildcard reports a *, ? or [ that the shell matches with names of files.
func hasWildcard(n *syntax.Word) bool {
	for _, part := range n.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			continue
		}
		for i := 0; i < len(lit.Value); i++ {
			switch lit.Value[i] {
			case '\\':
				i++
			case '*', '?', '[':
				return true
			}
		}
	}
	return false
}

// wordDoubt returns why the value of n can't be known ("" when it can) and the
// value, in which an expansion stands as nothing.
func (w *walker) wordDoubt(n *syntax.Word) (why, value string) {
	var b strings.Builder
	doubt := func(s string) {
		if why == "" {
			why = s
		}
	}
	for i, part := range n.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			s, d := unescape(p.Value, i == 0)
			doubt(d)
			b.WriteString(s)
		case *syntax.SglQuoted:
			if p.Dollar {
				doubt("text with escape codes ($'…')")
			}
			if p.Dollar {
				continue // what the codes stand for is not worked out
			}
			b.WriteString(p.Value)
			doubt(hidesComment(p.Value))
		case *syntax.DblQuoted:
			if p.Dollar {
				doubt(`translated text ($"…")`)
			}
			s, d := quoted(p)
			doubt(d)
			b.WriteString(s)
		default:
			s, d := expansion(part)
			doubt(d)
			own := w.variable(part)
			w.spend(len(own))
			b.WriteString(s + own)
		}
	}
	raw := w.text(n.Pos(), n.End())
	if bracePattern(n) || strings.Contains(raw, `\{`) && strings.ContainsAny(raw, ",.") {
		doubt("a brace pattern")
	}
	return why, b.String()
}

// braces finds {a,b} and {1..3}.
var braces = lazy.Regexp(`\{.*(?:,|\.\.).*\}`)

// bracePattern reports {a,b} and {1..3} outside quotes.
func bracePattern(n *syntax.Word) bool {
	var b strings.Builder
	for _, part := range n.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(p.Value)
		case *syntax.BraceExp:
			return true
		default:
			b.WriteByte('_')
		}
	}
	return braces().MatchString(b.String())
}

// unescape takes the backslashes out of unquoted text.
func unescape(s string, first bool) (value, why string) {
	if first && len(s) > 1 && s[0] == '=' {
		why = "=name stands for a program's path in zsh"
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			if s[i] == '$' && why == "" {
				why = "a bare dollar sign"
			}
			continue
		}
		i++
		switch s[i] {
		case ' ', '\t':
			if why == "" {
				why = "an escaped blank"
			}
			b.WriteByte(s[i])
		case '\n':
			if why == "" {
				why = "a line continued in the middle of a word"
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), why
}

// variable returns the value that the line itself gave to a variable.
func (w *walker) variable(part syntax.WordPart) string {
	if p, ok := part.(*syntax.ParamExp); ok && p.Param != nil {
		return w.set[p.Param.Value]
	}
	return ""
}

// quoted reads a double-quoted text.
func quoted(q *syntax.DblQuoted) (value, why string) {
	var b strings.Builder
	for _, part := range q.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(unescapeQuoted(p.Value))
		default:
			s, d := expansion(part)
			if _, arith := part.(*syntax.ArithmExp); arith {
				d = "arithmetic in quotes"
			}
			if why == "" {
				why = d
			}
			b.WriteString(s)
		}
	}
	if why == "" {
		why = hidesComment(b.String())
	}
	return b.String(), why
}

// unescapeQuoted takes the backslashes out of double-quoted text.
func unescapeQuoted(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0 {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// hidesComment reports a quoted text that looks like a comment on a new line:
// a reader who strips comments would miss what follows.
func hidesComment(s string) string {
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			return ""
		}
		s = s[i+1:]
		if strings.HasPrefix(strings.TrimLeft(s, " \t"), "#") {
			return "a # on a new line inside quotes"
		}
	}
}

// expansion says what is known of a word part that the shell replaces. $HOME is
// the one variable whose value Claude Code takes as given.
func expansion(part syntax.WordPart) (value, why string) {
	switch p := part.(type) {
	case *syntax.ParamExp:
		if p.Short && p.Param != nil && p.Param.Value == "HOME" {
			return "$HOME", ""
		}
		return "", "a variable"
	case *syntax.ArithmExp:
		if literalArithmetic(p.X) && !p.Bracket && !p.Unsigned {
			return "0", ""
		}
		return "", "arithmetic"
	case *syntax.CmdSubst:
		return "", "a nested command"
	case *syntax.ProcSubst:
		return "", "a command used as a file"
	case *syntax.ExtGlob:
		return "", "an extended pattern"
	}
	return "", "an expansion"
}

func literalArithmetic(x syntax.ArithmExpr) bool {
	ok := x != nil
	if x == nil {
		return false
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			ok = ok && strings.Trim(n.Value, "0123456789") == ""
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.SglQuoted, *syntax.DblQuoted:
			ok = false
		}
		return ok
	})
	return ok
}
