//go:build linux || darwin

package main

import (
	"path/filepath"
	"testing"

	"sayso/ipc/claudetest"
)

// planModes are the modes from which a session of the test goes into plan mode.
// From dontAsk and bypassPermissions no plan reached the pane in the test's set-up.
var planModes = []string{"manual", "acceptEdits", "auto"}

// Every yes to a plan leaves the session in the mode that its row names, whatever
// the mode was before the plan: the Write that follows shows it.
func TestClientAYesToAPlanKeepsWhatItsRowSays(t *testing.T) {
	t.Parallel()
	for _, from := range planModes {
		for _, row := range []struct {
			label, short string
			keys         []string
			asks         bool
		}{
			{"Yes, and ask before each step", "▸y", []string{"y"}, true},
			{"Yes, and accept edits", "▸2", []string{"2"}, false},
			{"Yes, in auto mode", "▸3", []string{"3"}, false},
		} {
			t.Run(from+"/"+row.short[len("▸"):], func(t *testing.T) {
				t.Parallel()
				s := newStage(t, claudetest.Turn{claudetest.ToolUse("EnterPlanMode", map[string]any{}).As("enter")},
					claudetest.Turn{writePlan}, exitPlan("plan"), claudetest.Turn{
						claudetest.ToolUse("Write", map[string]any{"file_path": filepath.Join("sub", "made"), "content": "x"}).As("made"),
					})
				p := paneOf(s)
				run := claudetest.Run{Prompt: "go", Mode: from}
				p.client = s.session.Interactive(run)
				p.ready("Do it", row.label)
				p.Press(row.keys...)
				p.WaitFor(row.short)
				p.Press("enter")
				p.told("plan", "approved your plan")
				if !row.asks {
					p.told("made")
					return
				}
				p.ready("sub/made", "Yes, once") // the next step asks
				if s.exists("sub/made") {
					t.Error("the step after the plan ran unasked")
				}
				p.Press("n")
				if got := p.told("made"); !got.IsError {
					t.Errorf("refused, and the model read %+v", got)
				}
			})
		}
	}
}
