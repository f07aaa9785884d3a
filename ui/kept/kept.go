// Package kept is what stays of a card whose ask ended by another hand while
// the person was filling it in: why, and the text, to be copied.
package kept

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// Card shows a text that was not sent. It is a [card.Card]; nothing on it
// decides, for there is nothing left to decide.
type Card struct {
	ask    approver.Ask
	why    string
	text   string
	styles style.Styles
	keys   keys.Map

	width, height int
	rows          []string
	top           int
}

// New returns a card that keeps the text that was written for an ask.
func New(ask approver.Ask, why, text string, s style.Styles, k keys.Map) *Card {
	return &Card{ask: ask, why: why, text: text, styles: s, keys: k}
}

// ID returns the ask that has ended.
func (c *Card) ID() approver.ID { return c.ask.ID }

// Ask returns the ask that has ended.
func (c *Card) Ask() approver.Ask { return c.ask }

// Render returns what sets the text for a width.
func (c *Card) Render(width int) card.Maker {
	return func(context.Context) card.Document {
		var out []string
		for _, row := range card.PlainText(c.text, width-4, c.styles) {
			out = append(out, "   "+row)
		}
		return card.Document{Rows: out}
	}
}

// SetDocument gives the card its text, set for its width.
func (c *Card) SetDocument(d card.Document) {
	c.rows = d.Rows
	c.Scroll(0)
}

// Changed does nothing: the text is the person's own.
func (c *Card) Changed() {}

// SetSize gives the card its room in cells.
func (c *Card) SetSize(width, height int) {
	c.width, c.height = width, height
	c.Scroll(0)
}

// SetStyles changes the colours.
func (c *Card) SetStyles(s style.Styles) { c.styles = s }

// SetCovered does nothing: there is nothing that must be seen.
func (c *Card) SetCovered(bool) {}

// Key copies, closes, or scrolls. None of it waits for the gate.
func (c *Card) Key(press tea.KeyPressMsg, _ bool) card.Action {
	switch {
	case press.IsRepeat:
	case key.Matches(press, c.keys.Copy):
		return card.Copy{Text: c.text}
	case key.Matches(press, c.keys.Back):
		return card.Close{}
	case key.Matches(press, c.keys.Down):
		c.Scroll(1)
	case key.Matches(press, c.keys.Up):
		c.Scroll(-1)
	case key.Matches(press, c.keys.HalfOn, c.keys.PageDown):
		c.Scroll(max(c.room()-1, 1))
	case key.Matches(press, c.keys.PageUp):
		c.Scroll(-max(c.room()-1, 1))
	}
	return nil
}

// Release does nothing: no key is held here.
func (c *Card) Release(int) card.Action { return nil }

// Deselect does nothing: nothing is selected here.
func (c *Card) Deselect() {}

// Writing is false: nothing more is written here.
func (c *Card) Writing() bool { return false }

// Write does nothing.
func (c *Card) Write(tea.Msg, bool) (card.Action, tea.Cmd) { return nil, nil }

// Click does nothing.
func (c *Card) Click(int, int) {}

// head returns the rows above the text.
func (c *Card) head() []string {
	name, _ := preview.Title(c.ask.Tool)
	out := []string{" " + c.styles.Shown(name, c.styles.Strong) + "  " + c.styles.Deny.Render("ended")}
	for _, row := range card.PlainText(c.why, c.width-2, c.styles) {
		out = append(out, " "+row)
	}
	return append(out, " "+c.styles.Muted.Render("What you had filled in:"), "")
}

// room returns the rows for the text.
func (c *Card) room() int { return max(c.height-len(c.head()), 0) }

// Scroll moves the text by so many rows.
func (c *Card) Scroll(rows int) { c.top = max(min(c.top+rows, len(c.rows)-c.room()), 0) }

// Bindings returns the keys that work.
func (c *Card) Bindings() []key.Binding { return []key.Binding{c.keys.Copy, c.keys.Back} }

// View returns the card's rows.
func (c *Card) View(card.Moment) ([]string, *tea.Cursor) {
	out := c.head()
	end := min(c.top+c.room(), len(c.rows))
	out = append(out, c.rows[min(c.top, end):end]...)
	if len(c.rows) > end && len(out) > 0 {
		out[len(out)-1] = "   " + strings.TrimSpace(c.styles.Note.Render("▾ more, space to read on"))
	}
	return card.Fit(out, c.height), nil
}
