package approver_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
)

// forged is what another process may say in the name of session "s": nothing at
// all, a proof of its own making, or one that the session made for another
// payload.
func forged(s session) map[string]approver.Proof {
	other := approver.Key{1}
	real := s.module.Prove(bash("x")).Proof
	real.Content = approver.Digest{99}
	return map[string]approver.Proof{
		"without a proof":                {},
		"with a key of its own":          other.Prove(7, approver.Digest{7}),
		"with a proof of another thing":  real,
		"with a proof and a number more": {N: real.N + 1, MAC: real.MAC, Content: real.Content},
	}
}

// What is not proved settles no ask, ends none, takes no note and marks no call
// as run, whatever it says.
func TestForgedEventsChangeNothing(t *testing.T) {
	events := map[string]string{
		"tool.run":           ofCall("t1", "ls", ""),
		"tool.call":          ofCall("t1", "ls", `,"outcome":"deny"`),
		"PostToolUse":        ofCall("t1", "ls", ranOut),
		"PostToolUseFailure": ofCall("t1", "ls", `,"error":"x"`),
		"PermissionDenied":   ofCall("t1", "ls", `,"reason":"x"`),
		"PostToolBatch":      `,"tool_calls":[{"tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"ls"},"tool_response":"x"}]`,
		"Stop":               `,"stop_hook_active":false`,
		"SessionEnd":         `,"reason":"other"`,
		"UserPromptSubmit":   `,"prompt":"x"`,
		"SubagentStop":       `,"agent_id":"a1","stop_hook_active":false,"agent_transcript_path":"/x"`,
		"Notification":       `,"message":"x","notification_type":"idle_prompt"`,
	}
	for name, members := range events {
		e := event(t, name, members)
		for how, proof := range forged(newSession()) {
			d := newSession()
			submit(t, d, inSession("waits", "t1"))
			submit(t, d, inSession("answered", "t1"))
			if err := d.Answer("answered", approver.Decision{Verdict: approver.Allow, Note: "mind the tests"}); err != nil {
				t.Fatal(err)
			}
			before := d.Snapshot()
			if reply := d.Observe(e, proof); reply.Note != "" || reply.Origin != approver.FromElsewhere {
				t.Errorf("%s %s: the reply is %+v", name, how, reply)
			}
			if after := d.Snapshot(); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("%s %s changed the desk:\n%v\n%v", name, how, before, after)
			}
		}
	}
}

// Of a session without a key nothing is proved: what is said in its name settles
// nothing either, and only its own connection ends an ask.
func TestOfASessionWithoutAKeyOnlyTheDoorEndsAnAsk(t *testing.T) {
	d := newDesk()
	ticket := submit(t, d, inSession("a", "t1"))
	for name, members := range map[string]string{"tool.run": ofCall("t1", "ls", ""), "SessionEnd": `,"reason":"other"`, "PostToolUse": ofCall("t1", "ls", ranOut)} {
		d.Observe(event(t, name, members), approver.Proof{})
	}
	if s := d.Snapshot(); len(s.Waiting) != 1 || s.Waiting[0].Ask.Origin != approver.FromUnknown {
		t.Fatalf("%+v", s)
	}
	d.Withdraw(ticket)
	if s := d.Snapshot(); len(s.Waiting) != 0 || s.Ended[0].State != approver.Withdrawn {
		t.Errorf("%+v", s)
	}
}

// What a session proves of its calls says nothing of an ask that another process
// made in its name: that one ends with its own door.
func TestAProvedEventEndsNoForgedAsk(t *testing.T) {
	d := newSession()
	ticket := submit(t, d.Desk, inSession("forged", "t1"))
	d.observe(event(t, "tool.run", ofCall("t1", "ls", "")))
	d.observe(event(t, "Stop", `,"stop_hook_active":false`))
	if s := d.Snapshot(); len(s.Waiting) != 1 {
		t.Errorf("it ended: %+v", s.Ended)
	}
	d.Withdraw(ticket)
	if s := d.Snapshot(); len(s.Waiting) != 0 {
		t.Error("its door has gone, and it waits")
	}
}

// through is an ask of another door about the call t1.
func through(id string, door approver.Door) approver.Ask {
	a := inSession(id, "t1")
	a.Door = door
	return a
}

// lent is an ask that would lend the session's own its words.
func lent(id string) approver.Ask {
	a := through(id, approver.DoorAsk)
	a.Session.Cwd = "/harmless"
	a.Provenance = approver.Provenance{Reason: "nothing to see", Rule: "Bash(ls)", RuleFile: "~/x:1", Plugin: "guard", Consent: "yes"}
	a.Limits = approver.Limits{DefaultToNo: true, NoLastingRule: true, RequiresPerson: true}
	a.Suggestions = []claude.Update{{Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.UserSettings, Rules: []claude.RuleValue{{ToolName: "Bash"}}}}
	return a
}

// One call through two doors is one card, made of the proved ask alone, whichever
// came first. The other door gets the same yes or no and nothing else.
func TestACardIsOfOneAskAlone(t *testing.T) {
	suggestion := claude.Update{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.Session}
	for _, forgedFirst := range []bool{true, false} {
		d := newSession()
		own := through("own", approver.DoorHook)
		own.Session.Cwd, own.Suggestions = "/app", []claude.Update{suggestion}
		var real, other *approver.Ticket
		if forgedFirst {
			other = submit(t, d.Desk, lent("other"))
			real = submit(t, d, own)
		} else {
			real = submit(t, d, own)
			other = submit(t, d.Desk, lent("other"))
		}
		s := d.Snapshot()
		if len(s.Waiting) != 1 {
			t.Fatalf("%d cards", len(s.Waiting))
		}
		got := s.Waiting[0].Ask
		if got.ID != "own" || got.Session.Cwd != "/app" || got.Provenance != (approver.Provenance{}) ||
			got.Limits != (approver.Limits{}) || len(got.Suggestions) != 1 || got.Origin != approver.FromSession {
			t.Errorf("the card is of %+v", got)
		}
		if err := d.Answer("other", approver.Decision{Verdict: approver.Allow}); !errors.Is(err, approver.ErrNotWaiting) {
			t.Errorf("a key that was meant for the other card: %v", err)
		}
		if err := d.Answer("own", approver.Decision{Verdict: approver.Allow, UpdatedPermissions: own.Suggestions, Note: "n"}); err != nil {
			t.Fatal(err)
		}
		if got := real.Decision(); got.Verdict != approver.Allow || len(got.UpdatedPermissions) != 1 {
			t.Errorf("the session got %+v", got)
		}
		d.Delivered(real)
		if got := other.Decision(); got.Verdict != approver.Allow || got.UpdatedPermissions != nil || got.UpdatedInput != nil || got.Note != "" {
			t.Errorf("the other door got %+v", got)
		}
	}
}

func TestTwoCardsWhereNothingSaysThatTheCallIsOne(t *testing.T) {
	keyed, none := newSession(), session{Desk: newDesk()}
	for name, tc := range map[string]struct {
		desk   session
		second approver.Ask
	}{
		"neither is proved": {none, through("b", approver.DoorMCP)},
		"no id":             {keyed, func() approver.Ask { a := through("b", approver.DoorMCP); a.ToolUseID = ""; return a }()},
		"another id":        {keyed, func() approver.Ask { a := through("b", approver.DoorMCP); a.ToolUseID = "t2"; return a }()},
		"another input": {keyed, func() approver.Ask {
			a := through("b", approver.DoorMCP)
			a.Input = json.RawMessage(`{"command":"rm"}`)
			return a
		}()},
		"another session":      {keyed, func() approver.Ask { a := through("b", approver.DoorMCP); a.Session.ID = "s2"; return a }()},
		"another agent":        {keyed, func() approver.Ask { a := through("b", approver.DoorMCP); a.Agent.ID = "x"; return a }()},
		"the session's door":   {keyed, through("b", approver.DoorHook)},
		"another kind of tool": {keyed, func() approver.Ask { a := through("b", approver.DoorMCP); a.Tool = "Write"; return a }()},
	} {
		t.Run(name, func(t *testing.T) {
			d := tc.desk
			first := through(name, approver.DoorHook)
			first.Agent.ID = "one"
			tc.second.ID += approver.ID(name)
			if tc.second.Agent.ID == "" {
				tc.second.Agent.ID = "one"
			}
			if d.module != nil {
				first = d.module.Prove(first)
			}
			before := len(d.Snapshot().Waiting)
			submit(t, d.Desk, first)
			submit(t, d.Desk, tc.second)
			if got := len(d.Snapshot().Waiting) - before; got != 2 {
				t.Errorf("%d cards", got)
			}
		})
	}
}

// A yes to an input that the person changed is no yes to the one that another
// door holds: that door waits until the call has run.
func TestAnotherDoorGetsNoYesToWhatWasChanged(t *testing.T) {
	d := newSession()
	own := submit(t, d, through("own", approver.DoorHook))
	other := submit(t, d.Desk, through("other", approver.DoorMCP))
	if err := d.Answer("own", approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"command":"ls -l"}`)}); err != nil {
		t.Fatal(err)
	}
	select {
	case <-other.Done():
		t.Fatalf("it got %+v", other.Decision())
	default:
	}
	d.Delivered(own)
	select {
	case <-other.Done():
		t.Fatalf("it got %+v", other.Decision())
	default:
	}
	d.observe(event(t, "tool.run", ofCall("t1", "ls -l", "")))
	if got := other.Decision(); got.Verdict != approver.HandBack {
		t.Errorf("it got %+v", got)
	}
}

// A door behind a card is shown itself when the card's own door has gone.
func TestADoorBehindACardIsNotForgotten(t *testing.T) {
	d := newSession()
	own := submit(t, d, through("own", approver.DoorHook))
	other := submit(t, d.Desk, through("other", approver.DoorMCP))
	d.Withdraw(own)
	s := d.Snapshot()
	if len(s.Waiting) != 1 || s.Waiting[0].Ask.ID != "other" || s.Waiting[0].Ask.Origin != approver.FromElsewhere {
		t.Fatalf("%+v", s.Waiting)
	}
	_ = d.Answer("other", approver.Decision{Verdict: approver.Deny})
	if other.Decision().Verdict != approver.Deny {
		t.Error("it got no answer")
	}
}

// The same payload through two hooks of the session is one ask: both get the
// whole answer, also when one comes late.
func TestTheSamePayloadTwiceIsOneAsk(t *testing.T) {
	d := newSession()
	ask := d.module.Prove(through("a", approver.DoorHook))
	one := submit(t, d.Desk, ask)
	ask.ID = "b"
	two := submit(t, d.Desk, ask)
	if n := len(d.Snapshot().Waiting); n != 1 {
		t.Fatalf("%d cards", n)
	}
	changed := approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"command":"ls -l"}`)}
	if err := d.Answer("a", changed); err != nil {
		t.Fatal(err)
	}
	ask.ID = "c"
	for _, ticket := range []*approver.Ticket{one, two, submit(t, d.Desk, ask)} {
		if got := ticket.Decision(); got.Verdict != approver.Allow || string(got.UpdatedInput) != `{"command":"ls -l"}` {
			t.Errorf("a door got %+v", got)
		}
	}
	if s := d.Snapshot(); len(s.Waiting) != 0 || len(s.Ended) != 1 {
		t.Errorf("%d wait, %d ended", len(s.Waiting), len(s.Ended))
	}
}

// An event counts once. Who passes it on a second time gets the same reply.
func TestAnEventCountsOnce(t *testing.T) {
	d := newSession()
	submit(t, d, inSession("a", "t1"))
	_ = d.Answer("a", approver.Decision{Verdict: approver.Allow, Note: "mind"})
	proof := d.module.Prove(bash("x")).Proof
	e := event(t, "PostToolUse", ofCall("t1", "ls", ranOut))
	if got := d.Observe(e, proof); got.Note != "mind" {
		t.Errorf("first: %+v", got)
	}
	submit(t, d, inSession("b", "t1"))
	if got := d.Observe(e, proof); got.Note != "mind" {
		t.Errorf("again: %+v", got)
	}
	if len(d.Snapshot().Waiting) != 1 {
		t.Error("an event that came again settled a later ask")
	}
}

// An ask that another process makes in the session's name takes no single key,
// and a yes to it keeps nothing.
func TestAnAskFromElsewhereIsAnsweredWithCare(t *testing.T) {
	d := newSession()
	submit(t, d.Desk, inSession("a", "t9"))
	ask := d.Snapshot().Waiting[0].Ask
	if ask.Origin != approver.FromElsewhere || ask.OneKeyYes() || ask.MayRemember() {
		t.Errorf("%+v", ask)
	}
}

func TestIntroduce(t *testing.T) {
	alive := func(approver.Process) bool { return false }
	dead := func(approver.Process) bool { return true }
	client := approver.Process{PID: 7, Started: 9}
	show := func(d *approver.Desk, key byte, atStart bool, gone func(approver.Process) bool) error {
		return d.Introduce(approver.Introduction{SessionID: "s", Key: approver.Key{key}, AtStart: atStart, Client: client}, gone)
	}
	proven := func(d *approver.Desk, key byte, n uint64) approver.Origin {
		return d.Observe(event(t, "Notification", `,"message":"x","notification_type":"idle_prompt"`),
			approver.Key{key}.Prove(n, approver.Digest{key})).Origin
	}
	t.Run("the first key is the session's", func(t *testing.T) {
		d := newDesk()
		_ = show(d, 1, true, alive)
		if err := show(d, 2, true, alive); !errors.Is(err, approver.ErrSecondKey) {
			t.Errorf("a second key: %v", err)
		}
		if err := show(d, 1, false, alive); err != nil {
			t.Errorf("the same key again: %v", err)
		}
		if proven(d, 1, 1) != approver.FromSession || proven(d, 2, 1) != approver.FromElsewhere {
			t.Error("the second key took the session over")
		}
	})
	t.Run("a session that is resumed after its client has died", func(t *testing.T) {
		d := newDesk()
		_ = show(d, 1, true, alive)
		if err := show(d, 2, true, dead); err != nil || proven(d, 2, 1) != approver.FromSession || proven(d, 1, 1) != approver.FromElsewhere {
			t.Errorf("%v", err)
		}
	})
	t.Run("a session that is resumed after its end", func(t *testing.T) {
		d := newDesk()
		_ = show(d, 1, true, alive)
		d.Observe(event(t, "SessionEnd", `,"reason":"other"`), approver.Key{1}.Prove(1, approver.Digest{}))
		if err := show(d, 2, true, alive); err != nil || proven(d, 2, 1) != approver.FromSession {
			t.Errorf("%v", err)
		}
	})
	t.Run("a forged end opens nothing", func(t *testing.T) {
		d := newDesk()
		_ = show(d, 1, true, alive)
		d.Observe(event(t, "SessionEnd", `,"reason":"other"`), approver.Proof{})
		if err := show(d, 2, true, alive); !errors.Is(err, approver.ErrSecondKey) {
			t.Errorf("%v", err)
		}
	})
	t.Run("two keys for a session that ran before the pane", func(t *testing.T) {
		d := newDesk()
		_ = show(d, 2, false, alive)
		if err := show(d, 1, false, alive); !errors.Is(err, approver.ErrKeyClash) {
			t.Errorf("%v", err)
		}
		if proven(d, 1, 1) != approver.FromUnknown || proven(d, 2, 1) != approver.FromUnknown {
			t.Error("one of two keys counts, and nobody knows whose it is")
		}
	})
	t.Run("many sessions crowd out none", func(t *testing.T) {
		d := newDesk()
		_ = show(d, 1, true, alive)
		var err error
		for n := 0; err == nil && n < 1e5; n++ {
			err = d.Introduce(approver.Introduction{SessionID: fmt.Sprint(n), Key: approver.Key{3}}, alive)
		}
		if !errors.Is(err, approver.ErrManyKeys) || proven(d, 1, 1) != approver.FromSession {
			t.Errorf("%v", err)
		}
	})
}

// A payload that comes late counts, one that is older than what is known does
// not, and what is known is bounded.
func TestPayloadsMayOvertakeOneAnother(t *testing.T) {
	d := newDesk()
	key := approver.Key{1}
	_ = d.Introduce(approver.Introduction{SessionID: "s", Key: key, AtStart: true}, nil)
	e := event(t, "Notification", `,"message":"x","notification_type":"idle_prompt"`)
	count := func(n uint64) int {
		before := len(d.Snapshot().Happenings)
		d.Observe(e, key.Prove(n, approver.Digest{}))
		return len(d.Snapshot().Happenings) - before
	}
	for _, step := range []struct {
		n    uint64
		want int
	}{{2, 1}, {1, 1}, {1, 0}, {5000, 1}, {4999, 1}, {900, 0}, {5000, 0}} {
		if got := count(step.n); got != step.want {
			t.Errorf("payload %d counted %d times", step.n, got)
		}
	}
}

func TestAKeyIsNotPrinted(t *testing.T) {
	key, err := approver.ParseKey(strings.Repeat("ab", 32))
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		if got := fmt.Sprintf(form, struct{ K approver.Key }{key}); strings.Contains(got, "abab") || strings.Contains(got, "171") {
			t.Errorf("%s prints it: %s", form, got)
		}
	}
	for _, bad := range []string{"", "ab", strings.Repeat("00", 32), strings.Repeat("zz", 32)} {
		if _, err := approver.ParseKey(bad); err == nil || bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
