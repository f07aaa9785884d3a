//go:build linux || darwin

package e2e

import (
	"path/filepath"
	"testing"

	"sayso/internal/e2e/claudetest"
)

// planModes are all the modes from which a session goes into plan mode.
var planModes = []string{"manual", "acceptEdits", "auto", "dontAsk", "bypassPermissions"}

// interactiveIn starts the client in a mode. It warns of one, and takes that one
// from the system's owner only where it is told that it is in a sandbox.
func interactiveIn(s *stage, mode string) *claudetest.Interactive {
	c := s.session.Interactive(claudetest.Run{Prompt: "go", Mode: mode, Env: []string{"IS_SANDBOX=1"}})
	if mode == "bypassPermissions" {
		c.WaitFor("❯ No, exit", "Yes, I accept")
		c.Press("down")
		c.WaitFor("❯ Yes, I accept")
		c.Press("enter")
	}
	return c
}

// madeThenRun are the steps after a plan: an edit, and a command that does more
// than edit.
var madeThenRun = []claudetest.Turn{
	{claudetest.ToolUse("Write", map[string]any{"file_path": filepath.Join("sub", "made"), "content": "x"}).As("made")},
	{claudetest.ToolUse("Bash", map[string]any{"command": "make thing"}).As("ran")},
	{claudetest.Text("Done.")},
}

// Every yes to a plan leaves the session in the mode that its row names, whatever
// the mode was before the plan: the steps that follow show it.
func TestClientAYesToAPlanKeepsWhatItsRowSays(t *testing.T) {
	t.Parallel()
	for _, from := range planModes {
		for _, row := range []struct {
			label, says, short string
			keys               []string
			editAsks, runAsks  bool
		}{
			{"Yes, and ask before each step", "", "▸y", []string{"y"}, true, true},
			{"Yes, and accept edits", "edits run unasked", "▸2", []string{"2"}, false, true},
			{"Yes, in auto mode", "a classifier answers", "▸3", []string{"3"}, false, false},
		} {
			t.Run(from+"/"+row.short[len("▸"):], func(t *testing.T) {
				t.Parallel()
				turns := []claudetest.Turn{{claudetest.ToolUse("EnterPlanMode", map[string]any{}).As("enter")}, {writePlan}, exitPlan("plan")}
				s := newStage(t, append(turns, madeThenRun...)...)
				p := paneOf(s)
				p.client = interactiveIn(s, from)
				p.ready("Do it", row.label, row.says)
				p.Press(row.keys...)
				p.WaitFor(row.short)
				p.Press("enter")
				p.told("plan", "approved your plan")
				if row.editAsks {
					p.refuses("made", "sub/made", "Yes, once")
				} else if got := p.told("made"); got.IsError || !s.exists("sub/made") {
					t.Errorf("the edit did not run: %+v", got)
				}
				if row.editAsks && s.exists("sub/made") {
					t.Error("the edit ran, though it was refused")
				}
				if row.runAsks {
					p.refuses("ran", "make thing", "Yes, once")
					return
				}
				// The classifier, which no scripted model stands in for, was to answer.
				p.client.WaitFor("make thing", "Auto mode can't check")
			})
		}
	}
}

// refuses waits for the card of a call, says no, and checks that the model reads it.
func (p sidePane) refuses(id string, texts ...string) {
	p.t.Helper()
	p.ready(texts...)
	p.Press("n")
	if got := p.told(id); !got.IsError {
		p.t.Errorf("%s was refused, and the model read %+v", id, got)
	}
}

// A suggestion that names a mode does what its row says: taken on the card of an
// edit, the next edit runs unasked, a command still asks, and after a switch back
// an edit asks again.
func TestClientASuggestedModeIsTheModeThatFollows(t *testing.T) {
	t.Parallel()
	write := func(name string) claudetest.Turn {
		return claudetest.Turn{claudetest.ToolUse("Write", map[string]any{"file_path": name, "content": "x"}).As(name)}
	}
	s := newStage(t, write("first"), write("second"), madeThenRun[1], claudetest.Turn{
		claudetest.ToolUse("EnterPlanMode", map[string]any{}).As("enter")}, claudetest.Turn{writePlan}, exitPlan("plan"), write("third"))
	p := paneOf(s)
	p.client = interactiveIn(s, "manual")
	p.ready("first", "2  Yes, and accept edits", "this session")
	p.Press("2")
	for _, name := range []string{"first", "second"} {
		if got := p.told(name); got.IsError || !s.exists(name) {
			t.Errorf("the edit of %s did not run: %+v", name, got)
		}
	}
	p.refuses("ran", "make thing", "Yes, once")
	p.ready("Do it", "Yes, and ask before each step") // sends setMode default session
	p.Press("y")
	p.WaitFor("▸y")
	p.Press("enter")
	p.told("plan", "approved your plan")
	p.refuses("third", "third", "Yes, once")
	if s.exists("third") {
		t.Error("the edit ran, though it was refused")
	}
}
