package rules_test

import (
	"testing"

	"sayso/internal/claude"
	"sayso/rules"
)

// Which of several path rules Claude Code names.
func TestWhichPathRuleIsNamed(t *testing.T) {
	rule := func(source claude.Destination, behavior claude.Behavior, text string) rules.Rule {
		return rules.Rule{Text: "Edit(" + text + ")", Behavior: behavior, Source: rules.Source(source)}
	}
	user, project, local := claude.UserSettings, claude.ProjectSettings, claude.LocalSettings
	for _, c := range []struct {
		behavior      claude.Behavior
		one, two      claude.Destination
		first, second string
		want          string
	}{
		{claude.Allow, user, local, "d/y", "d/*", "d/y"},
		{claude.Allow, user, local, "d/y", "d/**", "d/**"}, // the folder comes before what lies in it
		{claude.Allow, user, local, "d/**", "d/y", "d/**"},
		{claude.Allow, local, local, "d/*", "d", "d"},
		{claude.Allow, user, local, "~/app/d/y", "/d/**", "~/app/d/y"}, // the base that came first
		{claude.Allow, project, local, "/d/**", "~/app/d/y", "/d/**"},
		{claude.Allow, user, local, "**", "d/y", "**"},
		{claude.Allow, local, user, "**", "*.q", "**"},
		{claude.Deny, user, local, "d/**", "d/y", "d/y"}, // the nearer settings
		{claude.Deny, local, user, "d/y", "**", "d/y"},
		{claude.Deny, user, local, "d/y", "/d/y", "d/y"},
		{claude.Ask, project, local, "d/*", "d/y", "d/y"},
		{claude.Ask, local, local, "d/*", "d/y", "d/*"},
		{claude.Ask, local, local, "d/y", "**/d/**", "**/d/**"},
	} {
		set := rules.Compile([]rules.Rule{rule(c.one, c.behavior, c.first), rule(c.two, c.behavior, c.second)}, realPlace)
		trace := set.Decide(callOf(t, "Edit", "/home/dev/app/d/y"))
		if trace.Rule == nil || trace.Rule.Text != "Edit("+c.want+")" {
			t.Errorf("%s: %s in %s, %s in %s: %+v", c.behavior, c.first, c.one, c.second, c.two, trace.Rule)
		}
	}
}
