//go:build linux || darwin

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sayso/approver"
)

// A client that is killed can end nothing: its doors have to notice.

// client starts a shell as the client and returns it when its ask waits on the
// desk. The script finds the program in $SAYSO, the payload in the file p, and
// writes what the door prints to the file out, so that nothing but the end of
// the client tells the door of it.
func (d heldDesk) client(script, payload string, env ...string) (client *exec.Cmd, ask approver.Ask, out string) {
	d.t.Helper()
	dir := d.t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p"), []byte(payload), 0o600); err != nil {
		d.t.Fatal(err)
	}
	program := binary(d.t)
	client = exec.Command("/bin/sh", "-c", script)
	client.Dir, client.Env = dir, append(append(d.env, "SAYSO="+program, "GORACE=atexit_sleep_ms=0"), env...)
	client.Stderr = os.Stderr
	if err := client.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = client.Process.Kill() })
	return client, d.waiting(1)[0].Ask, filepath.Join(dir, "out")
}

// kill ends the client with SIGKILL and waits until it ends.
func kill(t *testing.T, client *exec.Cmd) {
	t.Helper()
	if err := client.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = client.Wait() // its status is the signal's
}

// stopped stops a process and waits until no thread of it runs: the signal is
// sent before it has its effect.
func stopped(t *testing.T, pid int) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("skipped: whether a process has stopped is told on Linux only")
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(time.Millisecond) // nothing tells of it but looking again
	defer look.Stop()
	deadline := time.After(patience)
	for {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid)) // the pattern is well formed
		if len(threads) > 0 && !slices.ContainsFunc(threads, runs) {
			return
		}
		select {
		case <-look.C:
		case <-deadline:
			t.Fatalf("process %d does not stop", pid)
		}
	}
}

// runs reports whether the thread with this stat file has not stopped.
func runs(stat string) bool {
	line, err := os.ReadFile(stat)
	return err == nil && !bytes.Contains(line, []byte(") T "))
}

// Each script keeps the client waiting while its door does. CLAUDE_PID is how
// Claude Code tells its process to what it starts.
var clients = map[string]struct{ script, payload string }{
	"the hook":                       {`"$SAYSO" hook <p >out & wait`, lsPayload},
	"the hook, behind a shell":       {`export CLAUDE_PID=$$; sh -c '"$SAYSO" hook <p >out; true' & wait`, lsPayload},
	"the hook, with a false pid":     {`export CLAUDE_PID=1; "$SAYSO" hook <p >out & wait`, lsPayload},
	"ask":                            {`"$SAYSO" ask <p >out & wait`, canUseTool},
	"mcp, its stdin held by another": {`mkfifo in; exec 3<>in; cat p >&3; "$SAYSO" mcp <&3 >out & wait`, approveCall(1, `{"tool_name":"Bash","input":{"command":"ls"}}`)},
}

func TestTheDoorEndsWithItsClient(t *testing.T) {
	for name, c := range clients {
		t.Run(name, func(t *testing.T) {
			desk := holdDesk(t)
			client, _, out := desk.client(c.script, c.payload)
			kill(t, client)
			desk.withdrawn(1)
			if printed, err := os.ReadFile(out); err != nil || len(printed) > 0 {
				t.Errorf("the door printed %q, %v", printed, err)
			}
		})
	}
}

// The door is stopped when its client dies, so the answer is sent to a door that
// can't know yet. It must not count before the door has passed it on.
func TestAnAnswerAfterTheClientsEndIsTooLate(t *testing.T) {
	for name, c := range clients {
		t.Run(name, func(t *testing.T) {
			desk := holdDesk(t)
			client, ask, _ := desk.client(c.script, c.payload)
			stopped(t, ask.Peer.PID)
			kill(t, client)
			if err := desk.Answer(ask.ID, approver.Decision{Verdict: approver.Allow}); err != nil {
				t.Fatal(err)
			}
			if e := desk.Snapshot().Ended[0]; e.State != approver.Answered || !e.Sending {
				t.Errorf("before the door knows: %v, on its way: %v", e.State, e.Sending)
			}
			if err := syscall.Kill(ask.Peer.PID, syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			e := desk.until("the answer's fate is known", func(s approver.Snapshot) bool { return !s.Ended[0].Sending }).Ended[0]
			if e.State != approver.TooLate {
				t.Errorf("the answer is told as %v", e.State)
			}
		})
	}
}

// Nobody reads the pipe that the answer is written to.
func TestAnAnswerThatNobodyReadsIsTooLate(t *testing.T) {
	desk := holdDesk(t)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := desk.command("", "hook")
	cmd.Stdin, cmd.Stdout = strings.NewReader(lsPayload), write
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close() // the program has its own
	ask := desk.waiting(1)[0].Ask
	stopped(t, ask.Peer.PID)
	_ = read.Close()
	if err := desk.Answer(ask.ID, approver.Decision{Verdict: approver.Allow}); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	e := desk.until("the answer's fate is known", func(s approver.Snapshot) bool { return !s.Ended[0].Sending }).Ended[0]
	if e.State != approver.TooLate {
		t.Errorf("the answer is told as %v", e.State)
	}
	_ = cmd.Wait() // its status may be that of SIGPIPE
}

func TestAnAnswerThatArrivesIsOne(t *testing.T) {
	desk := holdDesk(t)
	cmd := desk.command("", "hook")
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout = strings.NewReader(lsPayload), &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := desk.Answer(desk.waiting(1)[0].Ask.ID, approver.Decision{Verdict: approver.Allow}); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), `"allow"`) {
		t.Errorf("the hook: %v, printed %q", err, &out)
	}
	e := desk.until("the answer's fate is known", func(s approver.Snapshot) bool { return !s.Ended[0].Sending }).Ended[0]
	if e.State != approver.Answered {
		t.Errorf("the answer is told as %v", e.State)
	}
}

// What the person sees: the answer to a dead client's ask is never told as a yes.
func TestThePaneTellsAnAnswerThatCameTooLate(t *testing.T) {
	pane, hook, _ := door(t)
	armed(pane, "ls -la")
	stopped(t, hook.Process.Pid)
	pane.Press("y")
	if screen := pane.WaitFor("› yes, sent"); strings.Contains(screen, "✓ yes") {
		t.Errorf("nobody has the answer, and the screen says\n%s", screen)
	}
	kill(t, hook)
	if screen := pane.WaitFor("too late"); strings.Contains(screen, "✓ yes") {
		t.Errorf("nobody got the answer, and the screen says\n%s", screen)
	}
}

// A client that is killed takes its card along.
func TestThePaneDropsTheCardOfAKilledClient(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p"), []byte(lsPayload), 0o600); err != nil {
		t.Fatal(err)
	}
	pane, env := emptyPane(t)
	client := exec.Command("/bin/sh", "-c", `"$SAYSO" hook <p >out & wait`)
	client.Dir, client.Env = dir, append(env, "SAYSO="+binary(t))
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	pane.WaitFor("ls -la")
	kill(t, client)
	pane.WaitFor("Nothing waits for you.", "withdrawn")
}
