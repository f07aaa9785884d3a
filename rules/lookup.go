package rules

import (
	"iter"
	"slices"
	"strings"

	"sayso/rules/address"
	"sayso/rules/shell"
)

// shellIndex finds shell rules by the beginning that they prescribe: a command
// is looked up under each beginning of its own, so that the cost does not grow
// with the number of rules.
type shellIndex struct {
	exact  map[string]*compiled
	prefix map[string]*compiled
	sizes  []int // lengths of the prefixes, ascending
	globs  affixIndex
}

func newShellIndex() shellIndex {
	return shellIndex{exact: map[string]*compiled{}, prefix: map[string]*compiled{}}
}

func (ix *shellIndex) add(c *compiled) {
	switch c.shell.form {
	case shellExact:
		if ix.exact[c.shell.exact] == nil {
			ix.exact[c.shell.exact] = c
		}
	case shellPrefix:
		if ix.prefix[c.shell.exact] == nil {
			ix.prefix[c.shell.exact] = c
			if i, found := slices.BinarySearch(ix.sizes, len(c.shell.exact)); !found {
				ix.sizes = slices.Insert(ix.sizes, i, len(c.shell.exact))
			}
		}
	case shellGlob:
		ix.globs.add(c.shell.pattern, c)
	}
}

// exactly returns the first rule that names text itself: an exact rule, or a
// prefix that is the whole of it.
func (ix *shellIndex) exactly(text string) *compiled {
	return first(ix.exact[text], ix.prefix[shell.OneBlank(text)])
}

// widely returns the first prefix or pattern that matches collapsed.
func (ix *shellIndex) widely(collapsed string) (best *compiled) {
	best = ix.begins(collapsed, false)
	if hasXargs(collapsed) {
		best = first(best, ix.begins(collapsed[len("xargs "):], true))
	}
	return best
}

// begins looks up every beginning of s. Behind xargs only open patterns count.
func (ix *shellIndex) begins(s string, open bool) (best *compiled) {
	for beginning := range ix.beginnings(s) {
		best = first(best, ix.prefix[beginning])
	}
	return first(best, ix.globs.find(s, func(c *compiled) bool {
		return (!open || c.shell.open) && c.shell.glob(s)
	}))
}

// beginnings are those of s that a prefix may be: whole words, of a length that
// one of the prefixes has. So a long command costs no more than a short one.
func (ix *shellIndex) beginnings(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range ix.sizes {
			if n > len(s) {
				return
			}
			if (n == len(s) || s[n] == ' ') && !yield(s[:n]) {
				return
			}
		}
	}
}

// allows returns the rule that allows the part, or nil.
func (ix *shellIndex) allows(p shell.Part) (best *compiled) {
	forms := p.AllowForms()
	for _, f := range forms {
		if c := ix.exactly(f); c != nil {
			return c
		}
	}
	for _, f := range forms {
		best = first(best, ix.widely(shell.Collapse(f)))
	}
	return best
}

// reachesExactly and reachesWidely return the deny or ask rule that a part's
// wide spellings meet.
func (ix *shellIndex) reachesExactly(forms []shell.Form) (best *compiled) {
	for _, f := range forms {
		if !f.ViaXargs {
			best = first(best, ix.exactly(f.Text))
		}
	}
	return best
}

func (ix *shellIndex) reachesWidely(forms []shell.Form) (best *compiled) {
	for _, f := range forms {
		best = first(best, ix.widely(f.Text))
	}
	return best
}

// hostIndex finds WebFetch rules by host.
type hostIndex struct {
	exact   map[string]*compiled
	beneath map[string]*compiled // *.HOST by HOST
	rest    []*compiled
}

func (ix *hostIndex) add(c *compiled) {
	content := address.TrimDots(strings.ToLower(c.value.RuleContent))
	parent, isBeneath := strings.CutPrefix(content, "domain:*.")
	switch {
	case c.host.host != "":
		if ix.exact[c.host.host] == nil {
			ix.exact[c.host.host] = c
		}
	case isBeneath && !strings.Contains(parent, "*"):
		if ix.beneath[parent] == nil {
			ix.beneath[parent] = c
		}
	default:
		ix.rest = append(ix.rest, c)
	}
}

// covering returns the first rule that covers host, or nil.
func (ix *hostIndex) covering(host string) *compiled {
	best := ix.exact[host]
	for i := 1; i < len(host); i++ {
		if host[i] == '.' && labels(host[:i+1]) {
			best = first(best, ix.beneath[host[i+1:]])
		}
	}
	for _, c := range ix.rest {
		if c.host.covers(host) {
			return first(best, c)
		}
	}
	return best
}
