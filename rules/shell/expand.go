package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Expansion is a word as the shell expands it, as far as the line tells. It is not
// for rules: see [Word].
type Expansion struct {
	Raw   string // as written
	Value string // what becomes of it; "~" at its start is the home directory, "." the one that the command runs in
	Known bool   // Value is all of it
	Glob  bool   // it stands for the files that match, or for several words
}

// given are the variables whose value is taken as known.
var given = map[string]string{"HOME": "~", "PWD": ".", "TMPDIR": "/tmp"}

// expand works out what becomes of a word.
func (w *walker) expand(n *syntax.Word) Expansion {
	v := w.value(n)
	return v.Expansion
}

// value works out what a word gives to a variable.
func (w *walker) value(n *syntax.Word) variable {
	e := expander{f: w.f}
	e.Raw = w.text(n.Pos(), n.End())
	e.Known, e.Glob = true, hasWildcard(n) || bracePattern(n)
	e.dir = w.f.dir
	for i, part := range n.Parts {
		lit, bare := part.(*syntax.Lit)
		if bare && i == 0 && strings.HasPrefix(lit.Value, "~") {
			e.home(lit.Value, len(n.Parts) == 1)
			continue
		}
		e.piece(part, false)
	}
	e.Value = e.b.String()
	return e.variable
}

// expander works out one word.
type expander struct {
	variable
	f *follower
	b strings.Builder
}

// home adds the text that begins a word with "~", which is the home directory
// unless the line has set another one.
func (e *expander) home(text string, alone bool) {
	name, rest, _ := strings.Cut(text, "/")
	set, ok := e.f.vars["HOME"]
	if name == "~" && ok {
		e.put(set, true)
		text = strings.TrimPrefix(text, name)
	}
	if name == "~" && rest == "" && text == "~" && !alone {
		e.Known = false // ~$X is the home of somebody
	}
	s, _ := unescape(text, false)
	e.b.WriteString(s)
}

// piece adds a piece of a word.
func (e *expander) piece(part syntax.WordPart, quoted bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		if quoted {
			e.text(unescapeQuoted(p.Value))
			return
		}
		s, _ := unescape(p.Value, false)
		e.text(s)
	case *syntax.SglQuoted:
		e.Known = e.Known && !(p.Dollar && strings.Contains(p.Value, `\`))
		e.text(p.Value)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			e.piece(inner, true)
		}
	case *syntax.ParamExp:
		e.param(p, quoted)
	default:
		e.Known = false
	}
}

// text adds text. A "~" that a word begins with in quotes is a name like any
// other.
func (e *expander) text(s string) {
	if e.b.Len() == 0 && strings.HasPrefix(s, "~") {
		e.b.WriteString("./")
	}
	e.b.WriteString(s)
}

// param adds the value of a variable where it can be told.
func (e *expander) param(p *syntax.ParamExp, quoted bool) {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	plain := p.Exp == nil && p.Slice == nil && p.Repl == nil && p.Index == nil && !p.Length && !p.Excl && !p.Width
	v, set := e.f.vars[name]
	if !set {
		v.Value, v.Known = given[name], given[name] != ""
		v.here, v.dir = name == "PWD", e.f.dir
	}
	if !plain {
		v = variable{}
	}
	e.put(v, quoted)
}

// put adds the value of a variable.
func (e *expander) put(v variable, quoted bool) {
	e.f.spend(len(v.Value))
	before := e.b.String()
	folder := strings.HasPrefix(v.Value, "~") || v.here // which is not spelled as the shell spells it
	switch {
	case !v.Known,
		v.here && v.dir != e.f.dir,
		folder && before != "" && !strings.HasSuffix(before, "="),
		!quoted && strings.ContainsAny(v.Value, " \t\n"): // it becomes several words
		e.Known = false
	}
	e.Glob = e.Glob || v.each && v.Glob || !quoted && strings.ContainsAny(v.Value, "*?[")
	e.here = e.here || v.here
	e.b.WriteString(v.Value)
}
