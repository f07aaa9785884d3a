package cli

import (
	"context"
	"encoding/json"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ipc"
	"sayso/ipc/demo"
)

func TestAnOutcomeIsToldAsItIs(t *testing.T) {
	update := claude.Update{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.Session}
	for want, o := range map[string]demo.Outcome{
		"·  not asked    Bash ls":                                {Err: context.Canceled},
		"·  no answer    Bash ls":                                {Asked: true, Err: ipc.ErrGone},
		"✓  would run    Bash ls":                                {Asked: true, Decision: approver.Decision{Verdict: approver.Allow}},
		"✓  would run    Bash ls, and keep a permission update":  {Asked: true, Decision: approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{update}}},
		"✓  would run    Bash ls, and keep 2 permission updates": {Asked: true, Decision: approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{update, update}}},
		"✗  would read   Bash ls: no⟨ESC⟩[2K":                    {Asked: true, Decision: approver.Decision{Verdict: approver.Deny, Message: "no\x1b[2K"}},
		"✗  would stop   Bash ls":                                {Asked: true, Decision: approver.Decision{Verdict: approver.Deny, Interrupt: true}},
		"↗  would ask    Bash ls in the terminal":                {Asked: true},
	} {
		o.Tool, o.Input = "Bash", json.RawMessage(`{"command":"ls"}`)
		if got := outcome(o); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
