//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/approver/tape"
	"sayso/ipc"
	"sayso/ipc/demo"
	"sayso/rules"
	"sayso/ui/screentest"
)

// The demo asks over the real socket until every step of its scenario has ended,
// and says what came of each.
func TestTheDemoIsPlayedToItsEnd(t *testing.T) {
	scenario, err := tape.ReadScenario("demo.jsonl", bytes.NewReader(demoScenario))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(scenario.Steps); n < 8 {
		t.Fatalf("the scenario has %d steps, want at least 8", n)
	}
	pane := screentest.Start(t, screentest.Options{
		Argv: []string{binary(t), "demo"}, Env: []string{"PATH=" + os.Getenv("PATH")}, Cols: 100, Rows: 40,
	})
	for range scenario.Steps {
		before := pane.WaitUntil(func(screen string) bool {
			return strings.Contains(screen, " of ") && !strings.Contains(screen, "arming") && !strings.Contains(screen, "  …\n")
		})
		pane.Press("t")
		pane.WaitUntil(func(screen string) bool {
			return strings.Contains(screen, "Nothing waits") || title(screen) != title(before)
		})
	}
	pane.WaitFor("Nothing waits for you.", "handed back")
	pane.Press("ctrl+c") // a q so soon after the last key would be typing
	if code := pane.Wait(); code != 0 {
		t.Errorf("the demo exited with %d", code)
	}
	if got := strings.Count(pane.Text(), "would ask"); got != len(scenario.Steps) {
		t.Errorf("it told of %d outcomes, want %d:\n%s", got, len(scenario.Steps), pane.Text())
	}
}

// title returns the rows that tell one card from another.
func title(screen string) string {
	rows := strings.SplitN(screen, "\n", 9)
	return strings.Join(rows[3:8], "\n") // without the count and the age
}

func TestAnOutcomeIsToldAsItIs(t *testing.T) {
	update := rules.Update{Type: rules.SetMode, Mode: rules.ModePlan, Destination: rules.Session}
	for want, o := range map[string]demo.Outcome{
		"·  not asked    Bash ls":                                {Err: context.Canceled},
		"·  no answer    Bash ls":                                {Asked: true, Err: ipc.ErrGone},
		"✓  would run    Bash ls":                                {Asked: true, Decision: approver.Decision{Verdict: approver.Allow}},
		"✓  would run    Bash ls, and keep a permission update":  {Asked: true, Decision: approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []rules.Update{update}}},
		"✓  would run    Bash ls, and keep 2 permission updates": {Asked: true, Decision: approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []rules.Update{update, update}}},
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
