package rules_test

import (
	"strings"
	"testing"

	"sayso/internal/claude"
	"sayso/rules"
)

// A rule that Claude Code takes no notice of says why.
func TestIgnored(t *testing.T) {
	for text, want := range map[string]string{
		"Bash(git push:*)": "", "Bash": "", "Edit(src/**)": "", "Read": "", "mcp__a__b": "", "mcp__a": "", "mcp__a__*": "",
		"WebFetch(domain:x.io)": "", "Skill(a:*)": "", "Write": "", "Write(*)": "",
		"Bash()":                   "nothing stands in the parentheses",
		"Bash(git push":            "no closing )",
		"bash(git push)":           "begin with a capital",
		"Write(src/**)":            "Edit(…) guards",
		"MultiEdit":                "no longer exists",
		"mcp__*":                   "only after mcp__SERVER__",
		"mcp__a*":                  "only after mcp__SERVER__",
		"*":                        "only after mcp__SERVER__",
		"mcp__a__":                 "after the server is missing",
		"mcp__a__b(c)":             "no content",
		"mcp__a__b(*)":             "no content",
		"WebFetch(https://x.io/*)": "domain:HOST",
		"WebFetch(domain:x.io/a)":  "no scheme, port, path",
		"WebFetch(domain:é.io)":    "xn--",
		"WebFetch(domain:.x.io)":   "does not begin with a dot",
		"Agent(Explore)":           "no content",
		"Edit(!a)":                 "begins with !",
		"Edit(a:*)":                "shell rules",
		"Edit(../a)":               "without them",
		"Bash(:*)":                 "no command",
		"Bash( a)":                 "blank beside",
		" Bash":                    "blank beside",
	} {
		got := rules.Ignored(rules.Rule{Text: text, Behavior: claude.Allow}, tablePlace)
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func FuzzRule(f *testing.F) {
	for _, s := range []string{"Bash", "Bash(*)", `Bash(a\)b)`, "Edit(//**)", "WebFetch(domain:*.x)", "mcp__a__b*", "Skill(a:*)", "(", "Bash(* *)", "Task(x)", "*"} {
		f.Add(s, "allow", "git push x", "Bash")
	}
	f.Fuzz(func(t *testing.T, text, behavior, command, tool string) {
		if v, err := claude.ParseRule(text); err == nil {
			again, err := claude.ParseRule(v.String())
			if err != nil || again.ToolName != v.ToolName || again.RuleContent != v.RuleContent {
				t.Errorf("%q prints as %q, which reads as %+v, %v", text, v.String(), again, err)
			}
		}
		rule := rules.Rule{Text: text, Behavior: claude.Behavior(behavior)}
		call := callOf(t, tool, command)
		settles, why := rules.Match(rule, call, tablePlace)
		if why == "" {
			t.Errorf("%q: no reason", text)
		}
		if settles && rules.Ignored(rule, tablePlace) != "" {
			t.Errorf("%q is ignored and settles", text)
		}
		rules.Check([]rules.Rule{rule, rule}, tablePlace)
	})
}

func TestCanonical(t *testing.T) {
	for _, c := range []struct {
		behavior   claude.Behavior
		text, want string
	}{
		{claude.Allow, "Bash(*)", "Bash"}, {claude.Deny, "Edit(*)", "Edit"}, {claude.Allow, "Edit(*)", "Edit(*)"}, {claude.Allow, "WebFetch(*)", "WebFetch"},
		{claude.Ask, "Task(x)", "Agent(x)"}, {claude.Allow, "Bash(", "Bash("}, {claude.Allow, `Bash(a\*)`, `Bash(a\\*)`},
	} {
		if got := (rules.Rule{Text: c.text, Behavior: c.behavior}).Canonical(); got != c.want {
			t.Errorf("%s %s: %s", c.behavior, c.text, got)
		}
	}
}
