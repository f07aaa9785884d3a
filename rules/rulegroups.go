package rules

import (
	"slices"
	"strings"
	"unicode"
)

// ruleGroups groups rules so that those which may include a rule are found
// without looking at all of them: people keep thousands of rules for commands,
// and [Check] holds each against the others.
type ruleGroups struct {
	all    []*compiled
	groups map[string][]int // places in all, by the text of a group
}

func groupsOf(all []*compiled) ruleGroups {
	g := ruleGroups{all: all, groups: map[string][]int{}}
	for i, c := range all {
		group := groupOf(c)
		g.groups[group] = append(g.groups[group], i)
	}
	return g
}

// anyGroup is the group of rules that may include one of another group.
const anyGroup = ""

// groupOf returns the group of a rule: its tool, and for a shell the program too.
func groupOf(c *compiled) string {
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

// mayInclude returns every rule that may include c, and c itself, in their order.
func (g ruleGroups) mayInclude(c *compiled) []*compiled {
	group := groupOf(c)
	if strings.HasSuffix(group, " xargs") {
		return g.all // a rule for what xargs starts may include it
	}
	places := g.groups[group]
	if group != anyGroup {
		places = slices.Concat(places, g.groups[anyGroup])
		slices.Sort(places)
	}
	found := make([]*compiled, len(places))
	for i, place := range places {
		found[i] = g.all[place]
	}
	return found
}
