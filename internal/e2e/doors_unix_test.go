//go:build linux || darwin

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/cli"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
)

// patience bounds every wait of these tests; nothing ever takes as long.
const patience = time.Minute

// heldDesk is a sayso without a screen, whose asks wait for the test.
type heldDesk struct {
	*approver.Desk
	t      *testing.T
	socket string
	env    []string // with which a door finds it
}

func holdDesk(t *testing.T) heldDesk { return holdDeskBehind(t, cli.Doors) }

// holdDeskBehind is holdDesk with doors of the test's own.
func holdDeskBehind(t *testing.T, doors map[approver.Door]ipc.Decoder) heldDesk {
	t.Helper()
	desk, stop := holdDeskAt(t, filepath.Join(claudetest.ShortDir(t), "s.sock"), doors)
	t.Cleanup(stop)
	return desk
}

// holdDeskAt is holdDeskBehind at a socket, until stop is called.
func holdDeskAt(t *testing.T, socket string, doors map[approver.Door]ipc.Decoder) (_ heldDesk, stop func()) {
	t.Helper()
	l, err := ipc.Listen(socket)
	if err != nil {
		t.Fatal(err)
	}
	desk := approver.NewDesk(time.Now)
	server := &ipc.Server{Desk: desk, Version: "test", NewID: cli.Counter(), Doors: doors, Complete: cli.Located(os.Getenv)}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, l) }()
	stop = sync.OnceFunc(func() {
		cancel()
		<-served
		_ = l.Close()
	})
	return heldDesk{desk, t, socket, append(os.Environ(), "SAYSO_SOCKET="+socket, "CLAUDE_PROJECT_DIR=", "CLAUDE_CODE_SESSION_ID=")}, stop
}

// until waits for the desk to come into a state.
func (d heldDesk) until(what string, ok func(approver.Snapshot) bool) approver.Snapshot {
	d.t.Helper()
	deadline := time.After(patience)
	for {
		if snap := d.Snapshot(); ok(snap) {
			return snap
		}
		select {
		case <-d.Changed():
		case <-deadline:
			d.t.Fatalf("never: %s; the desk is %+v", what, d.Snapshot())
		}
	}
}

func (d heldDesk) waiting(n int) []approver.Entry {
	d.t.Helper()
	return d.until(fmt.Sprint(n, " asks wait"), func(s approver.Snapshot) bool { return len(s.Waiting) == n }).Waiting
}

func (d heldDesk) withdrawn(n int) {
	d.t.Helper()
	for _, e := range d.until(fmt.Sprint(n, " asks ended"), func(s approver.Snapshot) bool { return len(s.Ended) == n }).Ended {
		if e.State != approver.Withdrawn {
			d.t.Errorf("an ask ended as %v", e.State)
		}
	}
}

// command is the program, where it finds the desk. It is killed when the test
// has waited enough.
func (d heldDesk) command(dir string, args ...string) *exec.Cmd {
	d.t.Helper()
	program := binary(d.t) // before the clock runs: it may have to be built
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	d.t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env, cmd.Dir = d.env, dir
	return cmd
}

// start runs the program with its stdin open; stdout and stderr are read after
// its end.
func (d heldDesk) start(dir string, args ...string) (cmd *exec.Cmd, stdin io.WriteCloser, stdout, stderr *bytes.Buffer) {
	d.t.Helper()
	cmd, stdout, stderr = d.command(dir, args...), &bytes.Buffer{}, &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	return cmd, stdin, stdout, stderr
}

// give writes all of stdin and ends it.
func give(t *testing.T, stdin io.WriteCloser, text string) {
	t.Helper()
	if _, err := io.WriteString(stdin, text); err != nil {
		t.Fatal(err)
	}
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
}

const canUseTool = `{"tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"u1"}`

func TestAskTellsItsDirectory(t *testing.T) {
	desk := holdDesk(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cmd, stdin, stdout, _ := desk.start(dir, "ask")
	give(t, stdin, canUseTool)
	ask := desk.waiting(1)[0].Ask
	if ask.Session.Cwd != dir || ask.Door != approver.DoorAsk || ask.ToolUseID != "u1" {
		t.Errorf("the ask is %+v, want it from %s", ask, dir)
	}
	if err := desk.Answer(ask.ID, approver.Decision{Verdict: approver.Allow}); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || stdout.String() != `{"behavior":"allow","updatedInput":{"command":"ls"}}`+"\n" {
		t.Errorf("sayso ask: %v, printed %q", err, stdout)
	}
}

// The host's signal to canUseTool ends the process.
func TestASignalWithdrawsTheAsk(t *testing.T) {
	desk := holdDesk(t)
	cmd, stdin, stdout, _ := desk.start("", "ask")
	give(t, stdin, canUseTool)
	desk.waiting(1)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	desk.withdrawn(1)
	if err := cmd.Wait(); err == nil || stdout.Len() > 0 {
		t.Errorf("sayso ask: %v, printed %q", err, stdout)
	}
}

// A host that was killed sends no signal. Nobody reads the answer any more.
func TestAHostThatIsGoneWithdrawsTheAsk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: told on Linux only")
	}
	desk := holdDesk(t)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := desk.command("", "ask")
	cmd.Stdin, cmd.Stdout = strings.NewReader(canUseTool), write
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close() // the program has its own
	desk.waiting(1)
	_ = read.Close()
	desk.withdrawn(1)
	if err := cmd.Wait(); err == nil {
		t.Error("sayso ask ended as if it had answered")
	}
}

func TestAskEndsWithSayso(t *testing.T) {
	desk := holdDesk(t)
	cmd, stdin, stdout, stderr := desk.start("", "ask")
	give(t, stdin, canUseTool)
	desk.waiting(1)
	desk.Close()
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != cli.StatusHandedBack || stdout.Len() > 0 || !strings.Contains(stderr.String(), "handed back") {
		t.Errorf("exit status %d, printed %q, said %q", code, stdout, stderr)
	}
}

func approveCall(id int, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"approve","arguments":%s}}`+"\n", id, args)
}

func TestMCPWithdraws(t *testing.T) {
	desk := holdDesk(t)
	cmd, stdin, stdout, stderr := desk.start("", "mcp")
	for id := range 3 {
		if _, err := io.WriteString(stdin, approveCall(id, `{"tool_name":"Bash","input":{"command":"ls"}}`)); err != nil {
			t.Fatal(err)
		}
	}
	desk.waiting(3)
	if _, err := io.WriteString(stdin, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`+"\n"); err != nil {
		t.Fatal(err)
	}
	desk.withdrawn(1)
	desk.waiting(2)
	give(t, stdin, "")
	desk.withdrawn(3)
	if err := cmd.Wait(); err != nil || stdout.Len()+stderr.Len() > 0 {
		t.Errorf("sayso mcp: %v, printed %q, said %q", err, stdout, stderr)
	}
}

// The client gives its servers what a project's settings put into its environment.
func TestMCPAsksWhereItWasTold(t *testing.T) {
	desk := holdDesk(t)
	desk.env = append(desk.env, "SAYSO_SOCKET="+filepath.Join(t.TempDir(), "evil.sock"))
	cmd, stdin, _, _ := desk.start("", "mcp", "--socket", desk.socket)
	if _, err := io.WriteString(stdin, approveCall(1, `{"tool_name":"Bash","input":{"command":"ls"}}`)); err != nil {
		t.Fatal(err)
	}
	desk.waiting(1)
	give(t, stdin, "")
	if err := cmd.Wait(); err != nil {
		t.Errorf("sayso mcp: %v", err)
	}
}

// A call larger than the socket takes is a deny and disturbs nothing.
func TestMCPTakesLargeCalls(t *testing.T) {
	desk := holdDesk(t)
	cmd := desk.command("", "mcp")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(stdout)
	expect := func(want string) {
		t.Helper()
		if !answers.Scan() || !strings.Contains(answers.Text(), want) || !strings.Contains(answers.Text(), `\"deny\"`) {
			t.Errorf("got %.300s, want a deny with %q", answers.Text(), want)
		}
	}
	big := `{"tool_name":"Write","input":{"content":"` + strings.Repeat("x", 20<<20) + `"}}`
	for _, call := range []string{approveCall(1, big), approveCall(2, `{"tool_name":"Bash","input":{}}`)} {
		if _, err := io.WriteString(stdin, call); err != nil {
			t.Fatal(err)
		}
	}
	expect("16 MiB")
	if err := desk.Answer(desk.waiting(1)[0].Ask.ID, approver.Decision{Verdict: approver.Deny, Message: "small one"}); err != nil {
		t.Fatal(err)
	}
	expect("small one")
	give(t, stdin, "")
	if err := cmd.Wait(); err != nil {
		t.Errorf("sayso mcp: %v", err)
	}
}

func TestStatusAndList(t *testing.T) {
	desk := holdDesk(t)
	run := func(args ...string) string {
		t.Helper()
		cmd, stdin, stdout, stderr := desk.start("", args...)
		give(t, stdin, "")
		if err := cmd.Wait(); err != nil {
			t.Errorf("sayso %v: %v, said %q", args, err, stderr)
		}
		return stdout.String()
	}
	if got := run("status"); got != "sayso ready\n" {
		t.Errorf("status says %q", got)
	}
	if got := run("list"); got != "Nothing waits.\n" {
		t.Errorf("list says %q", got)
	}
	if got := run("list", "--json"); got != "[]\n" {
		t.Errorf("list --json says %q", got)
	}

	const hostile = "/home/dev/\x1b[2Japp\u202e"
	for _, ask := range []approver.Ask{
		{ID: "7", Door: approver.DoorHook, Tool: "Bash", Session: approver.Session{ID: "s\n1", Cwd: hostile}, ToolUseID: "u1"},
		{ID: "8", Door: approver.DoorAsk, Tool: "mcp__tickets__create"},
	} {
		if _, err := desk.Submit(ask); err != nil {
			t.Fatal(err)
		}
	}
	if got := run("status"); got != "sayso 2 waiting\n" {
		t.Errorf("status says %q", got)
	}
	var status map[string]any
	if err := json.Unmarshal([]byte(run("status", "--json")), &status); err != nil ||
		status["running"] != true || status["waiting"] != 2.0 || status["seen"] != 2.0 || status["pid"] != float64(os.Getpid()) || status["version"] != "test" {
		t.Errorf("status --json says %v, %v", status, err)
	}

	lines := strings.Split(run("list"), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[0], "ID ") {
		t.Fatalf("list says %q", lines)
	}
	for _, want := range []string{"7 ", "just now", "hook", "Bash", "s⟨LF⟩1", "/home/dev/⟨ESC⟩[2Japp⟨U+202E⟩"} {
		if !strings.Contains(lines[1], want) {
			t.Errorf("the first line is %q, want %q in it", lines[1], want)
		}
	}
	if fields := strings.Fields(lines[2]); fields[0] != "8" || fields[len(fields)-1] != "-" {
		t.Errorf("the second line is %q", lines[2])
	}

	var asks []map[string]any
	if err := json.Unmarshal([]byte(run("list", "--json")), &asks); err != nil || len(asks) != 2 {
		t.Fatalf("list --json says %v, %v", asks, err)
	}
	for member, want := range map[string]any{"id": "7", "door": "hook", "tool": "Bash", "tool_use_id": "u1", "session_id": "s\n1", "cwd": hostile} {
		if asks[0][member] != want {
			t.Errorf("%s is %q, want %q", member, asks[0][member], want)
		}
	}
	if age, ok := asks[0]["age_seconds"].(float64); !ok || age < 0 || age > patience.Seconds() {
		t.Errorf("the age is %v", asks[0]["age_seconds"])
	}
}
