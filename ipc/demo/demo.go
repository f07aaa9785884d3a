// Package demo is a scripted agent: it sends the asks of a scenario over the
// socket, as the hooks of Claude Code would, and says what came of each. It
// runs nothing of what it asks for.
package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"sayso/approver"
	"sayso/approver/claude"
	"sayso/approver/tape"
	"sayso/ipc"
)

// Outcome is what came of one step.
type Outcome struct {
	Tool     string
	Input    json.RawMessage
	Asked    bool // false where the session had ended before
	Decision approver.Decision
	Err      error // no decision came, as when sayso quit
}

// Run plays the scenario against the sayso that listens at path and returns the
// outcomes in the order of the steps. It ends when every ask has ended, or with
// ctx.
func Run(ctx context.Context, path, version string, s tape.Scenario) ([]Outcome, error) {
	outcomes := make([]Outcome, len(s.Steps))
	sessions := map[string][]int{} // steps by session
	var order []string
	for i, step := range s.Steps {
		var r claude.PermissionRequest
		if err := json.Unmarshal(step.Payload, &r); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		outcomes[i] = Outcome{Tool: r.ToolName, Input: r.ToolInput, Err: context.Canceled}
		if sessions[r.SessionID] == nil {
			order = append(order, r.SessionID)
		}
		sessions[r.SessionID] = append(sessions[r.SessionID], i)
	}
	var running sync.WaitGroup
	for _, id := range order {
		running.Go(func() {
			for _, i := range sessions[id] {
				o := &outcomes[i]
				o.Asked = true
				if o.Decision, o.Err = ask(ctx, path, version, s.Steps[i]); o.Err != nil || o.Decision.Interrupt {
					return // as a real session: its turn is over
				}
			}
		})
	}
	running.Wait()
	return outcomes, nil
}

// ask sends one step on a connection of its own, as every hook process does.
func ask(ctx context.Context, path, version string, step tape.Step) (approver.Decision, error) {
	client, err := ipc.Dial(path, version)
	if err != nil {
		return approver.Decision{}, err
	}
	defer client.Close()
	return client.Ask(ctx, approver.Door(step.Door), step.Payload)
}
