//go:build unix

package claudetest

import (
	"strings"
	"testing"
	"time"

	"sayso/internal/claude"
)

// What the client's own dialog sends for several labels is what sayso sends.
func TestTheClientJoinsLabelsAsSaysoDoes(t *testing.T) {
	t.Parallel()
	labels := []string{"Auth", `Search, "full"`, "Export, as CSV"}
	var options []any
	for _, label := range labels {
		options = append(options, map[string]any{"label": label, "description": "d"})
	}
	model := NewModel(t, Turn{ToolUse("AskUserQuestion", map[string]any{"questions": []any{
		map[string]any{"question": "Which features?", "header": "Features", "multiSelect": true, "options": options},
	}}).As("q")})
	c := NewSession(t, model, Settings{}).Interactive(Run{Prompt: "go"})
	c.WaitFor("Which features?", labels[2])
	until := func(key string, done func(screen string) bool) {
		t.Helper()
		for range 5 { // the client refuses keys for a moment, see dialogArms
			c.Press(key)
			if c.HoldsWithin(keyWorks, done) {
				return
			}
		}
		t.Fatalf("the dialog does not take the key %s; the screen:\n%s", key, c.Text())
	}
	for i, label := range labels {
		until(string(rune('1'+i)), func(screen string) bool { return strings.Contains(screen, "[✔] "+label) })
	}
	until("right", func(screen string) bool { return strings.Contains(screen, "Submit answers") })
	until("enter", func(screen string) bool { return !strings.Contains(screen, "Submit answers") })
	got := model.WaitToolResult(within(t, time.Minute), "q")
	if want := `"Which features?"="` + claude.JoinLabels(labels...) + `"`; !strings.Contains(got.Text, want) {
		t.Errorf("the model read %q, want %s in it", got.Text, want)
	}
}
