// Package permission is the card on which a person answers a permission ask.
//
// The card draws and says what a key means; it does nothing itself. Whether a
// press counts at all is the gate's matter, outside.
package permission

import (
	"charm.land/bubbles/v2/textarea"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/style"
)

// Card shows one permission ask. It is a [card.Card]; the zero value is not
// usable, see [New].
type Card struct {
	ask     approver.Ask
	choices []choice
	why     string   // what is not offered, and why
	content *Content // nil for what the ask itself shows
	styles  style.Styles
	keys    keys.Map

	width, height int
	document      []string
	scroll        int
	layout        layout
	set           setDetails // what the choices write
	selected      int        // -1 until the person moves
	seen          bool       // all of the document has been on the terminal, or was skipped knowingly
	reading       reading    // what of it has
	withheld      bool       // the document is not all that has to be seen
	changed       bool       // what the document was made from is not as it was first
	covered       bool       // something lies over the card
	full          bool       // the document has the whole card
	sight         Sight
	draft         string   // what was edited last, "" for nothing
	earlier       []string // messages of the person's, the latest first
	recalled      int      // which of them stands in the field, from 1; 0 for none

	message    textarea.Model
	writing    bool
	writingFor kind
}

// New returns a card for an ask. It shows nothing until it has a size and a
// document.
func New(ask approver.Ask, s style.Styles, k keys.Map, sight Sight) *Card {
	c := &Card{ask: ask, styles: s, keys: k, sight: sight, selected: -1}
	c.choices, c.why = choicesFor(ask)
	c.message = card.NewField(s, k, sayPrompt)
	return c
}

// Recall gives the card the person's earlier messages, the latest first: they
// are a key away in the field for a message.
func (c *Card) Recall(messages []string) { c.earlier = messages }

// ID returns the ask that the card shows.
func (c *Card) ID() approver.ID { return c.ask.ID }

// Ask returns the ask that the card shows.
func (c *Card) Ask() approver.Ask { return c.ask }

// SetSize gives the card its room in cells. The document is for a width, so the
// owner has a new one made when the width changes.
func (c *Card) SetSize(width, height int) {
	c.reading.stale = c.reading.stale || width != c.width // the rows are for another width
	c.width, c.height = width, height
	c.message.SetWidth(max(width-4, 1))
	c.arrange()
}

// SetDocument gives the card what [Card.Render] made for its width. The place
// of the reader is kept as well as rows of another width allow.
func (c *Card) SetDocument(d card.Document) {
	if old := len(c.document); old > 0 && old != len(d.Rows) {
		c.scroll = c.scroll * len(d.Rows) / old
	}
	c.read(d)
	c.document, c.withheld = d.Rows, d.Withheld
	c.arrange()
}

// SetStyles changes the colours. The document keeps its own until it is made
// anew.
func (c *Card) SetStyles(s style.Styles) {
	c.styles, c.set.rows = s, nil
	c.message.SetStyles(card.FieldStyles(s))
}

// SetCovered tells the card whether something lies over it. What is covered is
// not seen.
func (c *Card) SetCovered(covered bool) {
	c.covered = covered
	c.arrange()
}

// Seen reports whether all of the ask has been on the terminal, or was skipped
// knowingly.
func (c *Card) Seen() bool { return c.seen }

// Writing reports whether keys go into the field for a message.
func (c *Card) Writing() bool { return c.writing }

// Scroll moves the document by so many rows.
func (c *Card) Scroll(rows int) {
	c.scroll += rows
	c.arrange()
}

// move selects the choice above or below. From nothing selected, down takes the
// first and up the last.
func (c *Card) move(by int) {
	switch {
	case c.selected < 0 && by > 0:
		c.selected = 0
	case c.selected < 0:
		c.selected = len(c.choices) - 1
	default:
		c.selected = min(max(c.selected+by, 0), len(c.choices)-1)
	}
	c.arrange()
}

// Deselect takes the selection away, because somebody is typing. There is
// nothing else here that typing could have changed.
func (c *Card) Deselect() { c.Unselect() }

// Unselect takes the selection away, so that enter does nothing.
func (c *Card) Unselect() {
	c.selected = -1
	c.arrange()
}

// choose selects a choice by its place in the list.
func (c *Card) choose(i int) {
	if i >= 0 && i < len(c.choices) {
		c.selected = i
		c.arrange()
	}
}

// Click selects the choice at a place and never takes it.
func (c *Card) Click(x, y int) { c.choose(c.choiceAt(x, y)) }
