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

// View returns the card's rows, as many as its height, and the cursor where a
// message is written, counted from the card's upper left corner.
func (c *Card) View(m card.Moment) ([]string, *tea.Cursor) {
	out := make([]string, 0, c.height)
	out = append(out, c.title(m.Now))
	if c.layout.cramped {
		for _, line := range lines.WrapWords("The window is too small for this ask. Make it larger, or press t for the terminal.", c.width-2) {
			out = append(out, " "+c.styles.Deny.Render(line))
		}
		return card.Fit(out, c.height), nil
	}
	out = append(out, c.documentRows()...)
	out = append(out, card.Rule(c.width, c.styles.Faint))
	if c.writing {
		cursor := c.message.Cursor()
		if cursor != nil {
			cursor.X += 2
			cursor.Y += len(out) + 1
		}
		return card.Fit(append(out, c.messageRows()...), c.height), cursor
	}
	for _, r := range c.shownBlock() {
		out = append(out, c.row(r, m))
	}
	return card.Fit(out, c.height), nil
}

func (c *Card) title(now time.Time) string {
	name, verb := preview.Title(c.ask.Tool)
	left := " " + c.styles.Shown(name, c.styles.Strong)
	right := card.Badges(c.ask, now, c.width < card.Narrow)
	if lines.Width(left)+lines.Width(right)+2 > c.width { // the age tells least
		right = card.Badges(c.ask, time.Time{}, true)
	}
	right = lines.Cut(right, c.width-lines.Width(left)-2) // and which tool it is the most
	if lines.Width(left)+2+lines.Width(verb)+2+lines.Width(right) < c.width {
		left += "  " + c.styles.Muted.Render(verb)
	}
	if right == "" {
		return lines.Row(left, "", c.width)
	}
	return lines.Row(left, c.styles.Shown(right, c.styles.Muted)+" ", c.width)
}

// documentRows returns the rows for the document, the last of them telling of
// more where there is more.
func (c *Card) documentRows() []string {
	out := make([]string, 0, max(c.layout.room, 0))
	if len(c.document) == 0 {
		out = append(out, "  "+c.styles.Faint.Render("…"))
	}
	end := min(c.scroll+max(c.layout.page, 0), len(c.document))
	out = append(out, c.document[c.scroll:end]...)
	if len(c.document) > c.layout.room {
		below := len(c.document) - end
		left, skips := c.missed(), c.skips()
		onward, back := ", space to read on", ", g to the start"
		if c.writing { // the keys are letters of the text
			onward, back = "", ""
		}
		switch {
		case left > 0 && c.reading.skipped && !c.writing:
			out = append(out, c.styles.Note.Render(fmt.Sprintf("  ▾ %s left to read: space", lineCount(left))))
		case below == 1:
			out = append(out, c.styles.Note.Render("  ▾ 1 more line"+onward))
		case below > 1:
			out = append(out, c.styles.Note.Render(fmt.Sprintf("  ▾ %d more lines%s", below, onward)))
		case skips > 0 && !c.writing:
			out = append(out, c.styles.Note.Render(fmt.Sprintf("  ▴ the end: G again skips %s", lineCount(skips))))
		case left > 0 && !c.writing:
			out = append(out, c.styles.Note.Render(fmt.Sprintf("  ▴ %s left to read: space", lineCount(left))))
		default:
			out = append(out, c.styles.Faint.Render(fmt.Sprintf("  ▴ the end of %d lines%s", len(c.document), back)))
		}
	}
	for i := range out {
		out[i] = lines.Cut(out[i], c.width)
	}
	return card.Fit(out, c.layout.room)
}

// row draws one line of the block of choices.
func (c *Card) row(r row, m card.Moment) string {
	if len(r.cells) == 0 {
		return lines.Cut(c.styles.Shown(r.text, r.style)+c.styles.Shown(r.more, r.moreStyle), c.width)
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
	if first := r.cells[0]; c.choices[first.choice].kind == yes {
		if right := c.right(first, m); lines.Width(b.String())+lines.Width(right)+2 <= c.width {
			return lines.Row(b.String(), right+" ", c.width)
		}
	}
	return lines.Cut(b.String(), c.width)
}

// cell draws one choice: its marker when it is selected, its key, its label.
func (c *Card) cell(cl cell, m card.Moment) string {
	chosen := c.choices[cl.choice]
	keyStyle, label := c.styles.Working, c.styles.Text
	if !m.Open || chosen.kind.allows() && (!c.seen || c.withheld) {
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

// unread stands beside a yes while the end of the document was not on screen.
const unread = "read to the end first"

// right says what stands in the way of a yes, or where it writes to.
func (c *Card) right(cl cell, m card.Moment) string {
	first := cl.choice == 0
	switch {
	case c.choices[cl.choice].kind != yes:
		return ""
	case first && !m.Open:
		return c.styles.Faint.Render(card.Dots(m) + "  arming")
	case first && c.withheld:
		return c.styles.Deny.Render("can't be allowed here")
	case first && !c.seen:
		if n := c.missed(); n > 0 && (c.atEnd() || c.reading.skipped) {
			return c.styles.Note.Render(lineCount(n) + " not seen")
		}
		return c.styles.Note.Render(unread)
	case cl.choice == c.selected && c.needsEnter(cl.choice):
		return c.styles.Focus.Render("enter to confirm")
	case first && !c.ask.OneKeyYes():
		return c.styles.Muted.Render("then enter")
	}
	return c.styles.Muted.Render(cl.right)
}

// messageRows draws the field for a message in the place of the choices.
func (c *Card) messageRows() []string {
	style := c.styles.Deny
	if c.writingFor.allows() {
		style = c.styles.Allow
	}
	out := []string{lines.Cut(style.Bold(true).Render(" "+c.messageLabel()), c.width)}
	for _, line := range strings.Split(c.message.View(), "\n") {
		out = append(out, "  "+line)
	}
	return out
}
