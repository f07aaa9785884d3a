package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Word is one word of a command.
type Word struct {
	Text  string // as it is written
	Value string // what the shell makes of it; "~" at its start is the home directory
	Known bool   // Value is all of it
	Glob  bool   // it stands for the files that match
}

// Shells are the programs that run what they are given as commands.
var Shells = map[string]bool{"sh": true, "bash": true, "zsh": true, "dash": true, "ksh": true, "fish": true, "ash": true}

// wrappers are the commands that run the command in their arguments, each with
// the options that take a word of their own.
var wrappers = map[string]string{
	"sudo": "ugpCDhRrTt", "doas": "uC", "env": "uCS", "nice": "n", "ionice": "cnp", "nohup": "", "time": "of", "timeout": "ks",
	"command": "", "builtin": "", "exec": "a", "stdbuf": "ioe", "xargs": "IdEnPsL", "setsid": "", "caffeinate": "tw", "busybox": "",
}

// Command returns the name of the program that the part runs in the end, its
// folder left out, and its arguments. It looks through sudo, env, xargs and
// their like. The name is "" where only the shell knows it.
func (p Part) Command() (name string, args []Word) {
	words := p.Words
	for len(words) > 0 && words[0].Known {
		name = strings.TrimPrefix(path.Base(words[0].Value), `\`)
		takes, wraps := wrappers[name]
		if !wraps {
			return name, words[1:]
		}
		rest := words[1:]
		for len(rest) > 0 && rest[0].Known && (strings.HasPrefix(rest[0].Value, "-") || name == "env" && strings.Contains(rest[0].Value, "=")) {
			option := rest[0].Value
			rest = rest[1:]
			if len(option) == 2 && strings.Contains(takes, option[1:]) && len(rest) > 0 {
				rest = rest[1:]
			}
		}
		if name == "timeout" && len(rest) > 0 { // how long
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return name, words[1:]
		}
		words = rest
	}
	return "", nil
}

// Option reports whether the part has an option, among short ones run together
// too.
func Option(args []Word, short byte, long string) bool {
	for _, a := range args {
		switch {
		case a.Value == "--":
			return false
		case long != "" && (a.Value == "--"+long || strings.HasPrefix(a.Value, "--"+long+"=")):
			return true
		case short != 0 && len(a.Value) > 1 && a.Value[0] == '-' && a.Value[1] != '-' && strings.IndexByte(a.Value[1:], short) >= 0:
			return true
		}
	}
	return false
}

// Operands returns the arguments that are no options.
func Operands(args []Word) []Word {
	var out []Word
	for i, a := range args {
		if a.Value == "--" {
			return append(out, args[i+1:]...)
		}
		if !strings.HasPrefix(a.Value, "-") || a.Value == "-" {
			out = append(out, a)
		}
	}
	return out
}

// word works out what the shell will make of a word.
func (w *walker) word(word *syntax.Word) Word {
	out := Word{Text: w.text(word.Pos(), word.End()), Known: true}
	var b strings.Builder
	for i, part := range word.Parts {
		w.piece(part, &b, &out, false)
		if _, bare := part.(*syntax.Lit); i == 0 && !bare && strings.HasPrefix(b.String(), "~") && !strings.HasPrefix(out.Text, `"$`) && !strings.HasPrefix(out.Text, "$") {
			text := b.String() // a quoted "~" is a name like any other
			b.Reset()
			b.WriteString("./" + text)
		}
	}
	out.Value = b.String()
	return out
}

// piece adds a piece of a word.
func (w *walker) piece(part syntax.WordPart, b *strings.Builder, out *Word, quoted bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		if !quoted {
			out.Glob = out.Glob || hasGlob(p.Value)
		}
		b.WriteString(unescape(p.Value, quoted))
	case *syntax.SglQuoted:
		if p.Dollar && strings.Contains(p.Value, `\`) {
			out.Known = false
		}
		b.WriteString(p.Value)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			w.piece(inner, b, out, true)
		}
	case *syntax.ParamExp:
		b.WriteString(w.param(p, out))
	default:
		out.Known = false
	}
}

// param returns the value of a variable where it can be told.
func (w *walker) param(p *syntax.ParamExp, out *Word) string {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	plain := p.Exp == nil && p.Slice == nil && p.Repl == nil && p.Index == nil && !p.Length && !p.Excl && !p.Width
	if value, ok := w.vars[name]; ok && plain {
		out.Known = out.Known && value.Known
		out.Glob = out.Glob || value.Glob
		return value.Value
	}
	known := map[string]string{"HOME": "~", "PWD": ".", "TMPDIR": "/tmp"}[name]
	if !plain || known == "" {
		out.Known = false
	}
	return known
}

func hasGlob(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?', '[':
			return true
		case '{':
			if strings.Contains(s[i:], ",") || strings.Contains(s[i:], "..") {
				return true
			}
		}
	}
	return false
}

// unescape takes the backslashes out of a word.
func unescape(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("\\\"$`\n", s[i+1]) >= 0) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
