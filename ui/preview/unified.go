package preview

import (
	"fmt"
	"strings"

	"sayso/ui/lines"
	"sayso/ui/preview/diff"
	"sayso/ui/preview/syntax"
)

// SideBySideFrom is the width from which old and new have room next to one
// another, in cells.
const SideBySideFrom = 90

// change shows a change as it was asked for, where there is room for that.
func (c Context) change(d changed) []string {
	if c.SideBySide && c.Width >= SideBySideFrom {
		return c.sideBySide(d)
	}
	return c.unified(d)
}

// unified shows a change with what goes above what comes.
func (c Context) unified(d changed) []string {
	var out []string
	add := func(number int, sign ground, s side, i int) bool {
		rows := c.numbered(number, d.digits, sign, s.texts[i], c.Width)
		out = append(out, rows...)
		if s.bald(i) {
			out = append(out, c.unended(d.digits, c.Width))
		}
		return c.budget.spend(len(rows))
	}
	d.stretches(func(b diff.Block, from, n int) {
		for i := from; i < from+n && add(b.NewFrom+i+1, bare, d.new, b.NewFrom+i); i++ {
		}
	}, func(n int) {
		out = append(out, c.gap(n, d.digits))
	}, func(b diff.Block) {
		for i := b.OldFrom; i < b.OldTo && add(i+1, removed, d.old, i); i++ {
		}
		for i := b.NewFrom; i < b.NewTo && add(i+1, added, d.new, i); i++ {
		}
	})
	return out
}

// numbered shows one line with its number and its sign, in exactly so many
// cells where it stands on a ground.
func (c Context) numbered(number, digits int, g ground, t text, width int) []string {
	label := strings.Repeat(" ", digits)
	if number > 0 && digits > 0 {
		label = fmt.Sprintf("%*d", digits, number)
	}
	room := width - gutter(digits)
	var out []string
	from := 0
	for _, to := range rows(t.line, room) {
		var b strings.Builder
		b.Grow(2*(to-from) + 100)
		b.WriteByte(' ')
		if from == 0 {
			c.ink.number.Write(&b, label)
			b.WriteString(" " + c.ink.sign[g])
		} else {
			b.WriteString(strings.Repeat(" ", digits+1) + c.ink.goesOn)
		}
		b.WriteString(" " + c.ink.bar)
		c.ink.write(&b, t, from, to, g)
		if g != bare {
			c.ink.code[g][0][syntax.Plain].Write(&b, strings.Repeat(" ", max(room-lines.Width(t.line[from:to]), 0)))
		}
		out = append(out, b.String())
		from = to
	}
	return out
}

// gutter returns how many cells stand before a numbered line.
func gutter(digits int) int { return digits + 6 }

// unended says beneath a file's last line that its newline is missing.
func (c Context) unended(digits, width int) string {
	return lines.Cut(strings.Repeat(" ", gutter(digits)-2)+c.Styles.Note.Render("no newline at the end"), width)
}

// gap says how many unchanged lines are left out.
func (c Context) gap(n, digits int) string {
	word := "lines"
	if n == 1 {
		word = "line"
	}
	return lines.Cut(strings.Repeat(" ", max(gutter(digits)-4, 1))+c.Styles.Faint.Render("⋯")+" "+c.Styles.Muted.Render(fmt.Sprintf("%d unchanged %s", n, word)), c.Width)
}

// listing shows a text that is there as a whole, with line numbers.
func (c Context) listing(s side, digits int) []string {
	var out []string
	for i := range s.raw {
		rows := c.numbered(i+1, digits, bare, s.texts[i], c.Width)
		out = append(out, rows...)
		if !c.budget.spend(len(rows)) {
			return out
		}
	}
	if !s.ended {
		out = append(out, c.unended(digits, c.Width))
	}
	return out
}
