package paint

import "github.com/charmbracelet/x/ansi"

// probe is a question whose answer names it: the cursor is put in a cell of its own
// and asked for, behind a frame. The last probes have different cells. Row 0 has
// none: its report reads like a key, shift and F3.
type probe struct {
	question
	x, y int // the cell, counted from 0
}

// The cells of probes: few enough that any window has them.
const (
	probeCols = 16
	probeRows = 4
)

// newProbe returns the probe for a question, which is the ith.
func newProbe(q question, i int) probe {
	i %= probeCols * probeRows
	return probe{question: q, x: i % probeCols, y: 1 + i/probeCols}
}

// text returns what asks the terminal. The cursor comes back to where the renderer
// left it.
func (p probe) text() string {
	return ansi.SaveCursor + ansi.CursorPosition(p.x+1, p.y+1) + ansi.RequestCursorPositionReport + ansi.RestoreCursor
}
