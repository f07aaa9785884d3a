package permission

import (
	"fmt"
	"slices"

	"sayso/ui/card"
)

// reading is what of the document has been on the terminal.
type reading struct {
	document int         // counts the documents, so that a window of an earlier one is told from this one's
	ends     []int       // of the parts of the call, see [card.Document]
	last     card.Window // the latest that the terminal has shown
	rows     card.Rows   // that were on the terminal, or skipped knowingly
	stale    bool        // the rows were made for another width
	skipped  bool        // the person has skipped what may be skipped
}

// tail is how many rows at the end of a part of the call nobody may skip.
const tail = 4

// unread forgets the document and what of it was seen.
func (c *Card) unread() {
	c.seen, c.document = false, nil
	c.reading = reading{document: c.reading.document + 1, stale: c.reading.stale}
}

// read takes a new document. What was seen of the last one counts for the same
// rows alone: of rows that are set anew nobody knows which were among them. All of
// it stays all of it, but for one that was withheld: that was never all.
func (c *Card) read(d card.Document) {
	same := !c.reading.stale && c.withheld == d.Withheld && slices.Equal(c.document, d.Rows)
	c.seen = c.seen && !d.Withheld
	c.reading.stale, c.reading.ends = false, d.Ends
	if len(d.Ends) == 0 {
		c.reading.ends = []int{len(d.Rows)}
	}
	if !same {
		c.reading.document++
		c.reading.rows, c.reading.skipped = card.Rows{}, false
	}
}

// OnScreen returns what of the document is drawn.
func (c *Card) OnScreen() card.Window {
	from, to := c.scroll, min(c.scroll+c.layout.page, len(c.document))
	if c.covered || c.layout.cramped || c.reading.stale || from >= to {
		return card.Window{}
	}
	return card.Window{Document: c.reading.document, From: from, To: to}
}

// Painted tells that the terminal has shown a part of the document.
func (c *Card) Painted(w card.Window) {
	if w.Document != c.reading.document || c.seen {
		return
	}
	c.reading.last = w
	c.reading.rows.Add(w.From, w.To)
	if !c.withheld && len(c.document) > 0 && c.reading.rows.Misses(0, len(c.document)) == 0 {
		c.seen = true
		c.arrange()
	}
}

// atEnd reports whether the last row of the document is drawn.
func (c *Card) atEnd() bool { return c.scroll+c.layout.page >= len(c.document) }

// told reports whether the terminal shows what is drawn now, and so has answered for
// all that was drawn before. That its rows were there once is not enough: the row
// that says how much a skip leaves out is on this frame.
func (c *Card) told() bool { return c.reading.last == c.OnScreen() }

// missed returns how many rows must be on the terminal yet and are not drawn now.
func (c *Card) missed() int {
	if c.seen {
		return 0
	}
	w := c.OnScreen()
	return c.reading.rows.Misses(0, len(c.document)) - c.reading.rows.Misses(w.From, w.To)
}

// next returns the first row that must be on the terminal yet and is not drawn.
func (c *Card) next() int {
	w := c.OnScreen()
	if first := c.reading.rows.First(0, len(c.document)); first < w.From || first >= w.To {
		return first
	}
	return c.reading.rows.First(w.To, len(c.document))
}

// toEnd shows the end of the document. Pressed again where that has told how much
// it skips, and as a key of its own, it skips that; then it goes to what is left.
func (c *Card) toEnd(live bool) {
	switch {
	case !live || !c.atEnd() || !c.told():
		c.Scroll(len(c.document))
	case c.skips() > 0:
		c.skip()
	case c.missed() > 0:
		c.Scroll(c.next() - c.scroll)
	}
}

// skip takes the document for seen but for the ends of the call's parts, and goes
// to the first of those that was not on the terminal.
func (c *Card) skip() {
	c.reading.rows = c.spare()
	c.reading.skipped = true
	if first := c.reading.rows.First(0, len(c.document)); first < len(c.document) {
		c.scroll = first
	}
	c.Painted(c.reading.last)
	c.arrange()
}

// spare returns the rows that were on the terminal, and those that need not be.
func (c *Card) spare() card.Rows {
	rows, from := c.reading.rows.Clone(), 0
	for _, end := range c.reading.ends {
		rows.Add(from, end-tail)
		from = max(from, end)
	}
	rows.Add(from, len(c.document))
	return rows
}

// skips returns how many rows a skip would leave out now.
func (c *Card) skips() int {
	w, rows := c.OnScreen(), c.spare()
	kept := rows.Misses(0, len(c.document)) - rows.Misses(w.From, w.To)
	return c.missed() - kept
}

// onward scrolls by a page, and from the end, or after a skip, to what was not
// seen. It waits with that for the terminal: a row on its way is no row that was
// left out.
func (c *Card) onward(page int) {
	if (c.atEnd() || c.reading.skipped) && c.told() && c.missed() > 0 {
		c.Scroll(c.next() - c.scroll)
		return
	}
	c.Scroll(page)
}

// unreadWhy says what stands in the way of a yes.
func (c *Card) unreadWhy() string {
	switch n := c.missed(); {
	case n > 0 && c.reading.skipped:
		return fmt.Sprintf("%s left that can't be skipped: space.", lineCount(n))
	case n > 0 && c.atEnd():
		return fmt.Sprintf("%s unseen: space reads, G skips.", lineCount(n))
	}
	return "Read to the end first: space, or G."
}

func lineCount(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}
