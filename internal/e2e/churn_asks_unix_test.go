//go:build linux || darwin

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sayso/internal/e2e/screentest"
	"sayso/ipc"
)

// churned is an ask of the campaign, and what became of its hook.
type churned struct {
	name   string // the folder it is asked from, and in each row of its command
	rows   int    // of the command
	client bool   // the hook is the child of a shell, which stands for the client
	cmd    *exec.Cmd
	out    bytes.Buffer
	ended  chan struct{}
	came   time.Time // the end
	killed bool
}

// waits reports whether the hook runs.
func (q *churned) waits() bool {
	select {
	case <-q.ended:
		return false
	default:
		return true
	}
}

// allowed reports whether an ended hook has printed an allow.
func (q *churned) allowed() bool {
	return strings.Contains(q.out.String(), `"behavior":"allow"`)
}

// payload is a PermissionRequest for a command of so many rows.
func (c *churn) payload(name, session string, rows int) string {
	command := make([]string, rows)
	for i := range command {
		command[i] = fmt.Sprintf("echo %s.%d.", name, i)
	}
	input := map[string]string{"command": strings.Join(command, "\n")}
	if c.random.IntN(4) == 0 {
		input["description"] = strings.Repeat("It does this. ", 1+c.random.IntN(30))
	}
	raw, err := json.Marshal(input)
	if err != nil {
		c.t.Fatal(err)
	}
	return fmt.Sprintf(`{"session_id":%q,"cwd":"/home/dev/%s","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":%s}`, session, name, raw)
}

// sizes are how many rows commands have: most are short.
var sizes = []int{1, 1, 1, 1, 1, 2, 3, 6, 14, 40}

// named returns a new ask's name.
func (c *churn) named() string {
	c.names++
	return fmt.Sprintf("ask-%d", c.names)
}

// ask starts a hook, now and then as a client's child.
func (c *churn) ask() *churned {
	q := &churned{name: c.named(), rows: sizes[c.random.IntN(len(sizes))], client: c.random.IntN(4) == 0, ended: make(chan struct{})}
	argv := []string{binary(c.t), "hook"}
	if q.client {
		argv = []string{"/bin/sh", "-c", `exec 3<&0; "$0" hook <&3 & wait $!`, argv[0]}
	}
	q.cmd = exec.Command(argv[0], argv[1:]...)
	q.cmd.Env, q.cmd.Dir = c.env, "/"
	q.cmd.Stdin, q.cmd.Stdout = strings.NewReader(c.payload(q.name, "s-"+q.name, q.rows)), &q.out
	if err := q.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	go func() {
		defer close(q.ended)
		_ = q.cmd.Wait() // the state tells; it ends when the hook has closed its stdout too
		q.came = time.Now()
	}()
	c.t.Cleanup(func() { _ = q.cmd.Process.Kill(); <-q.ended })
	c.asks = append(c.asks, q)
	return q
}

// waiting returns the asks whose hooks run and were not killed, of one kind.
func (c *churn) waiting(client bool) (out []*churned) {
	for _, q := range c.asks {
		if q.client == client && q.waits() && !q.killed {
			out = append(out, q)
		}
	}
	return out
}

// listed returns what the pane says that it holds, "" where it says nothing.
func (c *churn) listed() string {
	client, err := ipc.Dial(c.socket, "churn")
	if err != nil {
		return ""
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	list, err := client.List(ctx)
	if err != nil {
		return ""
	}
	raw, _ := json.Marshal(list)
	return string(raw)
}

// settle waits until the pane has taken an ask that was made now.
func (c *churn) settle() {
	c.t.Helper()
	look := time.NewTicker(20 * time.Millisecond) // nothing tells of it but looking again
	defer look.Stop()
	deadline := time.After(patience)
	q := c.ask()
	for !strings.Contains(c.listed(), `/`+q.name+`"`) {
		if !q.waits() { // it found no pane, or somebody was quick
			if q.allowed() || c.told(q.name) {
				return
			}
			q = c.ask()
		}
		select {
		case <-look.C:
		case <-c.pane.Exited():
			c.t.Fatalf("after %q: the pane has ended by itself", c.last)
		case <-deadline:
			c.t.Fatalf("after %q: the pane takes no asks", c.last)
		}
	}
}

// start starts a pane.
func (c *churn) start() {
	c.t.Helper()
	c.pane = screentest.Start(c.t, screentest.Options{Argv: []string{binary(c.t)}, Env: c.env, OnFrame: c.film.take})
	c.pane.WaitFor("Nothing waits for you.")
}

// ended waits for the pane's end, and starts another one. A pane that could do so
// has left the terminal as it was.
func (c *churn) restart(code int, restores bool) {
	c.t.Helper()
	if got := c.pane.Wait(); got != code {
		c.t.Errorf("after %q: the pane exited with %d, want %d", c.last, got, code)
	}
	if left := c.pane.Left(); restores && left != "" {
		c.t.Errorf("after %q: the terminal is left with %s", c.last, left)
	}
	if restores && strings.Contains(c.pane.Text(), "[?62;") {
		c.counts["replies that came after the end"]++
	}
	c.start()
}

// press presses a key.
func (c *churn) press(key string) {
	before := time.Now()
	c.pane.Press(key)
	c.typed(stroke{key: key, before: before, after: time.Now(), stopped: c.halted})
	c.counts["presses"]++
}

// spoil types what is no key.
func (c *churn) spoil(sent string) {
	before := time.Now()
	c.pane.Type(sent)
	c.spoilt(before)
}

// pause lets time pass in which somebody waits.
func (c *churn) pause(least, most time.Duration) {
	d := least + time.Duration(c.random.Int64N(int64(most-least)+1))
	c.pane.Pause(d)
}

// room makes the folder of everything that the pane keeps: a disk of its own where
// that is allowed, so that it can be full.
func (c *churn) room() {
	dir, err := os.MkdirTemp("/tmp", "sayso")
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	c.disk = mountSmall(dir)
	if c.disk {
		c.t.Cleanup(func() { unmount(dir) })
	}
	c.dir, c.socket = dir, filepath.Join(dir, "run", "s.sock")
	c.env = []string{"SAYSO_SOCKET=" + c.socket, "PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"), "TMPDIR=" + dir}
	for _, sub := range []string{"run", "home", "home/.config", "home/.config/sayso"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			c.t.Fatal(err)
		}
	}
}

// fill leaves no room on the disk, or no right to write, until the returned
// function is called.
func (c *churn) fill() (free func()) {
	if !c.disk {
		home := filepath.Join(c.dir, "home", ".config", "sayso")
		_ = os.Chmod(home, 0o500)
		return func() { _ = os.Chmod(home, 0o700) }
	}
	path := filepath.Join(c.dir, "full")
	f, err := os.Create(path)
	if err != nil {
		c.t.Fatal(err)
	}
	defer f.Close()
	for err == nil { // until there is no room
		_, err = io.WriteString(f, strings.Repeat("x", 4096))
	}
	return func() { _ = os.Remove(path) }
}

// halt stops the pane, and returns when it stands.
func (c *churn) halt() {
	(&asker{t: c.t, pane: c.pane}).stop()
	c.halted = true
}

func (c *churn) resume() {
	c.halted = false
	c.pane.Signal(syscall.SIGCONT)
}
