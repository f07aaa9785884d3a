package rules

import (
	"slices"
	"strings"
	"unicode"
)

// kin groups rules so that those which may include a rule are found without
// looking at all of them: people keep thousands of rules for commands, and
// [Check] holds each against the others.
type kin struct {
	all    []*compiled
	groups map[string][]int // places in all, by the text of a group
}

func kinOf(all []*compiled) kin {
	k := kin{all: all, groups: map[string][]int{}}
	for i, c := range all {
		group := k.group(c)
		k.groups[group] = append(k.groups[group], i)
	}
	return k
}

// anyGroup is the group of rules that may include one of another group.
const anyGroup = ""

// group returns the group of a rule: its tool, and for a shell the program too.
func (k kin) group(c *compiled) string {
	if c.whole {
		return anyGroup
	}
	if kindOf(c.tool) != shellTool {
		return c.tool
	}
	head := c.shell.exact
	if c.shell.form == shellGlob {
		head = c.shell.pattern[0]
	}
	head = strings.TrimLeftFunc(head, unicode.IsSpace)
	end := strings.IndexFunc(head, unicode.IsSpace)
	switch {
	case end >= 0:
		head = head[:end]
	case c.shell.form == shellGlob:
		return anyGroup // the wildcard may stand in the program's name
	}
	return c.tool + " " + head
}

// of returns every rule that may include c, and c itself, in their order.
func (k kin) of(c *compiled) []*compiled {
	group := k.group(c)
	if strings.HasSuffix(group, " xargs") {
		return k.all // a rule for what xargs starts may include it
	}
	places := k.groups[group]
	if group != anyGroup {
		places = slices.Concat(places, k.groups[anyGroup])
		slices.Sort(places)
	}
	found := make([]*compiled, len(places))
	for i, place := range places {
		found[i] = k.all[place]
	}
	return found
}
