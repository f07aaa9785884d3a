package rules

import (
	"cmp"
	"slices"
	"strings"

	"sayso/internal/claude"
)

// Set is a collection of rules, compiled for asking. It is immutable and safe
// for concurrent use.
type Set struct {
	place Place
	rules []*compiled

	// byBehavior holds the rules that can settle something, ready for look-up.
	byBehavior map[claude.Behavior]*index
}

// Compile makes rules ready for calls at place. The order of the rules within a
// file counts: keep it as the file has it. Rules that Claude Code ignores are
// kept for [Set.Problems] and cost nothing afterwards.
func Compile(rules []Rule, place Place) *Set {
	s := &Set{place: place, byBehavior: map[claude.Behavior]*index{}}
	for _, b := range claude.Behaviors() {
		s.byBehavior[b] = newIndex()
	}
	for _, r := range rules {
		s.rules = append(s.rules, compile(r, place))
	}
	// Among rules of one behavior the first that matches is the one that is
	// named: the settings in this order, each file from its top.
	ordered := slices.Clone(s.rules)
	slices.SortStableFunc(ordered, func(a, b *compiled) int {
		return cmp.Compare(precedence(a.Source), precedence(b.Source))
	})
	for i, c := range ordered {
		c.order = i
		if ix := s.byBehavior[c.Behavior]; ix != nil && c.ignored == "" {
			ix.add(c)
			if twin := c.fromProject(place); twin != nil {
				ix.paths[c.tool].add(twin)
			}
		}
	}
	return s
}

// Rules returns the rules of the set in the order in which they were given.
func (s *Set) Rules() []Rule {
	list := make([]Rule, len(s.rules))
	for i, c := range s.rules {
		list[i] = c.Rule
	}
	return list
}

// sources in the order in which Claude Code goes through them.
var sources = []Source{
	Source(claude.UserSettings), Source(claude.ProjectSettings), Source(claude.LocalSettings), ManagedSettings, Source(claude.CLIArg), Source(claude.Session),
}

func precedence(s Source) int {
	if i := slices.Index(sources, s); i >= 0 {
		return i
	}
	return len(sources)
}

// index finds the rules of one behavior that may match a call without looking
// at every rule.
type index struct {
	wholes map[string]*compiled // by tool or MCP server, the first in order
	wild   affixIndex           // names with a wildcard
	shell  shellIndex
	paths  map[string]*pathIndex // by tool, Read and Edit
	hosts  hostIndex
	skills []*compiled
	values map[string][]*compiled // by "TOOL KEY", for rules that name a value of the input
}

func newIndex() *index {
	return &index{
		wholes: map[string]*compiled{},
		shell:  newShellIndex(),
		paths:  map[string]*pathIndex{},
		hosts:  hostIndex{exact: map[string]*compiled{}, beneath: map[string]*compiled{}},
		values: map[string][]*compiled{},
	}
}

// add puts c in; rules come in their order of precedence.
func (ix *index) add(c *compiled) {
	switch {
	case c.whole && strings.Contains(c.tool, "*"):
		c.namePieces = strings.Split(c.tool, "*")
		ix.wild.add(c.namePieces, c)
	case c.whole:
		if ix.wholes[c.tool] == nil {
			ix.wholes[c.tool] = c
		}
	default:
		switch kindOf(c.tool) {
		case shellTool:
			ix.shell.add(c)
		case pathTool:
			if ix.paths[c.tool] == nil {
				ix.paths[c.tool] = newPathIndex()
			}
			ix.paths[c.tool].add(c)
		case hostTool:
			ix.hosts.add(c)
		}
		if kindOf(c.tool) == skillTool {
			ix.skills = append(ix.skills, c)
		}
		if key := c.valueKey(); key != "" {
			ix.values[c.tool+" "+key] = append(ix.values[c.tool+" "+key], c)
		}
	}
}

// covering returns the first rule that covers the whole of tool, or nil.
func (ix *index) covering(tool string) *compiled {
	best := ix.wholes[tool]
	if server, ok := mcpServer(tool); ok {
		best = first(best, ix.wholes["mcp__"+server])
	}
	return first(best, ix.wild.find(tool, func(c *compiled) bool { return inOrder(c.namePieces, tool) }))
}

// mcpServer returns the server of an MCP tool's name, mcp__SERVER__TOOL.
func mcpServer(tool string) (string, bool) {
	rest, ok := strings.CutPrefix(tool, "mcp__")
	if !ok {
		return "", false
	}
	server, _, ok := strings.Cut(rest, "__")
	return server, ok && server != ""
}

// first returns the rule that comes first in the order of precedence.
func first(a, b *compiled) *compiled {
	if a == nil || b != nil && b.order < a.order {
		return b
	}
	return a
}
