package preview

import (
	"sort"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"sayso/internal/sanitize"
	"sayso/ui/lines"
	"sayso/ui/preview/diff"
	"sayso/ui/preview/syntax"
	"sayso/ui/style"
)

// ground is the colour behind a line: none, removed or added.
type ground int

const (
	bare ground = iota
	removed
	added
	grounds
)

// ink writes code in all its looks, and what stands beside it.
type ink struct {
	code   [grounds][2][syntax.Kinds]style.Pen
	number style.Pen
	sign   [grounds]string
	bar    string // between a gutter and its line
	goesOn string // before a row that goes on from the one above
}

// newInk gets the pens ready.
func newInk(s style.Styles) *ink {
	kinds := [syntax.Kinds]lipgloss.Style{s.Text, s.Comment, s.String, s.Number, s.Keyword, s.Ident, s.Mark}
	none := lipgloss.NewStyle()
	under := [grounds][2]lipgloss.Style{{none, none}, {s.Removed, s.RemovedWord}, {s.Added, s.AddedWord}}
	k := &ink{
		number: style.PenOf(s.Muted),
		sign:   [grounds]string{" ", s.Deny.Render("−"), s.Allow.Render("+")},
		bar:    s.Faint.Render("│") + " ",
		goesOn: s.Faint.Render("↪"),
	}
	for g := range under {
		for w := range under[g] {
			for kind, with := range kinds {
				k.code[g][w][kind] = style.PenOf(with.Inherit(under[g][w]))
			}
		}
	}
	return k
}

// text is one line of code that is fit to be shown.
type text struct {
	line  string
	runs  []syntax.Run
	words []diff.Span // what differs from the line that it stands for
}

// texts makes lines of code fit to be shown.
func texts(l *syntax.Language, raw []string) []text {
	clean := make([]string, len(raw))
	for i, line := range raw {
		clean[i] = sanitize.Block(line)[0]
	}
	out := make([]text, len(raw))
	for i, runs := range syntax.Scan(l, clean) {
		out[i] = text{line: clean[i], runs: runs}
	}
	return out
}

// write adds the piece of a line from one byte to another.
func (k *ink) write(b *strings.Builder, t text, from, to int, g ground) {
	at, word := from, 0
	first := sort.Search(len(t.runs), func(i int) bool { return t.runs[i].End > from })
	for _, run := range t.runs[first:] {
		stop := min(run.End, to)
		for at < stop {
			for word < len(t.words) && t.words[word].To <= at {
				word++
			}
			next, differs := stop, 0
			if word < len(t.words) {
				if t.words[word].From <= at {
					next, differs = min(stop, t.words[word].To), 1
				} else {
					next = min(stop, t.words[word].From)
				}
			}
			k.code[g][differs][run.Kind].Write(b, t.line[at:next])
			at = next
		}
		if at >= to {
			return
		}
	}
}

// rows returns where the rows of a line end when it is cut to a width: after a
// space where that leaves a good part of the row, else anywhere. Nothing is
// dropped.
func rows(line string, width int) []int {
	width = max(width, 1)
	var ends []int
	for at := 0; ; {
		rest := line[at:]
		size := len(rest)
		if size > width || !ascii(rest) {
			size = fitting(rest, width)
		}
		if at+size >= len(line) {
			return append(ends, len(line))
		}
		if space := strings.LastIndexByte(rest[:size], ' '); space >= size/2 {
			size = space + 1
		}
		at += size
		ends = append(ends, at)
	}
}

// fitting returns how many bytes of a text fit one row. It looks at no more of
// the text than it must, for a line may be a megabyte long.
func fitting(text string, width int) int {
	if len(text) >= width && ascii(text[:width]) && (len(text) == width || text[width] < utf8.RuneSelf) {
		return width
	}
	const longest = 32 // bytes that one cell takes at most, in what the sanitiser lets through
	return lines.First(sanitize.Head(text, width*longest+2*longest), width)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
