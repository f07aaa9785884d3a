package shell

import (
	"strings"

	"sayso/internal/lazy"
)

// wrapper describes how far a deny or ask rule looks behind a program that
// starts another one.
type wrapper struct {
	valued string // one-letter options that take the next word
	long   string // long options that take the next word
	skip   int    // operands in front of the command
	number bool   // one operand in front may be a number
	strict bool   // looks behind no options but "--" and those of form
	form   func(words []string) (n int)
}

// wrappers are the programs a deny or ask rule looks behind. Options it does
// not know are passed over, so that a new one does not open a hole.
var wrappers = map[string]wrapper{
	"sudo":      {valued: "ughpCDRTUrt", long: "user group host prompt chdir"},
	"doas":      {valued: "uC"},
	"pkexec":    {long: "user"},
	"env":       {valued: "uC", long: "unset chdir"},
	"exec":      {valued: "a"},
	"nocorrect": {}, "noglob": {}, "builtin": {}, "command": {},
	"setsid": {}, "unshare": {}, "nsenter": {valued: "tSG"},
	"watch":   {valued: "n", long: "interval"},
	"ionice":  {valued: "cn"},
	"strace":  {valued: "oepsEuabIOSPX"},
	"ltrace":  {valued: "oepsunaxAF"},
	"chrt":    {number: true, valued: "TPD"},
	"taskset": {number: true, valued: "c"},
	"flock":   {skip: 1, valued: "wE"},
	"script":  {skip: 1, valued: "TIOBEom"},
	"nohup":   {strict: true},
	"time":    {strict: true, form: func(w []string) int { return lead(w, "-p") }},
	"nice":    {strict: true, form: niceForm},
	"timeout": {strict: true, skip: 1, form: timeoutForm},
	"stdbuf":  {strict: true, form: stdbufForm},
}

func lead(words []string, flag string) int {
	if len(words) > 0 && words[0] == flag {
		return 1
	}
	return 0
}

func niceForm(words []string) int {
	switch {
	case len(words) > 1 && words[0] == "-n" && number(strings.TrimPrefix(words[1], "-")):
		return 2
	case len(words) > 0 && strings.HasPrefix(words[0], "-") && number(words[0][1:]):
		return 1
	}
	return 0
}

func timeoutForm(words []string) int {
	n := 0
	for n < len(words) {
		w := words[n]
		switch {
		case w == "-s", w == "-k", w == "--signal", w == "--kill-after":
			n += 2
		case w == "-v", w == "-f", w == "-p", w == "--verbose", w == "--foreground", w == "--preserve-status",
			strings.HasPrefix(w, "-s"), strings.HasPrefix(w, "-k"),
			strings.HasPrefix(w, "--signal="), strings.HasPrefix(w, "--kill-after="):
			n++
		default:
			return n
		}
	}
	return n
}

func stdbufForm(words []string) int {
	n := 0
	for n < len(words) && len(words[n]) > 2 && words[n][0] == '-' && strings.IndexByte("ioe", words[n][1]) >= 0 {
		n++
	}
	return n
}

func number(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.") == ""
}

// Reach returns the spellings of the part that deny and ask rules are compared
// with: everything an allow rule sees, and the command by its words' values,
// behind assignments and wrappers, and under the program's plain name.
func (p Part) Reach() []Form {
	var forms []Form
	seen := map[Form]bool{}
	add := func(text string, xargs bool) {
		f := Form{Text: strings.TrimSpace(text), ViaXargs: xargs}
		if f.Text != "" && !seen[f] {
			seen[f] = true
			forms = append(forms, f)
		}
	}
	for _, s := range p.AllowForms() {
		add(s, false)
		add(Collapse(s), false)
	}
	add(strings.TrimRight(strings.TrimLeft(p.Text, "\ufeff"), `\ `), false)
	bare := p.values(true)
	for _, words := range [][]string{p.values(false), bare} {
		follow(words, add)
	}
	return forms
}

// values returns the words by value. With bare, words that the shell makes up
// by itself are left out: a rule that names the rest is met all the same.
func (p Part) values(bare bool) []string {
	words := make([]string, 0, len(p.Words))
	for _, w := range p.Words {
		if bare && madeUp().MatchString(w.Raw) {
			continue
		}
		words = append(words, w.Value)
	}
	return words
}

// madeUp matches words that are an expansion and nothing else.
var madeUp = lazy.Regexp(`^(?:\$\w+|\$\(\(.*\)\)|\{\w+\.\.\w+\})$`)

// follow adds the spellings of a command by its words, behind each wrapper.
func follow(words []string, add func(text string, xargs bool)) {
	xargs := false
	for depth := 0; depth < 32 && len(words) > 0; depth++ {
		for len(words) > 0 && strings.Contains(words[0], "=") && anyAssignment().MatchString(words[0]) {
			words = words[1:]
		}
		if len(words) == 0 {
			break
		}
		joined := join(words)
		add(joined, xargs)
		if base := baseName(words[0]); base != words[0] && base != "" {
			words = append([]string{base}, words[1:]...)
			add(join(words), xargs)
		}
		if words[0] == "xargs" {
			if len(words) > 1 && strings.HasPrefix(words[1], "-") {
				break
			}
			words, xargs = words[1:], true
			continue
		}
		rest, ok := behind(words)
		if !ok {
			break
		}
		words = rest
	}
}

// join puts words together; a word that is nothing leaves no double blank.
func join(words []string) string {
	var b strings.Builder
	for _, w := range words {
		if w == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// behind returns the words of the command that the wrapper words[0] starts.
func behind(words []string) ([]string, bool) {
	w, ok := wrappers[words[0]]
	if !ok {
		return nil, false
	}
	return w.behind(words)
}

func (w wrapper) behind(words []string) ([]string, bool) {
	rest := words[1:]
	if words[0] == "command" && len(rest) > 0 && (rest[0] == "-v" || rest[0] == "-V") {
		return nil, false
	}
	if w.strict {
		if w.form != nil {
			rest = rest[min(w.form(rest), len(rest)):]
		}
		rest = rest[lead(rest, "--"):]
	} else {
		rest = w.passOptions(words[0], rest)
	}
	if w.number && len(rest) > 1 && number(rest[0]) {
		rest = rest[1:]
	}
	if w.skip > 0 && !(len(words) > 1 && strings.HasPrefix(words[1], "-c")) {
		if len(rest) <= w.skip {
			return nil, false
		}
		rest = rest[w.skip:]
		if !w.strict {
			rest = w.passOptions(words[0], rest)
		}
	}
	if len(rest) == 0 || w.strict && strings.HasPrefix(rest[0], "-") {
		return nil, false
	}
	return rest, true
}

// passOptions passes over the options in front of a command.
func (w wrapper) passOptions(name string, words []string) []string {
	for len(words) > 0 {
		o := words[0]
		switch {
		case o == "--":
			return words[1:]
		case len(o) < 2 || o[0] != '-':
			return words
		case name == "env" && strings.HasPrefix(o, "-S") && len(o) > 2:
			return append([]string{o[2:]}, words[1:]...)
		case strings.HasPrefix(o, "--"):
			n := 1
			for _, l := range strings.Fields(w.long) {
				if o == "--"+l {
					n = 2
				}
			}
			words = words[min(n, len(words)):]
		default:
			n := 1
			if strings.IndexByte(w.valued, o[len(o)-1]) >= 0 {
				n = 2
			}
			words = words[min(n, len(words)):]
		}
	}
	return words
}
