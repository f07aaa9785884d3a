package shell

import (
	"slices"
	"strings"
)

// further are wrappers behind which [Command] looks and no rule does: Claude Code
// holds no rule against what they start, or only where they are called in a few
// forms.
var further = map[string]wrapper{
	"xargs":      {valued: "adEIJLnPRsS", long: "arg-file delimiter max-lines max-args max-procs max-chars process-slot-var"},
	"nohup":      {},
	"time":       {valued: "of", long: "output format"},
	"nice":       {valued: "n", long: "adjustment"},
	"timeout":    {valued: "ks", long: "kill-after signal", skip: 1},
	"stdbuf":     {valued: "ioe", long: "input output error"},
	"caffeinate": {valued: "tw"},
	"busybox":    {},
}

// shells run the text behind -c as commands.
var shells = set(`sh bash zsh dash ksh`)

// IsShell reports whether a program runs what it is given as shell commands, for
// who tells of it. Rules look into what those of shells are given.
func IsShell(name string) bool { return shells[name] || name == "ash" || name == "fish" }

// program returns the name of the program that words run in the end, and its
// arguments. known is false where more wrappers stand before it than are looked
// behind.
func (f *follower) program(words []Expansion) (name string, args []Expansion, known bool) {
	for range maxWrappers {
		for len(words) > 1 && strings.Contains(words[0].Value, "=") && anyAssignment().MatchString(words[0].Value) {
			words = words[1:] // those behind env and sudo
		}
		if len(words) == 0 || !words[0].Known {
			return "", nil, true
		}
		name := baseName(words[0].Value)
		wrap, ok := further[name]
		if !ok {
			wrap, ok = wrappers[name]
		}
		if !ok {
			return name, words[1:], true
		}
		f.spend(len(words))
		values := make([]string, len(words))
		for i, w := range words {
			values[i] = w.Value
		}
		values[0] = name
		rest, ok := wrap.behind(values)
		if !ok || name == "env" && slices.ContainsFunc(words[1:len(words)-len(rest)+1], splits) {
			return name, words[1:], true
		}
		words = words[len(words)-len(rest):]
	}
	return "", nil, false
}

// splits reports an argument of env with which it takes the command from a text.
func splits(w Expansion) bool {
	return strings.HasPrefix(w.Value, "-S") || strings.HasPrefix(w.Value, "--split-string")
}

// text returns what the command runs as shell commands. own is false where a
// shell of its own does so.
func (c Command) text() (text string, own bool) {
	switch {
	case c.Name == "eval":
		words := make([]string, len(c.Args))
		for i, a := range c.Args {
			if !a.Known {
				return "", false
			}
			words[i] = a.Value
		}
		return strings.Join(words, " "), true
	case c.Name == "env":
		for i, a := range c.Args {
			switch {
			case !splits(a):
			case len(a.Value) > 2 && a.Value[1] == 'S':
				return knownText(a, a.Value[2:]), false
			case strings.Contains(a.Value, "="):
				_, text, _ := strings.Cut(a.Value, "=")
				return knownText(a, text), false
			case i+1 < len(c.Args):
				return knownText(c.Args[i+1], c.Args[i+1].Value), false
			}
		}
	case IsShell(c.Name):
		for i, a := range c.Args {
			if a.Value == "--" || a.Known && !strings.HasPrefix(a.Value, "-") && !takesName(c.Args[:i]) {
				break // a script
			}
			if strings.HasPrefix(a.Value, "-") && !strings.HasPrefix(a.Value, "--") && strings.Contains(a.Value, "c") && i+1 < len(c.Args) {
				return knownText(c.Args[i+1], c.Args[i+1].Value), false
			}
		}
	}
	return "", false
}

// takesName reports whether the last of a shell's options takes a word.
func takesName(args []Expansion) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1].Value
	return strings.HasPrefix(last, "-") && !strings.HasPrefix(last, "--") && strings.HasSuffix(last, "o") || last == "--rcfile" || last == "--init-file"
}

func knownText(w Expansion, text string) string {
	if !w.Known {
		return ""
	}
	return text
}

// Option reports whether arguments hold an option, among short ones run together
// too.
func Option(args []Expansion, short byte, long string) bool {
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
func Operands(args []Expansion) []Expansion {
	var out []Expansion
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
