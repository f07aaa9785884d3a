package watch

import (
	"bytes"
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/ipc"
	"sayso/ipc/claudetest"
	"sayso/plugin"
)

const question = `{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/x","permission_mode":"auto"}`

// place is a short path for a socket, and an environment that names it.
func place(t *testing.T) (path string, getenv func(string) string) {
	t.Helper()
	dir := claudetest.ShortDir(t)
	path = filepath.Join(dir, "s.sock")
	return path, func(name string) string { return map[string]string{"SAYSO_SOCKET": path}[name] }
}

// serve answers questions with a function.
func serve(t *testing.T, path string, answer func(plugin.WatchQuestion) plugin.WatchAnswer) {
	t.Helper()
	l, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	server := &ipc.Server{Desk: approver.NewDesk(time.Now), Version: "test", Watch: answer,
		NewID: func() approver.ID { return "1" }}
	go func() { ended <- server.Serve(ctx, l) }()
	t.Cleanup(func() { cancel(); <-ended; _ = l.Close() })
}

func run(t *testing.T, stdin io.Reader, getenv func(string) string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Run(t.Context(), stdin, &out, getenv, "test")
	return out.String(), err
}

func TestAWatchedCallIsTold(t *testing.T) {
	path, getenv := place(t)
	var asked plugin.WatchQuestion
	serve(t, path, func(q plugin.WatchQuestion) plugin.WatchAnswer {
		asked = q
		return plugin.WatchAnswer{Watch: true, Reason: "why <&>"}
	})
	out, err := run(t, strings.NewReader(question), getenv)
	if err != nil || out != `{"watch":true,"reason":"why <&>"}`+"\n" {
		t.Errorf("%q, %v", out, err)
	}
	if asked.ToolName != "Bash" || string(asked.ToolInput) != `{"command":"ls"}` || asked.Cwd != "/x" || asked.PermissionMode != "auto" {
		t.Errorf("asked about %+v", asked)
	}
}

func TestNothingIsPrintedFor(t *testing.T) {
	watched := func(plugin.WatchQuestion) plugin.WatchAnswer { return plugin.WatchAnswer{Watch: true} }
	for name, tc := range map[string]struct {
		stdin  string
		answer func(plugin.WatchQuestion) plugin.WatchAnswer
		serve  bool
		fails  bool
	}{
		"a call that is not watched": {question, func(plugin.WatchQuestion) plugin.WatchAnswer { return plugin.WatchAnswer{} }, true, false},
		"a sayso without rules":      {question, nil, true, false},
		"no sayso":                   {question, watched, false, true},
		"no JSON":                    {"ls", watched, true, true},
		"a list":                     {"[]", watched, true, true},
		"nothing":                    {"", watched, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			path, getenv := place(t)
			if tc.serve {
				serve(t, path, tc.answer)
			}
			out, err := run(t, strings.NewReader(tc.stdin), getenv)
			if out != "" || (err != nil) != tc.fails {
				t.Errorf("%q, %v", out, err)
			}
		})
	}
}

// The mod waits, so whatever hangs must not hold it up.
func TestItEndsSoon(t *testing.T) {
	path, getenv := place(t)
	open, w := io.Pipe() // a stdin that never ends
	defer w.Close()
	hanging, err := net.Listen("unix", path) // accepts and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer hanging.Close()
	for name, stdin := range map[string]io.Reader{"stdin": open, "sayso": strings.NewReader(question)} {
		start := time.Now()
		out, err := run(t, stdin, getenv)
		if took := time.Since(start); out != "" || err == nil || took > 10*patience {
			t.Errorf("%s hangs: %q, %v after %v", name, out, err, took)
		}
	}
}
