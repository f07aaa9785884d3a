package permission

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/preview"
)

// narrow is the width below which words are left out.
const narrow = 60

// View returns the card's rows, as many as its height, and the cursor where a
// message is written, counted from the card's upper left corner.
func (c *Card) View(m card.Moment) ([]string, *tea.Cursor) {
	out := make([]string, 0, c.height)
	out = append(out, c.title(m.Now))
	if c.layout.cramped {
		for _, line := range lines.WrapWords("The window is too small for this ask. Make it larger, or press t for the terminal.", c.width-2) {
			out = append(out, " "+c.styles.Deny.Render(line))
		}
		return fit(out, c.height), nil
	}
	out = append(out, c.documentRows()...)
	out = append(out, rule(c.width, c.styles.Faint))
	if c.writing {
		cursor := c.message.Cursor()
		if cursor != nil {
			cursor.X += 2
			cursor.Y += len(out) + 1
		}
		return fit(append(out, c.messageRows()...), c.height), cursor
	}
	for _, r := range c.layout.block {
		out = append(out, c.row(r, m))
	}
	return fit(out, c.height), nil
}

func (c *Card) title(now time.Time) string {
	name, verb := preview.Title(c.ask.Tool)
	left := " " + c.styles.Shown(name, c.styles.Strong)
	right := badges(c.ask, now, c.width < narrow)
	if lines.Width(left)+2+lines.Width(verb)+2+lines.Width(right) < c.width {
		left += "  " + c.styles.Muted.Render(verb)
	}
	return lines.Row(left, c.styles.Shown(right, c.styles.Muted)+" ", c.width)
}

// documentRows returns the rows for the document, the last of them telling of
// more where there is more.
func (c *Card) documentRows() []string {
	out := make([]string, 0, c.layout.room)
	if len(c.document) == 0 {
		out = append(out, "  "+c.styles.Faint.Render("…"))
	}
	end := min(c.scroll+max(c.layout.page, 0), len(c.document))
	out = append(out, c.document[c.scroll:end]...)
	if len(c.document) > c.layout.room {
		below := len(c.document) - end
		switch {
		case below == 1:
			out = append(out, c.styles.Note.Render("  ▾ 1 more line, space to read on"))
		case below > 1:
			out = append(out, c.styles.Note.Render(fmt.Sprintf("  ▾ %d more lines, space to read on", below)))
		default:
			out = append(out, c.styles.Faint.Render(fmt.Sprintf("  ▴ the end of %d lines, g to the start", len(c.document))))
		}
	}
	for i := range out {
		out[i] = lines.Cut(out[i], c.width)
	}
	return fit(out, c.layout.room)
}

// row draws one line of the block of choices.
func (c *Card) row(r row, m card.Moment) string {
	if len(r.cells) == 0 {
		return lines.Cut(c.styles.Shown(r.text, r.style), c.width)
	}
	if len(r.cells) == 1 && r.cells[0].at == 0 && (r.cells[0].right != "" || c.choices[r.cells[0].choice].kind == yes) {
		cl := r.cells[0]
		return lines.Row(c.cell(cl, m), c.right(cl, m)+" ", c.width)
	}
	var b strings.Builder
	column := 0
	for _, cl := range r.cells {
		b.WriteString(strings.Repeat(" ", max(cl.at-column, 0)))
		b.WriteString(c.cell(cl, m))
		column = cl.at + cl.width()
	}
	return lines.Cut(b.String(), c.width)
}

// cell draws one choice: its marker when it is selected, its key, its label.
func (c *Card) cell(cl cell, m card.Moment) string {
	chosen := c.choices[cl.choice]
	keyStyle, label := c.styles.Working, c.styles.Text
	if !m.Open || chosen.kind.allows() && !c.seen {
		keyStyle, label = c.styles.Faint, c.styles.Muted
	}
	marker := " "
	if cl.choice == c.selected {
		marker = c.styles.Focus.Render("▸")
		if m.Open {
			keyStyle, label = c.styles.Focus, c.styles.Focus
		}
	}
	return marker + keyStyle.Render(chosen.key) + strings.Repeat(" ", cl.lead) + label.Render(cl.label)
}

// right says what stands in the way of a yes, or where it writes to.
func (c *Card) right(cl cell, m card.Moment) string {
	first := cl.choice == 0
	switch {
	case c.choices[cl.choice].kind != yes:
		return ""
	case first && !m.Open:
		return c.styles.Faint.Render(dots(m) + "  arming")
	case first && !c.seen:
		return c.styles.Note.Render("read to the end first")
	case cl.choice == c.selected && c.needsEnter(cl.choice):
		return c.styles.Focus.Render("enter to confirm")
	case first && !c.ask.OneKeyYes():
		return c.styles.Muted.Render("then enter")
	}
	return c.styles.Muted.Render(cl.right)
}

// dots shows how much of the arming is still to go.
func dots(m card.Moment) string {
	const all = 5
	left := all
	if m.Arm > 0 {
		left = min(int(m.Wait*all/m.Arm)+1, all)
	}
	return strings.Repeat("·", left) + strings.Repeat(" ", all-left)
}

// messageRows draws the field for a message in the place of the choices.
func (c *Card) messageRows() []string {
	title := " No, and say why"
	if c.writingFor == yesSay {
		title = " Yes, once, and tell the agent"
	}
	out := []string{c.styles.Strong.Render(title)}
	for _, line := range strings.Split(c.message.View(), "\n") {
		out = append(out, "  "+line)
	}
	return out
}

// fit makes rows exactly so many.
func fit(rows []string, height int) []string {
	height = max(height, 0)
	for len(rows) < height {
		rows = append(rows, "")
	}
	return rows[:height]
}
