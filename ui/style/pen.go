package style

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Pen is a style that is ready to write with. A document of many thousand
// pieces is written with pens: a style works its escape sequences out anew for
// each piece.
type Pen struct{ open, close string }

// PenOf returns the pen of a style that has colours and weight only.
func PenOf(s lipgloss.Style) Pen {
	const ink = "x"
	open, end, _ := strings.Cut(s.Render(ink), ink)
	return Pen{open, end}
}

// Write adds a text without newlines to b.
func (p Pen) Write(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	b.WriteString(p.open)
	b.WriteString(text)
	b.WriteString(p.close)
}
