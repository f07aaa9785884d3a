//go:build linux || darwin

package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sayso/internal/e2e/claudetest"
	"sayso/internal/e2e/screentest"
)

const lsPayload = `{"session_id":"s1","cwd":"/home/dev/app","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls -la"}}`

// door starts "sayso hook" on a payload, beside a pane on the same socket, and
// waits until the ask is on the screen.
func door(t *testing.T) (pane *screentest.Screen, hook *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	pane, env := emptyPane(t)
	out = &bytes.Buffer{}
	hook = exec.Command(binary(t), "hook")
	hook.Env, hook.Stdin, hook.Stdout, hook.Stderr = env, bytes.NewReader([]byte(lsPayload)), out, out
	if err := hook.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = hook.Process.Kill() })
	pane.WaitFor("ls -la")
	return pane, hook, out
}

// emptyPane starts a pane, and returns it with the environment in which doors
// find it.
func emptyPane(t *testing.T) (pane *screentest.Screen, env []string) {
	t.Helper()
	dir := claudetest.ShortDir(t)
	env = []string{"SAYSO_SOCKET=" + filepath.Join(dir, "s.sock"), "PATH=" + os.Getenv("PATH")}
	pane = screentest.Start(t, screentest.Options{Argv: []string{binary(t)}, Env: env})
	pane.WaitFor("Nothing waits for you.")
	return pane, env
}

// The door must not outlive its sayso: the client waits for it. One of a few
// tries has to be quick, so that a busy machine does not decide.
func TestTheDoorEndsWithSayso(t *testing.T) {
	const within, tries = 100 * time.Millisecond, 5
	best := time.Hour
	for range tries {
		pane, hook, out := door(t)
		killed := time.Now()
		pane.Kill()
		if err := hook.Wait(); err != nil {
			t.Fatalf("the door did not exit 0: %v", err)
		}
		best = min(best, time.Since(killed))
		if out.Len() > 0 {
			t.Fatalf("the door printed %q", out)
		}
		if best <= within {
			return
		}
	}
	t.Errorf("the door took %v to end at best, want at most %v", best, within)
}

// Claude Code ends a hook with SIGTERM when somebody answered No in its own
// dialog.
func TestAKilledDoorWithdrawsItsAsk(t *testing.T) {
	pane, hook, out := door(t)
	if err := hook.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	pane.WaitFor("Nothing waits for you.", "withdrawn", "the session is no longer waiting")
	_ = hook.Wait() // its status is the signal's
	if out.Len() > 0 {
		t.Errorf("the door printed %q", out)
	}
}

func TestQuittingThePaneHandsBack(t *testing.T) {
	pane, hook, out := door(t)
	pane.WaitGone("arming")
	pane.Press("q")
	pane.WaitFor("1 ask waits")
	pane.Press("enter")
	if code := pane.Wait(); code != 0 {
		t.Errorf("sayso exited with %d", code)
	}
	if err := hook.Wait(); err != nil || out.Len() > 0 {
		t.Errorf("the door: %v, printed %q", err, out)
	}
}
