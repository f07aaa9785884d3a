// Package diff finds what differs between two texts: lines first, then words in
// lines that stand for one another.
package diff

import (
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Op is what happens to a line.
type Op uint8

// The things that happen to a line.
const (
	Keep Op = iota
	Remove
	Add
)

// Block is a run of lines of which all are kept, or some are removed and others
// stand in their place. Lines count from 0; the ends are not part of it.
type Block struct {
	Changed        bool
	OldFrom, OldTo int
	NewFrom, NewTo int
}

// Lines returns the blocks that lead from one text to another, changed and kept
// ones in turn.
func Lines(before, after []string) []Block {
	var out []Block
	i, j := 0, 0
	for _, d := range changes(before, after) {
		if d.Start > i {
			out = append(out, Block{false, i, d.Start, j, d.ReplStart})
		}
		out = append(out, Block{true, d.Start, d.End, d.ReplStart, d.ReplEnd})
		i, j = d.End, d.ReplEnd
	}
	if i < len(before) {
		out = append(out, Block{false, i, len(before), j, len(after)})
	}
	return out
}

// Split cuts a text into its lines. ended tells whether the last one has its
// newline.
func Split(text string) (list []string, ended bool) {
	if text == "" {
		return nil, true
	}
	ended = strings.HasSuffix(text, "\n")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n"), ended
}

// changes returns what differs, in order and without neighbours that touch.
//
// The general search gives up where two texts have little in common and then
// calls all between a change. So it works between anchors, lines that both
// texts have exactly once and in the same order.
func changes(before, after []string) []lcs.Diff {
	head := 0
	for head < len(before) && head < len(after) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < len(before)-head && tail < len(after)-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	a, b := before[head:len(before)-tail], after[head:len(after)-tail]
	var out []lcs.Diff
	i, j := 0, 0
	for _, at := range append(anchors(a, b), [2]int{len(a), len(b)}) {
		for _, d := range lcs.DiffLines(a[i:at[0]], b[j:at[1]]) {
			d = lcs.Diff{Start: d.Start + i + head, End: d.End + i + head, ReplStart: d.ReplStart + j + head, ReplEnd: d.ReplEnd + j + head}
			if n := len(out); n > 0 && out[n-1].End == d.Start && out[n-1].ReplEnd == d.ReplStart {
				out[n-1].End, out[n-1].ReplEnd = d.End, d.ReplEnd
				continue
			}
			out = append(out, d)
		}
		i, j = at[0], at[1]
	}
	return out
}

// anchors returns pairs of places of lines that both texts have exactly once,
// the longest series of them that rises in both.
func anchors(a, b []string) [][2]int {
	type seen struct{ inA, inB, a, b int }
	count := make(map[string]*seen, len(a))
	for i, line := range a {
		if s := count[line]; s != nil {
			s.inA++
			continue
		}
		count[line] = &seen{inA: 1, a: i}
	}
	for j, line := range b {
		if s := count[line]; s != nil {
			s.inB++
			s.b = j
		}
	}
	var pairs [][2]int
	for i, line := range a {
		if s := count[line]; s.inA == 1 && s.inB == 1 {
			pairs = append(pairs, [2]int{i, s.b})
		}
	}
	return rising(pairs)
}

// rising returns the longest series of pairs whose second places rise. The
// first ones do already.
func rising(pairs [][2]int) [][2]int {
	var ends []int // ends[n] is the pair with the lowest second place that ends a series of n+1
	before := make([]int, len(pairs))
	for i, p := range pairs {
		low, high := 0, len(ends)
		for low < high {
			mid := (low + high) / 2
			if pairs[ends[mid]][1] < p[1] {
				low = mid + 1
			} else {
				high = mid
			}
		}
		before[i] = -1
		if low > 0 {
			before[i] = ends[low-1]
		}
		if low == len(ends) {
			ends = append(ends, i)
		} else {
			ends[low] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	out := make([][2]int, len(ends))
	for n, i := len(ends)-1, ends[len(ends)-1]; n >= 0; n, i = n-1, before[i] {
		out[n] = pairs[i]
	}
	return out
}
