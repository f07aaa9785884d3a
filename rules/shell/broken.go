package shell

import "strings"

// leading are the reserved words that may stand in front of a command where a
// line does not parse.
var leading = set(`if then elif else while until do { ! time fi done }`)

// unquoted takes away what quotes.
var unquoted = strings.NewReplacer(`'`, "", `"`, "", `\`, "")

// cutBroken cuts a line that does not parse at its operators outside quotes.
// An open quote reaches to the end.
func cutBroken(s string) (parts []Part) {
	start := 0
	cut := func(end int) {
		if p, ok := brokenPart(s[start:end]); ok {
			parts = append(parts, p)
		}
	}
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && quote != '\'':
			i++
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		case quote == '\'':
		case c == '`', c == '$' && i+1 < len(s) && s[i+1] == '(',
			quote == 0 && strings.IndexByte(";&|\n()", c) >= 0:
			cut(i)
			start = i + 1
			if c == '$' {
				start, i = i+2, i+1
			}
		}
	}
	cut(len(s))
	return parts
}

func brokenPart(text string) (Part, bool) {
	text = strings.TrimRight(strings.TrimSpace(joinLines(text)), `<>\ `)
	for {
		word, rest, ok := strings.Cut(text, " ")
		if !ok || !leading[word] {
			break
		}
		text = strings.TrimSpace(rest)
	}
	if text == "" {
		return Part{}, false
	}
	p := Part{Text: text}
	for _, raw := range fieldsQuoted(text) {
		w := Word{Raw: raw, Value: unquoted.Replace(raw)}
		if len(p.Words) == 0 && anyAssignment().MatchString(raw) {
			p.Assigns = append(p.Assigns, w)
			continue
		}
		p.Words = append(p.Words, w)
	}
	return p, true
}

// fieldsQuoted splits at blanks outside quotes.
func fieldsQuoted(s string) (list []string) {
	var quote byte
	start := -1
	for i := 0; i < len(s); i++ {
		c := s[i]
		if quote == 0 && (c == ' ' || c == '\t') {
			if start >= 0 {
				list = append(list, s[start:i])
				start = -1
			}
			continue
		}
		if start < 0 {
			start = i
		}
		switch {
		case c == '\\' && quote != '\'':
			i++
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	if start >= 0 {
		list = append(list, s[start:])
	}
	return list
}
