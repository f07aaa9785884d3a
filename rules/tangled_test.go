package rules_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sayso/rules"
)

// A command that can't be checked is nobody's to allow, and whoever has a rule
// for some commands is asked about it.
func TestACommandThatCantBeCheckedAsks(t *testing.T) {
	doubling := "v=aa; "
	for i := range 40 {
		doubling += "v" + strings.Repeat("i", i+1) + "=$v" + strings.Repeat("i", i) + "$v" + strings.Repeat("i", i) + "; "
	}
	for name, command := range map[string]string{
		"doubling variables": doubling + "git push origin",
		"wrappers":           strings.Repeat("timeout 1 ", 2000) + "git push origin",
		"a long word":        strings.Repeat("a", 8<<20),
		"brackets":           strings.Repeat("(", 200_000),
		"substitutions":      strings.Repeat("$(", 100_000),
	} {
		input, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		for rule, want := range map[string]rules.Decision{
			"ask Bash(git push *)":  rules.DecideAsk,
			"deny Bash(git push *)": rules.DecideAsk,
			"deny Edit(~/.ssh/**)":  rules.DecideAsk,
			"deny Read(~/.ssh/**)":  rules.DecideAsk,
			"deny Bash":             rules.DecideDeny,
			"ask Bash":              rules.DecideAsk,
			"allow Bash(git *)":     rules.DecideNone,
			"allow Bash":            rules.DecideNone,
			"ask WebFetch":          rules.DecideNone,
		} {
			behavior, text, _ := strings.Cut(rule, " ")
			set := rules.Compile([]rules.Rule{{Text: text, Behavior: rules.Behavior(behavior)}}, rules.Place{Cwd: "/app", Home: "/home/me"})
			got := set.Decide(rules.Call{Tool: "Bash", Input: input})
			if got.Decision != want {
				t.Errorf("%s, %s: %v (%s), want %v", name, rule, got.Decision, got.Why, want)
			}
		}
	}
}
