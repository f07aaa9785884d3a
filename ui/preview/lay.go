package preview

import (
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/internal/sanitize"
	"sayso/ui/lines"
	"sayso/ui/preview/syntax"
)

const (
	indent = 2
	pad    = "  "
)

// code shows text whose line ends and spaces matter. A row that goes on in the
// next one for want of room says so at the start of that.
func (c Context) code(raw string, l *syntax.Language) []string {
	var out []string
	for _, t := range texts(l, strings.Split(raw, "\n")) {
		rows := c.line(t, pad)
		out = append(out, rows...)
		if !c.budget.spend(len(rows)) {
			break
		}
	}
	return out
}

// line shows one line of code after a lead: pad, or nothing where the rows get
// their place from the caller. Those that go on have the mark for it in place of
// pad, so the lead of the first must then be two cells wider.
func (c Context) line(t text, lead string) []string {
	var out []string
	from := 0
	for _, to := range rows(t.line, c.Width-indent) {
		var b strings.Builder
		b.WriteString(lead)
		c.ink.write(&b, t, from, to, bare)
		out = append(out, b.String())
		from, lead = to, c.ink.goesOn+" "
	}
	return out
}

// prose shows words, wrapped at spaces.
func (c Context) prose(raw string, rest lipgloss.Style) []string {
	var out []string
	for _, line := range sanitize.Block(raw) {
		rows := c.words(line, rest)
		out = append(out, rows...)
		if !c.budget.spend(len(rows)) {
			break
		}
	}
	return out
}

// words is prose for one line that is sanitised already. What it is indented by
// stays.
func (c Context) words(line string, rest lipgloss.Style) []string {
	inner := len(line) - len(strings.TrimLeft(line, " "))
	inner = min(inner, max(c.Width-indent, 0)/2)
	lead := pad + strings.Repeat(" ", inner)
	var out []string
	for _, row := range lines.WrapWords(line, c.Width-len(lead)) {
		out = append(out, strings.TrimRight(lead+c.Styles.Shown(row, rest), " "))
	}
	return out
}

// fact is a name and what is said under it. A fact that says nothing is not
// shown.
type fact struct{ name, says string }

// facts shows names beside what they say, set under one another.
func (c Context) facts(list ...fact) []string {
	widest := 0
	for i, f := range list {
		list[i].name = sanitize.Line(f.name)
		if f.says != "" {
			widest = max(widest, lines.Width(list[i].name))
		}
	}
	above := widest > c.Width/2 // a name then has its line to itself
	if above {
		widest = 0
	}
	room := c.Width - indent - widest - 2
	var out []string
	for _, f := range list {
		if f.says == "" {
			continue
		}
		label := strings.Repeat(" ", widest+2)
		if above {
			out = append(out, c.words(f.name, c.Styles.Muted)...)
		} else {
			label = c.Styles.Shown(f.name, c.Styles.Muted) + strings.Repeat(" ", widest-lines.Width(f.name)+2)
		}
		for _, line := range sanitize.Block(f.says) {
			for _, row := range lines.WrapWords(line, room) {
				out = append(out, pad+label+c.Styles.Shown(row, c.Styles.Text))
				label = strings.Repeat(" ", widest+2)
			}
		}
	}
	return out
}

// path shows a path that stands for the whole call, with what is known of it at
// the right, and where it leads beneath.
func (c Context) path(name, right string) []string {
	shown, leads := c.where(name)
	var out []string
	below := "" // what has no room at the right
	rows := lines.Wrap(shown, c.Width-indent)
	if right != "" && lines.Width(shown)+lines.Width(right)+indent+2 <= c.Width {
		out = append(out, lines.Row(pad+c.Styles.Shown(shown, c.Styles.Strong), right+" ", c.Width))
	} else {
		for _, row := range rows {
			out = append(out, pad+c.Styles.Shown(row, c.Styles.Strong))
		}
		below = right
	}
	if leads != "" {
		for _, row := range lines.Wrap("→ "+leads, c.Width-indent) {
			out = append(out, pad+c.Styles.Shown(row, c.Styles.Note))
		}
	}
	if below != "" {
		out = append(out, lines.Cut(pad+below, c.Width))
	}
	return out
}

// place says a path and where it leads, for a fact.
func (c Context) place(name string) string {
	if name == "" {
		return ""
	}
	shown, leads := c.where(name)
	if leads != "" {
		return shown + " → " + leads
	}
	return shown
}

// sentence says how a call runs: "in the background, at most 2 min". Empty words
// are left out.
func (c Context) sentence(said ...string) []string {
	if words := listed(said...); words != "" {
		return c.prose(words, c.Styles.Muted)
	}
	return nil
}
