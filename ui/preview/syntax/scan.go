package syntax

import "strings"

// scanner goes through a text line by line.
type scanner struct {
	lang *Language
	// What a line before has opened and not closed.
	until  string // "" for nothing
	inside Kind
	raw    bool
}

// line returns the runs of the next line.
func (s *scanner) line(line string) []Run {
	var runs []Run
	i := 0
	if s.until != "" {
		kind := s.inside
		i = s.rest(line, 0)
		runs = add(runs, i, kind)
	}
	first := true // no word yet on this line
	for i < len(line) {
		start, c := i, line[i]
		k := Plain
		switch {
		case c == ' ':
			i++
			runs = add(runs, i, Plain)
			continue
		case s.opensComment(line, i):
			return add(runs, len(line), Comment)
		case s.lang.open != "" && strings.HasPrefix(line[i:], s.lang.open):
			s.until, s.inside, s.raw = s.lang.close, Comment, true
			i, k = s.rest(line, i+len(s.lang.open)), Comment
		case c >= '0' && c <= '9':
			for i < len(line) && (wordByte(line[i]) || line[i] == '.') {
				i++
			}
			k = Number
		case wordByte(c):
			i, k = s.word(line, i, first)
		case s.lang.keys == equalKeys && first && c == '[':
			i, k = len(line), Keyword
		default:
			i, k = s.quoted(line, i)
		}
		first = first && (c == '-' || c == '.' || c == '@')
		runs = add(runs, max(i, start+1), k)
		i = max(i, start+1)
	}
	return runs
}

// rest returns where that which is open ends, at the line's end at the latest.
func (s *scanner) rest(line string, i int) int {
	for i < len(line) {
		switch {
		case s.raw:
			end := strings.Index(line[i:], s.until)
			if end < 0 {
				return len(line)
			}
			i += end + len(s.until)
			s.until = ""
			return i
		case line[i] == '\\':
			i += 2
			continue
		case strings.HasPrefix(line[i:], s.until):
			i += len(s.until)
			s.until = ""
			return i
		}
		i++
	}
	return len(line)
}

// opensComment reports whether the rest of the line is a comment. One that is
// started by a character that also stands in words must stand apart from them.
func (s *scanner) opensComment(line string, i int) bool {
	for _, mark := range s.lang.start {
		if !strings.HasPrefix(line[i:], mark) {
			continue
		}
		if mark == "//" || mark == "--" {
			return i == 0 || line[i-1] != ':' // the address of a page
		}
		return i == 0 || line[i-1] == ' ' || line[i-1] == ';'
	}
	return false
}

// word returns the end and the kind of a word.
func (s *scanner) word(line string, i int, first bool) (int, Kind) {
	start := i
	for i < len(line) && (wordByte(line[i]) || s.lang.dashes && line[i] == '-') {
		i++
	}
	w := line[start:i]
	after := strings.TrimLeft(line[i:], " ")
	switch {
	case s.lang.markup && start > 0 && (line[start-1] == '<' || strings.HasSuffix(line[:start], "</")):
		return i, Keyword
	case first && s.lang.keys == equalKeys && strings.HasPrefix(after, "="),
		first && s.lang.keys == colonKeys && strings.HasPrefix(after, ":"):
		return i, Ident
	case s.lang.words[w]:
		return i, Keyword
	case strings.HasPrefix(line[i:], "(") && s.lang.keys == noKeys && !s.lang.markup:
		return i, Ident
	}
	return i, Plain
}

// quoted returns the end and the kind of a text that starts here, if one does.
// One that does not end on its line and must is no text: an apostrophe.
func (s *scanner) quoted(line string, i int) (int, Kind) {
	for _, q := range s.lang.quotes {
		if !strings.HasPrefix(line[i:], q.mark) {
			continue
		}
		s.until, s.inside, s.raw = q.mark, String, q.raw
		end := s.rest(line, i+len(q.mark))
		if s.until != "" && !q.lines {
			s.until = ""
			return i + 1, Plain
		}
		if s.lang.keys == colonKeys && strings.HasPrefix(strings.TrimLeft(line[min(end, len(line)):], " "), ":") {
			return end, Ident
		}
		return min(end, len(line)), String
	}
	return i + 1, Plain
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}
