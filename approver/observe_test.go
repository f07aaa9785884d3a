package approver_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/approver/claude"
	"sayso/rules"
)

// event makes an event of a session "s" out of its name and further members.
func event(t *testing.T, name, members string) claude.Event {
	t.Helper()
	payload := fmt.Sprintf(`{"session_id":"s","cwd":"/","prompt_id":"p1","hook_event_name":%q%s}`, name, members)
	e, err := claude.ParseEvent([]byte(payload))
	if err != nil {
		t.Fatalf("%s: %v", payload, err)
	}
	return e
}

// ofCall makes the members of an event about a call.
func ofCall(id, command, more string) string {
	return fmt.Sprintf(`,"tool_name":"Bash","tool_use_id":%q,"tool_input":{"command":%q}%s`, id, command, more)
}

// inSession is an ask for "ls" in session "s".
func inSession(id, toolUseID string) approver.Ask {
	a := bash(id)
	a.Session = approver.Session{ID: "s", PromptID: "p1"}
	a.ToolUseID = toolUseID
	return a
}

const ranOut = `,"tool_response":{"stdout":"a\nb"},"duration_ms":1500`

func TestEventsTellWhatBecameOfAnAsk(t *testing.T) {
	allow := &approver.Decision{Verdict: approver.Allow}
	deny := &approver.Decision{Verdict: approver.Deny}
	handBack := &approver.Decision{}
	for name, tc := range map[string]struct {
		answer *approver.Decision // nil: it still waits
		event  string
		with   string
		want   approver.State
	}{
		"waiting, it starts":              {nil, "tool.run", ofCall("t1", "ls", ""), approver.SettledElsewhere},
		"waiting, it ran":                 {nil, "PostToolUse", ofCall("t1", "ls", ranOut), approver.SettledElsewhere},
		"waiting, it failed":              {nil, "PostToolUseFailure", ofCall("t1", "ls", `,"error":"x"`), approver.SettledElsewhere},
		"waiting, refused elsewhere":      {nil, "tool.call", ofCall("t1", "ls", `,"outcome":"deny"`), approver.SettledElsewhere},
		"waiting, the mode refused":       {nil, "PermissionDenied", ofCall("t1", "ls", `,"reason":"x"`), approver.SettledElsewhere},
		"waiting, its batch is done":      {nil, "PostToolBatch", `,"tool_calls":[{"tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"ls"},"tool_response":"x"}]`, approver.SettledElsewhere},
		"waiting, the turn ends":          {nil, "Stop", `,"stop_hook_active":false`, approver.SettledElsewhere},
		"waiting, the session ends":       {nil, "SessionEnd", `,"reason":"other"`, approver.SettledElsewhere},
		"waiting, another call runs":      {nil, "tool.run", ofCall("t2", "ls", ""), approver.Waiting},
		"waiting, a nameless helper ends": {nil, "SubagentStop", `,"stop_hook_active":false,"agent_transcript_path":"/x"`, approver.Waiting},
		"waiting, a subagent ends":        {nil, "SubagentStop", `,"agent_id":"a1","stop_hook_active":false,"agent_transcript_path":"/x"`, approver.Waiting},
		"waiting, it is notified":         {nil, "Notification", `,"message":"x","notification_type":"permission_prompt"`, approver.Waiting},
		"allowed, it starts":              {allow, "tool.run", ofCall("t1", "ls", ""), approver.Confirmed},
		"allowed, it ran":                 {allow, "PostToolUse", ofCall("t1", "ls", ranOut), approver.Confirmed},
		"allowed, it failed":              {allow, "PostToolUseFailure", ofCall("t1", "ls", `,"error":"x"`), approver.Confirmed},
		"allowed, yet refused":            {allow, "tool.call", ofCall("t1", "ls", `,"outcome":"deny"`), approver.NotHonoured},
		"allowed, yet denied by the mode": {allow, "PermissionDenied", ofCall("t1", "ls", `,"reason":"x"`), approver.NotHonoured},
		"allowed, stopped while it ran":   {allow, "tool.call", ofCall("t1", "ls", `,"outcome":"error"`), approver.Confirmed},
		"allowed, the turn ends unseen":   {allow, "Stop", `,"stop_hook_active":false`, approver.Answered},
		"denied, refused":                 {deny, "tool.call", ofCall("t1", "ls", `,"outcome":"deny"`), approver.Confirmed},
		"denied, the turn ends":           {deny, "Stop", `,"stop_hook_active":false`, approver.Confirmed},
		"denied, yet it ran":              {deny, "tool.run", ofCall("t1", "ls", ""), approver.NotHonoured},
		"denied, another like it ran":     {deny, "PostToolUse", ofCall("t2", "ls", ranOut), approver.Answered},
		"handed back, and it ran":         {handBack, "PostToolUse", ofCall("t1", "ls", ranOut), approver.HandedBack},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk()
			submit(t, d, inSession("a", "t1"))
			if tc.answer != nil {
				if err := d.Answer("a", *tc.answer); err != nil {
					t.Fatal(err)
				}
			}
			d.Observe(event(t, tc.event, tc.with))
			s := d.Snapshot()
			got := approver.Waiting
			if len(s.Waiting) == 0 {
				got = s.Ended[0].State
			}
			if got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestWithoutAnIDToolAndInputTell(t *testing.T) {
	d := newDesk()
	submit(t, d, inSession("a", ""))
	d.Observe(event(t, "PostToolUse", ofCall("t1", "ls -l", ranOut)))
	if n := len(d.Snapshot().Waiting); n != 1 {
		t.Fatal("another command settled the ask")
	}
	other := event(t, "PostToolUse", ofCall("t1", "ls", ranOut)).(*claude.PostToolUse)
	other.SessionID = "other"
	d.Observe(other)
	if n := len(d.Snapshot().Waiting); n != 1 {
		t.Fatal("another session settled the ask")
	}
	d.Observe(event(t, "PostToolUse", ofCall("t1", "ls", ranOut)))
	s := d.Snapshot()
	if len(s.Waiting) != 0 || s.Ended[0].State != approver.SettledElsewhere {
		t.Fatalf("snapshot %+v", s)
	}
	run := s.Ended[0].Run
	if !run.Ended || run.Failed || run.Duration != 1500*time.Millisecond || run.Output != "a\nb" {
		t.Errorf("the run is %+v", run)
	}
}

// Two calls alike were asked about; the first was denied and that was seen. That
// the second runs says nothing of the first.
func TestALikeCallIsNotTakenForARefusedOne(t *testing.T) {
	d := newDesk()
	submit(t, d, inSession("a", ""))
	_ = d.Answer("a", approver.Decision{Verdict: approver.Deny})
	d.Observe(event(t, "tool.call", ofCall("t1", "ls", `,"outcome":"deny"`)))
	submit(t, d, inSession("b", ""))
	_ = d.Answer("b", approver.Decision{Verdict: approver.Allow})
	d.Observe(event(t, "PostToolUse", ofCall("t2", "ls", ranOut)))
	s := d.Snapshot()
	if s.Ended[1].State != approver.Confirmed || s.Ended[0].State != approver.Confirmed {
		t.Errorf("denied: %v, allowed: %v", s.Ended[1].State, s.Ended[0].State)
	}
}

// The same, where nobody saw that the first was denied: the call that runs is the
// one that was allowed, and the no is not said to be broken.
func TestALikeCallIsTakenForTheAllowedOne(t *testing.T) {
	d := newDesk()
	submit(t, d, inSession("a", ""))
	_ = d.Answer("a", approver.Decision{Verdict: approver.Deny})
	submit(t, d, inSession("b", ""))
	_ = d.Answer("b", approver.Decision{Verdict: approver.Allow})
	for _, e := range []claude.Event{event(t, "tool.run", ofCall("t2", "ls", "")), event(t, "PostToolUse", ofCall("t2", "ls", ranOut))} {
		d.Observe(e)
		s := d.Snapshot()
		if s.Ended[1].State != approver.Answered || s.Ended[0].State != approver.Confirmed {
			t.Errorf("denied: %v, allowed: %v", s.Ended[1].State, s.Ended[0].State)
		}
	}
}

// A refusal waits for the person's word whether the model may try again. Another
// call like it is refused, and runs: neither settles that.
func TestALikeCallDoesNotSettleARefusal(t *testing.T) {
	d := newDesk()
	denied := event(t, "PermissionDenied", ofCall("t1", "ls", `,"reason":"x"`)).(*claude.PermissionDenied)
	d.Observe(denied)
	ask := approver.FromPermissionDenied(*denied)
	ask.ID = "a"
	submit(t, d, ask)
	d.Observe(event(t, "PermissionDenied", ofCall("t2", "ls", `,"reason":"x"`)))
	d.Observe(event(t, "tool.run", ofCall("t3", "ls", "")))
	if s := d.Snapshot(); len(s.Waiting) != 1 {
		t.Errorf("it ended: %v, %s", s.Ended[0].State, s.Ended[0].Why)
	}
	d.Observe(event(t, "Stop", `,"stop_hook_active":false`))
	if len(d.Snapshot().Waiting) != 0 {
		t.Error("the turn ended, and it still waits")
	}
}

func TestOfACallsOutputTheStartIsKept(t *testing.T) {
	big := strings.Repeat("é", 1<<20)
	for name, members := range map[string]string{
		"PostToolUse":        `,"tool_response":{"stdout":"` + big + `"}`,
		"PostToolUseFailure": `,"error":"` + big + `"`,
	} {
		d := newDesk()
		submit(t, d, inSession("a", "t1"))
		d.Observe(event(t, name, ofCall("t1", "ls", members)))
		out := d.Snapshot().Ended[0].Run.Output
		if len(out) > 5<<10 || !strings.HasPrefix(out, "éé") || !strings.HasSuffix(out, "é…") {
			t.Errorf("%s: %d bytes are kept, to %q", name, len(out), out[len(out)-10:])
		}
	}
}

// Sessions that died without a word must not crowd out those that live.
func TestEventsOfManySessions(t *testing.T) {
	d := newDesk()
	ours := event(t, "UserPromptSubmit", `,"prompt":"x"`).(*claude.UserPromptSubmit)
	for n := range 2500 {
		other := *ours
		other.SessionID = fmt.Sprint(n)
		d.Observe(&other)
		d.Observe(ours)
	}
	submit(t, d, inSession("a", ""))
	if !d.Snapshot().Waiting[0].Ask.Session.Events {
		t.Error("the session that talked all the time is taken for silent")
	}
}

func TestADurationThatCannotBeIsNotTold(t *testing.T) {
	for _, ms := range []string{"-1", "1e400", "1e300", "9223372036854775807"} {
		d := newDesk()
		submit(t, d, inSession("a", "t1"))
		d.Observe(event(t, "PostToolUse", ofCall("t1", "ls", `,"tool_response":{},"duration_ms":`+ms)))
		if run := d.Snapshot().Ended[0].Run; !run.Ended || run.Duration != 0 {
			t.Errorf("%s ms: %+v", ms, run)
		}
	}
}

func TestASubagentsTurnIsItsOwn(t *testing.T) {
	d := newDesk()
	ask := inSession("a", "t1")
	ask.Agent = approver.Agent{ID: "a1", Type: "Explore"}
	submit(t, d, ask)
	d.Observe(event(t, "Stop", `,"stop_hook_active":false`))
	if len(d.Snapshot().Waiting) != 1 {
		t.Fatal("the main loop's end settled a subagent's ask")
	}
	d.Observe(event(t, "SubagentStop", `,"agent_id":"a1","stop_hook_active":false,"agent_transcript_path":"/x"`))
	if len(d.Snapshot().Waiting) != 0 {
		t.Error("the subagent ended, and its ask still waits")
	}
}

// A Stop of the turn before may come late.
func TestALateEndOfAnotherTurnSettlesNothing(t *testing.T) {
	d := newDesk()
	ask := inSession("a", "t1")
	ask.Session.PromptID = "p2"
	submit(t, d, ask)
	d.Observe(event(t, "Stop", `,"stop_hook_active":false`)) // of p1
	if len(d.Snapshot().Waiting) != 1 {
		t.Error("a late event of another turn settled the ask")
	}
}

func TestANoteReachesTheModelOnceWithItsCall(t *testing.T) {
	allowWith := approver.Decision{Verdict: approver.Allow, Note: "mind the tests"}
	for name, tc := range map[string]struct {
		events []claude.Event
		said   string
		want   approver.NoteState
	}{
		"pending until the end": {[]claude.Event{event(t, "tool.run", ofCall("t1", "ls", ""))}, "", approver.NotePending},
		"with its call":         {[]claude.Event{event(t, "PostToolUse", ofCall("t1", "ls", ranOut))}, "mind the tests", approver.NoteDelivered},
		"once": {[]claude.Event{event(t, "PostToolUse", ofCall("t1", "ls", ranOut)), event(t, "PostToolUse", ofCall("t1", "ls", ranOut))},
			"mind the tests", approver.NoteDelivered},
		"not with another":  {[]claude.Event{event(t, "PostToolUse", ofCall("t2", "ls", ranOut))}, "", approver.NotePending},
		"the call failed":   {[]claude.Event{event(t, "PostToolUseFailure", ofCall("t1", "ls", `,"error":"x"`))}, "", approver.NoteNotDelivered},
		"it never ran":      {[]claude.Event{event(t, "tool.call", ofCall("t1", "ls", `,"outcome":"deny"`))}, "", approver.NoteNotDelivered},
		"the turn ended":    {[]claude.Event{event(t, "Stop", `,"stop_hook_active":false`)}, "", approver.NoteNotDelivered},
		"stopped as it ran": {[]claude.Event{event(t, "tool.call", ofCall("t1", "ls", `,"outcome":"error"`))}, "", approver.NoteNotDelivered},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk()
			submit(t, d, inSession("a", "t1"))
			if err := d.Answer("a", allowWith); err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, e := range tc.events {
				said += d.Observe(e).Note
			}
			if said != tc.said {
				t.Errorf("the model was told %q, want %q", said, tc.said)
			}
			if got := d.Snapshot().Ended[0].Note; got != tc.want {
				t.Errorf("the note is %v, want %v", got, tc.want)
			}
		})
	}
}

func TestOneCallThroughTwoDoorsIsOneAsk(t *testing.T) {
	through := func(id string, door approver.Door, toolUseID, session string) approver.Ask {
		a := bash(id)
		a.Door, a.ToolUseID, a.Session.ID = door, toolUseID, session
		return a
	}
	for name, tc := range map[string]struct {
		first, second approver.Ask
		want          int
	}{
		"same id":              {through("a", "hook", "t1", "s"), through("b", "mcp", "t1", ""), 1},
		"no id on one side":    {through("a", "hook", "", "s"), through("b", "mcp", "t1", "s"), 1},
		"no id and no session": {through("a", "hook", "", "s"), through("b", "mcp", "t1", ""), 2},
		"no id, another directory": {through("a", "hook", "", "s"), func() approver.Ask {
			a := through("b", "mcp", "t1", "s")
			a.Session.Cwd = "/other"
			return a
		}(), 2},
		"other id":                   {through("a", "hook", "t1", "s"), through("b", "mcp", "t2", ""), 2},
		"other session":              {through("a", "hook", "", "s"), through("b", "ask", "", "s2"), 2},
		"same door, two calls alike": {through("a", "hook", "", "s"), through("b", "hook", "", "s"), 2},
		"same door, same id":         {through("a", "hook", "t1", "s"), through("b", "hook", "t1", "s"), 2},
		"same id, another input": {through("a", "hook", "t1", "s"), func() approver.Ask {
			a := through("b", "mcp", "t1", "")
			a.Input = []byte(`{"command":"rm -rf /"}`)
			return a
		}(), 2},
		"stricter limits": {through("a", "hook", "t1", "s"), func() approver.Ask {
			a := through("b", "ask", "t1", "s")
			a.Limits.DefaultToNo = true
			return a
		}(), 1},
		"a plugin asks by the second": {through("a", "ask", "t1", "s"), func() approver.Ask {
			a := through("b", "hook", "t1", "s")
			a.Provenance.Plugin = "deploy-guard"
			return a
		}(), 1},
		"each is stricter in its way": {func() approver.Ask {
			a := through("a", "ask", "t1", "s")
			a.Limits.RequiresPerson = true
			return a
		}(), func() approver.Ask {
			a := through("b", "hook", "t1", "s")
			a.Limits.NoLastingRule = true
			return a
		}(), 2},
		"two agents": {func() approver.Ask {
			a := through("a", "hook", "", "s")
			a.Agent.ID = "one"
			return a
		}(), func() approver.Ask {
			a := through("b", "ask", "", "s")
			a.Agent.ID = "two"
			return a
		}(), 2},
		// Whoever knows of a call may ask about it too, as strictly as can be: that
		// must not take the words of a plugin or a rule from the card.
		"a strict one before a plugin's": {func() approver.Ask {
			a := through("a", "ask", "t1", "s")
			a.Limits = approver.Limits{DefaultToNo: true, NoLastingRule: true, RequiresPerson: true}
			a.Provenance.Description = "harmless"
			return a
		}(), func() approver.Ask {
			a := through("b", "hook", "t1", "s")
			a.Provenance = approver.Provenance{Plugin: "deploy-guard", Reason: "this deletes the database"}
			return a
		}(), 2},
		"a strict one after a plugin's": {func() approver.Ask {
			a := through("a", "hook", "t1", "s")
			a.Provenance = approver.Provenance{Plugin: "deploy-guard", Reason: "this deletes the database"}
			return a
		}(), func() approver.Ask {
			a := through("b", "ask", "t1", "s")
			a.Limits = approver.Limits{DefaultToNo: true, NoLastingRule: true, RequiresPerson: true}
			a.Provenance.Description = "harmless"
			return a
		}(), 2},
		"another rule's words": {func() approver.Ask {
			a := through("a", "ask", "t1", "s")
			a.Provenance.Rule = "Bash(ls)"
			return a
		}(), func() approver.Ask {
			a := through("b", "hook", "t1", "s")
			a.Provenance.Rule = "Bash"
			return a
		}(), 2},
		"a plugin asks by the first": {func() approver.Ask {
			a := through("a", "hook", "t1", "s")
			a.Provenance.Plugin = "deploy-guard"
			return a
		}(), through("b", "mcp", "t1", "s"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk()
			one, two := submit(t, d, tc.first), submit(t, d, tc.second)
			if got := len(d.Snapshot().Waiting); got != tc.want {
				t.Fatalf("%d asks wait, want %d", got, tc.want)
			}
			if tc.want == 2 {
				return
			}
			if err := d.Answer(d.Snapshot().Waiting[0].Ask.ID, approver.Decision{Verdict: approver.Allow}); err != nil {
				t.Fatal(err)
			}
			if one.Decision().Verdict != approver.Allow || two.Decision().Verdict != approver.Allow {
				t.Error("the answer did not reach both doors")
			}
		})
	}
	t.Run("one door goes, the other waits on", func(t *testing.T) {
		d := newDesk()
		one := submit(t, d, through("a", "hook", "t1", "s"))
		two := submit(t, d, through("b", "mcp", "t1", ""))
		d.Withdraw(one)
		if one.Decision().Verdict != approver.HandBack || len(d.Snapshot().Waiting) != 1 {
			t.Fatal("the ask went with its first door")
		}
		_ = d.Answer("a", approver.Decision{Verdict: approver.Deny})
		if two.Decision().Verdict != approver.Deny {
			t.Error("the second door got nothing")
		}
	})
}

// Of two asks about one call, the card shows the one that tells more and takes
// less for a yes, and a key that was meant for the other answers nothing.
func TestTheStricterAskTakesThePlace(t *testing.T) {
	d := newDesk()
	plain := inSession("a", "t1")
	plain.Door, plain.Session.Cwd = approver.DoorMCP, "/app"
	plain.Suggestions = []rules.Update{{Type: rules.SetMode, Mode: rules.ModePlan, Destination: rules.Session}}
	one := submit(t, d, plain)
	submit(t, d, bash("later"))
	strict := inSession("b", "")
	strict.Door, strict.Session.Cwd = approver.DoorHook, "/app"
	strict.Provenance = approver.Provenance{Reason: "look first", Rule: "Bash(ls)"}
	two := submit(t, d, strict)

	s := d.Snapshot()
	if got := waitingIDs(s); !slices.Equal(got, []string{"b", "later"}) || s.Seen != 2 {
		t.Fatalf("waiting %v, %d seen", got, s.Seen)
	}
	ask := s.Waiting[0].Ask
	if ask.OneKeyYes() || ask.MayRemember() || ask.Provenance.Reason != "look first" || ask.ToolUseID != "t1" || ask.Suggestions != nil {
		t.Errorf("the card is of %+v", ask)
	}
	if err := d.Answer("a", approver.Decision{Verdict: approver.Allow}); !errors.Is(err, approver.ErrNotWaiting) {
		t.Errorf("an answer to the card before: %v", err)
	}
	if err := d.Answer("b", approver.Decision{Verdict: approver.Allow}); err != nil {
		t.Fatal(err)
	}
	if one.Decision().Verdict != approver.Allow || two.Decision().Verdict != approver.Allow {
		t.Error("the answer did not reach both doors")
	}
}

func TestAnAnswerThatDidNotArriveIsTooLate(t *testing.T) {
	d := newDesk()
	ticket := submit(t, d, inSession("a", "t1"))
	_ = d.Answer("a", approver.Decision{Verdict: approver.Allow, Note: "x"})
	d.Undelivered(ticket)
	if e := d.Snapshot().Ended[0]; e.State != approver.TooLate || e.Note != approver.NoteNotDelivered {
		t.Errorf("got %v, %v", e.State, e.Note)
	}
}

func TestHappeningsAreRemembered(t *testing.T) {
	d := newDesk()
	d.Observe(event(t, "Notification", `,"message":"hello","notification_type":"idle_prompt"`))
	d.Observe(event(t, "PostCompact", `,"trigger":"auto","compact_summary":"x"`))
	d.Observe(event(t, "PermissionDenied", ofCall("t9", "ls", `,"reason":"the classifier refused"`)))
	var names []string
	for _, h := range d.Snapshot().Happenings {
		names = append(names, h.Event.Base().HookEventName)
	}
	if got := strings.Join(names, " "); got != "PermissionDenied PostCompact Notification" {
		t.Errorf("got %s", got)
	}
}
