//go:build linux || darwin

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
	watchrules "sayso/plugin/watch"
)

// TestScripts runs the stories in testdata/script: what people, scripts and
// attackers do at the command line and on the socket.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			dir := claudetest.ShortDir(t)
			env.Setenv("SAYSO_SOCKET", filepath.Join(dir, "s.sock"))
			env.Setenv("SOCKET_DIR", dir)
			// Built with the race detector, every program would wait for a second
			// at its end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"desk":       deskCmd,
			"big":        bigCmd,
			"bytes":      bytesCmd,
			"jsonlike":   jsonCmd,
			"repeat":     repeatCmd,
			"status":     statusCmd,
			"program":    programCmd,
			"executable": executableCmd,
			"rival":      rivalCmd,
		},
	})
}

// deskCmd is "desk allow|deny MESSAGE|handBack|watch RULE": a sayso without a
// screen that answers every ask so, or watches by a rule. "desk silent" listens
// and says nothing, as one that was suspended. "desk seen TEXT" checks what it was
// asked, "desk refused TEXT" what it told the person that it refused.
func deskCmd(ts *testscript.TestScript, neg bool, args []string) {
	if args[0] == "seen" || args[0] == "refused" {
		read := func() string {
			return ts.ReadFile(map[string]string{"seen": "desk.log", "refused": "refused.log"}[args[0]])
		}
		log := read()
		// The door has its answer a moment before the person is told.
		for end := time.Now().Add(time.Minute); args[0] == "refused" && !strings.Contains(log, args[1]) && time.Now().Before(end); {
			log = read()
		}
		if args[1] == "." { // anything
			args[1] = "\n"
		}
		if strings.Contains(log, args[1]) == neg {
			ts.Fatalf("the desk was asked:\n%s", log)
		}
		return
	}
	decision := approver.Decision{}
	var watch func(ipc.WatchQuestion) ipc.WatchAnswer
	switch args[0] {
	case "allow":
		decision.Verdict = approver.Allow
	case "deny":
		decision = approver.Decision{Verdict: approver.Deny, Message: strings.Join(args[1:], " ")}
	case "handBack":
	case "silent":
		l, err := ipc.Listen(ts.Getenv("SAYSO_SOCKET"))
		ts.Check(err)
		ts.Defer(func() { _ = l.Close() })
		return
	case "watch":
		watch = watching(ts, args[1])
	default:
		ts.Fatalf("desk %s?", args[0])
	}
	log, err := os.Create(ts.MkAbs("desk.log"))
	ts.Check(err)
	refused, err := os.Create(ts.MkAbs("refused.log"))
	ts.Check(err)
	stop, err := serveWatching(ts.Getenv("SAYSO_SOCKET"), func(ask approver.Ask) approver.Decision {
		fmt.Fprintf(log, "%s %s %s\n", ask.Door, ask.Tool, ask.Input)
		fmt.Fprintf(log, "in %q of %q, rule at %q\n", ask.Session.Cwd, ask.Session.Root(), ask.Provenance.RuleFile)
		return decision
	}, watch, func(err error) { fmt.Fprintln(refused, err) })
	ts.Check(err)
	ts.Defer(func() {
		stop()
		_ = log.Close()
		_ = refused.Close()
	})
}

// rivalCmd is "rival": somebody else listens at $SAYSO_SOCKET and hangs up on
// whoever connects. "rival asked" and "rival unasked" check whether anybody did.
func rivalCmd(ts *testscript.TestScript, _ bool, args []string) {
	seen := ts.MkAbs("rival.seen")
	if len(args) == 1 {
		_, err := os.Stat(seen)
		if asked := err == nil; asked != (args[0] == "asked") {
			ts.Fatalf("somebody came to the rival: %v", asked)
		}
		return
	}
	l, err := net.Listen("unix", ts.Getenv("SAYSO_SOCKET"))
	ts.Check(err)
	ts.Defer(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_ = os.WriteFile(seen, nil, 0o600) // before the door is let go, so that it is there when that ends
			_ = conn.Close()
		}
	}()
}

// programCmd is "program FILE": the built program, at a path that stays.
func programCmd(ts *testscript.TestScript, _ bool, args []string) {
	path, err := build()
	ts.Check(err)
	program, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(claudetest.WriteExecutable(args[0], program))
}

// executableCmd is "executable FILE": a file of the story, made to be run.
func executableCmd(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(claudetest.WriteExecutable(ts.MkAbs(args[0]), []byte(ts.ReadFile(args[0]))))
}

// watching returns what answers questions by one watch rule.
func watching(ts *testscript.TestScript, rule string) func(ipc.WatchQuestion) ipc.WatchAnswer {
	file := ts.MkAbs("watch.rules")
	ts.Check(os.WriteFile(file, []byte(rule), 0o600))
	keeper := watchrules.NewKeeper(file, file+".accepted", file+".marker")
	ctx, cancel := context.WithCancel(context.Background())
	loaded, ended := make(chan bool, 9), make(chan struct{})
	go func() { defer close(ended); keeper.Run(ctx, func(watchrules.State) { loaded <- true }) }()
	<-loaded
	ts.Defer(func() { cancel(); <-ended })
	return keeper.Question
}

// bigCmd is "big FILE MIB": a PermissionRequest with so long a command.
func bigCmd(ts *testscript.TestScript, _ bool, args []string) {
	mib, err := strconv.Atoi(args[1])
	ts.Check(err)
	payload := fmt.Sprintf(`{"session_id":"s","cwd":"/","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":%q}}`,
		strings.Repeat("x", mib<<20))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(payload), 0o600))
}

// bytesCmd is "bytes FILE TEXT": a file with the text, its Go escapes resolved.
func bytesCmd(ts *testscript.TestScript, _ bool, args []string) {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// statusCmd is "status N PROGRAM ARG…": the program runs and exits with N.
func statusCmd(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// repeatCmd is "repeat FILE TEXT N TEMPLATE [CLOSING]": the template with N times
// the text for its @, and N times what closes it for its !.
func repeatCmd(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	out := strings.Replace(args[3], "@", strings.Repeat(args[1], n), 1)
	if len(args) > 4 {
		out = strings.Replace(out, "!", strings.Repeat(args[4], n), 1)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(out+"\n"), 0o600))
}

// jsonCmd is "jsonlike FILE FILE": the two hold the same JSON value.
func jsonCmd(ts *testscript.TestScript, _ bool, args []string) {
	var values [2]string
	for i, name := range args {
		var v any
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(name)), &v))
		data, err := json.Marshal(v)
		ts.Check(err)
		values[i] = string(data)
	}
	if values[0] != values[1] {
		ts.Fatalf("%s\nis not\n%s", values[0], values[1])
	}
}
