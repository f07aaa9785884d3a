// Package permission is the card on which a person answers a permission ask.
//
// The card draws and says what a key means; it does nothing itself. What is to
// be done it returns as an [Action], and whether a press counts at all is the
// gate's matter, outside.
package permission

import (
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/keys"
	"sayso/ui/style"
)

// Action is what the card asks its owner to do.
type Action interface{ action() }

// Decide answers the ask that the card shows.
type Decide struct {
	ID       approver.ID
	Decision approver.Decision
}

// Refused says why a press did nothing, for the person to read.
type Refused struct{ Why string }

func (Decide) action()  {}
func (Refused) action() {}

// Card shows one ask. The zero value is not usable; see [New].
type Card struct {
	ask     approver.Ask
	choices []choice
	why     string // what is not offered, and why
	styles  style.Styles
	keys    keys.Map

	width, height int
	document      []string
	scroll        int
	layout        layout
	selected      int  // -1 until the person moves
	seen          bool // the end of the document has been on screen
	covered       bool // something lies over the card

	message textarea.Model
	writing bool
}

// New returns a card for an ask. It shows nothing until it has a size and a
// document.
func New(ask approver.Ask, s style.Styles, k keys.Map) *Card {
	c := &Card{ask: ask, styles: s, keys: k, selected: -1}
	c.choices, c.why = choicesFor(ask)
	c.message = newMessage(s)
	return c
}

// ID returns the ask that the card shows.
func (c *Card) ID() approver.ID { return c.ask.ID }

// Ask returns the ask that the card shows.
func (c *Card) Ask() approver.Ask { return c.ask }

// SetSize gives the card its room in cells. The document is for a width, so the
// owner has a new one made when the width changes.
func (c *Card) SetSize(width, height int) {
	c.width, c.height = width, height
	c.message.SetWidth(max(width-4, 1))
	c.arrange()
}

// SetDocument gives the card what [Document] made for its width. The place of
// the reader is kept as well as rows of another width allow.
func (c *Card) SetDocument(document []string) {
	if old := len(c.document); old > 0 && old != len(document) {
		c.scroll = c.scroll * len(document) / old
	}
	c.document = document
	c.arrange()
}

// SetStyles changes the colours. The document keeps its own until it is made
// anew.
func (c *Card) SetStyles(s style.Styles) {
	c.styles = s
	c.message.SetStyles(messageStyles(s))
}

// SetCovered tells the card whether something lies over it. What is covered is
// not seen.
func (c *Card) SetCovered(covered bool) {
	c.covered = covered
	c.arrange()
}

// Seen reports whether all of the ask has been on screen.
func (c *Card) Seen() bool { return c.seen }

// Writing reports whether keys go into the field for a message.
func (c *Card) Writing() bool { return c.writing }

// Scroll moves the document by so many rows.
func (c *Card) Scroll(rows int) {
	c.scroll += rows
	c.arrange()
}

// ScrollPages moves the document by so many of its pages, keeping one row of
// the page before.
func (c *Card) ScrollPages(pages int) { c.Scroll(pages * max(c.layout.page-1, 1)) }

// ScrollToStart and ScrollToEnd go to the ends of the document.
func (c *Card) ScrollToStart() { c.Scroll(-len(c.document)) }

// ScrollToEnd goes to the end of the document.
func (c *Card) ScrollToEnd() { c.Scroll(len(c.document)) }

// Move selects the choice above or below. From nothing selected, down takes the
// first and up the last.
func (c *Card) Move(by int) {
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

// Deselect takes the selection away, so that enter does nothing.
func (c *Card) Deselect() {
	c.selected = -1
	c.arrange()
}

// Select selects a choice by its place in the list, as a click does.
func (c *Card) Select(i int) {
	if i >= 0 && i < len(c.choices) {
		c.selected = i
		c.arrange()
	}
}

// ChoiceFor returns the place of the choice that a deciding key names, and
// false for any other key.
func (c *Card) ChoiceFor(press string) (int, bool) {
	if n := keys.Digits(press); n > 0 {
		return n - 1, n <= len(c.choices)
	}
	for i, choice := range c.choices {
		if choice.key == press {
			return i, true
		}
	}
	return 0, false
}

// Selected returns the place of the selected choice, or -1.
func (c *Card) Selected() int { return c.selected }

// Take takes a choice. confirmed tells that the person pressed enter on it,
// after it was selected: a yes that wants a second key, or whose updates are
// not on screen yet, is only selected by the first.
func (c *Card) Take(i int, confirmed bool) Action {
	if i < 0 || i >= len(c.choices) {
		return nil
	}
	chosen := c.choices[i]
	if chosen.kind == yes {
		switch {
		case c.layout.cramped:
			return Refused{"The window is too small to show what you would allow."}
		case !c.seen:
			return Refused{"Read to the end first: space, or G."}
		case !confirmed && c.needsEnter(i):
			c.Select(i)
			return nil
		}
	}
	if chosen.kind == noSay {
		c.writing = true
		c.message.Focus()
		c.arrange()
		return nil
	}
	return Decide{ID: c.ask.ID, Decision: chosen.decision("")}
}

// needsEnter reports whether a choice takes a second key.
func (c *Card) needsEnter(i int) bool {
	return !c.ask.OneKeyYes() || len(c.choices[i].details) > 0 && !c.layout.details
}

// Write hands a key or a paste to the field for a message. Enter sends, escape
// goes back and keeps the text.
func (c *Card) Write(msg tea.Msg) (Action, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case matches(press, c.keys.Back):
			c.stopWriting()
			return nil, nil
		case matches(press, c.keys.Send):
			if press.IsRepeat {
				return nil, nil
			}
			text := c.message.Value()
			c.stopWriting()
			return Decide{ID: c.ask.ID, Decision: choice{kind: noSay}.decision(text)}, nil
		}
	}
	var cmd tea.Cmd
	c.message, cmd = c.message.Update(msg)
	c.arrange()
	return nil, cmd
}

func (c *Card) stopWriting() {
	c.writing = false
	c.message.Blur()
	c.arrange()
}
