package question

import (
	"context"

	"charm.land/bubbles/v2/textarea"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/style"
)

// Card shows the questions of one ask, a tab each, and a review behind them.
// It is a [card.Card]; the zero value is not usable, see [New].
type Card struct {
	ask      approver.Ask
	in       input
	err      error // why the questions can't be shown one by one
	markdown card.Markdown
	styles   style.Styles
	keys     keys.Map

	width, height int
	covered       bool // something lies over the card
	layout        layout

	replies []reply
	tab     int    // the question on screen; len(replies) is the review
	at      []int  // by question: the option that the keys are on, -1 for none
	top     []int  // by tab: the first row that is on screen
	peek    int    // the first row of the preview that is on screen
	seen    []bool // by tab: all of it has been on the terminal, or was skipped knowingly
	full    bool   // the preview has the whole card, where there is one
	before  *place // where the card stood before a run of marking keys

	readings []reading // by tab: what of its list has been on the terminal
	lists    int       // lists that were set

	previews memo
	wraps    memo
	hides    [][]string // by question: what of it hides

	field   textarea.Model
	writing target
	drafts  [2]string // of a reply and of a refusal
}

// place is what a run of marking keys may change.
type place struct {
	replies []reply
	tab     int
	at      []int
}

// New returns a card for an ask. It shows nothing until it has a size.
func New(ask approver.Ask, s style.Styles, k keys.Map, md card.Markdown) *Card {
	c := &Card{ask: ask, styles: s, keys: k, markdown: md}
	c.in, c.err = parse(ask.Input)
	c.replies = newReplies(c.in)
	if c.err != nil {
		c.replies = nil
	}
	n := len(c.replies)
	c.at, c.top, c.seen = make([]int, n), make([]int, n+1), make([]bool, n+1)
	c.readings = make([]reading, n+1)
	for i := range c.at {
		c.at[i] = -1
	}
	c.previews, c.wraps = memo{}, memo{}
	for i := range c.replies {
		c.hides = append(c.hides, c.in.questions[i].hidden())
	}
	c.field = card.NewField(s, k, "")
	return c
}

// ID returns the ask that the card shows.
func (c *Card) ID() approver.ID { return c.ask.ID }

// Ask returns the ask that the card shows.
func (c *Card) Ask() approver.Ask { return c.ask }

// Tabbed marks the card as a [card.Tabbed].
func (c *Card) Tabbed() {}

// Render returns nothing: what the card shows depends on where the person is,
// and is set when that changes.
func (c *Card) Render(int) card.Maker {
	return func(context.Context) card.Document { return card.Document{} }
}

// SetDocument does nothing, see Render.
func (c *Card) SetDocument(card.Document) {}

// Changed does nothing: questions are made from nothing but the ask.
func (c *Card) Changed() {}

// SetSize gives the card its room in cells.
func (c *Card) SetSize(width, height int) {
	c.width, c.height = width, height
	c.field.SetWidth(max(width-4, 1))
	c.arrange()
}

// SetStyles changes the colours.
func (c *Card) SetStyles(s style.Styles) {
	c.styles = s
	c.field.SetStyles(card.FieldStyles(s))
	clear(c.previews)
	clear(c.wraps)
	c.arrange()
}

// SetCovered tells the card whether something lies over it. What is covered is
// not seen.
func (c *Card) SetCovered(covered bool) {
	c.covered = covered
	c.arrange()
}

// review reports whether the review is on screen.
func (c *Card) review() bool { return c.err == nil && c.tab == len(c.replies) }

// question returns the question on screen. The caller knows that there is one.
func (c *Card) question() (question, *reply) { return c.in.questions[c.tab], &c.replies[c.tab] }

// focused returns the option that the keys are on, -1 for none. The number of
// the options stands for something else.
func (c *Card) focused() int {
	if c.err != nil || c.review() {
		return -1
	}
	return c.at[c.tab]
}

// Remember keeps where the card stands, for Deselect.
func (c *Card) Remember() {
	c.before = &place{clone(c.replies), c.tab, append([]int(nil), c.at...)}
}

// Deselect takes back what the last run of marking keys did, because it was the
// start of a text that was meant for somewhere else, and takes the focus away.
func (c *Card) Deselect() {
	if b := c.before; b != nil {
		c.replies, c.tab, c.at = clone(b.replies), b.tab, append([]int(nil), b.at...)
		c.before = nil
	}
	if i := c.focused(); i >= 0 {
		c.at[c.tab] = -1
	}
	c.peek = 0
	c.arrange()
}
