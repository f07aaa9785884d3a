//go:build unix

package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/internal/e2e/claudetest"
	"sayso/plugin"
)

// What becomes of an ask that somebody answers in Claude Code's own dialog, and
// what becomes of an answer.

// withPlugin is a stage whose hooks are the plugin's.
func withPlugin(t *testing.T, turns ...claudetest.Turn) (s *stage, args []string) {
	t.Helper()
	s = &stage{t: t, bin: binary(t), model: claudetest.NewModel(t, turns...)}
	s.session = claudetest.NewSession(t, s.model, claudetest.Settings{})
	dir := filepath.Join(t.TempDir(), "sayso")
	if err := plugin.Write(dir, s.bin, s.socket()); err != nil {
		t.Fatal(err)
	}
	return s, []string{"--plugin-dir", dir}
}

// untilGo is a call that runs until the test makes the file "go", and then
// leaves the file "made".
func untilGo(id string) claudetest.Block {
	return claudetest.ToolUse("Bash", map[string]any{"command": "until [ -e go ]; do sleep 0.05; done; git init -q made"}).As(id)
}

func (s *stage) letGo() {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.session.Project, "go"), nil, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) waitResult(id string) claudetest.ToolResult {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), claudetest.Patience)
	defer cancel()
	return s.model.WaitToolResult(ctx, id)
}

func TestClientYesInTheTerminalSettlesAtTheStartOfTheCall(t *testing.T) {
	s, args := withPlugin(t, claudetest.Turn{untilGo("c1")})
	s.startPane()
	client := s.session.Interactive(claudetest.Run{Args: args})
	client.Submit("go")
	s.pane.WaitFor("git init -q made", "Yes, once")
	client.Answer("1", "Do you want to proceed?")
	s.pane.WaitFor("Nothing waits for you.", "elsewhere", "Settled in the terminal")
	if s.exists("made") {
		t.Error("the card went at the end of the call, not at its start")
	}
	s.letGo()
	if got := s.waitResult("c1"); got.IsError {
		t.Errorf("the call: %+v", got)
	}
	s.pane.WaitFor("ran ") // and its end is known
}

// Without the plugin nothing proves an event, so what the terminal settled stays
// on the screen, as not verified, until its own door goes.
func TestClientWithoutThePluginOnlyTheDoorEndsACard(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.session = claudetest.NewSession(t, s.model, claudetest.HookSettings(shellQuote(s.bin)+" hook", 86400, "PermissionRequest", "PostToolUse"))
	s.startPane()
	client := s.session.Interactive(claudetest.Run{})
	client.Submit("go")
	s.pane.WaitFor("Not verified", "touch made", "Yes, once")
	client.Answer("1", "Do you want to proceed?")
	if got := s.waitResult("c1"); got.IsError || !s.exists("made") {
		t.Errorf("the call: %+v", got)
	}
	s.pane.WaitFor("Not verified", "touch made", "Yes, once")
	client.Kill()
	s.pane.WaitFor("Nothing waits for you.")
}

func TestClientNoInTheTerminalWithdrawsAtOnce(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.startPane()
	client := s.session.Interactive(claudetest.Run{})
	client.Submit("go")
	s.pane.WaitFor("touch made", "Yes, once")
	client.Answer("esc", "Do you want to proceed?")
	s.pane.WaitFor("Nothing waits for you.", "withdrawn")
	if s.exists("made") {
		t.Error("the call ran")
	}
}

func TestClientANoteReachesTheModelWithItsCall(t *testing.T) {
	s, args := withPlugin(t,
		claudetest.Turn{claudetest.ToolUse("Bash", map[string]any{"command": "git init -q made"}).As("c1")},
		claudetest.Turn{claudetest.ToolUse("Bash", map[string]any{"command": "git init -q more"}).As("c2")},
	)
	s.startPane()
	ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
	defer cancel()
	run := s.session.Headless(ctx, claudetest.Run{Prompt: "go", Args: args})
	s.armed("git init -q made")
	s.pane.Press("a")
	s.pane.WaitFor("YES, once, and tell the agent:", "enter send")
	s.pane.Type("mind the submodules")
	s.pane.WaitFor("mind the submodules")
	s.pane.Press("enter")
	s.pane.WaitUntil(func(screen string) bool { // enter in the same breath was refused, or it was slow enough
		return strings.Contains(screen, "Wait a moment") || strings.Contains(screen, "git init -q more")
	})
	if strings.Contains(s.pane.Text(), "Wait a moment") {
		s.pane.Pause(600 * time.Millisecond) // the quiet that a person leaves
		s.pane.Press("enter")
	}
	s.armed("git init -q more")
	s.pane.Press("y")
	s.mustEnd(run)
	if !s.exists("made") || !s.exists("more") {
		t.Fatal("a call did not run")
	}
	told := 0
	for _, r := range s.model.Requests() {
		if r.Main() && r.Turn == 1 {
			told += strings.Count(r.Text(), "mind the submodules")
		}
	}
	if told == 0 {
		t.Error("the model was never told")
	}
	s.pane.Press("h")
	s.pane.WaitFor("note delivered")
}

func TestClientAYesIsConfirmedByTheCallsEnd(t *testing.T) {
	s, args := withPlugin(t, claudetest.Turn{untilGo("c1")})
	s.startPane()
	ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
	defer cancel()
	run := s.session.Headless(ctx, claudetest.Run{Prompt: "go", Args: args})
	s.armed("git init -q made")
	s.pane.Press("y")
	s.pane.WaitFor("✓ yes", "runs")
	s.letGo()
	s.mustEnd(run)
	s.pane.WaitFor("✓ yes", "ran ")
}

func TestClientAKeptRuleIsReadBack(t *testing.T) {
	s, args := withPlugin(t, claudetest.Turn{claudetest.ToolUse("Bash", map[string]any{"command": "git init -q made"}).As("c1")})
	s.startPane()
	ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
	defer cancel()
	run := s.session.Headless(ctx, claudetest.Run{Prompt: "go", Args: args})
	s.armed("2  Yes, and allow from now on")
	s.pane.Press("2")
	s.mustEnd(run)
	s.pane.WaitFor("✓ yes", "1 change kept")
}
