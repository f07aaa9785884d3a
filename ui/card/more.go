package card

import (
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
)

// Tabbed is a card with parts of its own: the keys that go to the next ask go
// through them instead, and asks have keys of their own.
type Tabbed interface {
	Card
	Tabbed()
}

// Paged is a card with a document of which every row must have been on the
// terminal. OnScreen returns what of it is drawn now, and Painted tells that a
// frame with that was shown.
type Paged interface {
	Card
	OnScreen() Window
	Painted(Window)
}

// Reader is a card with keys that only look around. They work at any time,
// however quickly they come; only in the midst of typing they do not.
type Reader interface {
	Card
	Reads(tea.KeyPressMsg) bool
}

// Chooser is a card on which enter takes what is selected, at once and for good.
// Unselect takes the selection away, because the person was elsewhere and may
// have forgotten it. Unlike Deselect it takes nothing else back.
type Chooser interface {
	Card
	Unselect()
}

// Marker is a card with keys that decide nothing: they look around or mark
// something. A quick run of them alone is no typing. At the start of a run the
// card is told to remember where it stands, and when the run turns out to be
// typing after all, Deselect takes the card back there.
type Marker interface {
	Card
	Marks(tea.KeyPressMsg) bool
	Remember()
}

// Loader is a card that needs something from outside before it can show all.
// Load returns what gets it, to run outside of the update loop; Loaded brings
// the result.
type Loader interface {
	Card
	Load() func() any
	Loaded(any)
}

// Editable is a card with a text that can be edited in the person's editor.
// Edited brings what came of an [Edit].
type Editable interface {
	Card
	Edited(text string) Action
}

// Drafted is a card that the person fills in. Draft returns as text what is lost
// when the ask ends by a decision, the zero one where it ended by another hand
// or went back to the terminal. It returns "" where nothing is lost.
type Drafted interface {
	Card
	Draft(sent approver.Decision) string
}

// Edit asks for a text to be edited in the person's editor. Suffix is that of
// the file's name, by which an editor knows the language.
type Edit struct {
	ID           approver.ID
	Text, Suffix string
}

// Copy asks for a text to be put on the clipboard.
type Copy struct{ Text string }

// Redraw asks for the card's document to be made anew.
type Redraw struct{}

// Close asks for a card to be taken away whose ask has ended already.
type Close struct{}

func (Edit) action()   {}
func (Copy) action()   {}
func (Close) action()  {}
func (Redraw) action() {}
