package rules_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sayso/internal/claude"
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
			set := rules.Compile([]rules.Rule{{Text: text, Behavior: claude.Behavior(behavior)}}, rules.Place{Cwd: "/app", Home: "/home/me"})
			got := set.Decide(rules.Call{Tool: "Bash", Input: input})
			if got.Decision != want {
				t.Errorf("%s, %s: %v (%s), want %v", name, rule, got.Decision, got.Why, want)
			}
		}
	}
}

// A directory whose path is longer than any is not followed: what comes behind it
// can't be held against rules for files.
func TestAPathThatNoSystemOpensCantBeFollowed(t *testing.T) {
	place := rules.Place{Cwd: "/app", Home: "/home/me"}
	decide := func(command string, list ...rules.Rule) rules.Trace {
		return rules.Compile(list, place).Decide(callOf(t, "Bash", command))
	}
	secret := rules.Rule{Text: "Read(**/secret)", Behavior: claude.Deny}
	for command, want := range map[string]rules.Decision{
		strings.Repeat("cd a; ", 100) + "cat secret":                   rules.DecideDeny,
		strings.Repeat("cd a; ", 100) + "cat other":                    rules.DecideNone,
		strings.Repeat("cd a; ", 3000) + "cat secret":                  rules.DecideDeny,
		strings.Repeat("cd a; ", 3000) + "cat other":                   rules.DecideAsk,
		"cd " + strings.Repeat("a/", 4000) + "; cat other":             rules.DecideAsk,
		"cat secret; cd " + strings.Repeat("a/", 4000) + "; cat other": rules.DecideDeny,
	} {
		if got := decide(command, secret); got.Decision != want {
			t.Errorf("%.30q… of %d bytes: %v (%s), want %v", command, len(command), got.Decision, got.Why, want)
		}
	}
	// A rule for files that allows nothing less leaves the others alone.
	long := "cd " + strings.Repeat("a/", 4000) + "; cat other"
	if got := decide(long, secret, rules.Rule{Text: "Bash", Behavior: claude.Ask}); got.Decision != rules.DecideAsk || got.Rule.Text != "Bash" {
		t.Errorf("an ask rule for the tool: %v by %v", got.Decision, got.Rule)
	}
}

// What a shell is given may remove what is always asked about, and can't be read.
func TestAScriptThatCantBeCheckedIsNotAllowed(t *testing.T) {
	set := rules.Compile([]rules.Rule{{Text: "Bash", Behavior: claude.Allow}}, rules.Place{Cwd: "/app", Home: "/home/me"})
	for script, want := range map[string]rules.Decision{
		"ls":                                     rules.DecideAllow,
		"rm -rf /":                               rules.DecideNone,
		strings.Repeat("sudo ", 60) + "rm -rf /": rules.DecideNone,
		strings.Repeat("(", 3000) + "rm -rf /":   rules.DecideNone,
	} {
		if got := set.Decide(callOf(t, "Bash", "bash -c '"+script+"'")); got.Decision != want {
			t.Errorf("%.30q: %v (%s), want %v", script, got.Decision, got.Why, want)
		}
	}
}
