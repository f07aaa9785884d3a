// Package syntax tells the kinds of words in code apart, so that they can be
// coloured.
//
// It is a scanner, not a parser, and one for all languages: what they differ in
// is data. That keeps it small and as fast as reading, so a file of a megabyte
// is coloured whole, and no language costs anything until it is seen. It never
// changes a text and, when it is mistaken, only a colour is wrong.
package syntax

// Kind is what a piece of code is.
type Kind uint8

// The kinds.
const (
	Plain Kind = iota
	Comment
	String
	Number
	Keyword
	Ident // the name of a command, a key, a variable, a function that is called
	Mark  // what the sanitiser made visible
	Kinds // how many there are
)

// Run is a piece of a line that is of one kind. It starts where the one before
// it ends.
type Run struct {
	End  int // in bytes
	Kind Kind
}

// Scan returns the runs of each line, which together cover it. The lines are a
// whole text or a part of one, without their newlines, and went through the
// sanitiser. A nil language is plain text.
func Scan(l *Language, lines []string) [][]Run {
	out := scan(l, lines)
	for i, line := range lines {
		out[i] = withMarks(line, out[i])
	}
	return out
}

func scan(l *Language, lines []string) [][]Run {
	out := make([][]Run, len(lines))
	if l == nil {
		for i, line := range lines {
			out[i] = plain(line)
		}
		return out
	}
	if l.shell {
		return scanShell(lines)
	}
	s := scanner{lang: l}
	for i, line := range lines {
		if len(line) > longLine {
			out[i] = plain(line)
			continue
		}
		out[i] = s.line(line)
	}
	return out
}

// longLine is how many bytes of a line are coloured at most. A quote or a bracket
// without its end is looked for up to the end of the line, and there may be one
// at every byte.
const longLine = 8 << 10

func plain(line string) []Run {
	if line == "" {
		return nil
	}
	return []Run{{len(line), Plain}}
}

// add appends a run and joins it with the last one where the kind is the same.
func add(runs []Run, end int, k Kind) []Run {
	if n := len(runs); n > 0 {
		if runs[n-1].End >= end {
			return runs
		}
		if runs[n-1].Kind == k {
			runs[n-1].End = end
			return runs
		}
	} else if end == 0 {
		return runs
	}
	return append(runs, Run{end, k})
}
