package rules

import (
	"encoding/json"
	"strings"

	"sayso/internal/claude"
)

// Decide says which rule settles the call. A deny is found before an ask and an
// ask before an allow, with two refinements that Claude Code makes: a rule for
// the whole tool that asks gives way to a narrower one that asks or denies, and
// an ask rule that names a command exactly comes before a deny rule that only
// begins like it.
func (s *Set) Decide(call Call) Trace {
	t := Trace{Tool: call.Tool}
	in := readInput(call.Input)
	deny, ask, allow := s.byBehavior[claude.Deny], s.byBehavior[claude.Ask], s.byBehavior[claude.Allow]

	askWhole, allowWhole := ask.covering(call.Tool), allow.covering(call.Tool)
	denyWhole := deny.covering(call.Tool)
	if call.Tool == "Monitor" {
		// Monitor runs a shell command: rules that keep Bash back keep it back.
		denyWhole, askWhole = first(denyWhole, deny.covering("Bash")), first(askWhole, ask.covering("Bash"))
	}
	if denyWhole != nil {
		t.settle(denyWhole, "it denies every call of %s", call.Tool)
		return t
	}
	var ok bool
	switch call.Tool {
	case "Bash", "Monitor":
		ok = s.decideShell(&t, text(in.Command), askWhole, allowWhole)
	case "Edit", "Write", "NotebookEdit":
		ok = s.decideWrite(&t, in, askWhole, allowWhole)
	case "Read", "Glob", "Grep", "LS":
		ok = s.decideRead(&t, in, askWhole, allowWhole)
	default:
		ok = s.decideOther(&t, in, askWhole, allowWhole)
	}
	if !ok && t.Why == "" {
		t.leave("no rule matches")
	}
	return t
}

// wholeAsk and wholeAllow settle by the rules that cover the whole tool.
func wholeAsk(t *Trace, c *compiled) bool {
	if c == nil {
		return false
	}
	t.settle(c, "it asks for every call of %s", t.Tool)
	return true
}

func wholeAllow(t *Trace, c *compiled) bool {
	if c == nil {
		return false
	}
	t.settle(c, "it allows every call of %s", t.Tool)
	return true
}

// decideOther handles hosts, skills, MCP tools and everything else.
func (s *Set) decideOther(t *Trace, in input, askWhole, allowWhole *compiled) bool {
	deny, ask, allow := s.byBehavior[claude.Deny], s.byBehavior[claude.Ask], s.byBehavior[claude.Allow]
	if c := deny.content(t.Tool, in); c != nil {
		t.settle(c, "%s", c.contentWhy())
		t.outvote(allowWhole)
		return true
	}
	if c := ask.content(t.Tool, in); c != nil {
		t.settle(c, "%s", c.contentWhy())
		t.outvote(allowWhole)
		return true
	}
	if wholeAsk(t, askWhole) {
		t.outvote(allowWhole)
		return true
	}
	if why := invalid(t.Tool, in); why != "" {
		if s.uncheckedHost(t, why) {
			t.outvote(allowWhole)
			return true
		}
		t.leave("no allow rule settles it: %s", why)
		return false
	}
	if wholeAllow(t, allowWhole) {
		return true
	}
	if c := allow.content(t.Tool, in); c != nil {
		t.settle(c, "%s", c.contentWhy())
		return true
	}
	return false
}

// uncheckedHost settles a fetch whose address nobody can tell the host of: where
// some hosts are denied or asked about, it asks, as Claude Code does. The trace
// names the first rule that may be meant, whatever its behavior.
func (s *Set) uncheckedHost(t *Trace, why string) bool {
	if t.Tool != "WebFetch" {
		return false
	}
	var may *compiled
	for _, c := range s.rules {
		if c.ignored == "" && !c.whole && c.Behavior != claude.Allow && kindOf(c.tool) == hostTool {
			may = first(may, c)
		}
	}
	if may == nil {
		return false
	}
	t.settle(may, "it may match: %s", why)
	t.Decision = DecideAsk
	return true
}

func (c *compiled) contentWhy() string {
	switch kindOf(c.tool) {
	case hostTool:
		return "it covers the address's host"
	case skillTool:
		return "it names the skill"
	}
	return "it names a value of the input"
}

// content returns the first rule of the index whose content covers the input.
func (ix *index) content(tool string, in input) *compiled {
	var best *compiled
	if tool == "WebFetch" {
		if host, valid := hostOf(text(in.URL)); valid {
			best = first(best, ix.hosts.covering(host))
		}
	}
	if tool == "Skill" && in.Skill != nil {
		for _, c := range ix.skills {
			if c.Behavior != claude.Ask && skillMatches(c.value.RuleContent, *in.Skill) {
				best = first(best, c)
				break
			}
		}
	}
	if len(ix.values) > 0 {
		for key, raw := range in.members {
			for _, c := range ix.values[tool+" "+key] {
				if holds(raw, c.value.RuleContent[len(key)+1:]) {
					best = first(best, c)
					break
				}
			}
		}
	}
	return best
}

// valueKey returns KEY of a deny or ask rule whose content is KEY:VALUE, or "".
// Commands, paths and addresses have rules of their own.
func (c *compiled) valueKey() string {
	key, _, ok := strings.Cut(c.value.RuleContent, ":")
	if !ok || c.Behavior == claude.Allow || key == "command" || key == "file_path" || key == "domain" {
		return ""
	}
	return key
}

// holds reports whether raw, a text, number or truth value, is what a rule wants;
// * is a wildcard.
func holds(raw json.RawMessage, want string) bool {
	got := string(raw)
	var s string
	if json.Unmarshal(raw, &s) == nil {
		got = s
	} else if got == "" || strings.ContainsAny(got[:1], `{[n`) {
		return false
	}
	return star(strings.TrimSpace(want), got)
}

// invalid says why Claude Code would not take the input: then no allow rule is
// looked at.
func invalid(tool string, in input) string {
	switch tool {
	case "WebFetch":
		if _, valid := hostOf(text(in.URL)); !valid {
			return "the address can't be checked: it is not valid"
		}
	case "WebSearch":
		if len([]rune(text(in.Query))) < 2 {
			return "the query is too short"
		}
	}
	return ""
}
