package rules

import (
	"cmp"
	"strings"

	"sayso/internal/claude"
	"sayso/rules/pathrule"
)

// pathIndex finds path rules by a name that must occur in the path.
type pathIndex struct {
	named  map[string][]*compiled // by a segment without wildcards, or "*" and an ending
	rest   []*compiled
	groups map[string]int // rank of each base, in the order of its first rule
}

func newPathIndex() *pathIndex {
	return &pathIndex{named: map[string][]*compiled{}, groups: map[string]int{}}
}

func (ix *pathIndex) add(c *compiled) {
	base := c.path.base
	if c.path.pattern.Base == pathrule.WorkingDir {
		base = "" // relative patterns are a group of their own
	}
	if _, known := ix.groups[base]; !known {
		ix.groups[base] = len(ix.groups)
	}
	c.path.group = ix.groups[base]
	if key := c.path.pattern.Key(); key != "" {
		ix.named[key] = append(ix.named[key], c)
		return
	}
	ix.rest = append(ix.rest, c)
}

// found is a rule that covers a path, with the depth at which it does.
type found struct {
	*compiled
	depth int
}

// before says which of two rules that cover a path is the one that is named.
// Rules are gone through by their base; for deny and ask then by the settings,
// the nearest first; then a folder higher up comes before what lies in it; then
// the order of the rules counts.
func (a found) before(b found) bool {
	if n := cmp.Compare(a.path.group, b.path.group); n != 0 {
		return n < 0
	}
	if a.Behavior != claude.Allow {
		if n := cmp.Compare(precedence(b.Source), precedence(a.Source)); n != 0 {
			return n < 0
		}
	}
	return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.order, b.order)) < 0
}

// covering returns the rule that covers the absolute path name, or nil.
func (ix *pathIndex) covering(name string) *compiled {
	if ix == nil {
		return nil
	}
	var best found
	try := func(list []*compiled) {
		for _, c := range list {
			if f := (found{c, c.path.depth(name)}); f.depth > 0 && (best.compiled == nil || f.before(best)) {
				best = f
			}
		}
	}
	for seg := range strings.SplitSeq(strings.ToLower(name), "/") {
		if seg == "" || len(ix.named) == 0 {
			continue
		}
		try(ix.named[seg])
		for i := range len(seg) {
			if seg[i] == '.' {
				try(ix.named["*"+seg[i:]])
			}
		}
	}
	try(ix.rest)
	return best.compiled
}
