// Package markdown shows Markdown in a terminal: headings, lists, code, tables,
// quotes, and links with their target in sight.
//
// It is for text that a person must judge, so it hides nothing: what it does not
// understand stands there as it was written, comments and HTML too.
package markdown

import (
	"regexp"
	"strings"
	"sync"

	"charm.land/lipgloss/v2"

	"sayso/internal/sanitize"
	"sayso/ui/lines"
	"sayso/ui/preview/syntax"
	"sayso/ui/style"
)

// Render returns the rows of a text, none wider than width.
func Render(text string, width int, s style.Styles) []string {
	d := document{width: max(width, 1), styles: s, pens: pens(s)}
	all := sanitize.Block(strings.TrimRight(text, "\n"))
	for i := 0; i < len(all); {
		i += d.block(all[i:])
	}
	return d.rows
}

// document collects rows.
type document struct {
	width  int
	styles style.Styles
	pens   [syntax.Kinds]style.Pen
	rows   []string
}

func pens(s style.Styles) (out [syntax.Kinds]style.Pen) {
	for kind, with := range [syntax.Kinds]lipgloss.Style{s.Text, s.Comment, s.String, s.Number, s.Keyword, s.Ident, s.Mark} {
		out[kind] = style.PenOf(with)
	}
	return out
}

var forms = sync.OnceValue(func() (f struct{ heading, item, rule, fence *regexp.Regexp }) {
	f.heading = regexp.MustCompile(`^ {0,3}(#{1,6})\s+(.*?)\s*#*$`)
	f.item = regexp.MustCompile(`^(\s*)([-*+]|\d{1,9}[.)])\s+(\[[ xX]\]\s+)?(.*)$`)
	f.rule = regexp.MustCompile(`^ {0,3}([-*_])(\s*[-*_]){2,}\s*$`)
	f.fence = regexp.MustCompile("^(\\s*)(`{3,}|~{3,})\\s*([^`]*)$")
	return f
})

// block shows what starts at the first line and returns how many lines it took.
func (d *document) block(rest []string) int {
	line, f := rest[0], forms()
	if m := f.fence.FindStringSubmatch(line); m != nil {
		return d.fence(rest, m[2], m[3])
	}
	if m := f.heading.FindStringSubmatch(line); m != nil {
		d.words(m[2], d.heading(len(m[1])), "", "")
		return 1
	}
	if f.rule.MatchString(line) && strings.Count(line, strings.TrimSpace(line)[:1]) >= 3 {
		d.rows = append(d.rows, d.styles.Faint.Render(strings.Repeat("─", d.width)))
		return 1
	}
	if n := tableSize(rest); n > 0 && d.table(rest[:n]) {
		return n
	}
	if m := f.item.FindStringSubmatch(line); m != nil {
		d.item(m)
		return 1
	}
	if strings.HasPrefix(strings.TrimLeft(line, " "), ">") {
		inner := strings.TrimPrefix(strings.TrimPrefix(strings.TrimLeft(line, " "), ">"), " ")
		bar := d.styles.Faint.Render("│") + " "
		d.words(inner, d.styles.Muted, bar, bar)
		return 1
	}
	if strings.HasPrefix(line, "    ") {
		d.code(line, syntax.Scan(nil, []string{line})[0])
		return 1
	}
	// The lines of a paragraph are kept apart: a plan's lines mean something.
	d.words(strings.TrimSpace(line), d.styles.Text, "", "")
	return 1
}

// heading returns the look of a heading; the first levels are told apart without
// colour.
func (d *document) heading(level int) lipgloss.Style {
	switch level {
	case 1:
		return d.styles.Strong.Underline(true)
	case 2:
		return d.styles.Strong
	}
	return d.styles.Muted.Bold(true)
}

// item shows an entry of a list, with what follows of it in later rows set under
// its words.
func (d *document) item(m []string) {
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
	d.words(m[4], d.styles.Text, lead, strings.Repeat(" ", lines.Width(lead)))
}

// fence shows code between fences, which it leaves out, and returns how many
// lines that is. One that is never closed goes to the end.
func (d *document) fence(rest []string, mark, language string) int {
	name, more, _ := strings.Cut(strings.TrimSpace(language), " ")
	l := syntax.Named(name)
	if name != "" && (l == nil || more != "") {
		d.words(strings.TrimSpace(language), d.styles.Muted, "  ", "  ")
	}
	end := 1
	for end < len(rest) {
		if closing := strings.TrimSpace(rest[end]); strings.HasPrefix(closing, mark) && strings.Trim(closing, mark[:1]) == "" {
			break
		}
		end++
	}
	body := rest[1:end]
	for i, runs := range syntax.Scan(l, body) {
		d.code(body[i], runs)
	}
	return min(end+1, len(rest))
}

// code shows a line of code. Rows that go on say so.
func (d *document) code(line string, runs []syntax.Run) {
	at, lead := 0, "  "
	for _, row := range lines.Wrap(line, max(d.width-2, 1)) {
		end := at + len(row)
		var b strings.Builder
		b.WriteString(lead)
		from := at
		for _, run := range runs {
			if to := min(run.End, end); to > from {
				d.pens[run.Kind].Write(&b, line[from:to])
				from = to
			}
		}
		d.rows = append(d.rows, b.String())
		at, lead = end, d.styles.Faint.Render("↪ ")
	}
}
