package rules_test

import (
	"testing"

	"sayso/internal/claude"
	"sayso/rules"
)

// After "cd src" the project stays what rules of settings files count from and
// stays a working directory. As seen on the real client, an allow rule for a
// relative path counts from the working directory, a deny or ask rule from both.
func TestAProjectIsNotTheWorkingDirectory(t *testing.T) {
	place := rules.Place{Cwd: "/home/dev/app/src", Project: "/home/dev/app", Home: "/home/dev"}
	for _, c := range []struct {
		behavior    claude.Behavior
		rule        string
		tool, value string
		want        rules.Decision
	}{
		{claude.Allow, "Edit(/deploy/**)", "Write", "/home/dev/app/deploy/a", rules.DecideAllow},
		{claude.Allow, "Edit(/deploy/**)", "Write", "/home/dev/app/src/deploy/a", rules.DecideNone},
		{claude.Allow, "Edit(conf/**)", "Write", "/home/dev/app/src/conf/a", rules.DecideAllow},
		{claude.Allow, "Edit(conf/**)", "Write", "conf/a", rules.DecideAllow},
		{claude.Allow, "Edit(conf/**)", "Write", "/home/dev/app/conf/a", rules.DecideNone},
		{claude.Deny, "Edit(conf/**)", "Write", "/home/dev/app/src/conf/a", rules.DecideDeny},
		{claude.Deny, "Edit(conf/**)", "Write", "/home/dev/app/conf/a", rules.DecideDeny},
		{claude.Deny, "Edit(conf/db/x)", "Write", "/home/dev/app/conf/db/x", rules.DecideDeny},
		{claude.Deny, "Edit(conf/db/x)", "Write", "/home/dev/app/src/conf/db/x", rules.DecideDeny},
		{claude.Deny, "Edit(/conf/**)", "Write", "/home/dev/app/src/conf/a", rules.DecideNone},
		{claude.Ask, "Edit(conf/**)", "Write", "/home/dev/app/conf/a", rules.DecideAsk},
		{claude.Deny, "Read(conf/**)", "Bash", "cat ../conf/r", rules.DecideDeny},
		{claude.Deny, "Read(conf/**)", "Bash", "cat conf/r", rules.DecideDeny},
		{claude.Deny, "Read(/conf/**)", "Bash", "cat ../conf/r", rules.DecideDeny},
		{claude.Allow, "Write(*)", "Write", "/home/dev/app/README", rules.DecideAllow},
		{claude.Allow, "Write(*)", "Write", "/home/dev/other", rules.DecideNone},
		{claude.Allow, "Bash(rm *)", "Bash", "rm -rf ../../app", rules.DecideNone},
	} {
		rule := rules.Rule{Text: c.rule, Behavior: c.behavior, Source: rules.Source(claude.LocalSettings)}
		got := rules.Compile([]rules.Rule{rule}, place).Decide(callOf(t, c.tool, c.value))
		if got.Decision != c.want {
			t.Errorf("%s %s, %s %q: %v (%s), want %v", c.behavior, c.rule, c.tool, c.value, got.Decision, got.Why, c.want)
		}
	}
	// An agent that left the project for another working directory takes no rule along.
	place.Cwd = "/home/dev/other"
	rule := rules.Rule{Text: "Edit(conf/db/x)", Behavior: claude.Deny, Source: rules.Source(claude.LocalSettings)}
	if got := rules.Compile([]rules.Rule{rule}, place).Decide(callOf(t, "Write", "/home/dev/app/conf/db/x")); got.Decision != rules.DecideDeny {
		t.Errorf("from another directory: %+v", got)
	}
}
