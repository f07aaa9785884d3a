package preview

import (
	"cmp"

	"sayso/internal/claude"
)

// taskOutput shows whose output is read, and how long it waits for that.
func taskOutput(c Context) ([]string, bool) {
	in, ok := input[claude.TaskOutputInput](c)
	if !ok || in.TaskID == "" || saysMore(in.Extra) {
		return nil, false
	}
	waits := "waits until it ends"
	if in.Block != nil && !*in.Block {
		waits = "what there is so far"
	}
	return append(c.facts(fact{"task", in.TaskID}), c.sentence(waits, limit(in.Timeout))...), true
}

// taskStop shows what is stopped.
func taskStop(c Context) ([]string, bool) {
	in, ok := input[claude.TaskStopInput](c)
	if !ok || saysMore(in.Extra) || in.TaskID != "" && in.ShellID != "" && in.TaskID != in.ShellID {
		return nil, false
	}
	id := cmp.Or(in.TaskID, in.ShellID)
	if id == "" {
		return nil, false
	}
	return c.facts(fact{"task", id}), true
}
