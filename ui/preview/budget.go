package preview

import "bytes"

// Bounds of what is shown of one call. Nobody reads further, and each row takes
// memory for as long as the card is there. The client's own calls, a file
// written whole among them, stay far below.
const (
	MaxInput = 2 << 20 // bytes of JSON
	MaxRows  = 60_000
)

// Fits reports whether an input can be shown whole at all: a larger one, or one
// of more lines, is not laid out.
func Fits(input []byte) bool {
	return len(input) <= MaxInput && bytes.Count(input, []byte(`\n`)) <= MaxRows
}

// budget is what is left for making one preview. The renderers share it.
type budget struct {
	rows    int         // that may still be made
	stopped func() bool // nobody waits for the preview any more; nil for never
	looked  int         // rows since that was asked
	ended   bool
	ends    []int // rows of the preview after which a part of the call ends
}

// spend takes rows off the budget and reports whether there may be more.
func (b *budget) spend(rows int) bool {
	const often = 256 // rows between two looks at whether anybody still waits
	if b == nil {
		return true
	}
	b.rows -= rows
	if b.looked += max(rows, 1); b.looked >= often && b.stopped != nil {
		b.looked = 0
		b.ended = b.ended || b.stopped()
	}
	b.ended = b.ended || b.rows < 0
	return !b.ended
}

// start gives the context what its renderers share.
func (c *Context) start() {
	c.ink = newInk(c.Styles)
	c.budget = &budget{rows: MaxRows, stopped: c.Stopped}
}

// Show is Render, and reports whether the rows are all of the preview: what is
// too long to be read, or was not wanted any more, ends early.
func Show(c Context) (rows []string, whole bool) {
	rows, _, whole = ShowEnds(c)
	return rows, whole
}

// ShowEnds is Show, and returns the numbers of rows after which a part of the call
// ends: the command, the address, the path, and all that is shown.
func ShowEnds(c Context) (rows []string, ends []int, whole bool) {
	c.start()
	rows = c.render()
	return rows, append(c.budget.ends, len(rows)), !c.budget.ended
}

// ends notes that the rows, the first of a preview, are a part of the call.
func (c Context) ends(rows []string) []string {
	if c.budget != nil {
		c.budget.ends = append(c.budget.ends, len(rows))
	}
	return rows
}
