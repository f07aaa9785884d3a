package preview

import (
	"strings"

	"sayso/internal/claude"
	"sayso/ui/markdown"
)

// enterPlan says what planning means, for the call itself says nothing.
func enterPlan(c Context) ([]string, bool) {
	in, ok := input[claude.EnterPlanModeInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	return c.prose("Look around and write a plan first; change nothing until you agree to it.", c.Styles.Text), true
}

// exitPlan shows the plan, from the call or as it was found elsewhere, and the
// file that holds it.
func exitPlan(c Context) ([]string, bool) {
	in, ok := input[claude.ExitPlanModeInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	plan := in.Plan
	if plan == "" {
		plan = c.Plan
	}
	var out []string
	if strings.TrimSpace(plan) == "" {
		out = c.prose("The plan did not come with the ask. It stands in the terminal.", c.Styles.Note)
	} else {
		for _, row := range markdown.Render(plan, max(c.Width-indent, 1), c.Styles) {
			out = append(out, strings.TrimRight(pad+row, " "))
		}
	}
	prompts := make([]fact, 0, len(in.AllowedPrompts))
	for _, p := range in.AllowedPrompts {
		if saysMore(p.Extra) {
			return nil, false
		}
		prompts = append(prompts, fact{"wants " + p.Tool, p.Prompt})
	}
	if rest := c.facts(append(prompts, fact{"file", c.place(in.PlanFilePath)})...); len(rest) > 0 {
		out = append(append(out, ""), rest...)
	}
	return out, true
}
