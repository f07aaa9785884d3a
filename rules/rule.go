package rules

import (
	"fmt"
	"strings"

	"sayso/internal/claude"
	"sayso/rules/pathrule"
)

// Source says which kind of settings a rule comes from. The values of
// [Destination] are sources; [ManagedSettings] is one that no update can reach.
type Source string

// ManagedSettings are the settings that an organization puts in place.
const ManagedSettings Source = "policySettings"

// Rule is one rule as it stands in a settings file.
type Rule struct {
	Text     string          `json:"rule"` // as written
	Behavior claude.Behavior `json:"behavior"`
	Source   Source          `json:"source"`
	File     string          `json:"file,omitempty"` // "" where the rule comes from no file
	Line     int             `json:"line,omitempty"` // 1 is the first; 0 is unknown
}

// Where returns the rule's place, "FILE:LINE", or its source where it has none.
func (r Rule) Where() string {
	switch {
	case r.File == "":
		return string(r.Source)
	case r.Line == 0:
		return r.File
	}
	return fmt.Sprintf("%s:%d", r.File, r.Line)
}

// String returns the rule with its behavior and place, for messages.
func (r Rule) String() string {
	return fmt.Sprintf("%s %s (%s)", r.Behavior, r.Text, r.Where())
}

// compiled is a rule made ready for matching.
type compiled struct {
	Rule
	value   claude.RuleValue
	tool    string // today's name
	whole   bool   // covers the whole tool
	starred bool   // written as Tool(*)
	order   int    // place in the order of precedence among rules of a behavior
	ignored string // why it can settle nothing; "" where it can

	namePieces []string // of a tool's name with wildcards

	shell shellRule
	path  pathRule
	host  hostRule
}

// fromProject returns a deny or ask rule for a relative path once more, as it
// counts from the project: after a change of directory Claude Code holds such a
// rule against both folders, and an allow rule against the working directory
// alone. It is nil where that is the same, or no such rule.
func (c *compiled) fromProject(place Place) *compiled {
	if c.Behavior == claude.Allow || c.whole || kindOf(c.tool) != pathTool || c.path.pattern.Base != pathrule.WorkingDir || place.project() == place.Cwd {
		return nil
	}
	twin := *c
	twin.path.base = place.project()
	return &twin
}

// compile reads r. It never fails: a rule that Claude Code ignores says so in
// ignored and matches nothing.
func compile(r Rule, place Place) *compiled {
	c := &compiled{Rule: r}
	value, err := claude.ParseRule(r.Text)
	c.value, c.tool = value, value.Tool()
	c.starred = strings.HasSuffix(r.Text, "(*)")
	c.whole = value.RuleContent == "" && !(c.starred && kindOf(c.tool) == mcpTool)
	if err != nil {
		c.ignored = err.(*claude.SyntaxError).Reason
		return c
	}
	if why := c.nameProblem(); why != "" {
		c.ignored = why
		return c
	}
	if c.whole {
		return c
	}
	switch kindOf(c.tool) {
	case shellTool:
		c.shell, c.ignored = compileShell(value.RuleContent)
	case pathTool:
		c.path, c.ignored = compilePath(value.RuleContent, r, place)
	case hostTool:
		c.host, c.ignored = compileHost(value.RuleContent)
	case skillTool:
		if r.Behavior == claude.Ask {
			c.ignored = "an ask rule for one skill is not looked at; Skill alone asks for all of them"
		}
	case pathlessTool:
		c.ignored = c.tool + " rules with a path settle nothing; Edit(…) guards this tool too"
	case otherTool:
		if r.Behavior == claude.Allow || !strings.Contains(value.RuleContent, ":") {
			c.ignored = "rules for " + c.tool + " take no content; write " + c.tool + " alone"
		}
	case mcpTool:
		c.ignored = "rules for MCP tools take no content; write " + value.ToolName + " alone"
	}
	return c
}

// nameProblem says why the tool's name can match nothing.
func (c *compiled) nameProblem() string {
	name := c.value.ToolName
	switch {
	case strings.TrimSpace(name) != name:
		return "there is a blank beside the tool's name"
	case strings.ContainsAny(name, "*?"):
		if c.Behavior == claude.Allow && !allowedWildcard(name) {
			return "an allow rule takes a wildcard only after mcp__SERVER__"
		}
		if !c.whole {
			return "a rule with a wildcard in the tool's name takes no content"
		}
	case strings.HasPrefix(name, "mcp__"):
		if strings.HasSuffix(name, "__") {
			return "the tool's name after the server is missing"
		}
	case name != "" && name[0] >= 'a' && name[0] <= 'z':
		return "no tool has this name: built-in tools begin with a capital"
	}
	if name == "MultiEdit" {
		return "the tool no longer exists; its calls are Edit calls"
	}
	return ""
}

// kind sorts tools by what their rules' content means.
type kind int

const (
	otherTool    kind = iota
	shellTool         // commands
	pathTool          // Read and Edit: paths
	pathlessTool      // Write, NotebookEdit: guarded by Edit's paths
	hostTool          // domain:
	skillTool
	mcpTool
)

func kindOf(tool string) kind {
	switch tool {
	case "Bash":
		return shellTool
	case "Read", "Edit":
		return pathTool
	case "Write", "NotebookEdit":
		return pathlessTool
	case "WebFetch":
		return hostTool
	case "Skill":
		return skillTool
	}
	if strings.HasPrefix(tool, "mcp__") {
		return mcpTool
	}
	return otherTool
}
