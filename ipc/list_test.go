//go:build linux || darwin

package ipc_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sayso/approver"
	"sayso/ipc"
)

func dial(t *testing.T, s *sayso) *ipc.Client {
	t.Helper()
	c, err := ipc.Dial(s.path, "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestListAndStatusTellWhatWaits(t *testing.T) {
	s := start(t)
	c := dial(t, s)
	empty, err := c.List(t.Context())
	if err != nil || empty.Asks == nil || len(empty.Asks) > 0 {
		t.Errorf("an empty desk lists %#v, %v", empty, err)
	}

	env := func(name string) string { return map[string]string{"SAYSO_SOCKET": s.path}[name] }
	first := make(chan answer, 1)
	go func() {
		var a answer
		a.err = ipc.Once(t.Context(), env, "test", ipc.AskParams{
			Door: "plain", Payload: []byte(`{"secret":"hunter2"}`), Cwd: "/home/dev/\x1b[31mapp", SessionID: "s-1",
		}, func(d approver.Decision) error {
			a.decision = d
			return nil
		})
		first <- a
	}()
	s.untilWaiting(1)
	s.ask(t.Context(), `{}`)
	waiting := s.untilWaiting(2).Waiting

	status, err := c.Status(t.Context())
	if want := (ipc.StatusResult{Version: "test", PID: os.Getpid(), Waiting: 2, Seen: 2}); err != nil || status != want {
		t.Errorf("status: %+v, %v; want %+v", status, err, want)
	}
	list, err := c.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := ipc.ListResult{Asks: []ipc.ListedAsk{
		{ID: waiting[0].Ask.ID, Door: "plain", Tool: "Bash", SessionID: "s-1", Cwd: "/home/dev/\x1b[31mapp", ArrivedAt: waiting[0].Ask.ArrivedAt},
		{ID: waiting[1].Ask.ID, Door: "plain", Tool: "Bash", ArrivedAt: waiting[1].Ask.ArrivedAt},
	}}
	if diff := cmp.Diff(want, list, cmpopts.EquateApproxTime(0)); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	// The arguments of a call are for the person at the pane.
	raw := s.raw()
	raw.send(`{"jsonrpc":"2.0","id":1,"method":"list"}`)
	if line := raw.read(); strings.Contains(line, "hunter2") || !strings.Contains(line, `"s-1"`) {
		t.Errorf("the list is %s", line)
	}

	// Looking changed nothing.
	if snap := s.desk.Snapshot(); len(snap.Waiting) != 2 || len(snap.Ended) > 0 {
		t.Errorf("the desk is %+v", snap)
	}
	if err := s.desk.Answer(waiting[0].Ask.ID, approver.Decision{Verdict: approver.Deny, Message: "no"}); err != nil {
		t.Fatal(err)
	}
	if a := receive(t, "the answer", first); a.err != nil || a.decision.Message != "no" {
		t.Errorf("the answer: %+v", a)
	}
	if status, err := c.Status(t.Context()); err != nil || status.Waiting != 1 || status.Seen != 2 {
		t.Errorf("status after the answer: %+v, %v", status, err)
	}
}
