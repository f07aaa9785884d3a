package rules_test

import (
	"testing"

	"sayso/rules"
)

// After "cd src" the project stays what rules of settings files count from and
// stays a working directory. As seen on the real client, an allow rule for a
// relative path counts from the working directory, a deny or ask rule from both.
func TestAProjectIsNotTheWorkingDirectory(t *testing.T) {
	place := rules.Place{Cwd: "/home/dev/app/src", Project: "/home/dev/app", Home: "/home/dev"}
	for _, c := range []struct {
		behavior    rules.Behavior
		rule        string
		tool, value string
		want        rules.Decision
	}{
		{rules.Allow, "Edit(/deploy/**)", "Write", "/home/dev/app/deploy/a", rules.DecideAllow},
		{rules.Allow, "Edit(/deploy/**)", "Write", "/home/dev/app/src/deploy/a", rules.DecideNone},
		{rules.Allow, "Edit(conf/**)", "Write", "/home/dev/app/src/conf/a", rules.DecideAllow},
		{rules.Allow, "Edit(conf/**)", "Write", "conf/a", rules.DecideAllow},
		{rules.Allow, "Edit(conf/**)", "Write", "/home/dev/app/conf/a", rules.DecideNone},
		{rules.Deny, "Edit(conf/**)", "Write", "/home/dev/app/src/conf/a", rules.DecideDeny},
		{rules.Deny, "Edit(conf/**)", "Write", "/home/dev/app/conf/a", rules.DecideDeny},
		{rules.Deny, "Edit(conf/db/x)", "Write", "/home/dev/app/conf/db/x", rules.DecideDeny},
		{rules.Deny, "Edit(conf/db/x)", "Write", "/home/dev/app/src/conf/db/x", rules.DecideDeny},
		{rules.Deny, "Edit(/conf/**)", "Write", "/home/dev/app/src/conf/a", rules.DecideNone},
		{rules.Ask, "Edit(conf/**)", "Write", "/home/dev/app/conf/a", rules.DecideAsk},
		{rules.Deny, "Read(conf/**)", "Bash", "cat ../conf/r", rules.DecideDeny},
		{rules.Deny, "Read(conf/**)", "Bash", "cat conf/r", rules.DecideDeny},
		{rules.Deny, "Read(/conf/**)", "Bash", "cat ../conf/r", rules.DecideDeny},
		{rules.Allow, "Write(*)", "Write", "/home/dev/app/README", rules.DecideAllow},
		{rules.Allow, "Write(*)", "Write", "/home/dev/other", rules.DecideNone},
		{rules.Allow, "Bash(rm *)", "Bash", "rm -rf ../../app", rules.DecideNone},
	} {
		rule := rules.Rule{Text: c.rule, Behavior: c.behavior, Source: rules.Source(rules.LocalSettings)}
		got := rules.Compile([]rules.Rule{rule}, place).Decide(callOf(t, c.tool, c.value))
		if got.Decision != c.want {
			t.Errorf("%s %s, %s %q: %v (%s), want %v", c.behavior, c.rule, c.tool, c.value, got.Decision, got.Why, c.want)
		}
	}
	// An agent that left the project for another working directory takes no rule along.
	place.Cwd = "/home/dev/other"
	rule := rules.Rule{Text: "Edit(conf/db/x)", Behavior: rules.Deny, Source: rules.Source(rules.LocalSettings)}
	if got := rules.Compile([]rules.Rule{rule}, place).Decide(callOf(t, "Write", "/home/dev/app/conf/db/x")); got.Decision != rules.DecideDeny {
		t.Errorf("from another directory: %+v", got)
	}
}
