package rules

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sayso/internal/claude"
)

// Whatever the rules: none that includes another is missed.
func TestTheGroupsMissNoRule(t *testing.T) {
	part := rapid.SampledFrom([]string{"git", "gi", "push", "xargs", " ", "  ", "*", ":*", "-C", "x=1", "\t", "\\*", "'a b'"})
	content := rapid.Custom(func(t *rapid.T) string {
		text := ""
		for _, p := range rapid.SliceOfN(part, 1, 5).Draw(t, "parts") {
			text += p
		}
		return text
	})
	rule := rapid.Custom(func(t *rapid.T) Rule {
		tool := rapid.SampledFrom([]string{"Bash", "Bash", "Bash", "Monitor", "Edit", "Read", "WebFetch", "*", "mcp__a", "mcp__a__b"}).Draw(t, "tool")
		text := tool
		if rapid.Bool().Draw(t, "with content") {
			text += "(" + content.Draw(t, "content") + ")"
		}
		return Rule{Text: text, Behavior: claude.Allow, Source: Source(claude.LocalSettings)}
	})
	included := 0
	rapid.Check(t, func(t *rapid.T) {
		s := Compile(rapid.SliceOfN(rule, 2, 8).Draw(t, "rules"), Place{Home: "/home/dev", Cwd: "/home/dev/app"})
		groups := groupsOf(s.rules)
		for _, c := range s.rules {
			if c.ignored != "" {
				continue
			}
			found := groups.mayInclude(c)
			if !slices.Contains(found, c) || !slices.IsSortedFunc(found, func(a, b *compiled) int {
				return slices.Index(s.rules, a) - slices.Index(s.rules, b)
			}) {
				t.Fatalf("what may include %s is not in order, or without it", c.Text)
			}
			for _, other := range s.rules {
				if other != c && other.includes(c) {
					included++
					if !slices.Contains(found, other) {
						t.Fatalf("%s includes %s and was not found", other.Text, c.Text)
					}
				}
			}
		}
	})
	if included == 0 {
		t.Error("no rule included another, so nothing was tested")
	}
}
