package preview_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/themes"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// After "cd src" paths are shown from the project, and a relative one is that of
// the working directory.
func TestPathsAreShownFromTheProject(t *testing.T) {
	for path, want := range map[string][2]string{ // on the card, in a list
		"/home/dev/app/conf/a":  {"conf/a", "conf/a"},
		"/home/dev/app/src/a":   {"src/a", "src/a"},
		"a":                     {"src/a", "a"},
		"../conf/a":             {"../conf/a", "../conf/a"},
		"/home/dev/other/src/a": {"~/other/src/a", "/home/dev/other/src/a"},
	} {
		raw, err := json.Marshal(map[string]string{"file_path": path, "content": "x\n"})
		if err != nil {
			t.Fatal(err)
		}
		ask := approver.Ask{Tool: "Write", Input: raw, Session: approver.Session{Cwd: "/home/dev/app/src", Project: "/home/dev/app"}}
		rows, _ := preview.Show(preview.Context{Ask: ask, Width: 80, Styles: style.New(themes.Dark()), Home: "/home/dev"})
		first, _, _ := strings.Cut(strings.TrimSpace(ansi.Strip(rows[0])), "  ")
		if !strings.HasPrefix(first, want[0]) {
			t.Errorf("%s is shown as %q, want %q", path, first, want[0])
		}
		if path == "../conf/a" && !strings.Contains(strings.Join(rows, "\n"), "→ conf/a") {
			t.Errorf("where %s leads is not told:\n%s", path, strings.Join(rows, "\n"))
		}
		if got := preview.Subject(ask); got != want[1] {
			t.Errorf("%s is listed as %q, want %q", path, got, want[1])
		}
	}
}

// In a worktree that the client entered they are shown from that.
func TestPathsInAWorktreeAreShownFromIt(t *testing.T) {
	ask := approver.Ask{Tool: "Write", Input: json.RawMessage(`{"file_path":"/home/dev/app/.claude/worktrees/w/src/a","content":"x"}`),
		Session: approver.Session{Cwd: "/home/dev/app/.claude/worktrees/w", Project: "/home/dev/app"}}
	rows, _ := preview.Show(preview.Context{Ask: ask, Width: 80, Styles: style.New(themes.Dark()), Home: "/home/dev"})
	if first := strings.TrimSpace(ansi.Strip(rows[0])); !strings.HasPrefix(first, "src/a ") || preview.Subject(ask) != "src/a" {
		t.Errorf("it is shown as %q and listed as %q", first, preview.Subject(ask))
	}
}
