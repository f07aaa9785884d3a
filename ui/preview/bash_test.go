package preview_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sayso/rules"
	"sayso/themes"
	"sayso/ui/preview"
)

// A command of many thousand parts is shown whole, and not held against the rules:
// that would take minutes, and nobody reads the list.
func TestAVeryLongCommandIsNotTakenApart(t *testing.T) {
	for name, lines := range map[string]int{"long": 100, "too long": 10_000} {
		t.Run(name, func(t *testing.T) {
			raw, err := json.Marshal(map[string]string{"command": strings.Repeat("echo a; ls\n", lines)})
			if err != nil {
				t.Fatal(err)
			}
			c := context("Bash", string(raw), 80, themes.Dark())
			asked := 0
			c.Trace = func(rules.Call) (rules.Trace, bool) { asked++; return rules.Trace{}, true }
			shown := ansi.Strip(strings.Join(preview.Render(c), "\n"))
			if n := strings.Count(shown, "echo a; ls\n"); n != lines {
				t.Errorf("%d lines are shown, want %d", n, lines)
			}
			tooLong := lines == 10_000
			if said := strings.Contains(shown, "too long to be held against the rules"); said != tooLong || (asked == 0) != tooLong {
				t.Errorf("said to be too long: %v; held against the rules: %d times", said, asked)
			}
		})
	}
}
