package question

import (
	"slices"

	"sayso/ui/card"
)

// reading is what of the list of one tab has been on the terminal.
type reading struct {
	of        shape
	n         int         // of the list, as a window names it
	essential int         // rows that must be on the terminal: all but what the person wrote
	last      card.Window // the latest that the terminal has shown
	rows      card.Rows   // that were on the terminal, or skipped knowingly
}

// shape tells lists apart: rows that are set anew are others.
type shape struct{ width, head, rows, own int }

// look takes the list on screen for another where it was set anew. What was seen
// of the last one does not count for it; where that was all of it, it does.
func (c *Card) look() {
	l, r := c.layout, c.reading()
	if of := (shape{l.listWidth, len(l.head), len(l.list), l.own}); of != r.of {
		c.lists++
		*r = reading{of: of, n: c.lists, essential: len(l.list) - l.own}
	}
}

// here is the place of the tab on screen in what is kept for each.
func (c *Card) here() int { return min(c.tab, len(c.seen)-1) }

func (c *Card) reading() *reading { return &c.readings[c.here()] }

// OnScreen returns what of the list is drawn. A preview that has the room of all
// is not what must be read.
func (c *Card) OnScreen() card.Window {
	l, from := c.layout, c.top[c.here()]
	to := min(from+page(len(l.list), l.listRoom), len(l.list))
	if c.covered || l.cramped || l.whole || c.width == 0 || from >= to {
		return card.Window{}
	}
	return card.Window{Document: c.reading().n, From: from, To: to}
}

// Painted tells that the terminal has shown a part of a list, that of this tab or
// another: whoever is quick has left it when the terminal says so.
func (c *Card) Painted(w card.Window) {
	tab := slices.IndexFunc(c.readings, func(r reading) bool { return r.n == w.Document && r.n > 0 })
	if tab < 0 {
		return
	}
	r := &c.readings[tab]
	r.last = w
	r.rows.Add(w.From, w.To)
	if r.rows.Misses(0, r.essential) == 0 {
		c.seen[tab] = true
	}
}

// missed returns how many rows of the list must be on the terminal yet and are not
// drawn.
func (c *Card) missed() int {
	w, r := c.OnScreen(), c.reading()
	if c.seen[c.here()] {
		return 0
	}
	return r.rows.Misses(0, r.essential) - r.rows.Misses(w.From, min(w.To, r.essential))
}

// toEnd shows the end of the list. Pressed again where that has told how much it
// skips, and as a key of its own, it skips that: the end is on the terminal then.
func (c *Card) toEnd(live bool) {
	w, r := c.OnScreen(), c.reading()
	if !live || w.To < len(c.layout.list) || c.missed() == 0 || r.last != w {
		c.Scroll(c.layout.all())
		return
	}
	r.rows.Add(0, r.essential)
	c.Painted(r.last)
}
