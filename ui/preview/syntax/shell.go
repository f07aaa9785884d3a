package syntax

import "strings"

// The scanner of shell commands is one of its own, beside the reader in rules/shell:
// that one parses, and this must colour what does not, line by line as it is drawn,
// and what is still open at the end of the text. It says nothing about what runs,
// so it knows no wrappers and no shells.

// shellWords are the shell's own words, with whether a command starts after them.
// The reader's words are those that it looks behind where a line does not parse:
// fi and done too, after which no name is coloured.
var shellWords = map[string]bool{
	"if": true, "then": true, "else": true, "elif": true, "fi": false, "for": false, "while": true, "until": true, "do": true,
	"done": false, "case": false, "esac": false, "in": false, "function": false, "select": false, "time": true, "{": true, "}": false, "!": true, "[[": false, "]]": false,
}

// shellScanner goes through a command. It knows where a command's name stands,
// texts over several lines, variables and documents written into the command.
type shellScanner struct {
	quote   byte     // the quote that is open, or 0
	outer   []byte   // the quotes around each open "("
	docs    []string // words that end the documents still to come
	dashed  []bool   // whether tabs before such a word count
	name    bool     // the next word is the name of a command
	newline bool     // the line before ends with a backslash
}

func scanShell(lines []string) [][]Run {
	s := shellScanner{}
	out := make([][]Run, len(lines))
	open := 0 // documents whose lines come now
	for i, line := range lines {
		if open > 0 && s.quote == 0 {
			end := line
			if s.dashed[0] {
				end = strings.TrimLeft(end, " ") // tabs have become spaces
			}
			out[i] = add(nil, len(line), String)
			if end == s.docs[0] {
				out[i] = add(nil, len(line), Keyword)
				s.docs, s.dashed = s.docs[1:], s.dashed[1:]
				open--
			}
			continue
		}
		if !s.newline && s.quote == 0 {
			s.name = true
		}
		if len(line) > longLine {
			out[i] = plain(line)
			continue
		}
		out[i] = s.line(line)
		s.newline = strings.HasSuffix(line, `\`)
		open = len(s.docs)
	}
	return out
}

func (s *shellScanner) line(line string) []Run {
	var runs []Run
	for i := 0; i < len(line); {
		start := i
		if s.quote != 0 {
			runs, i = s.text(runs, line, i)
			continue
		}
		switch c := line[i]; {
		case c == ' ':
			runs, i = add(runs, i+1, Plain), i+1
		case c == '#' && (i == 0 || strings.IndexByte(" ;&|(", line[i-1]) >= 0):
			return add(runs, len(line), Comment)
		case c == '\'' || c == '"' || c == '`':
			if c == '`' {
				s.name = true
				runs, i = add(runs, i+1, Keyword), i+1
				continue
			}
			s.quote, s.name = c, false
			runs, i = s.text(add(runs, i+1, String), line, i+1)
		case c == '$':
			runs, i = s.variable(runs, line, i)
		case strings.HasPrefix(line[i:], "<<") && !strings.HasPrefix(line[i:], "<<<"):
			runs, i = s.document(runs, line, i)
		case c == '(':
			s.outer, s.name = append(s.outer, 0), true
			runs, i = add(runs, i+1, Keyword), i+1
		case c == ')':
			if n := len(s.outer); n > 0 {
				s.quote, s.outer = s.outer[n-1], s.outer[:n-1]
			}
			s.name = false
			runs, i = add(runs, i+1, Keyword), i+1
		case strings.IndexByte("|&;<>", c) >= 0:
			for i < len(line) && strings.IndexByte("|&;<>", line[i]) >= 0 {
				i++
			}
			// After a redirection comes a file, not a command.
			s.name = strings.ContainsAny(line[start:i], "|;") || strings.HasSuffix(line[start:i], "&") && !strings.ContainsAny(line[start:i], "<>")
			runs = add(runs, i, Keyword)
		default:
			runs, i = s.word(runs, line, i)
		}
	}
	return runs
}

// word adds a word without quotes.
func (s *shellScanner) word(runs []Run, line string, i int) ([]Run, int) {
	start := i
	for i < len(line) && strings.IndexByte(" |&;()<>'\"`$", line[i]) < 0 {
		if line[i] == '\\' && i+1 < len(line) {
			i++
		}
		i++
	}
	w := line[start:i]
	after, own := shellWords[w]
	kind := Plain
	switch {
	case own && (s.name || w == "in" || w == "do" || w == "}" || w == "]]"):
		kind, s.name = Keyword, after
	case s.name && strings.Contains(w, "="): // an assignment before the name
	case s.name:
		kind = Ident
		s.name = false
	case number(w):
		kind = Number
	}
	return add(runs, i, kind), i
}

// text adds what stands inside of quotes, up to their end or the line's.
func (s *shellScanner) text(runs []Run, line string, i int) ([]Run, int) {
	for i < len(line) {
		switch c := line[i]; {
		case c == s.quote:
			s.quote = 0
			return add(runs, i+1, String), i + 1
		case c == '\\' && s.quote == '"' && i+1 < len(line):
			i += 2
			runs = add(runs, i, String)
		case c == '$' && s.quote == '"':
			runs, i = s.variable(runs, line, i)
			if s.quote == 0 { // a command inside of a text
				return runs, i
			}
		default:
			i++
			runs = add(runs, i, String)
		}
	}
	return runs, i
}

// variable adds $NAME, ${…} or the opening of $(…).
func (s *shellScanner) variable(runs []Run, line string, i int) ([]Run, int) {
	rest := line[i+1:]
	switch {
	case strings.HasPrefix(rest, "(("): // a sum
		if end := strings.Index(rest, "))"); end > 0 {
			s.name = false
			return add(runs, i+1+end+2, Number), i + 1 + end + 2
		}
		fallthrough
	case strings.HasPrefix(rest, "("):
		s.outer = append(s.outer, s.quote)
		s.quote, s.name = 0, true
		return add(runs, i+2, Keyword), i + 2
	case strings.HasPrefix(rest, "{"):
		if end := strings.IndexByte(rest, '}'); end > 0 {
			s.name = false
			return add(runs, i+1+end+1, Ident), i + 1 + end + 1
		}
	}
	end := i + 1
	for end < len(line) && wordByte(line[end]) && line[end] < 0x80 {
		end++
	}
	if end == i+1 && end < len(line) && strings.IndexByte("?#@*!$-", line[end]) >= 0 {
		end++
	}
	s.name = false
	if end == i+1 {
		return add(runs, end, Plain), end
	}
	return add(runs, end, Ident), end
}

// document adds << and the word that ends the document that follows the line.
func (s *shellScanner) document(runs []Run, line string, i int) ([]Run, int) {
	start := i
	i += 2
	dashed := strings.HasPrefix(line[i:], "-")
	if dashed {
		i++
	}
	for i < len(line) && line[i] == ' ' {
		i++
	}
	word := i
	for i < len(line) && strings.IndexByte(" |&;()<>", line[i]) < 0 {
		i++
	}
	if end := strings.Trim(line[word:i], `'"\`); end != "" && start != word {
		s.docs, s.dashed = append(s.docs, end), append(s.dashed, dashed)
	}
	return add(runs, i, Keyword), i
}

func number(w string) bool {
	for i := range len(w) {
		if w[i] < '0' || w[i] > '9' {
			return false
		}
	}
	return w != ""
}
