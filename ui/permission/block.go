package permission

import (
	"slices"
	"strings"

	"sayso/ui/lines"
)

// block sets the choices, and tells of which all that they write is in it
// before they are selected.
func (c *Card) block(d density) (rows []row, whole []int) {
	if c.width < 1 {
		return nil, nil // there is no size yet to set anything for
	}
	if c.writing {
		return make([]row, c.message.Height()+1), nil // a line above says what is written
	}
	if c.full {
		return []row{{text: " " + c.keys.Full.Help().Key + "  back to the choices", style: c.styles.Muted}}, nil
	}
	var shared []cell
	var away row // the suggestions that are folded away
	several := c.content != nil && len(c.content.Yes) > 1
	for i, choice := range c.choices {
		switch {
		case choice.kind != yes && d > roomy || several && choice.answer != nil && d >= tight:
			label := choice.label
			if d >= short {
				label = choice.short
			}
			shared = append(shared, cell{choice: i, label: label})
		case d == alone && i != c.selected:
		case d == folded && i > 0 && i != c.selected:
			away.folded = append(away.folded, i)
			away.text += " " + choice.key
		default:
			own, all := c.ownRows(i, d)
			if rows = append(rows, own...); all {
				whole = append(whole, i)
			}
		}
	}
	if len(away.folded) > 0 {
		away.style = c.styles.Muted
		if away.text += "  Yes, with a suggestion"; lines.Width(away.text+foldedHint) <= c.width {
			away.text += foldedHint
		}
		rows = append(rows, away)
	}
	rows = append(rows, flow(shared, c.width, d)...)
	if c.why != "" && d < tight {
		for _, line := range lines.WrapWords(c.why, c.width-5) {
			rows = append(rows, row{text: "    " + line, style: c.styles.Muted})
		}
	}
	return rows, whole
}

// foldedHint stands beside the numbers of the suggestions that are folded away.
const foldedHint = ": press its number"

// shownBlock returns the rows of the block that are on the frame.
func (c *Card) shownBlock() []row {
	if c.layout.cramped || c.writing {
		return nil
	}
	room := c.height - 2 - max(c.layout.room, 0) // a title above, a rule between
	return c.layout.block[:min(len(c.layout.block), max(room, 0))]
}

// draws reports whether the key of a choice stands on the present frame.
func (c *Card) draws(i int) bool {
	for _, r := range c.shownBlock() {
		if slices.Contains(r.folded, i) || slices.ContainsFunc(r.cells, func(cl cell) bool { return cl.choice == i }) {
			return true
		}
	}
	return false
}

// ownRows sets a choice that has a line to itself, and what it writes beneath.
// whole tells whether all of that is there without selecting it.
func (c *Card) ownRows(i int, d density) (rows []row, whole bool) {
	choice, selected := c.choices[i], i == c.selected
	label, where := choice.label, choice.where
	beside := lines.Width(" y  "+label+"  "+where+" ") <= c.width // the place, on the same line
	whole = d < tight || beside && len(choice.details) == 0
	if selected && !whole {
		beside = false // the right end says that enter is to follow
	}
	beneath := !beside && where != "" && (d < tight || selected)
	switch {
	case beneath:
		where = ""
	case !beside && choice.short != "":
		label, where = choice.short, choice.place
	}
	room := c.width - lines.Width(" y   ")
	if i == 0 && d >= short && c.width < narrowest {
		room -= lines.Width(" " + unread) // else hardly anything of the label would stay beside it
	}
	if choice.short != "" && lines.Width(label) > room {
		label = choice.short
	}
	rows = []row{{cells: []cell{{choice: i, label: label, right: where, lead: 2}}}}
	if d < tight && !choice.repeats || d >= tight && selected {
		rows = append(rows, c.detailRows(choice.details)...)
	}
	if beneath {
		for _, line := range lines.WrapWords(choice.beneath(), c.width-6) {
			rows = append(rows, row{text: "      " + line, style: c.styles.Muted})
		}
	}
	return rows, whole
}

// narrowest is the width below which a label and what stands in the way of it
// do not both fit.
const narrowest = 44

// detailRows sets what a yes writes, and what that covers beside it, or beneath
// where it is too much for one line.
//
// Every arrangement sets them, with each key and for each density, and a rule may
// be long: so each is set once for a width.
func (c *Card) detailRows(details []detail) []row {
	if len(details) == 0 {
		return nil
	}
	if c.set.width != c.width || c.set.rows == nil {
		c.set.width, c.set.rows = c.width, map[*detail][]row{}
	}
	rows, known := c.set.rows[&details[0]]
	if !known {
		rows = c.setDetails(details)
		c.set.rows[&details[0]] = rows
	}
	return rows
}

func (c *Card) setDetails(details []detail) []row {
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
