// Package card is what the screen and its cards agree on: one card shows one
// ask, says what a key means, and returns what is to be done.
package card

import (
	"context"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/style"
)

// Card shows one ask. It draws and understands keys and has no effects: what is
// to be done it returns as an [Action].
type Card interface {
	// ID and Ask say which ask the card shows.
	ID() approver.ID
	Ask() approver.Ask

	// Render returns a function that makes the document for a width. It may take
	// long and may run outside of the update loop; when its context ends, nobody
	// waits for the document any more. SetDocument gives the card the result. Changed tells the card that what its document was made from is not
	// so any more: nothing of it counts as seen, and the next one says so.
	Render(width int) Maker
	SetDocument(Document)
	Changed()

	// SetSize gives the card its room in cells, SetStyles its looks. SetCovered
	// tells it whether something lies over it: what is covered is not seen.
	SetSize(width, height int)
	SetStyles(style.Styles)
	SetCovered(bool)

	// Key handles a key press. live tells whether one that decides may count
	// now. A card that decides by a key that types a character returns [Hold],
	// and is asked again by Release when the key turned out to be no typing.
	Key(press tea.KeyPressMsg, live bool) Action
	Release(choice int) Action
	// Deselect takes a selection away, because somebody is typing.
	Deselect()

	// Writing reports whether keys and pastes go into a field, by Write. live is
	// as for Key: a text that goes with a yes is not sent by a stray enter.
	Writing() bool
	Write(msg tea.Msg, live bool) (Action, tea.Cmd)

	// Scroll moves by so many rows; Click handles a click, which never decides.
	// Places count from the card's upper left corner.
	Scroll(rows int)
	Click(x, y int)

	// Bindings returns the keys that work now, the most wanted first.
	Bindings() []key.Binding
	// View returns as many rows as the card is high, and the cursor of a field.
	View(Moment) ([]string, *tea.Cursor)
}

// Maker makes a document. See [Card].
type Maker func(context.Context) Document

// Document is everything of an ask that has to be seen before a yes, set for a
// width.
type Document struct {
	Rows []string
	// Ends are the numbers of rows after each of which a part of the call ends that
	// nobody may skip the end of: a command, an address, a path. None stands for the
	// end of all rows.
	Ends []int
	// Withheld tells that the rows are not all that has to be seen: it is too much
	// to be read, or could not be laid out. No yes counts then.
	Withheld bool
	// Holds looks again at what the rows were made from, such as a file, and
	// reports whether it is still the same; nil where nothing of it can change. It
	// may take long, and may run outside of the update loop.
	Holds func() bool
}

// Moment is what a card's looks depend on beside the card itself.
type Moment struct {
	Now  time.Time
	Open bool          // the gate is open
	Wait time.Duration // how long it stays closed
	Arm  time.Duration // how long it takes to open at most
}

// Action is what a card asks the screen to do; nil is nothing.
type Action interface{ action() }

// Decide answers the ask that the card shows.
type Decide struct {
	ID       approver.ID
	Decision approver.Decision
}

// Refused says why a press did nothing, for the person to read.
type Refused struct{ Why string }

// Hold asks for the key to be held until it is sure that nobody is typing.
// Choice is the card's own word for it and is not negative.
type Hold struct{ Choice int }

func (Decide) action()  {}
func (Refused) action() {}
func (Hold) action()    {}
