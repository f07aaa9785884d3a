package question

import (
	"fmt"
	"strings"

	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/lines"
)

// chip is one tab as it stands on the first row: a marker, and a text.
type chip struct {
	tab  int
	text string
	at   int // column
}

// tabs returns the tabs as wide as they fit: with whole headers, with shorter
// ones but for that on screen, and at last this one with its number alone.
func (c *Card) tabs(width int) []chip {
	for longest := 30; longest >= 3; longest-- {
		out, at := []chip{}, 0
		for i := range len(c.replies) + 1 {
			text := c.header(i, longest)
			if i == c.tab {
				text = c.header(i, max(longest, 12))
			}
			out = append(out, chip{i, text, at})
			at += lines.Width(text) + 2
		}
		if at <= width {
			return out
		}
	}
	return []chip{{c.tab, fmt.Sprintf("%d of %d  ", c.tab+1, len(c.replies)+1) + c.header(c.tab, max(width-16, 3)), 0}}
}

// header names a tab in at most so many cells, and says whether it is answered.
func (c *Card) header(tab, longest int) string {
	if tab == len(c.replies) {
		return "Review"
	}
	q := c.in.questions[tab]
	name := sanitize.Line(strings.TrimSpace(q.Header.plain))
	if name == "" {
		name = fmt.Sprintf("Question %d", tab+1)
	}
	sign := " ○"
	if c.replies[tab].answered(q) {
		sign = " ●"
	}
	return lines.Cut(name, longest) + sign
}

// titleRow is the row of tabs. The one on screen has a marker in front, which
// is also seen without colours.
func (c *Card) titleRow(m card.Moment) string {
	var b strings.Builder
	if c.err != nil {
		b.WriteString(" " + c.styles.Strong.Render("Questions"))
	} else {
		for _, t := range c.tabs(c.width) {
			look, marker := c.styles.Muted, " "
			if t.tab == c.tab {
				look, marker = c.styles.Focus, c.styles.Focus.Render("›")
			}
			b.WriteString(marker + c.styles.Shown(t.text, look) + " ")
		}
	}
	left := b.String()
	right := c.styles.Shown(card.Badges(c.ask, m.Now, c.width < card.Narrow), c.styles.Muted)
	if !m.Open {
		right = c.styles.Faint.Render(card.Dots(m) + "  arming")
	}
	if !m.Open && lines.Width(left)+lines.Width(right)+1 > c.width {
		right = c.styles.Faint.Render(card.Dots(m))
	}
	if lines.Width(left)+lines.Width(right)+1 > c.width {
		return lines.Cut(left, c.width)
	}
	return lines.Row(left, right+" ", c.width)
}
