package preview

import (
	"strings"

	"sayso/ui/lines"
	"sayso/ui/preview/diff"
)

// sideBySide shows what was at the left and what will be at the right, lines
// that stand for one another in one row.
func (c Context) sideBySide(d changed) []string {
	half := (c.Width - 1) / 2
	var out []string
	// cell returns the rows of one side. A line below 0 is none.
	cell := func(s side, i int, g ground) []string {
		if i < 0 {
			return nil
		}
		rows := c.numbered(i+1, d.digits, g, s.texts[i], half)
		if s.bald(i) {
			rows = append(rows, c.unended(d.digits, half))
		}
		return rows
	}
	row := func(left, right []string) {
		if !c.budget.spend(max(len(left), len(right))) {
			return
		}
		for i := range max(len(left), len(right)) {
			var l, r string
			if i < len(left) {
				l = left[i]
			}
			if i < len(right) {
				r = right[i]
			}
			out = append(out, l+strings.Repeat(" ", max(half-lines.Width(l), 0))+" "+r)
		}
	}
	d.stretches(func(b diff.Block, from, n int) {
		for i := from; i < from+n; i++ {
			row(cell(d.old, b.OldFrom+i, bare), cell(d.new, b.NewFrom+i, bare))
		}
	}, func(n int) {
		out = append(out, c.gap(n, d.digits))
	}, func(b diff.Block) {
		i, j := b.OldFrom, b.NewFrom
		alone := func(oldTo, newTo int) {
			for ; i < oldTo || j < newTo; i, j = i+1, j+1 {
				left, right := -1, -1
				if i < oldTo {
					left = i
				}
				if j < newTo {
					right = j
				}
				row(cell(d.old, left, removed), cell(d.new, right, added))
			}
			i, j = oldTo, newTo
		}
		for _, p := range diff.Pairs(d.old.raw[b.OldFrom:b.OldTo], d.new.raw[b.NewFrom:b.NewTo]) {
			alone(b.OldFrom+p[0], b.NewFrom+p[1])
			row(cell(d.old, i, removed), cell(d.new, j, added))
			i, j = i+1, j+1
		}
		alone(b.OldTo, b.NewTo)
	})
	return out
}
