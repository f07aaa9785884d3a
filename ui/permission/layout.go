package permission

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/ui/lines"
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

// density is how tightly the choices are set. The loosest that leaves the
// document its room is taken.
type density int

const (
	roomy   density = iota // a line for each choice
	paired                 // the noes share a line
	short                  // with short labels
	tight                  // and the rules only of the selected choice, and the yeses of a Content on one line
	folded                 // and of the suggestions the selected one alone
	alone                  // and of the yeses too: what it writes has all the room
	loosest = roomy
)

// row is one line of the block of choices.
type row struct {
	cells     []cell // for choices; several where they share the line
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

// arrange shares out the rows, keeps the scroll in its bounds and notes when the
// end of the document is on screen.
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
	if !c.covered && !l.cramped && len(c.document) > 0 && c.scroll+l.page >= len(c.document) {
		c.seen = true
	}
}

// wanted returns how many rows the document must get for the choices to be set
// so loosely. The loose settings are only for a document that fits.
func (c *Card) wanted(d density) int {
	if d < short {
		return len(c.document)
	}
	return min(len(c.document), max(minDocument, c.height*2/5))
}

// block sets the choices, and tells of which all that they write is in it
// before they are selected.
func (c *Card) block(d density) (rows []row, whole []int) {
	if c.writing {
		return make([]row, c.message.Height()+1), nil // a line above says what is written
	}
	if c.full {
		return []row{{text: " " + c.keys.Full.Help().Key + "  back to the choices", style: c.styles.Muted}}, nil
	}
	var shared []cell
	first, last := 0, 0 // of the suggestions that are folded away
	for i, choice := range c.choices {
		if choice.kind != yes && d > roomy || choice.answer != nil && d >= tight {
			label := choice.label
			if d >= short {
				label = choice.short
			}
			shared = append(shared, cell{choice: i, label: label})
			continue
		}
		if d == alone && i != c.selected {
			continue
		}
		if d == folded && i > 0 && i != c.selected {
			if first == 0 {
				first = i
			}
			last = i
			continue
		}
		label, where := choice.label, choice.where
		fits := lines.Width(" y  "+label+"  "+where+" ") <= c.width
		if d < tight || fits && len(choice.details) == 0 {
			whole = append(whole, i)
		} else if i == c.selected {
			fits = false // the right end says that enter is to follow
		}
		switch {
		case fits:
		case d < tight || i == c.selected:
			where = "" // stands beneath
		default:
			label, where = choice.short, choice.place
		}
		if choice.short != "" && lines.Width(" y  "+label) > c.width {
			label = choice.short
		}
		rows = append(rows, row{cells: []cell{{choice: i, label: label, right: where, lead: 2}}})
		if d >= tight && i != c.selected {
			continue
		}
		if !choice.repeats || d >= tight {
			rows = append(rows, c.detailRows(choice.details)...)
		}
		if !fits {
			for _, line := range lines.WrapWords(choice.beneath(), c.width-6) {
				rows = append(rows, row{text: "      " + line, style: c.styles.Muted})
			}
		}
	}
	if first > 0 {
		text := fmt.Sprintf(" %d–%d  Yes, with a suggestion: press its number", first+1, last+1)
		rows = append(rows, row{text: text, style: c.styles.Muted})
	}
	rows = append(rows, flow(shared, c.width, d)...)
	if c.why != "" && d < tight {
		for _, line := range lines.WrapWords(c.why, c.width-5) {
			rows = append(rows, row{text: "    " + line, style: c.styles.Muted})
		}
	}
	return rows, whole
}

// detailRows sets what a yes writes, and what that covers beside it, or beneath
// where it is too much for one line.
func (c *Card) detailRows(details []detail) []row {
	const lead = 6
	widest := 0
	for _, d := range details {
		widest = max(widest, lines.Width(d.text))
	}
	var rows []row
	for _, d := range details {
		says := c.styles.Muted
		if d.warns {
			says = c.styles.Note
		}
		if d.text != "" && d.says != "" && lead+widest+2+lines.Width(d.says) < c.width {
			text := strings.Repeat(" ", lead) + d.text + strings.Repeat(" ", widest-lines.Width(d.text)+2)
			rows = append(rows, row{text: text, style: c.styles.Allow, more: d.says, moreStyle: says})
			continue
		}
		if d.text != "" {
			for _, line := range lines.Wrap(d.text, c.width-lead) {
				rows = append(rows, row{text: strings.Repeat(" ", lead) + line, style: c.styles.Allow})
			}
		}
		if d.says == "" {
			continue
		}
		for _, line := range lines.WrapWords(d.says, c.width-lead-2) {
			rows = append(rows, row{text: strings.Repeat(" ", lead+2) + line, style: says})
		}
	}
	return rows
}

// flow sets cells beside one another, on as many lines as they need.
func flow(cells []cell, width int, d density) []row {
	var rows []row
	column := 0
	for _, cl := range cells {
		cl.lead, cl.at = 2, column
		gap := 2
		if d >= short {
			cl.lead, gap = 1, 1
		}
		if column > 0 {
			cl.at += gap
		}
		if len(rows) == 0 || cl.at+cl.width() > width {
			rows = append(rows, row{})
			cl.at = 0
		}
		column = cl.at + cl.width()
		last := &rows[len(rows)-1]
		last.cells = append(last.cells, cl)
	}
	return rows
}

// width returns how many cells of the screen a choice takes: a marker, its key,
// a gap, its label.
func (cl cell) width() int { return 2 + cl.lead + lines.Width(cl.label) }

// choiceAt returns the choice that stands at a place of the card, counted from
// its upper left corner, and -1 where none does.
func (c *Card) choiceAt(x, y int) int {
	i := y - 2 - c.layout.room
	if c.writing || i < 0 || i >= len(c.layout.block) {
		return -1
	}
	found := -1
	for _, cl := range c.layout.block[i].cells {
		if x >= cl.at {
			found = cl.choice
		}
	}
	return found
}
