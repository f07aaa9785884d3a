//go:build unix

package plugin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sayso/internal/e2e/claudetest"
)

// recorderSocket, in the environment, makes this test binary play sayso.
const recorderSocket = "SAYSO_TEST_RECORDER"

func TestMain(m *testing.M) {
	if path := os.Getenv(recorderSocket); path != "" {
		if err := playSayso(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// playSayso hands its arguments and stdin to the test and prints the answer.
func playSayso(path string) error {
	stdin, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := json.NewEncoder(conn).Encode(call{Command: os.Args[1:], Stdin: stdin}); err != nil {
		return err
	}
	_, err = io.Copy(os.Stdout, conn)
	return err
}

// call is one start of the sayso binary.
type call struct {
	Command []string
	Stdin   []byte
}

// payload is what the tests read of a call's stdin.
type payload struct {
	Event     string          `json:"hook_event_name"`
	Tool      string          `json:"tool_name"`
	Input     json.RawMessage `json:"tool_input"`
	ToolUseID string          `json:"tool_use_id"`
	Mode      string          `json:"permission_mode"`
	Cwd       string          `json:"cwd"`
	SessionID string          `json:"session_id"`
	Outcome   string          `json:"outcome"`
	Consent   string          `json:"consent"`
	Sayso     json.RawMessage `json:"sayso"`

	command string // "hook" or "watch"
}

// recorder stands in for the sayso binary: what starts it is kept, and answer
// says what it prints. An answer may wait for as long as it likes.
type recorder struct {
	Binary string

	mu      sync.Mutex
	calls   []payload
	changed chan struct{}
}

// newRecorder makes a binary whose path needs quoting wherever it is named.
func newRecorder(t *testing.T, answer func(payload) string) *recorder {
	t.Helper()
	base := claudetest.ShortDir(t)
	r := &recorder{Binary: filepath.Join(base, `it's a "dir"`, "sayso"), changed: make(chan struct{})}
	socket := filepath.Join(base, "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\n%s='%s' exec '%s' \"$@\"\n", recorderSocket, socket, self)
	if err := claudetest.WriteExecutable(r.Binary, []byte(script)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go r.serve(conn, answer)
		}
	}()
	return r
}

func (r *recorder) serve(conn net.Conn, answer func(payload) string) {
	defer conn.Close()
	var c call
	if err := json.NewDecoder(conn).Decode(&c); err != nil {
		return // killed before it said anything
	}
	p := payload{command: strings.Join(c.Command, " ")}
	if where, ok := strings.CutSuffix(p.command, " --socket "+socketOf(r.Binary)); ok {
		p.command = where // whoever asks elsewhere gets no answer from the tests
	}
	if err := json.Unmarshal(c.Stdin, &p); err != nil {
		p.Event = "not JSON: " + string(c.Stdin)
	}
	r.mu.Lock()
	r.calls = append(r.calls, p)
	close(r.changed)
	r.changed = make(chan struct{})
	r.mu.Unlock()
	io.WriteString(conn, answer(p))
}

// all returns what was seen so far, without the events of no single call.
func (r *recorder) all(events ...string) (found []payload) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.calls {
		for _, event := range events {
			if p.Event == event || p.Event == "" && p.command == event {
				found = append(found, p)
			}
		}
	}
	return found
}

// wait returns the first call that fits, when it comes.
func (r *recorder) wait(ctx context.Context, t *testing.T, what string, ok func(payload) bool) payload {
	t.Helper()
	for {
		r.mu.Lock()
		changed, calls := r.changed, r.calls
		r.mu.Unlock()
		for _, p := range calls {
			if ok(p) {
				return p
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("no %s came; seen: %+v", what, calls)
		}
	}
}

// allow answers every PermissionRequest with a plain yes, and no watch.
func allow(p payload) string {
	if p.Event != "PermissionRequest" {
		return ""
	}
	return `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`
}
