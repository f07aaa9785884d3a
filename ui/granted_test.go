package ui_test

import (
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui"
)

// A file outside of the project is noted, until a yes has added its directory to
// the session or the settings have it.
func TestDirectoriesOfTheSessionAreInside(t *testing.T) {
	const note = "outside of the project"
	const input = `{"file_path":"/srv/data/a","content":"x"}`
	ask := func(id string) approver.Ask {
		a := proved(askOf("Write", input))
		a.ToolUseID = id
		a.Suggestions = []claude.Update{{Type: claude.AddDirectories, Directories: []string{"/srv/data"}, Destination: claude.Session}}
		return a
	}
	r := newRig(t, 100, 30)
	r.arrive(ask("t1"))
	r.settle()
	r.see(note)
	r.decide("2") // yes, and add the directory
	if got := r.only().decision.UpdatedPermissions; len(got) != 1 {
		t.Fatalf("sent with the yes: %+v", got)
	}
	r.observe("PostToolUse", `,"tool_name":"Write","tool_use_id":"t1","tool_input":`+input+`,"tool_response":"done"`)
	r.arrive(ask("t2"))
	r.settle()
	r.notSee(note)

	r = newRig(t, 100, 30, func(o *ui.Options) {
		o.Sight.Dirs = func(approver.Session) []string { return []string{"/srv/data"} }
	})
	r.arrive(ask("t1"))
	r.settle()
	r.notSee(note)
}
