package rules_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/rules"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]rules.RuleValue{
		"Bash":                 {ToolName: "Bash"},
		"Bash(*)":              {ToolName: "Bash"},
		"Bash(git push:*)":     {ToolName: "Bash", RuleContent: "git push:*"},
		`Bash(echo \(a\) \\b)`: {ToolName: "Bash", RuleContent: `echo (a) \b`},
		"Bash(echo (a))":       {ToolName: "Bash", RuleContent: "echo (a)"},
		`Edit(a\*b)`:           {ToolName: "Edit", RuleContent: `a\*b`},
		"Read(//etc/**)":       {ToolName: "Read", RuleContent: "//etc/**"},
		"WebFetch(domain:a.b)": {ToolName: "WebFetch", RuleContent: "domain:a.b"},
		"mcp__tickets__cr*":    {ToolName: "mcp__tickets__cr*"},
		"mcp__docs-site":       {ToolName: "mcp__docs-site"},
		"*":                    {ToolName: "*"},
		"Task(Explore)":        {ToolName: "Task", RuleContent: "Explore"},
	} {
		got, err := rules.Parse(text)
		if err != nil || got.ToolName != want.ToolName || got.RuleContent != want.RuleContent {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", " ", "Bash(", "Bash(git push", "Bash()", "(x)", "Bash(x)y", `Bash(x\)`, "Bash)"} {
		_, err := rules.Parse(text)
		var syntax *rules.SyntaxError
		if !errors.As(err, &syntax) || syntax.Text != text || syntax.Reason == "" {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if got := (rules.RuleValue{ToolName: "Task"}).Tool(); got != "Agent" {
		t.Errorf("Task is %s today", got)
	}
}

func TestPrintIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rules.RuleValue{
			ToolName:    rapid.StringMatching(`[A-Za-z_*-]{1,12}`).Draw(t, "tool"),
			RuleContent: rapid.String().Draw(t, "content"),
		}
		if v.RuleContent == "*" {
			return // Tool(*) is Tool
		}
		got, err := rules.Parse(v.String())
		if err != nil || got.ToolName != v.ToolName || got.RuleContent != v.RuleContent {
			t.Fatalf("%q is read back as %+v, %v", v.String(), got, err)
		}
	})
}

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
		got := rules.Ignored(rules.Rule{Text: text, Behavior: rules.Allow}, tablePlace)
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
		if v, err := rules.Parse(text); err == nil {
			again, err := rules.Parse(v.String())
			if err != nil || again.ToolName != v.ToolName || again.RuleContent != v.RuleContent {
				t.Errorf("%q prints as %q, which reads as %+v, %v", text, v.String(), again, err)
			}
		}
		rule := rules.Rule{Text: text, Behavior: rules.Behavior(behavior)}
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
		behavior   rules.Behavior
		text, want string
	}{
		{rules.Allow, "Bash(*)", "Bash"}, {rules.Deny, "Edit(*)", "Edit"}, {rules.Allow, "Edit(*)", "Edit(*)"}, {rules.Allow, "WebFetch(*)", "WebFetch"},
		{rules.Ask, "Task(x)", "Agent(x)"}, {rules.Allow, "Bash(", "Bash("}, {rules.Allow, `Bash(a\*)`, `Bash(a\\*)`},
	} {
		if got := (rules.Rule{Text: c.text, Behavior: c.behavior}).Canonical(); got != c.want {
			t.Errorf("%s %s: %s", c.behavior, c.text, got)
		}
	}
}
