//go:build unix

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sayso/internal/e2e/claudetest"
)

// changedRow is a row of a change on a card: line number, sign, text.
var changedRow = regexp.MustCompile(`(?m)^ +(\d+) ([−+]) │ ?(.*?) *$`)

// What the card shows as old and new is what the file on disk held before the
// yes and holds after it, line by line.
func TestClientTheChangeOnTheCardIsTheChangeOnDisk(t *testing.T) {
	const before = "package main\n\nfunc main() {\n\tprintln(\"hi\")\n}\n\nfunc rest() {}\n"
	s := newStage(t)
	file := filepath.Join(s.session.Project, "main.go")
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	s.model.On("edit it",
		claudetest.Turn{claudetest.ToolUse("Read", map[string]any{"file_path": file}).As("r1")},
		claudetest.Turn{claudetest.ToolUse("Edit", map[string]any{
			"file_path": file, "old_string": "\tprintln(\"hi\")\n}", "new_string": "\tprintln(\"hello\")\n\tprintln(\"there\")\n}",
		}).As("e1")},
	)
	s.startPane()
	run := s.headless("edit it")
	s.armed("change a file")
	screen := s.pane.Text()
	s.pane.Press("y")
	s.mustEnd(run)

	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(after) == before {
		t.Fatal("the edit did not run")
	}
	lines := map[string][]string{"−": strings.Split(before, "\n"), "+": strings.Split(string(after), "\n")}
	shown := changedRow.FindAllStringSubmatch(screen, -1)
	if len(shown) != 3 { // one line goes, two come
		t.Fatalf("%d changed rows on the card, want 3:\n%s", len(shown), screen)
	}
	for _, row := range shown {
		number := 0
		if _, err := fmt.Sscan(row[1], &number); err != nil || number > len(lines[row[2]]) {
			t.Fatalf("row %q", row[0])
		}
		onDisk := strings.TrimSpace(lines[row[2]][number-1])
		if got := strings.TrimSpace(row[3]); got != onDisk {
			t.Errorf("the card shows line %d (%s) as %q, the disk has %q", number, row[2], got, onDisk)
		}
	}
}
