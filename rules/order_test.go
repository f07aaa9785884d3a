package rules_test

import (
	"testing"

	"sayso/rules"
)

// Which of several path rules Claude Code names.
func TestWhichPathRuleIsNamed(t *testing.T) {
	rule := func(source rules.Destination, behavior rules.Behavior, text string) rules.Rule {
		return rules.Rule{Text: "Edit(" + text + ")", Behavior: behavior, Source: rules.Source(source)}
	}
	user, project, local := rules.UserSettings, rules.ProjectSettings, rules.LocalSettings
	for _, c := range []struct {
		behavior      rules.Behavior
		one, two      rules.Destination
		first, second string
		want          string
	}{
		{rules.Allow, user, local, "d/y", "d/*", "d/y"},
		{rules.Allow, user, local, "d/y", "d/**", "d/**"}, // the folder comes before what lies in it
		{rules.Allow, user, local, "d/**", "d/y", "d/**"},
		{rules.Allow, local, local, "d/*", "d", "d"},
		{rules.Allow, user, local, "~/app/d/y", "/d/**", "~/app/d/y"}, // the base that came first
		{rules.Allow, project, local, "/d/**", "~/app/d/y", "/d/**"},
		{rules.Allow, user, local, "**", "d/y", "**"},
		{rules.Allow, local, user, "**", "*.q", "**"},
		{rules.Deny, user, local, "d/**", "d/y", "d/y"}, // the nearer settings
		{rules.Deny, local, user, "d/y", "**", "d/y"},
		{rules.Deny, user, local, "d/y", "/d/y", "d/y"},
		{rules.Ask, project, local, "d/*", "d/y", "d/y"},
		{rules.Ask, local, local, "d/*", "d/y", "d/*"},
		{rules.Ask, local, local, "d/y", "**/d/**", "**/d/**"},
	} {
		set := rules.Compile([]rules.Rule{rule(c.one, c.behavior, c.first), rule(c.two, c.behavior, c.second)}, realPlace)
		trace := set.Decide(callOf(t, "Edit", "/home/dev/app/d/y"))
		if trace.Rule == nil || trace.Rule.Text != "Edit("+c.want+")" {
			t.Errorf("%s: %s in %s, %s in %s: %+v", c.behavior, c.first, c.one, c.second, c.two, trace.Rule)
		}
	}
}
