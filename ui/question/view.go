package question

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/lines"
)

// View returns the card's rows, as many as its height, and the cursor of a
// field, counted from the card's upper left corner.
func (c *Card) View(m card.Moment) ([]string, *tea.Cursor) {
	out := []string{c.titleRow(m)}
	l := c.layout
	if l.cramped {
		for _, row := range lines.WrapWords("The window is too small for these questions. Make it larger, or press t for the terminal.", c.width-2) {
			out = append(out, " "+c.styles.Deny.Render(row))
		}
		return card.Fit(out, c.height), nil
	}
	for _, ln := range l.head {
		out = append(out, lines.Cut(ln.text, c.width))
	}
	list := c.listRows()
	if l.beside {
		peek := c.previewRows()
		bar := c.styles.Faint.Render("│")
		for i := range list {
			list[i] = pad(list[i], l.listWidth) + " " + bar + " " + peek[i]
		}
		out = append(out, list...)
	} else {
		out = append(out, list...)
		if len(l.preview) > 0 {
			if l.titled {
				out = append(out, c.previewTitle())
			}
			for _, row := range c.previewRows() {
				out = append(out, "  "+row)
			}
		}
	}
	if c.Writing() {
		out = append(out, card.Rule(c.width, c.styles.Faint), " "+c.writingStyle().Bold(true).Render(c.writingFor()))
		cursor := c.field.Cursor()
		if cursor != nil {
			cursor.X += 2
			cursor.Y += len(out)
		}
		for _, row := range strings.Split(c.field.View(), "\n") {
			out = append(out, "  "+row)
		}
		return card.Fit(out, c.height), cursor
	}
	if len(l.foot) > 0 {
		out = append(out, card.Rule(c.width, c.styles.Faint))
		if c.err == nil {
			out = append(out, c.sendRow(m))
		}
		out = append(out, l.foot...)
	}
	return card.Fit(out, c.height), nil
}

// pad makes a row exactly so wide.
func pad(row string, width int) string {
	row = lines.Cut(row, width)
	return row + strings.Repeat(" ", max(width-lines.Width(row), 0))
}

// listRows returns the rows of the list that are on screen, the last of them
// telling of more.
func (c *Card) listRows() []string {
	l := c.layout
	top, rows := c.top[min(c.tab, len(c.top)-1)], page(len(l.list), l.listRoom)
	out := make([]string, 0, l.listRoom)
	for i := top; i < min(top+rows, len(l.list)); i++ {
		out = append(out, lines.Cut(l.list[i].text, l.listWidth))
	}
	more := c.more("  ", len(l.list), l.listRoom, top)
	if n := c.missed(); n > 0 && len(more) > 0 && top+rows >= len(l.list) {
		more[0] = c.styles.Note.Render(fmt.Sprintf("  ▴ the end: G again skips %d", n))
	}
	return card.Fit(append(out, more...), l.listRoom)
}

// previewRows returns the rows of the preview that are on screen.
func (c *Card) previewRows() []string {
	l := c.layout
	if len(l.preview) == 0 {
		return card.Fit([]string{c.noPreview()}, l.peekRoom)
	}
	rows := page(len(l.preview), l.peekRoom)
	out := append([]string{}, l.preview[c.peek:min(c.peek+rows, len(l.preview))]...)
	return card.Fit(append(out, c.more("", len(l.preview), l.peekRoom, c.peek)...), l.peekRoom)
}

// noPreview says why the room for a preview is empty.
func (c *Card) noPreview() string {
	q, _ := c.question()
	if i := c.focused(); i >= 0 && i < len(q.Options) {
		return c.styles.Faint.Render("no preview of this one")
	}
	return ""
}

// more returns a row that tells what of a region is not on screen, or none
// where all of it is.
func (c *Card) more(lead string, length, room, top int) []string {
	if length <= room {
		return nil
	}
	text, look := fmt.Sprintf("▴ the end of %d lines", length), c.styles.Faint
	switch below := length - top - page(length, room); {
	case below == 1:
		text, look = "▾ 1 more line, pgdn", c.styles.Note
	case below > 1:
		text, look = fmt.Sprintf("▾ %d more lines, pgdn", below), c.styles.Note
	}
	return []string{look.Render(lead + text)}
}

// previewTitle is the row above a preview that has the card's whole width.
func (c *Card) previewTitle() string {
	q, _ := c.question()
	name := lines.Cut(sanitize.Line(q.Options[c.focused()].Label.plain), c.width/3)
	left := c.styles.Faint.Render(" ── ") + c.styles.Shown(name, c.styles.Muted) + " "
	right := ""
	if c.layout.whole {
		right = " " + c.styles.Working.Render(c.keys.Full.Help().Key) + c.styles.Muted.Render(" back ")
	}
	return left + c.styles.Faint.Render(strings.Repeat("─", max(c.width-lines.Width(left+right), 0))) + right
}

// choices sets what else can be answered than the questions: a row each, or
// side by side with short words.
func (c *Card) choices(loose bool) []string {
	type choice struct {
		key         key.Binding
		long, short string
	}
	all := []choice{
		{c.keys.Talk, "Talk about it instead…", "Talk…"},
		{c.keys.Decline, "Decline", "Decline"},
		{c.keys.NoSay, "Decline, and say why…", "…say why"},
		{c.keys.NoStop, "Decline, and stop the turn", "…and stop"},
		{c.keys.HandBack, "Back to the terminal", "Terminal"},
	}
	var out []string
	if loose {
		for _, ch := range all {
			out = append(out, lines.Cut("     "+c.styles.Working.Render(ch.key.Help().Key)+"  "+c.styles.Text.Render(ch.long), c.width))
		}
		return out
	}
	row := ""
	for _, ch := range all {
		cell := " " + c.styles.Working.Render(ch.key.Help().Key) + " " + c.styles.Text.Render(ch.short) + " "
		if row != "" && lines.Width(row+cell) > c.width {
			out = append(out, row)
			row = ""
		}
		row += cell
	}
	return append(out, row)
}

// sendRow is the choice that sends, with what stands in its way.
func (c *Card) sendRow(m card.Moment) string {
	n, all := c.count(), len(c.replies)
	label := "Send the answers"
	switch {
	case c.width < card.Narrow:
		label = "Send"
	case all == 1:
		label = "Send the answer"
	}
	state := ""
	if n > 0 && n < all {
		state = c.styles.Note.Render(fmt.Sprintf("%d of %d answered", n, all))
	}
	keys, look := c.styles.Working, c.styles.Text
	switch why := c.short(); {
	case why != "":
		keys, look, state = c.styles.Faint, c.styles.Muted, c.styles.Note.Render(why)
	case !m.Open:
		keys, look, state = c.styles.Faint, c.styles.Muted, c.styles.Faint.Render(card.Dots(m)+"  arming")
	}
	return lines.Row(" "+keys.Render(c.keys.Take.Help().Key)+"  "+look.Render(label), state+" ", c.width)
}

// short says in a few words why the answers can't be sent now, or "".
func (c *Card) short() string {
	if c.count() == 0 {
		return "nothing answered"
	}
	if i := c.unseen(); i >= 0 {
		return fmt.Sprintf("read question %d first", i+1)
	}
	if !c.seen[len(c.replies)] {
		if n := c.missed(); n > 0 && c.OnScreen().To >= len(c.layout.list) {
			return fmt.Sprintf("%d lines not seen", n)
		}
		return "read to the end first"
	}
	return ""
}

// Bindings returns the keys that work now.
func (c *Card) Bindings() []key.Binding {
	k := c.keys
	switch {
	case c.writing == talk, c.writing == refusal:
		return []key.Binding{k.Send, k.Back, k.Newline}
	case c.Writing():
		return []key.Binding{k.Done, k.Back, k.Newline}
	case c.err != nil:
		return []key.Binding{k.Talk, k.Decline, k.HandBack, k.PageDown}
	case c.review():
		return []key.Binding{k.Send, k.Decline, k.PreviousPart, k.Talk, k.HandBack}
	}
	out := []key.Binding{k.Mark, k.Decline, k.NextPart, k.Talk, k.Note, k.HandBack}
	switch {
	case c.full:
		return append([]key.Binding{k.Full, k.PageDown}, out...)
	case len(c.layout.preview) > c.layout.peekRoom:
		return append(out[:2:2], append([]key.Binding{k.Full}, out[2:]...)...)
	}
	return out
}
