//go:build unix

package plugin

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sayso/internal/e2e/claudetest"
)

// A settings hook's ask reaches the PermissionRequest hook on a terminal only.
func TestReasonOfAPreToolUseHook(t *testing.T) {
	ctx := deadline(t)
	sayso := newRecorder(t, allow)
	ask := `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"the hook wants a look"}}'`
	model := claudetest.NewModel(t, claudetest.Turn{bash("call", "ls")})
	s := claudetest.NewSession(t, model, claudetest.HookSettings(ask, 10, "PreToolUse"))
	s.Interactive(claudetest.Run{Prompt: "go", Args: load(folder(t, sayso.Binary))})

	p := sayso.wait(ctx, t, "ask", func(p payload) bool { return p.Event == "PermissionRequest" })
	told := provenanceOf(t, p)
	if told.Hook != "PreToolUse" || told.Reason != "the hook wants a look" || told.ToolUseID != "call" || told.Approver != "person" {
		t.Errorf("%+v", told)
	}
	sayso.wait(ctx, t, "tool.run", func(p payload) bool { return p.Event == "tool.run" && p.ToolUseID == "call" })
}

// held is a session in which the person said yes in Claude Code's own dialog
// while sayso still waits, and the command runs until the gate is opened.
type held struct {
	*claudetest.Interactive
	sayso *recorder
	gate  string // a FIFO that the command reads
}

func runHeld(t *testing.T) held {
	t.Helper()
	forever := make(chan struct{})
	sayso := newRecorder(t, func(p payload) string {
		if p.Event == "PermissionRequest" {
			<-forever
		}
		return ""
	})
	t.Cleanup(func() { close(forever) })
	model := claudetest.NewModel(t, claudetest.Turn{bash("long", "touch started; cat gate")})
	s := claudetest.NewSession(t, model, claudetest.Settings{})
	gate := filepath.Join(s.Project, "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	h := held{s.Interactive(claudetest.Run{Prompt: "go", Args: load(folder(t, sayso.Binary))}), sayso, gate}
	h.wait(t, "PermissionRequest")
	h.WaitFor("Do you want to proceed?")
	h.Press("1")
	if run := h.wait(t, "tool.run"); run.ToolUseID != "long" {
		t.Errorf("%+v", run)
	}
	return h
}

func (h held) wait(t *testing.T, event string) payload {
	t.Helper()
	return h.sayso.wait(deadline(t), t, event, func(p payload) bool { return p.Event == event })
}

func TestRunIsSignalledWhileTheCommandRuns(t *testing.T) {
	h := runHeld(t)
	if after := h.sayso.all("PostToolUse", "tool.call"); len(after) > 0 {
		t.Errorf("the command was over already: %+v", after)
	}
	open, err := os.OpenFile(h.gate, os.O_WRONLY, 0) // returns when the command reads
	if err != nil {
		t.Fatal(err)
	}
	open.Close()
	h.wait(t, "PostToolUse")
	h.wait(t, "Stop")
	if twice := h.sayso.all("tool.call"); len(twice) > 0 {
		t.Errorf("the end was told twice: %+v", twice)
	}
}

// No hook of Claude Code tells of a call that the person stops while it runs.
func TestAStoppedCallIsTold(t *testing.T) {
	h := runHeld(t)
	h.WaitFor("esc to interrupt")
	h.Press("esc")
	if end := h.wait(t, "tool.call"); end.Outcome != "error" || end.ToolUseID != "long" {
		t.Errorf("%+v", end)
	}
}

// A plugin's own call runs with nobody asked, and this version of the client
// shows its consent to no other plugin. If that changes, this test fails, and
// the signal that carries the consent (see protocol.go) can be relied upon.
func TestConsentStaysWithTheClient(t *testing.T) {
	ctx := deadline(t)
	sayso := newRecorder(t, allow)
	model := claudetest.NewModel(t, claudetest.Turn{claudetest.Text("Finished.")})
	s := claudetest.NewSession(t, model, claudetest.Settings{})
	screen := s.Interactive(claudetest.Run{Prompt: "go", Args: load(folder(t, sayso.Binary), other(t, "consent"), other(t, "guard"))})
	sayso.wait(ctx, t, "Stop", func(p payload) bool { return p.Event == "Stop" })
	screen.WaitFor("Finished.", "1: Make it")
	screen.WaitGone("esc to interrupt") // until then the key is the prompt's
	screen.Press("1")
	sayso.wait(ctx, t, "PostToolUse", func(p payload) bool { return p.Event == "PostToolUse" && p.Tool == "Bash" })
	if told := sayso.all("PermissionRequest", "tool.run", "tool.call"); len(told) > 0 {
		t.Errorf("the client told of a plugin's own call: %+v", told)
	}
}
