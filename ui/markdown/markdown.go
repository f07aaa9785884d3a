// Package markdown shows Markdown in a terminal: headings, lists, code, tables,
// quotes, and links with their target beside them.
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
	all := sanitize.Block(strings.TrimRight(text, "\n"))
	d := document{width: max(width, 1), styles: s, pens: pens(s), text: s.Text, targets: targetsIn(all)}
	d.blocks(all)
	return d.rows
}

// document collects rows.
type document struct {
	width   int
	styles  style.Styles
	pens    [syntax.Kinds]style.Pen
	text    lipgloss.Style    // of a paragraph
	targets map[string]string // of reference links, by label
	depth   int               // how many lists and quotes it stands in
	rows    []string
}

// blocks shows lines.
func (d *document) blocks(all []string) {
	for i := 0; i < len(all); {
		i += d.block(all[i:])
	}
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
		return d.item(m, rest)
	}
	if _, ok := quoted(line); ok {
		return d.quote(rest)
	}
	if strings.HasPrefix(line, "    ") {
		d.code(line, syntax.Scan(nil, []string{line})[0])
		return 1
	}
	// The lines of a paragraph are kept apart: a plan's lines mean something.
	d.words(strings.TrimSpace(line), d.text, "", "")
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
		if closes(rest[end], mark) {
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

// closes reports whether a line ends the fence that mark began.
func closes(line, mark string) bool {
	closing := strings.TrimSpace(line)
	return strings.HasPrefix(closing, mark) && strings.Trim(closing, mark[:1]) == ""
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
