package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/ui/lines"
)

// Bounds of lists and quotes inside one another. What goes deeper, or would be
// left with fewer cells, is shown as it is written.
const (
	deepest  = 8
	tightest = 16 // cells that what is inside has at least
)

// holds reports whether there is room for more behind lead.
func (d *document) holds(lead string) bool {
	return d.depth < deepest && d.width-lines.Width(lead) >= tightest
}

// nested shows lines inside of a list or a quote: the first row behind first, the
// others behind rest, which is as wide.
func (d *document) nested(all []string, first, rest string, text lipgloss.Style) {
	in := document{
		width: d.width - lines.Width(first), styles: d.styles, pens: d.pens, text: text, targets: d.targets, depth: d.depth + 1,
	}
	in.blocks(all)
	for i, row := range in.rows {
		lead := rest
		if i == 0 {
			lead = first
		}
		d.rows = append(d.rows, strings.TrimRight(lead+row, " "))
	}
}

// item shows an entry of a list, with its later rows and lines set under its
// words, and returns how many lines that is. The first line is m.
func (d *document) item(m, rest []string) int {
	sign := m[2]
	if len(sign) == 1 {
		sign = "•"
	}
	switch strings.TrimSpace(m[3]) {
	case "":
	case "[ ]":
		sign = "○"
	default:
		sign = "✓"
	}
	const least = 4 // cells for the words
	inner := max(min(len(m[1]), d.width/2, d.width-lines.Width(sign)-1-least), 0)
	lead := strings.Repeat(" ", inner) + d.styles.Muted.Render(sign) + " "
	under := strings.Repeat(" ", lines.Width(lead))
	if !d.holds(lead) {
		d.words(m[4], d.text, lead, under)
		return 1
	}
	more := continuation(rest[1:], len(m[1]), len(m[1])+len(m[2])+1)
	d.nested(append([]string{m[4]}, more...), lead, under, d.text)
	return 1 + len(more)
}

// continuation returns the lines at the start of rest that go on with an item:
// those set under its words, which begin at column words, with the empty lines
// between them, and a line of text that is set in at all. They come without what
// they are set in by. The item's sign is at column sign.
func continuation(rest []string, sign, words int) []string {
	var out []string
	empty := 0
	for _, line := range rest {
		in := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case in == len(line):
			empty++
			continue
		case in >= words:
			in = words
		case in > sign && empty == 0 && !forms().item.MatchString(line):
		default:
			return out
		}
		for ; empty > 0; empty-- {
			out = append(out, "")
		}
		out = append(out, line[in:])
	}
	return out
}

// quoted returns a line of a quote without its mark.
func quoted(line string) (string, bool) {
	inner, ok := strings.CutPrefix(strings.TrimLeft(line, " "), ">")
	return strings.TrimPrefix(inner, " "), ok
}

// quote shows a quote, with those inside of it, and returns how many lines it
// has.
func (d *document) quote(rest []string) int {
	bar := d.styles.Faint.Render("│") + " "
	var inner []string
	for _, line := range rest {
		in, ok := quoted(line)
		if !ok {
			break
		}
		inner = append(inner, in)
	}
	if d.holds(bar) {
		d.nested(inner, bar, bar, d.styles.Muted)
		return len(inner)
	}
	for _, line := range inner {
		d.words(line, d.styles.Muted, bar, bar)
	}
	return len(inner)
}
