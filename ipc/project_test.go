//go:build linux || darwin

package ipc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/ipc"
)

const inProject = `{"session_id":"s","cwd":"/app/src","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"},"sayso":{"project":"/app"}}`

// told is an ask that a door passes on with a project of its own.
func (s *sayso) told(t *testing.T, c *ipc.Client, payload json.RawMessage, project string) {
	t.Helper()
	go func() {
		_ = c.AskFor(t.Context(), ipc.AskParams{Door: approver.DoorHook, Payload: payload, ProjectDir: project},
			func(approver.Decision) error { return nil })
	}()
}

// Where nothing is proved the door's word for the project counts, if it can be one.
func TestADoorTellsTheProject(t *testing.T) {
	for project, want := range map[string]string{"/app": "/app", "/app/": "/app", "app": "", "": "", "/" + strings.Repeat("a", 5000): ""} {
		s := start(t)
		s.server.Complete = func(ask approver.Ask) approver.Ask {
			ask.Provenance.RuleFile = ask.Session.Root() + "/.claude/settings.json:1"
			return ask
		}
		c := dial(t, s)
		go func() {
			_ = c.AskFor(t.Context(), ipc.AskParams{Door: "plain", Payload: []byte(`{}`), Cwd: "/app/src", ProjectDir: project},
				func(approver.Decision) error { return nil })
		}()
		ask := s.untilWaiting(1).Waiting[0].Ask
		if ask.Session.Project != want || ask.Session.Cwd != "/app/src" {
			t.Errorf("%.20q: the ask is of %.60q", project, ask.Session)
		}
		if got := ask.Provenance.RuleFile; got != ask.Session.Root()+"/.claude/settings.json:1" {
			t.Errorf("%.20q: it was completed with %q, before its project was known", project, got)
		}
		list, err := dial(t, s).List(t.Context())
		if err != nil || len(list.Asks) != 1 || list.Asks[0].Project != want || list.Asks[0].Cwd != "/app/src" {
			t.Errorf("%.20q: listed as %+v, %v", project, list, err)
		}
	}
}

// A project's own hook reads the proved payload and may pass it on before the
// plugin's does, with a project of its choice: the card is of what was proved.
func TestNobodyMovesAProvedAsksProject(t *testing.T) {
	for payload, want := range map[string]string{inProject: "/app", permissionRequest: ""} {
		s := start(t)
		module, client := s.session(t)
		proved, err := module.Prove(json.RawMessage(payload))
		if err != nil {
			t.Fatal(err)
		}
		s.told(t, dial(t, s), proved, "/")
		s.untilWaiting(1)
		s.told(t, client, proved, "/evil")
		if ask := s.untilWaiting(1).Waiting[0].Ask; ask.Origin != approver.FromSession || ask.Session.Project != want {
			t.Errorf("the card is of %+v, origin %v; want the project %q", ask.Session, ask.Origin, want)
		}
		// With another project in it the payload is not the session's.
		s.told(t, dial(t, s), json.RawMessage(strings.Replace(string(proved), `"project":"/app"`, `"project":"/"`, 1)), "")
		if strings.Contains(payload, "project") {
			waiting := s.untilWaiting(2).Waiting
			if waiting[0].Ask.Session.Project != want || waiting[1].Ask.Origin != approver.FromElsewhere {
				t.Errorf("a changed project: %+v", waiting)
			}
		}
	}
}

// What is not proved may say any project, for its own card.
func TestAnAskFromElsewhereMovesNoOtherAsksProject(t *testing.T) {
	s := start(t)
	module, client := s.session(t)
	proved, err := module.Prove(json.RawMessage(inProject))
	if err != nil {
		t.Fatal(err)
	}
	s.told(t, client, proved, "")
	s.untilWaiting(1)
	s.told(t, dial(t, s), json.RawMessage(strings.Replace(inProject, `"project":"/app"`, `"project":"/evil"`, 1)), "/evil")
	waiting := s.untilWaiting(2).Waiting
	if own, other := waiting[0].Ask, waiting[1].Ask; own.Session.Project != "/app" || other.Session.Project != "/evil" || other.Origin != approver.FromElsewhere {
		t.Errorf("the cards are of %+v and %+v", own.Session, other.Session)
	}
}

// Events too: history names the project of a session whose agent is in src.
func TestAnEventTellsItsProject(t *testing.T) {
	const note = `{"session_id":"s","cwd":"/app/src","hook_event_name":"Notification","message":"m","notification_type":"idle_prompt"}`
	s := start(t)
	c := dial(t, s)
	if _, err := c.Event(t.Context(), ipc.AskParams{Door: approver.DoorHook, Payload: []byte(note), ProjectDir: "/app"}); err != nil {
		t.Fatal(err)
	}
	module, client := s.session(t)
	proved, err := module.Prove(json.RawMessage(strings.Replace(note, `"message"`, `"sayso":{"project":"/own"},"message"`, 1)))
	if err == nil {
		_, err = client.Event(t.Context(), ipc.AskParams{Door: approver.DoorHook, Payload: proved, ProjectDir: "/evil"})
	}
	if err != nil {
		t.Fatal(err)
	}
	bare, err := module.Prove(json.RawMessage(note))
	if err == nil {
		_, err = client.Event(t.Context(), ipc.AskParams{Door: approver.DoorHook, Payload: bare, ProjectDir: "/evil"})
	}
	if err != nil {
		t.Fatal(err)
	}
	var roots []string
	for _, h := range s.desk.Snapshot().Happenings {
		roots = append(roots, approver.SessionOf(h.Event.Base()).Root())
	}
	if got := strings.Join(roots, " "); got != "/app/src /own /app" {
		t.Errorf("the latest first, they are of %s", got)
	}
}
