package rules

import (
	"slices"
	"strings"
)

// affixIndex finds patterns with * wildcards by the text that they prescribe at
// the beginning, or else at the end: a text is looked up under its own
// beginnings and endings, so that the cost hardly grows with the number of
// patterns. Only those with a wildcard at both ends are gone through.
type affixIndex struct {
	heads, tails         map[string][]*compiled
	headSizes, tailSizes []int // lengths that occur, ascending
	loose                []*compiled
}

func (ix *affixIndex) add(pieces []string, c *compiled) {
	head, tail := pieces[0], pieces[len(pieces)-1]
	switch {
	case head != "":
		ix.heads, ix.headSizes = addAffix(ix.heads, ix.headSizes, head, c)
	case tail != "":
		ix.tails, ix.tailSizes = addAffix(ix.tails, ix.tailSizes, tail, c)
	default:
		ix.loose = append(ix.loose, c)
	}
}

func addAffix(m map[string][]*compiled, sizes []int, affix string, c *compiled) (map[string][]*compiled, []int) {
	if m == nil {
		m = map[string][]*compiled{}
	}
	if i, found := slices.BinarySearch(sizes, len(affix)); !found {
		sizes = slices.Insert(sizes, i, len(affix))
	}
	m[affix] = append(m[affix], c)
	return m, sizes
}

// find returns the first pattern, in the order of precedence, of which match is
// true.
func (ix *affixIndex) find(s string, match func(c *compiled) bool) (best *compiled) {
	try := func(list []*compiled) {
		for _, c := range list {
			if best != nil && best.order < c.order {
				return
			}
			if match(c) {
				best = c
				return
			}
		}
	}
	for _, n := range ix.headSizes {
		if n == len(s)+1 {
			try(ix.heads[s+" "]) // "git *" stands for git alone too
		}
		if n > len(s) {
			break
		}
		try(ix.heads[s[:n]])
	}
	for _, n := range ix.tailSizes {
		if n > len(s) {
			break
		}
		try(ix.tails[s[len(s)-n:]])
	}
	try(ix.loose)
	return best
}

// inOrder reports whether s begins with the first of pieces, ends with the last
// and has the others between them, in this order.
func inOrder(pieces []string, s string) bool {
	last := len(pieces) - 1
	rest, ok := strings.CutPrefix(s, pieces[0])
	if !ok || last == 0 {
		return ok && rest == ""
	}
	if rest, ok = strings.CutSuffix(rest, pieces[last]); !ok {
		return false
	}
	for _, piece := range pieces[1:last] {
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		rest = rest[i+len(piece):]
	}
	return true
}
