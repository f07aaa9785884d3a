package preview

import "sayso/internal/claude"

// enterPlan says what planning means, for the call itself says nothing.
func enterPlan(c Context) ([]string, bool) {
	in, ok := input[claude.EnterPlanModeInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	return c.prose("Explore and write a plan first; change nothing until you agree.", c.Styles.Text), true
}
