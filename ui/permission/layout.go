package permission

import (
	"charm.land/lipgloss/v2"
)

// layout is how the card's rows are shared out. It changes with size, document
// and selection, never with the time.
type layout struct {
	density density
	block   []row // the choices
	room    int   // rows for the document, the one that tells of more included
	page    int   // rows of the document that are on screen
	whole   []int // the choices of which all that they write is on screen, and where to
	cramped bool  // no room to show anything of the document
}

// setDetails is the details of the choices, set for a width.
type setDetails struct {
	width int
	rows  map[*detail][]row // by the first of them
}

// density is how tightly the choices are set. The loosest that leaves the
// document its room is taken.
type density int

const (
	roomy   density = iota // a line for each choice
	paired                 // the noes share a line
	short                  // with short labels
	tight                  // and the rules only of the selected choice, and several yeses of a Content on one line
	folded                 // and of the suggestions the selected one alone
	alone                  // and of the yeses too: what it writes has all the room
	loosest = roomy
)

// row is one line of the block of choices.
type row struct {
	cells     []cell // for choices; several where they share the line
	folded    []int  // the choices of which the text names the keys alone
	text      string // for anything else
	style     lipgloss.Style
	more      string // after the text, in another style
	moreStyle lipgloss.Style
}

// cell is one choice on a line.
type cell struct {
	choice int // place in the list
	label  string
	right  string // at the right end; only where the line has one cell
	at     int    // column
	lead   int    // cells between key and label
}

// messageRows is how high the field for a message is.
const messageRows = 3

// minDocument is how many rows of a long document must be on screen for the
// choices to be more than tight.
const minDocument = 3

// leastDocument is how many rows a long document needs to be read at all.
const leastDocument = 2

// arrange shares out the rows and keeps the scroll in its bounds.
func (c *Card) arrange() {
	c.message.SetHeight(min(max(c.height-3-minDocument, 1), messageRows))
	l := layout{}
	for l.density = loosest; ; l.density++ {
		l.block, l.whole = c.block(l.density)
		l.room = c.height - 2 - len(l.block) // a title above, a rule between
		if l.room >= c.wanted(l.density) || l.density == alone || l.density == folded && (l.room >= leastDocument || c.selected < 0) {
			break
		}
	}
	l.page = l.room
	if len(c.document) > l.room {
		l.page = l.room - 1 // one row tells how much more there is
	}
	// What was read may make room for what a selected choice writes.
	l.cramped = !c.writing && (l.room < 0 || l.page < 1 && (l.density != alone || !c.seen))
	c.layout = l
	c.scroll = max(min(c.scroll, len(c.document)-max(l.page, 0)), 0)
}

// wanted returns how many rows the document must get for the choices to be set
// so loosely. The loose settings are only for a document that fits.
func (c *Card) wanted(d density) int {
	if d < short {
		return len(c.document)
	}
	return min(len(c.document), max(minDocument, c.height*2/5))
}
