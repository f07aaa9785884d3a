// Package demo is a scripted agent: it sends the asks of a scenario over the
// socket, as the hooks of Claude Code would, and says what came of each. It
// runs nothing of what it asks for.
package demo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"

	"sayso/approver"
	"sayso/approver/tape"
	"sayso/internal/claude"
	"sayso/internal/openjson"
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
		if err := openjson.Unmarshal(step.Payload, &r); err != nil {
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
			module, err := start(ctx, path, version, id)
			for _, i := range sessions[id] {
				o := &outcomes[i]
				if o.Asked, o.Err = true, err; err != nil {
					return
				}
				if o.Decision, o.Err = ask(ctx, path, version, module, s.Steps[i]); o.Err != nil || o.Decision.Interrupt {
					return // as a real session: its turn is over
				}
			}
		})
	}
	running.Wait()
	return outcomes, nil
}

// start plays the start of a session: its module shows a key.
func start(ctx context.Context, path, version, session string) (*approver.Prover, error) {
	var key approver.Key
	if _, err := rand.Read(key[:]); err != nil {
		return nil, err
	}
	client, err := ipc.Dial(path, version)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	module := approver.NewProver(key)
	return module, client.Introduce(ctx, ipc.KeyParams{SessionID: session, Key: module.Key(), AtStart: true})
}

// ask sends one step on a connection of its own, as every hook process does.
func ask(ctx context.Context, path, version string, module *approver.Prover, step tape.Step) (approver.Decision, error) {
	payload, err := module.Prove(step.Payload)
	if err != nil {
		return approver.Decision{}, err
	}
	client, err := ipc.Dial(path, version)
	if err != nil {
		return approver.Decision{}, err
	}
	defer client.Close()
	return client.Ask(ctx, approver.Door(step.Door), payload)
}
