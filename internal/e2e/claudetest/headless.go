//go:build unix

package claudetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Run says what one run of the client is to do.
type Run struct {
	Prompt string    // what the person asks for; "" gives no prompt argument
	Mode   string    // the permission mode; "" is "manual"
	Args   []string  // further arguments of the client
	Env    []string  // put after the session's
	Stdin  io.Reader // headless only; nil is empty
}

// args returns the arguments that both ways to run share.
func (r Run) args(s *Session) []string {
	mode := r.Mode
	if mode == "" {
		mode = "manual"
	}
	return append([]string{"--permission-mode", mode, "--settings", s.SettingsFile}, r.Args...)
}

// Process is a headless run of the client.
type Process struct {
	t      testing.TB
	ctx    context.Context
	cmd    *exec.Cmd
	done   chan struct{} // closed when the client has ended and all is read
	stderr bytes.Buffer  // read after done

	mu       sync.Mutex
	partial  []byte // the beginning of a line
	messages []StreamMessage
	changed  chan struct{} // closed and replaced with each message
}

// StreamMessage is one line of the client's stream-json output.
type StreamMessage struct {
	Type    string // "system", "assistant", "user", "result" …
	Subtype string // "init", "success" …
	Raw     json.RawMessage
}

// Result is what a run left.
type Result struct {
	ExitCode int // -1 when a signal ended it
	Messages []StreamMessage
	Stderr   string
}

// Final is the last message of a run, its result.
type Final struct {
	Subtype           string `json:"subtype"`
	IsError           bool   `json:"is_error"`
	Result            string `json:"result"`
	NumTurns          int    `json:"num_turns"`
	PermissionDenials []struct {
		ToolName  string          `json:"tool_name"`
		ToolUseID string          `json:"tool_use_id"`
		ToolInput json.RawMessage `json:"tool_input"`
	} `json:"permission_denials"`
}

// Headless starts the client with -p and returns at once. When ctx or the test
// ends, its process group is killed.
func (s *Session) Headless(ctx context.Context, r Run) *Process {
	s.t.Helper()
	args := []string{"-p"}
	if r.Prompt != "" {
		args = append(args, r.Prompt)
	}
	args = append(args, "--output-format", "stream-json", "--verbose")
	p := &Process{t: s.t, ctx: ctx, done: make(chan struct{}), changed: make(chan struct{})}
	p.cmd = exec.CommandContext(ctx, s.client, append(args, r.args(s)...)...)
	p.cmd.Dir = s.Project
	p.cmd.Env = slices.Concat(s.Env, r.Env)
	p.cmd.Stdin = r.Stdin
	p.cmd.Stdout = p
	p.cmd.Stderr = &p.stderr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Cancel = p.kill
	p.cmd.WaitDelay = 2 * time.Second // for a child that holds on to the output
	if err := p.cmd.Start(); err != nil {
		s.t.Fatalf("claudetest: starting the client: %v", err)
	}
	go func() {
		_ = p.cmd.Wait() // the state is read from p.cmd.ProcessState
		close(p.done)
	}()
	s.t.Cleanup(func() {
		_ = p.kill() // it may have ended long ago
		<-p.done
	})
	return p
}

// Write takes the client's output. It is exported for os/exec only.
func (p *Process) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.partial = append(p.partial, data...)
	for {
		line, rest, whole := bytes.Cut(p.partial, []byte("\n"))
		if !whole {
			return len(data), nil
		}
		p.partial = rest
		msg := StreamMessage{Raw: bytes.Clone(line)}
		var head struct{ Type, Subtype string }
		if json.Unmarshal(line, &head) == nil {
			msg.Type, msg.Subtype = head.Type, head.Subtype
		}
		p.messages = append(p.messages, msg)
		close(p.changed)
		p.changed = make(chan struct{})
	}
}

// Pid returns the client's process id, which is its process group's id too.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Signal sends sig to the client alone.
func (p *Process) Signal(sig syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(sig); err != nil {
		p.t.Fatalf("claudetest: signalling the client: %v", err)
	}
}

func (p *Process) kill() error { return syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// Done returns a channel that is closed when the client has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Messages returns what the client has written so far.
func (p *Process) Messages() []StreamMessage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages)
}

// WaitMessage returns the first message, past or to come, that ok holds for. It
// fails the test when the client ends without one.
func (p *Process) WaitMessage(ok func(StreamMessage) bool) StreamMessage {
	p.t.Helper()
	for next, ended := 0, false; ; {
		p.mu.Lock()
		messages, changed := p.messages, p.changed
		p.mu.Unlock()
		for ; next < len(messages); next++ {
			if ok(messages[next]) {
				return messages[next]
			}
		}
		if ended {
			p.t.Fatalf("claudetest: the client ended, the awaited message did not come; %s", p.dump())
		}
		select {
		case <-changed:
		case <-p.done:
			ended = true // look once more at what came last
		}
	}
}

// Wait waits for the client's end. It fails the test when the run's context
// ended it.
func (p *Process) Wait() Result {
	p.t.Helper()
	<-p.done
	if err := p.ctx.Err(); err != nil && p.cmd.ProcessState.ExitCode() < 0 {
		p.t.Fatalf("claudetest: %v: the client was still running; %s", err, p.dump())
	}
	return Result{p.cmd.ProcessState.ExitCode(), p.Messages(), p.stderr.String()}
}

// Final returns the run's result message; ok is false when it wrote none.
func (r Result) Final() (final Final, ok bool) {
	for _, m := range r.Messages {
		if m.Type == "result" {
			ok = json.Unmarshal(m.Raw, &final) == nil
		}
	}
	return final, ok
}

// dump is the output for a failure message. It wants p to have ended.
func (p *Process) dump() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v, stderr %q, its output:\n", p.cmd.ProcessState, p.stderr.String())
	for _, m := range p.Messages() {
		fmt.Fprintf(&b, "  %.300s\n", m.Raw)
	}
	return b.String()
}
