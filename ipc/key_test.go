//go:build linux || darwin

package ipc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/jsonrpc"
	"sayso/ipc"
	"sayso/ipc/hook"
)

// session is one whose key this sayso knows, with the hook's door open to it.
func (s *sayso) session(t *testing.T) (*approver.Prover, *ipc.Client) {
	t.Helper()
	s.server.Doors[approver.DoorHook] = hook.Decode
	module, client := approver.NewProver(approver.Key{1}), dial(t, s)
	if err := client.Introduce(t.Context(), ipc.KeyParams{SessionID: "s", Key: module.Key(), AtStart: true}); err != nil {
		t.Fatal(err)
	}
	return module, client
}

const permissionRequest = `{"session_id":"s","cwd":"/app","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"},"sayso":{"tool_use_id":"t1"}}`

// A second process may say what it likes of a session: its second key is refused
// and told, its asks are shown as its own, its events are refused and told, and
// nobody is told the key.
func TestNobodySpeaksForASession(t *testing.T) {
	s := start(t)
	module, client := s.session(t)
	proved, err := module.Prove(json.RawMessage(permissionRequest))
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = client.Ask(t.Context(), approver.DoorHook, proved) }()
	s.untilWaiting(1)

	other := dial(t, s)
	err = other.Introduce(t.Context(), ipc.KeyParams{SessionID: "s", Key: approver.NewProver(approver.Key{2}).Key(), AtStart: true})
	if got, ok := errors.AsType[*jsonrpc.Error](err); !ok || got.Code != ipc.CodeForeign {
		t.Errorf("a second key: %v", err)
	}
	told := receive(t, "a notice", s.rejects).Error()
	if !strings.Contains(told, "session s: the session has shown another key before") {
		t.Errorf("the person is told %q", told)
	}
	for _, event := range []string{"SessionEnd", "Stop", "tool.run"} {
		payload := fmt.Sprintf(`{"session_id":"s","cwd":"/","hook_event_name":%q,"tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t1"}`, event)
		if _, err := other.Event(t.Context(), ipc.AskParams{Door: approver.DoorHook, Payload: json.RawMessage(payload)}); err == nil {
			t.Errorf("a forged %s was taken", event)
		}
		if told := receive(t, "a notice", s.rejects).Error(); !strings.Contains(told, event+" that is not from its session") {
			t.Errorf("the person is told %q", told)
		}
	}
	go func() { _, _ = other.Ask(t.Context(), approver.DoorHook, json.RawMessage(permissionRequest)) }()
	waiting := s.untilWaiting(2).Waiting
	if waiting[0].Ask.Origin != approver.FromSession || waiting[1].Ask.Origin != approver.FromElsewhere {
		t.Errorf("origins %v, %v", waiting[0].Ask.Origin, waiting[1].Ask.Origin)
	}

	list, err := other.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if shown := fmt.Sprintf("%+v %+v", list, s.desk.Snapshot()); strings.Contains(shown, module.Key()) || len(list.Asks) != 2 {
		t.Errorf("the key is on a list: %s", shown)
	}
}

// An ask that the hook has no words for gets none: the hook is given an error, and
// the person is told that nobody got the answer.
func TestAnAnswerThatCantBeWrittenIsTooLate(t *testing.T) {
	s := start(t)
	s.server.Doors[approver.DoorHook] = func(json.RawMessage) (approver.Ask, error) {
		return approver.Ask{Kind: 99, Tool: "Later"}, nil
	}
	client, got := dial(t, s), make(chan error, 1)
	go func() {
		got <- client.PrintFor(t.Context(), ipc.AskParams{Door: approver.DoorHook, Payload: json.RawMessage(permissionRequest)}, func(output []byte) error {
			t.Errorf("the hook is given %q", output)
			return nil
		})
	}()
	id := s.untilWaiting(1).Waiting[0].Ask.ID
	if err := s.desk.Answer(id, approver.Decision{Verdict: approver.Allow}); err != nil {
		t.Fatal(err)
	}
	if err, ok := errors.AsType[*jsonrpc.Error](receive(t, "the hook's error", got)); !ok || err.Code != jsonrpc.CodeInternal {
		t.Errorf("got %v", err)
	}
	s.until("its fate is known", func(snap approver.Snapshot) bool {
		return len(snap.Ended) == 1 && !snap.Ended[0].Sending && snap.Ended[0].State == approver.TooLate
	})
}

// A key that is none is refused without a word of it.
func TestAKeyThatIsNoneIsNotRepeated(t *testing.T) {
	s := start(t)
	const secret = "0123456789abcdef"
	err := dial(t, s).Introduce(t.Context(), ipc.KeyParams{SessionID: "s", Key: secret})
	if err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("got %v", err)
	}
	if told := receive(t, "a notice", s.rejects).Error(); strings.Contains(told, secret) {
		t.Errorf("the person is told %q", told)
	}
}
