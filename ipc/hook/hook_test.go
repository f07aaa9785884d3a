//go:build linux || darwin

package hook_test

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/internal/claude"
	"sayso/internal/e2e/claudetest"
	"sayso/internal/openjson"
	"sayso/ipc"
	"sayso/ipc/hook"
)

func TestDecodeTakesEveryCapturedAsk(t *testing.T) {
	files, err := filepath.Glob("../../testdata/captures/hook-PermissionRequest-*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	for _, file := range files {
		payload, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ask, err := hook.Decode(payload)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var want claude.PermissionRequest
		if err := openjson.Unmarshal(payload, &want); err != nil {
			t.Fatal(err)
		}
		if ask.Tool != want.ToolName || string(ask.Input) != string(want.ToolInput) || len(ask.Suggestions) != len(want.PermissionSuggestions) ||
			ask.Session.Cwd != want.Cwd || ask.Session.ID != want.SessionID {
			t.Errorf("%s became %+v", file, ask)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for payload, want := range map[string]string{
		`{"hook_event_name":"PermissionRequest","tool_name":3}`:                              "tool_name",
		`{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/","tool_input":{}}`: "tool_name",
		`{"hook_event_name":"PermissionRequest","tool_name":"Bash"}`:                         `"tool_input": not an object`,
		`{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":"ls"}`:       `"tool_input": not an object`,
		`{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":null}`:       `"tool_input": not an object`,
		`{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":["ls"]}`:     `"tool_input": not an object`,
		`{"hook_event_name":"Stop","session_id":"s","cwd":"/"}`:                              "nobody can decide",
		`{"session_id":"s"}`:  "hook_event_name",
		`[]`:                  "",
		`"PermissionRequest"`: "",
	} {
		if _, err := hook.Decode([]byte(payload)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", payload, err, want)
		}
	}
}

// A sayso that takes the connection and never says a word must not hold up a
// session for an event that nobody must answer.
func TestAnEventIsGivenUpSoon(t *testing.T) {
	dir := claudetest.ShortDir(t)
	path := filepath.Join(dir, "s.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	event := `{"session_id":"s","cwd":"/","hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"t","tool_input":{},"tool_response":"` +
		strings.Repeat("x", 1<<20) + `"}` // more than a socket's buffer, so that the write hangs too
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() {
		done <- hook.Run(t.Context(), strings.NewReader(event), &out, func(k string) string {
			return map[string]string{"SAYSO_SOCKET": path}[k]
		}, "test")
	}()
	select {
	case err := <-done:
		if err == nil || out.Len() > 0 {
			t.Errorf("got %v and printed %q", err, &out)
		}
		if errors.Is(err, ipc.ErrNotRunning) {
			t.Error("it never connected, so nothing was tested")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it still waits")
	}
}
