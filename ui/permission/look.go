package permission

import (
	"context"
	"slices"
	"sync"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// looked is a document, and the files that it was made from.
type looked struct {
	make func(preview.Files) card.Document
	on   preview.Files

	mu   sync.Mutex
	saw  *preview.Memory
	rows []string
}

// documentOf returns what [Document] makes, and looks again at the files that it
// was made from. It may take as long.
func documentOf(ask approver.Ask, width int, s style.Styles, by Sight) card.Document {
	if !preview.Fits(ask.Input) || by.Most > 0 && len(ask.Input) > by.Most {
		return tooLarge(ask, width, s)
	}
	if by.Files == nil {
		return layOut(ask, width, s, by)
	}
	l := &looked{on: by.Files, make: func(files preview.Files) card.Document {
		by := by
		by.Files = files
		return layOut(ask, width, s, by)
	}}
	l.saw = preview.Remember(l.on)
	d := l.make(l.saw)
	l.rows = d.Rows
	if l.saw.Any() {
		d.Holds = l.holds
	}
	return d
}

// nameRows sets the name of a tool that has no room in the title.
func nameRows(ask approver.Ask, width int, s style.Styles) []string {
	name, _ := preview.Title(ask.Tool)
	if lines.Width(" "+name) <= width {
		return nil
	}
	var out []string
	for _, row := range lines.Wrap(name, width-1) {
		out = append(out, " "+s.Shown(row, s.Strong))
	}
	return append(out, "")
}

// holds reports whether the document would be the same if it were made now. A
// file that changed without a trace in it does not matter to who reads it.
func (l *looked) holds() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.saw.Holds() {
		return true
	}
	saw := preview.Remember(l.on)
	if !slices.Equal(l.make(saw).Rows, l.rows) {
		return false
	}
	l.saw = saw
	return true
}

// changedRows say that the document is another than the one that was on screen.
func changedRows(width int, s style.Styles) []string {
	var out []string
	for _, row := range lines.WrapWords("Changed on disk since it was shown: this is how it is now.", width-2) {
		out = append(out, " "+s.Note.Render(row))
	}
	return append(out, "")
}

// Changed forgets the document and that it was seen: what it was made from has
// changed. The next one says so.
func (c *Card) Changed() {
	c.changed = true
	c.selected, c.scroll = -1, 0
	c.unread()
	c.arrange()
}

// Render returns what makes the card's document.
func (c *Card) Render(width int) card.Maker {
	ask, s, sight, changed := c.ask, c.styles, c.sight, c.changed
	document := func(ctx context.Context) card.Document {
		sight := sight
		sight.Stopped = stopped(ctx)
		return documentOf(ask, width, s, sight)
	}
	if c.content != nil {
		document = c.content.Document(width, s)
	}
	if !changed {
		return document
	}
	return func(ctx context.Context) card.Document {
		d := document(ctx)
		head := changedRows(width, s)
		d.Rows = append(head, d.Rows...)
		for i := range d.Ends {
			d.Ends[i] += len(head)
		}
		return d
	}
}
