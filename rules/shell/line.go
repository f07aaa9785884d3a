package shell

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Line is a command line, taken apart.
type Line struct {
	Text  string // as given, without leading and trailing white space
	Parts []Part // every simple command, in the order of the text

	// Doubt says why an allow rule can't settle the line: it names a construct
	// whose effect can't be known before it runs. "" when there is none.
	Doubt string

	// Firm is the first doubt that holds even against a rule that spells out the
	// whole line. "" when there is none.
	Firm string

	// Fault says why Claude Code refuses to look at the line at all: it holds
	// control characters. Only a rule for the whole tool that denies or asks
	// applies then. "" when there is none.
	Fault string

	// Unchecked says why the line can't be checked at all: it goes beyond the bounds
	// of what is taken apart, or parsers don't agree about it. It has no parts then,
	// no rule allows it, and whoever wants to see some commands has to see it. ""
	// when there is none.
	Unchecked string

	// Broken is set where the line does not parse. Parts were then cut at the
	// operators outside quotes, which is enough to deny or ask, never to allow.
	Broken bool
}

// Part is one simple command of a line.
type Part struct {
	Text    string // as written, without comments and plain redirections
	Words   []Word // program name and arguments, without assignments
	Assigns []Word // NAME=value in front of the program name
	Nested  bool   // stands inside a substitution or a function
	Test    bool   // a [[ … ]] test
	Reads   []Word // files behind <
	Writes  []Word // files behind >, >>, &> and the like; never /dev/null
}

// Word is one word of a command.
type Word struct {
	Raw   string // as written
	Value string // without quoting; an expansion stands as nothing
	Known bool   // Value is what the program will see
	Glob  bool   // holds a wildcard outside quotes: *, ? or [
}

// Name returns the program's name without its path, and "" for a part that
// runs none.
func (p Part) Name() string {
	if len(p.Words) == 0 {
		return ""
	}
	return baseName(p.Words[0].Value)
}

// Parse takes command apart. It never fails: what it can't read is in Doubt,
// Fault, Unchecked and Broken.
func Parse(command string) *Line {
	l := &Line{Text: strings.Trim(command, " \t\n")}
	if l.Fault = fault(command); l.Fault != "" {
		return l
	}
	if why := unchecked(l.Text); why != "" {
		l.giveUp(why)
		return l
	}
	l.guard(func() { l.read(nil) })
	return l
}

// read takes the text apart, and tells f, if there is one, what it comes by.
func (l *Line) read(f *follower) {
	src, ok := endComments(trimBreaks(l.Text))
	if !ok {
		l.giveUp("it may hold a comment that ends in a backslash")
		return
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(src), "")
	// The shell runs the lines before the one that does not parse, and what in them
	// is a comment, a here-document or quoted can't be told without parsing.
	if err != nil && holdsComment(src) {
		l.giveUp("it does not parse, and it may hold a comment")
		return
	}
	if err != nil && strings.Contains(src, "\n") && quotesApart(src) {
		l.giveUp("it does not parse, and what is quoted in it can't be told")
		return
	}
	if err != nil {
		l.Broken = true
		l.doubt("it does not parse as a shell command")
		l.Parts = cutBroken(l.Text)
		l.checkParts()
		return
	}
	l.doubt(spelling(src))
	steps := stepsBase + stepsByte*len(src)
	w := walker{src: src, line: l, set: map[string]string{}, steps: &steps, f: f}
	w.bound()
	w.stmts(file.Stmts, false)
	l.checkParts()
	w.crossCheck()
}

// checkParts gives a line up that has a command behind too many others, or more of
// them than whoever holds them against rules, one by one, has time for.
func (l *Line) checkParts() {
	words := 0
	for _, p := range l.Parts {
		words += len(p.Words) + len(p.Assigns)
	}
	if len(l.Parts) > maxParts || words > maxWords || slices.ContainsFunc(l.Parts, Part.tangled) {
		l.giveUp(tangled)
	}
}

// doubt keeps the first reason.
func (l *Line) doubt(why string) {
	if l.Doubt == "" {
		l.Doubt = why
	}
}

// firm keeps the first reason that no rule for the line overcomes.
func (l *Line) firm(why string) {
	l.doubt(why)
	if l.Firm == "" {
		l.Firm = why
	}
}

// trimBreaks drops a trailing ";;", which Claude Code's parser reads past.
func trimBreaks(s string) string {
	if t, ok := strings.CutSuffix(s, ";;"); ok && !strings.ContainsAny(t, "\n;'\"\\`$#") {
		return t
	}
	return s
}

// fault reports control characters: Claude Code's check fails on them, and a
// carriage return is one.
func fault(s string) string {
	for _, r := range s {
		if r < ' ' && r != '\t' && r != '\n' || r == 0x7f {
			return "it holds control characters"
		}
	}
	if !utf8.ValidString(s) {
		return "it is not valid UTF-8"
	}
	return ""
}

// spelling reports what is suspect in the text itself, whatever it parses to.
func spelling(s string) string {
	for _, r := range s {
		if invisibleSpace(r) {
			return "it holds a Unicode space that looks like a blank and is none"
		}
	}
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' && s[i+1] == '\n' && (i == 0 || s[i-1] != ' ' && s[i-1] != '\t') {
			return "a line is continued in the middle of a word"
		}
	}
	if strings.HasSuffix(s, `\`) {
		return "it ends with a backslash"
	}
	return ""
}

// invisibleSpace reports the Unicode spaces and zero-width characters.
func invisibleSpace(r rune) bool {
	switch {
	case r == 0xa0, r == 0x1680, 0x2000 <= r && r <= 0x200f, r == 0x2028, r == 0x2029,
		r == 0x202f, r == 0x205f, r == 0x3000, r == 0xfeff:
		return true
	}
	return false
}

// OneBlank makes every run of blanks and line ends one space, quoted or not.
func OneBlank(s string) string {
	if !strings.ContainsAny(s, "\t\n") && !strings.Contains(s, "  ") && strings.Trim(s, " ") == s {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }), " ")
}

// baseName returns the last element of a program's path, without ".exe".
func baseName(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.TrimSuffix(name, ".exe")
}
