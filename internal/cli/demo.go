package cli

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sayso/approver"
	"sayso/approver/tape"
	"sayso/internal/sanitize"
	"sayso/ipc/demo"
	"sayso/ui/preview"
)

//go:embed demo.jsonl
var demoScenario []byte

// runDemo is "sayso demo": a pane on a socket of its own, and a scripted agent
// that asks there. A running sayso is not disturbed.
func runDemo(ctx context.Context, stdout io.Writer) error {
	scenario, err := tape.ReadScenario("demo.jsonl", bytes.NewReader(demoScenario))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sayso-demo-")
	if err != nil {
		return fmt.Errorf("making a place for the demo's socket: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "sayso.sock")

	var outcomes []demo.Outcome
	var played error
	err = pane(ctx, defaultConfig(), path, scenario.About+" When nothing waits any more, the demo is over: q quits.", nil, func(ctx context.Context) {
		outcomes, played = demo.Run(ctx, path, version, scenario)
	})
	if err := errors.Join(err, played); err != nil {
		return err
	}
	for _, o := range outcomes {
		fmt.Fprintln(stdout, outcome(o))
	}
	return nil
}

// outcome says on one line what the scripted agent would do now.
func outcome(o demo.Outcome) string {
	name, _ := preview.Title(o.Tool)
	call := name
	if subject := preview.Subject(approver.Ask{Input: o.Input}); subject != "" {
		call += " " + subject
	}
	switch d := o.Decision; {
	case !o.Asked:
		return "·  not asked    " + call
	case o.Err != nil:
		return "·  no answer    " + call
	case d.Verdict == approver.Allow && len(d.UpdatedPermissions) == 1:
		return "✓  would run    " + call + ", and keep a permission update"
	case d.Verdict == approver.Allow && len(d.UpdatedPermissions) > 1:
		return fmt.Sprintf("✓  would run    %s, and keep %d permission updates", call, len(d.UpdatedPermissions))
	case d.Verdict == approver.Allow:
		return "✓  would run    " + call
	case d.Verdict == approver.Deny && d.Interrupt:
		return "✗  would stop   " + call
	case d.Verdict == approver.Deny:
		return "✗  would read   " + call + ": " + sanitize.Line(d.Message)
	}
	return "↗  would ask    " + call + " in the terminal"
}
