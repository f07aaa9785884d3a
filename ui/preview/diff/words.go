package diff

import (
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Span is a piece of a line, in bytes.
type Span struct{ From, To int }

// Bounds of the search for what differs in a line.
const (
	maxLine  = 2000 // bytes; a longer line is not looked into
	maxPairs = 900  // so many pairs of lines are compared to find which stand for which
	alike    = 0.4  // share of two lines that must be common for one to stand for the other
)

// Words returns what differs between two lines. Lines that have little in
// common differ as wholes, for which both results are empty.
func Words(before, after string) (old, new []Span) {
	if len(before) > maxLine || len(after) > maxLine {
		return nil, nil
	}
	a, b := words(before), words(after)
	diffs := lcs.DiffLines(a, b)
	if common(a, diffs)*2 < int(alike*float64(len(before)+len(after))) {
		return nil, nil
	}
	aEnds, bEnds := ends(a), ends(b)
	for _, d := range diffs {
		old = span(old, aEnds, d.Start, d.End)
		new = span(new, bEnds, d.ReplStart, d.ReplEnd)
	}
	return old, new
}

// Pairs says which of the removed lines stands for which of the added ones:
// pairs of places, rising. A line that stands for none is in no pair.
func Pairs(removed, added []string) [][2]int {
	n, m := len(removed), len(added)
	if n == m || n*m > maxPairs {
		out := make([][2]int, min(n, m))
		for i := range out {
			out[i] = [2]int{i, i}
		}
		return out
	}
	// best[i][j] is the most that the lines from i and from j have in common.
	best := make([][]float64, n+1)
	score := make([][]float64, n)
	for i := range best {
		best[i] = make([]float64, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		score[i] = make([]float64, m)
		for j := m - 1; j >= 0; j-- {
			score[i][j] = likeness(removed[i], added[j])
			best[i][j] = max(best[i+1][j], best[i][j+1], best[i+1][j+1]+score[i][j])
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case score[i][j] > 0 && best[i][j] == best[i+1][j+1]+score[i][j]:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return out
}

// likeness is the share of two lines that is common, and 0 for too little.
func likeness(before, after string) float64 {
	if len(before) > maxLine || len(after) > maxLine || len(before)+len(after) == 0 {
		return 0
	}
	a, b := words(before), words(after)
	share := 2 * float64(common(a, lcs.DiffLines(a, b))) / float64(len(before)+len(after))
	if share < alike {
		return 0
	}
	return share
}

// common counts the bytes of a that a diff keeps.
func common(a []string, diffs []lcs.Diff) int {
	n, at := 0, 0
	count := func(to int) {
		for ; at < to; at++ {
			n += len(a[at])
		}
	}
	for _, d := range diffs {
		count(d.Start)
		at = d.End
	}
	count(len(a))
	return n
}

// words cuts a line into words, runs of spaces, and single signs.
func words(line string) []string {
	var out []string
	for line != "" {
		r, size := utf8.DecodeRuneInString(line)
		if kind := kindOf(r); kind != sign {
			for size < len(line) {
				r, next := utf8.DecodeRuneInString(line[size:])
				if kindOf(r) != kind {
					break
				}
				size += next
			}
		}
		out = append(out, line[:size])
		line = line[size:]
	}
	return out
}

const (
	sign = iota
	space
	letter
)

func kindOf(r rune) int {
	switch {
	case r == ' ' || r == '\t':
		return space
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return letter
	}
	return sign
}

// ends returns where each word ends.
func ends(list []string) []int {
	out, at := make([]int, len(list)), 0
	for i, w := range list {
		at += len(w)
		out[i] = at
	}
	return out
}

// span adds words from up to to, joined with the span before where they touch.
func span(spans []Span, ends []int, from, to int) []Span {
	if from == to {
		return spans
	}
	start := 0
	if from > 0 {
		start = ends[from-1]
	}
	if n := len(spans); n > 0 && spans[n-1].To == start {
		spans[n-1].To = ends[to-1]
		return spans
	}
	return append(spans, Span{start, ends[to-1]})
}
