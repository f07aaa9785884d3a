//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sayso/internal/e2e/claudetest"
)

// Events that wait for the person only where the person has chosen so.

// configure gives the stage's pane a configuration.
func (s *stage) configure(text string) {
	s.t.Helper()
	dir := filepath.Join(s.session.Home, ".config", "sayso")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func TestClientAModelSwitchWaitsForThePerson(t *testing.T) {
	s, args := withPlugin(t)
	s.configure("[held]\nmodel_switch = true\n")
	s.startPane()
	client := s.session.Interactive(claudetest.Run{Args: args})
	client.Submit("/model haiku")
	s.pane.WaitFor("run another model", "from_model", "Yes, switch the model")
	s.pane.WaitGone("arming")
	s.pane.Press("n")
	s.pane.WaitFor("✗ no")
	client.WaitFor("declined") // the client tells the person with the reason that it was given
}

func TestClientARefusalCanBeTriedAgain(t *testing.T) {
	s, args := withPlugin(t, claudetest.Turn{claudetest.ToolUse("Bash", map[string]any{"command": "git init -q made"}).As("c1")})
	s.configure("[held]\nrefusals = 60\n")
	s.startPane()
	run := s.session.Headless(t.Context(), claudetest.Run{Prompt: "go", Mode: "auto", Args: args})
	s.pane.WaitFor("Auto mode refused this call", "git init -q made", "Let the agent try again")
	s.pane.WaitGone("arming")
	s.pane.Press("y")
	run.Wait()
	for _, r := range s.model.Requests() {
		if r.Main() && strings.Contains(r.Text(), "allows one more try") {
			return
		}
	}
	t.Error("the model was not told that it may try again")
}
