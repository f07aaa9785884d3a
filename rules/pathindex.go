package rules

import "strings"

// pathIndex finds path rules by a name that must occur in the path.
type pathIndex struct {
	named map[string][]*compiled // by a segment without wildcards, or "*" and an ending
	rest  []*compiled
}

func newPathIndex() *pathIndex { return &pathIndex{named: map[string][]*compiled{}} }

func (ix *pathIndex) add(c *compiled) {
	if key := c.path.pattern.Key(); key != "" {
		ix.named[key] = append(ix.named[key], c)
		return
	}
	ix.rest = append(ix.rest, c)
}

// covering returns the rule that covers the absolute path name, or nil. Where
// several do it is the one of the nearest settings, and the first of these.
func (ix *pathIndex) covering(name string) *compiled {
	if ix == nil {
		return nil
	}
	var best *compiled
	try := func(list []*compiled) {
		for _, c := range list {
			if (best == nil || c.nearer(best)) && c.path.covers(name) {
				best = c
			}
		}
	}
	lower := strings.ToLower(name)
	for seg := range strings.SplitSeq(lower, "/") {
		if seg == "" {
			continue
		}
		if len(ix.named) > 0 {
			try(ix.named[seg])
			for i := 0; i < len(seg); i++ {
				if seg[i] == '.' {
					try(ix.named["*"+seg[i:]])
				}
			}
		}
	}
	try(ix.rest)
	return best
}

// nearer orders path rules: the local settings before the project's before the
// person's, and within a file from the top.
func (c *compiled) nearer(other *compiled) bool {
	a, b := precedence(c.Source), precedence(other.Source)
	if a != b {
		return a > b
	}
	return c.order < other.order
}
