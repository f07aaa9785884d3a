//go:build linux || darwin

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"sayso/internal/openjson"
	"sayso/ipc"
)

// fault is something that happens to a pane, a hook, the terminal or the socket.
type fault struct {
	name string
	do   func(*churn)
}

const ms = time.Millisecond

var faults = []fault{
	{"kill -9 of a hook", func(c *churn) { c.kill(false) }},
	{"kill -9 of a client", func(c *churn) { c.kill(true) }},
	{"a card under the finger", func(c *churn) {
		q := c.shown()
		if q == nil {
			return
		}
		q.killed = true
		_ = q.cmd.Process.Kill()
		c.pane.HoldsWithin(3*time.Second, func(text string) bool { return !strings.Contains(text, q.name+" ") })
		c.pause(5*ms, 480*ms)
		c.hit()
	}},
	{"stop the pane", func(c *churn) {
		c.armed()
		c.halt()
		c.pause(5*ms, 1500*ms)
		c.hit()
		c.pause(5*ms, 1500*ms)
		c.resume()
	}},
	{"stop a hook", func(c *churn) {
		if asks := c.waiting(false); len(asks) > 0 {
			q := asks[c.random.IntN(len(asks))].cmd.Process
			_ = q.Signal(syscall.SIGSTOP)
			defer func() { _ = q.Signal(syscall.SIGCONT) }()
		}
		c.pause(100*ms, 900*ms)
		c.hit()
		c.pause(100*ms, 900*ms)
	}},
	{"kill -9 of a hook that is being answered", func(c *churn) {
		q := c.shown()
		if q == nil || q.client {
			return
		}
		_ = q.cmd.Process.Signal(syscall.SIGSTOP)
		c.armed()
		c.human("y")
		q.killed = true
		_ = q.cmd.Process.Kill()
		c.human("h") // the history tells what came of it
		c.human("esc")
	}},
	{"ctrl+z", func(c *churn) {
		c.press("ctrl+z")
		c.pane.Signal(syscall.SIGTSTP)
		c.pause(5*ms, 300*ms)
		c.hit()
		c.pane.Signal(syscall.SIGCONT)
	}},
	{"freeze", func(c *churn) {
		c.pane.Freeze()
		defer c.pane.Thaw()
		if c.random.IntN(2) == 0 {
			c.kill(false) // another card comes that is not painted
		}
		c.pause(5*ms, 1500*ms)
		c.hit()
		c.pause(5*ms, 1500*ms)
	}},
	{"silence", func(c *churn) {
		c.pane.Silence()
		defer c.pane.Answer()
		c.pause(5*ms, 1500*ms)
		c.hit()
		c.pause(5*ms, 700*ms)
	}},
	{"resize", func(c *churn) {
		size := [][2]int{{40, 12}, {80, 24}, {120, 40}, {48, 20}, {80, 10}, {200, 12}}[c.random.IntN(6)]
		c.pane.Resize(size[0], size[1])
		c.hit()
	}},
	{"to 40x12 and back", func(c *churn) {
		c.armed()
		c.pane.Resize(40, 12)
		c.pause(5*ms, 900*ms)
		c.hit()
		c.pane.Resize(80, 24)
	}},
	{"focus", func(c *churn) {
		c.pane.Blur()
		c.pause(5*ms, 300*ms)
		c.hit()
		c.pane.Focus()
		c.hit()
	}},
	{"unlink of the socket", func(c *churn) { _ = os.Remove(c.socket) }},
	{"unlink of the lock", func(c *churn) { _ = os.Remove(c.socket + ".lock") }},
	{"unlink of both", func(c *churn) {
		_ = os.Remove(c.socket)
		_ = os.Remove(c.socket + ".lock")
	}},
	{"a full disk", func(c *churn) {
		free := c.fill()
		defer free()
		c.settle() // the hooks and the answers need no room
		c.read()
		c.hit()
		c.pause(100*ms, 700*ms)
	}},
	{"quit", func(c *churn) { c.quit("q"); c.restart(0, true) }},
	{"ctrl+c", func(c *churn) { c.quit("ctrl+c"); c.restart(0, true) }},
	{"SIGTERM of the pane", func(c *churn) { c.signal(syscall.SIGTERM); c.restart(0, true) }},
	{"SIGHUP of the pane", func(c *churn) { c.signal(syscall.SIGHUP); c.restart(128+int(syscall.SIGHUP), false) }},
	{"kill -9 of the pane", func(c *churn) { c.signal(syscall.SIGKILL); c.restart(128+int(syscall.SIGKILL), false) }},
	{"a flood of asks", func(c *churn) {
		c.flood(60 + c.random.IntN(80))
		c.pause(5*ms, 700*ms)
		c.hit()
	}},
	{"forged events", func(c *churn) {
		for _, q := range append(c.waiting(false), c.waiting(true)...) {
			for _, event := range []string{"SessionEnd", "PostToolUse", "PermissionDenied", "Stop", "tool.run"} {
				c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"event","params":{"door":"hook","payload":{"session_id":"s-%s","cwd":"/","hook_event_name":%q,"tool_name":"Bash","tool_input":{"command":"echo %[1]s.0."},"tool_response":{},"reason":"other"}}}`+"\n", q.name, event))
			}
			c.say(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}` + "\n")
		}
	}},
	{"garbage on the socket", func(c *churn) {
		c.say("\x00\xff{]\n")
		c.say(`{"jsonrpc":"2.0","id":1,"method":"answer","params":{"id":"1","behavior":"allow"}}` + "\n")
		c.say(strings.Repeat("[", 100_000) + "\n")
		c.say(`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"hook","pay`)
		c.say("")
	}},
	{"cut sequences", func(c *churn) {
		cut := []string{"\x1b[?2026;2$", "\x1b[?62;22", "\x1b[", "\x1b]11;rgb:00", "\x1b[9999z", "\x1bP1$", "\x1b[?2026;2$y"}
		c.armed()
		c.spoil(cut[c.random.IntN(len(cut))])
		c.pause(5*ms, 900*ms)
		c.hit()
	}},
	{"replies that nobody asked for", func(c *churn) {
		c.armed()
		for range 3 + c.random.IntN(20) {
			c.pane.Type("\x1b[?62c")
			c.pause(0, 60*ms)
			if c.random.IntN(4) == 0 {
				c.press("y")
			}
		}
	}},
	{"a paste", func(c *churn) {
		c.armed()
		c.pane.Paste([]string{"y", "y\n", "yes\ny\n", "\x1b[?62cy"}[c.random.IntN(4)])
		c.pause(5*ms, 900*ms)
	}},
}

// shown returns the ask on the terminal whose hook waits, or nil.
func (c *churn) shown() *churned {
	name := c.onTerminal()
	for _, q := range c.asks {
		if q.name == name && q.waits() && !q.killed {
			return q
		}
	}
	return nil
}

// kill ends a hook, or the client that has started one, with SIGKILL.
func (c *churn) kill(client bool) {
	asks := c.waiting(client)
	if len(asks) == 0 {
		return
	}
	q := asks[c.random.IntN(len(asks))]
	q.killed = true
	_ = q.cmd.Process.Kill()
}

// quit quits the pane as a person does, who presses again where a key counted for
// nothing.
func (c *churn) quit(key string) {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		c.press(key)
		select {
		case <-c.pane.Exited():
			return
		case <-time.After(600*ms + time.Duration(c.random.Int64N(int64(2400*ms)))): // more than the quiet after a stall
		}
	}
	c.t.Fatalf("the pane does not quit:\n%s", c.pane.Text())
}

// signal sends a signal to the pane.
func (c *churn) signal(sig syscall.Signal) {
	c.pause(5*ms, 900*ms)
	c.pane.Signal(sig)
}

// say sends something to the socket on a connection that stays open, and reads
// nothing.
func (c *churn) say(line string) net.Conn {
	conn, err := net.Dial("unix", c.socket)
	if err != nil {
		return nil // the socket is gone
	}
	c.conns = append(c.conns, conn)
	_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
	_, _ = fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":0,"method":"hello","params":{"protocol":%d,"version":"churn"}}`+"\n%s", ipc.ProtocolVersion, line)
	return conn
}

// flood asks many times at once, on one connection.
func (c *churn) flood(n int) {
	var lines strings.Builder
	names := map[string]string{}
	for i := range n {
		name := c.named()
		names[fmt.Sprint(i+1)] = name
		fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%d,"method":"ask","params":{"door":"hook","payload":%s}}`+"\n",
			i+1, c.payload(name, "flood", 1))
	}
	conn := c.say(lines.String())
	if conn == nil {
		return
	}
	c.readers.Go(func() {
		for replies := bufio.NewScanner(conn); replies.Scan(); {
			var reply struct {
				ID     json.RawMessage
				Result ipc.AskResult
			}
			if openjson.Unmarshal(replies.Bytes(), &reply) == nil && reply.Result.Behavior == "allow" {
				c.floods.Store(names[string(reply.ID)], time.Now())
			}
		}
	})
}

// hangUp closes the connections that were left open.
func (c *churn) hangUp() {
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	c.conns = nil
}
