package rules

import (
	"fmt"
	"slices"
	"strings"

	"sayso/internal/claude"
	"sayso/rules/shell"
)

// FindingKind says what is the matter with a rule.
type FindingKind string

// The kinds of finding, the gravest first.
const (
	FoundBroad       FindingKind = "broad"       // an allow rule lets nearly anything through
	FoundUnreachable FindingKind = "unreachable" // a stronger rule always comes before it
	FoundIgnored     FindingKind = "ignored"     // Claude Code takes no notice of it
	FoundShadowed    FindingKind = "shadowed"    // another rule of its behavior says the same
)

// Finding is one thing that [Check] noticed about a rule.
type Finding struct {
	Kind FindingKind `json:"kind"`
	Rule Rule        `json:"rule"`
	By   *Rule       `json:"by,omitempty"` // the rule that stands in the way
	Why  string      `json:"why"`          // one sentence, with what to do
}

// String returns the finding as one line.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s %s: %s", f.Rule.Where(), f.Rule.Behavior, f.Rule.Text, f.Why)
}

// Check looks for rules that do nothing, or more than they seem to. It returns
// the findings in the order of the rules.
func Check(list []Rule, place Place) []Finding {
	s := Compile(list, place)
	groups := groupsOf(s.rules)
	var found []Finding
	for _, c := range s.rules {
		switch {
		case !slices.Contains(claude.Behaviors(), c.Behavior):
			continue
		case c.ignored != "":
			found = append(found, Finding{Kind: FoundIgnored, Rule: c.Rule, Why: "Claude Code ignores it: " + c.ignored})
			continue
		}
		if by, why := standsInTheWay(c, groups.mayInclude(c)); by != nil {
			rule := by.Rule
			kind := FoundShadowed
			if by.Behavior != c.Behavior {
				kind = FoundUnreachable
			}
			found = append(found, Finding{Kind: kind, Rule: c.Rule, By: &rule, Why: why})
		}
		if why := breadth(c, place); why != "" {
			found = append(found, Finding{Kind: FoundBroad, Rule: c.Rule, Why: why})
		}
	}
	return found
}

// standsInTheWay returns the one of others that makes rule c idle. They are in
// the order of the settings, with c among them.
func standsInTheWay(c *compiled, others []*compiled) (*compiled, string) {
	for _, stronger := range []claude.Behavior{claude.Deny, claude.Ask} {
		if !beats(stronger, c.Behavior) {
			continue
		}
		for _, other := range others {
			// An ask rule that names a command comes before a deny rule that
			// only begins like it, and a narrow ask before an ask for all.
			exactAsk := c.Behavior == claude.Ask && c.shell.form == shellExact && other.shell.form != shellExact && !other.whole
			if other.Behavior == stronger && !exactAsk && other.includes(c) {
				return other, fmt.Sprintf("%s %s (%s) always comes before it", stronger, other.Text, other.Where())
			}
		}
	}
	before := true
	for _, other := range others {
		if other == c {
			before = false
			continue
		}
		if other.Behavior != c.Behavior || !other.includes(c) {
			continue
		}
		if c.includes(other) {
			if before {
				return other, fmt.Sprintf("it repeats %s (%s)", other.Text, other.Where())
			}
			continue
		}
		return other, fmt.Sprintf("%s (%s) covers it already", other.Text, other.Where())
	}
	return nil, ""
}

// beats reports whether a rule of behavior a comes before one of behavior b.
func beats(a, b claude.Behavior) bool {
	return a == claude.Deny && b != claude.Deny || a == claude.Ask && b == claude.Allow
}

// includes reports whether every call that o settles is one that c matches. It
// says yes only where that is certain.
func (c *compiled) includes(o *compiled) bool {
	if c.ignored != "" || o.ignored != "" {
		return false
	}
	if c.whole {
		if c.starred && c.Behavior == claude.Allow && keepsToFolder(c.tool) && !(o.whole && o.starred) {
			return false // Tool(*) of a file tool allows inside the working directory
		}
		return namesTool(c.tool, o.tool)
	}
	if c.tool != o.tool || o.whole {
		return false
	}
	if c.value.RuleContent == o.value.RuleContent {
		return kindOf(c.tool) != pathTool || c.path.base == o.path.base
	}
	switch kindOf(c.tool) {
	case shellTool:
		return c.shell.includes(o.shell)
	case hostTool:
		return o.host.host != "" && c.host.covers(o.host.host)
	case pathTool:
		name, ok := o.path.pattern.Literal()
		return ok && c.path.covers(strings.TrimSuffix(o.path.base, "/")+"/"+name)
	}
	return false
}

func (r shellRule) includes(o shellRule) bool {
	switch {
	case o.form == shellExact:
		return r.form != shellExact && r.matches(o.exact, shell.Collapse(o.exact))
	case r.form == shellPrefix && o.form == shellPrefix:
		return hasWords(o.exact, r.exact)
	case r.form == shellPrefix && o.form == shellGlob:
		return strings.HasPrefix(o.pattern[0], r.exact+" ")
	case r.form == shellGlob && r.open && len(r.pattern) == 2 && o.form == shellPrefix:
		return strings.HasPrefix(o.exact+" ", r.pattern[0])
	}
	return false
}

// runners start whatever they are told to: a rule for one of them is a rule for
// everything.
var runners = strings.Fields(`sh bash zsh dash fish ksh python python2 python3 node deno bun ruby perl php lua
	sudo doas su env xargs nohup nice time timeout stdbuf command builtin eval exec ssh npx bunx pnpx uvx
	docker podman kubectl find awk make osascript powershell pwsh cmd busybox watch parallel`)

// breadth says why an allow rule is dangerously broad, "" where it is not.
func breadth(c *compiled, place Place) string {
	if c.Behavior != claude.Allow {
		return ""
	}
	if c.whole {
		switch {
		case kindOf(c.tool) == shellTool:
			return "it lets every command run; name the commands"
		case c.tool == "Edit" || c.tool == "Write":
			if c.starred {
				return ""
			}
			return "it lets every file be changed, outside the project too; write " + c.tool + "(*) for the working directory"
		case c.tool == "WebFetch":
			return "it lets every address be fetched, and data be sent there; name the hosts with domain:"
		}
		return ""
	}
	switch kindOf(c.tool) {
	case shellTool:
		return c.shell.breadth()
	case hostTool:
		if c.host.any {
			return "it lets every host be fetched; name the hosts"
		}
	case pathTool:
		if c.tool == "Edit" && c.path.pattern.Everything() && (c.path.base == "/" || c.path.base == place.Home) {
			return "it lets every file beneath " + c.path.base + " be changed; name a folder"
		}
	}
	return ""
}

func (r shellRule) breadth() string {
	head := r.exact
	switch r.form {
	case shellExact:
		return ""
	case shellGlob:
		head = r.pattern[0]
		if strings.TrimSpace(head) == "" {
			return "it begins with a wildcard and so lets any program run, with the rest as an argument; begin with the program"
		}
		if !strings.Contains(head, " ") {
			return "the wildcard stands in the program's name and lets others that begin alike run; put a blank before it"
		}
	}
	words := strings.Fields(head)
	if len(words) == 1 && slices.Contains(runners, words[0]) {
		return words[0] + " runs whatever its arguments say: the rule lets anything run; name what it may run"
	}
	return ""
}
