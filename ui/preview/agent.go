package preview

import "sayso/internal/claude"

// agent shows which subagent is started, how it runs, and what it is told.
func agent(c Context) ([]string, bool) {
	in, ok := input[claude.AgentInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	background := "in the background"
	if in.RunInBackground != nil && !*in.RunInBackground {
		background = "the session waits for it"
	}
	places := map[string]string{"worktree": "in a git worktree of its own", "remote": "on a remote machine"}
	where, known := places[in.Isolation]
	if !known {
		where = in.Isolation
	}
	var out []string
	if in.Description != "" {
		out = append(out, c.prose(in.Description, c.Styles.Strong)...)
	}
	out = append(out, c.facts(
		fact{"agent", in.SubagentType},
		fact{"name", in.Name},
		fact{"model", listed(in.Model, when(in.Effort != "", "effort "+in.Effort))},
		fact{"runs", listed(where, background)},
		fact{"mode", string(in.Mode)},
		fact{"team", in.TeamName},
	)...)
	return append(append(out, ""), c.prose(in.Prompt, c.Styles.Text)...), true
}
