package rules

import (
	"strings"

	"sayso/internal/claude"
)

// Match says whether rule alone would settle call at place, and why or why not.
// It answers what a rule is good for: an allow rule that covers a file which
// Claude Code reads unasked anyway is said to settle it.
func Match(rule Rule, call Call, place Place) (settles bool, why string) {
	return Compile([]Rule{rule}, place).settlesAlone(call)
}

// settlesAlone answers for a set of one rule.
func (s *Set) settlesAlone(call Call) (settles bool, why string) {
	c := s.rules[0]
	if c.ignored != "" {
		return false, "Claude Code ignores this rule: " + c.ignored
	}
	if kindOf(c.tool) == hostTool && !c.whole && call.Tool == c.tool {
		if why := invalid(call.Tool, readInput(call.Input)); why != "" {
			return false, "Claude Code asks: " + why
		}
	}
	t := s.Decide(call)
	switch {
	case t.Rule != nil:
		return true, t.Why
	case len(t.Outvoted) > 0 && isReading(call.Tool) && s.byBehavior[claude.Allow].paths["Read"] != nil:
		return true, "it covers the path, though Claude Code reads there unasked anyway"
	}
	return false, t.Why
}

func isReading(tool string) bool {
	switch tool {
	case "Read", "Glob", "Grep", "LS":
		return true
	}
	return false
}

// Ignored says why Claude Code takes no notice of rule, or "" where it does.
func Ignored(rule Rule, place Place) string { return compile(rule, place).ignored }

// Canonical returns the rule as Claude Code names it in its own messages: today's
// name of the tool, and Bash for Bash(*). An allow rule Edit(*) keeps its star,
// because it is less than Edit. A text that is no rule is returned as it is.
func (r Rule) Canonical() string {
	v, err := claude.ParseRule(r.Text)
	if err != nil {
		return r.Text
	}
	v.ToolName = v.Tool()
	if r.Behavior == claude.Allow && strings.HasSuffix(r.Text, "(*)") && keepsToFolder(v.ToolName) {
		return v.ToolName + "(*)"
	}
	return v.String()
}

// keepsToFolder reports the tools of which an allow rule Tool(*) means the
// working directories.
func keepsToFolder(tool string) bool {
	k := kindOf(tool)
	return k == pathTool || k == pathlessTool
}
