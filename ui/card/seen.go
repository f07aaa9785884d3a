package card

import "slices"

// Window is what of a document is on screen: the rows From up to before To of the
// document that the card counts so. The zero value is nothing.
type Window struct{ Document, From, To int }

// maxSpans is how many separate pieces are known of a document. Beyond them new
// ones do not count: nobody reads so.
const maxSpans = 4096

// span is the rows from up to before to.
type span struct{ from, to int }

// Rows is a set of rows of a document: those that have been on the terminal. The
// zero value is empty.
type Rows struct{ spans []span } // in their order, none touching the next

// Add takes the rows from up to before to into the set. Rows before the first are
// left out.
func (r *Rows) Add(from, to int) {
	if from = max(from, 0); from >= to {
		return
	}
	first := slices.IndexFunc(r.spans, func(s span) bool { return s.to >= from })
	if first < 0 {
		first = len(r.spans)
	}
	after := first
	for ; after < len(r.spans) && r.spans[after].from <= to; after++ {
		from, to = min(from, r.spans[after].from), max(to, r.spans[after].to)
	}
	if after == first && len(r.spans) >= maxSpans {
		return
	}
	r.spans = slices.Replace(r.spans, first, after, span{from, to})
}

// Clone returns a copy that does not change with the set.
func (r Rows) Clone() Rows { return Rows{slices.Clone(r.spans)} }

// Misses returns how many of the rows from up to before to are not in the set.
func (r Rows) Misses(from, to int) (n int) {
	r.gaps(from, to, func(from, to int) bool {
		n += to - from
		return true
	})
	return n
}

// First returns the first of the rows from up to before to that is not in the set,
// and to where all are.
func (r Rows) First(from, to int) int {
	first := to
	r.gaps(from, to, func(from, _ int) bool {
		first = from
		return false
	})
	return first
}

// gaps calls yield with each run of rows that are not in the set.
func (r Rows) gaps(from, to int, yield func(from, to int) bool) {
	for _, s := range r.spans {
		if s.to <= from {
			continue
		}
		if s.from >= to {
			break
		}
		if s.from > from && !yield(from, s.from) {
			return
		}
		from = s.to
	}
	if from < to {
		yield(from, to)
	}
}
