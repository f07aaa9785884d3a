//go:build unix

package e2e

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"sayso/approver/tape"
	"sayso/internal/e2e/screentest"
)

// The demo asks over the real socket until every step of its scenario has ended,
// and says what came of each.
func TestTheDemoIsPlayedToItsEnd(t *testing.T) {
	written, err := os.ReadFile("internal/cli/demo.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	scenario, err := tape.ReadScenario("demo.jsonl", bytes.NewReader(written))
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
