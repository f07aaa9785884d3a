package watch

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
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
func serve(t *testing.T, path string, answer func(ipc.WatchQuestion) ipc.WatchAnswer) {
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
	var asked ipc.WatchQuestion
	serve(t, path, func(q ipc.WatchQuestion) ipc.WatchAnswer {
		asked = q
		return ipc.WatchAnswer{Watch: true, Reason: "why <&>"}
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
	watched := func(ipc.WatchQuestion) ipc.WatchAnswer { return ipc.WatchAnswer{Watch: true} }
	for name, tc := range map[string]struct {
		stdin  string
		answer func(ipc.WatchQuestion) ipc.WatchAnswer
		serve  bool
		fails  bool
	}{
		"a call that is not watched": {question, func(ipc.WatchQuestion) ipc.WatchAnswer { return ipc.WatchAnswer{} }, true, false},
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

// liar is a sayso that says hello and then whatever say returns, or ends.
func liar(t *testing.T, path string, say func() string) {
	t.Helper()
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":1,"result":{"protocol":%d,"version":"x","pid":1}}`+"\n", ipc.ProtocolVersion)
				lines := bufio.NewScanner(conn)
				lines.Scan() // hello
				lines.Scan() // the question
				fmt.Fprint(conn, say())
			}()
		}
	}()
}

// Once a sayso was reached, only its well-formed no lets a call pass unseen: one
// that hangs, dies, is another version or talks nonsense does not.
func TestACallIsWatchedWhereNobodySaysThatItIsNot(t *testing.T) {
	for name, start := range map[string]func(t *testing.T, path string){
		"it hangs before it says hello": func(t *testing.T, path string) {
			l, err := net.Listen("unix", path)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { l.Close() })
		},
		"it takes too long": func(t *testing.T, path string) {
			hang := make(chan struct{})
			serve(t, path, func(ipc.WatchQuestion) ipc.WatchAnswer { <-hang; return ipc.WatchAnswer{} })
			t.Cleanup(func() { close(hang) }) // before the server waits for it
		},
		"it ends": func(t *testing.T, path string) { liar(t, path, func() string { return "" }) },
		"it is cut off": func(t *testing.T, path string) {
			liar(t, path, func() string { return `{"jsonrpc":"2.0","id":2,"resu` })
		},
		"nonsense": func(t *testing.T, path string) {
			liar(t, path, func() string { return `{"jsonrpc":"2.0","id":2,"result":{"watch":"no"}}` + "\n" })
		},
		"an error": func(t *testing.T, path string) {
			liar(t, path, func() string { return `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"x"}}` + "\n" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			path, getenv := place(t)
			start(t, path)
			began := time.Now()
			out, err := run(t, strings.NewReader(question), getenv)
			if !strings.HasPrefix(out, `{"watch":true,"reason":"sayso could not check`) || err == nil {
				t.Errorf("%q, %v", out, err)
			}
			if took := time.Since(began); took > 10*patience {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// The mod waits, so a stdin that never ends must not hold it up; what would have
// come on it may have been a watched call.
func TestAStdinThatNeverEndsHoldsNothingUp(t *testing.T) {
	path, getenv := place(t)
	open, w := io.Pipe()
	defer w.Close()
	start := time.Now()
	if out, err := run(t, open, getenv); out != "" || err == nil {
		t.Errorf("without a sayso: %q, %v", out, err)
	}
	serve(t, path, nil)
	if out, err := run(t, open, getenv); !strings.HasPrefix(out, `{"watch":true`) || err == nil {
		t.Errorf("with one: %q, %v", out, err)
	}
	if took := time.Since(start); took > 10*patience {
		t.Errorf("it took %v", took)
	}
}

// A call that is too large to be passed on is watched too.
func TestACallThatIsTooLargeIsWatched(t *testing.T) {
	path, getenv := place(t)
	serve(t, path, nil)
	out, _ := run(t, strings.NewReader(`{"tool_name":"Bash","tool_input":{"command":"`+strings.Repeat("x", ipc.MaxLine)+`"}}`), getenv)
	if !strings.HasPrefix(out, `{"watch":true`) {
		t.Errorf("%q", out)
	}
}
