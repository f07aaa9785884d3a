package preview

import (
	"strings"

	"sayso/internal/claude"
)

// taskCreate shows a task to be noted.
func taskCreate(c Context) ([]string, bool) {
	in, ok := input[claude.TaskCreateInput](c)
	if !ok || saysMore(in.Extra) || len(in.Metadata) > 0 {
		return nil, false
	}
	out := c.entry("pending", in.Subject, in.ActiveForm)
	if in.Description != "" {
		out = append(out, c.prose(in.Description, c.Styles.Text)...)
	}
	return out, true
}

// taskUpdate shows which task changes, and in what.
func taskUpdate(c Context) ([]string, bool) {
	in, ok := input[claude.TaskUpdateInput](c)
	if !ok || saysMore(in.Extra) || len(in.Metadata) > 0 {
		return nil, false
	}
	return c.facts(
		fact{"task", in.TaskID},
		fact{"becomes", strings.ReplaceAll(in.Status, "_", " ")},
		fact{"subject", in.Subject},
		fact{"text", in.Description},
		fact{"while at it", in.ActiveForm},
		fact{"owner", in.Owner},
		fact{"holds up", strings.Join(in.AddBlocks, ", ")},
		fact{"waits for", strings.Join(in.AddBlockedBy, ", ")},
	), true
}

// taskGet shows which task is read.
func taskGet(c Context) ([]string, bool) {
	in, ok := input[claude.TaskGetInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	return c.facts(fact{"task", in.TaskID}), true
}

// taskList has nothing to show but that it is about all of them.
func taskList(c Context) ([]string, bool) {
	in, ok := input[claude.TaskListInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	return c.prose("all tasks", c.Styles.Text), true
}
