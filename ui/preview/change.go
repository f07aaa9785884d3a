package preview

import (
	"fmt"
	"strings"

	"sayso/internal/sanitize"
	"sayso/ui/lines"
	"sayso/ui/preview/diff"
	"sayso/ui/preview/syntax"
)

// around is how many unchanged lines are shown on each side of a change.
const around = 3

// scannedBefore is how many lines before the first that is shown the colouring
// starts, so that it knows of most texts and comments that were opened above.
const scannedBefore = 300

// change is one text that becomes another.
type change struct {
	file          string // its name, for the language
	before, after string
	piece         bool // pieces of a file, of which nobody knows the lines
	cell          bool // of a notebook, whose last line never has a newline
}

// changed is a change, compared.
type changed struct {
	blocks         []diff.Block
	old, new       side
	added, removed int
	digits         int // of the highest line number; 0 for no numbers
}

// bald reports whether to show "no newline at the end" for line i.
func (s side) bald(i int) bool { return i == len(s.raw)-1 && !s.ended && !s.quiet }

// side is a text before or after.
type side struct {
	raw   []string
	ended bool // the last line has its newline
	quiet bool // which is of no matter
	texts map[int]text
}

// compare finds what differs, and makes the lines that are shown fit for it.
func compare(ch change) changed {
	var d changed
	d.old.raw, d.old.ended = diff.Split(ch.before)
	d.new.raw, d.new.ended = diff.Split(ch.after)
	// A missing newline is told where that changes, and not of pieces.
	quiet := d.old.ended == d.new.ended || ch.cell && (ch.before == "" || ch.after == "")
	d.old.quiet, d.new.quiet = quiet, quiet
	d.blocks = diff.Lines(d.old.compared(), d.new.compared())
	if !ch.piece {
		d.digits = max(len(fmt.Sprint(max(len(d.old.raw), len(d.new.raw)))), 2)
	}
	l := syntax.For(ch.file)
	d.old.prepare(l, d.blocks, func(b diff.Block) (int, int) { return b.OldFrom, b.OldTo })
	d.new.prepare(l, d.blocks, func(b diff.Block) (int, int) { return b.NewFrom, b.NewTo })
	for _, b := range d.blocks {
		if b.Changed {
			d.removed += b.OldTo - b.OldFrom
			d.added += b.NewTo - b.NewFrom
			d.pair(b)
		}
	}
	return d
}

// compared returns the lines so that a last one without its newline is another
// than one with it.
func (s side) compared() []string {
	if s.ended {
		return s.raw
	}
	out := append([]string(nil), s.raw...)
	out[len(out)-1] += "\n"
	return out
}

// prepare makes the lines that are shown, and those before them.
func (s *side) prepare(l *syntax.Language, blocks []diff.Block, of func(diff.Block) (int, int)) {
	first, last := len(s.raw), 0
	for _, b := range blocks {
		if from, to := of(b); b.Changed {
			first, last = min(first, from), max(last, to)
		}
	}
	from, to := max(first-around-scannedBefore, 0), min(last+around, len(s.raw))
	s.texts = map[int]text{}
	if from >= to {
		return
	}
	for i, t := range texts(l, s.raw[from:to]) {
		s.texts[from+i] = t
	}
}

// pair marks what differs in the lines of a block that stand for one another.
func (d *changed) pair(b diff.Block) {
	old, new := d.old.raw[b.OldFrom:b.OldTo], d.new.raw[b.NewFrom:b.NewTo]
	for _, p := range diff.Pairs(old, new) {
		i, j := b.OldFrom+p[0], b.NewFrom+p[1]
		was, is := d.old.texts[i], d.new.texts[j]
		if was.line == is.line || strings.Join(strings.Fields(old[p[0]]), " ") == strings.Join(strings.Fields(new[p[1]]), " ") {
			was, is = spaced(old[p[0]]), spaced(new[p[1]])
		}
		was.words, is.words = diff.Words(was.line, is.line)
		d.old.texts[i], d.new.texts[j] = was, is
	}
}

// spaced makes a line of which only the spaces have changed: they are seen then,
// and nothing else of it is coloured.
func spaced(raw string) text {
	var b strings.Builder
	column := 0
	for _, r := range raw {
		switch r {
		case '\t':
			n := sanitize.TabWidth - column%sanitize.TabWidth
			b.WriteString("→   "[:len("→")+n-1])
			column += n
			continue
		case ' ':
			b.WriteRune('·')
		default:
			b.WriteRune(r)
			column += lines.Width(string(r))
			continue
		}
		column++
	}
	return texts(nil, []string{b.String()})[0]
}

// summary says how many lines come and go: "+3 −1".
func (d changed) summary(c Context) string {
	var out []string
	if d.added > 0 {
		out = append(out, c.Styles.Allow.Render(fmt.Sprintf("+%d", d.added)))
	}
	if d.removed > 0 {
		out = append(out, c.Styles.Deny.Render(fmt.Sprintf("−%d", d.removed)))
	}
	return strings.Join(out, " ")
}

// stretches calls kept for each run of unchanged lines that is shown, as an
// offset into its block and a number of lines, gap for each that is left out,
// and differs for each change.
func (d changed) stretches(kept func(b diff.Block, from, n int), gap func(n int), differs func(diff.Block)) {
	for i, b := range d.blocks {
		if b.Changed {
			differs(b)
			continue
		}
		n := b.OldTo - b.OldFrom
		head, tail := around, around
		if i == 0 {
			head = 0
		}
		if i == len(d.blocks)-1 {
			tail = 0
		}
		if n <= head+tail+1 { // a row that tells of one line has no use
			kept(b, 0, n)
			continue
		}
		kept(b, 0, head)
		gap(n - head - tail)
		kept(b, n-tail, tail)
	}
}
