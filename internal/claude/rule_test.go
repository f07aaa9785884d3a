package claude_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"sayso/internal/claude"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]claude.RuleValue{
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
		got, err := claude.ParseRule(text)
		if err != nil || got.ToolName != want.ToolName || got.RuleContent != want.RuleContent {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", " ", "Bash(", "Bash(git push", "Bash()", "(x)", "Bash(x)y", `Bash(x\)`, "Bash)"} {
		_, err := claude.ParseRule(text)
		var syntax *claude.SyntaxError
		if !errors.As(err, &syntax) || syntax.Text != text || syntax.Reason == "" {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if got := (claude.RuleValue{ToolName: "Task"}).Tool(); got != "Agent" {
		t.Errorf("Task is %s today", got)
	}
}

func TestPrintIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := claude.RuleValue{
			ToolName:    rapid.StringMatching(`[A-Za-z_*-]{1,12}`).Draw(t, "tool"),
			RuleContent: rapid.String().Draw(t, "content"),
		}
		if v.RuleContent == "*" {
			return // Tool(*) is Tool
		}
		got, err := claude.ParseRule(v.String())
		if err != nil || got.ToolName != v.ToolName || got.RuleContent != v.RuleContent {
			t.Fatalf("%q is read back as %+v, %v", v.String(), got, err)
		}
	})
}
