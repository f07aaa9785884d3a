package approver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/approver/approvertest"
	"sayso/internal/claude"
)

// session is a desk with one session, "s", whose module has shown its key: what
// is submitted and observed here is proved.
type session struct {
	*approver.Desk
	module *approvertest.Module
}

func newSession() session {
	d := newDesk()
	return session{d, (&approvertest.Module{Desk: d, Session: "s"}).Start()}
}

// Submit puts a proved ask on the desk.
func (s session) Submit(ask approver.Ask) (*approver.Ticket, error) {
	return s.Desk.Submit(s.module.Prove(ask))
}

func (s session) observe(e claude.Event) approver.Reply { return s.module.Observe(e) }

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
			d := newSession()
			submit(t, d, inSession("a", "t1"))
			if tc.answer != nil {
				if err := d.Answer("a", *tc.answer); err != nil {
					t.Fatal(err)
				}
			}
			d.observe(event(t, tc.event, tc.with))
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
	d := newSession()
	submit(t, d, inSession("a", ""))
	d.observe(event(t, "PostToolUse", ofCall("t1", "ls -l", ranOut)))
	if n := len(d.Snapshot().Waiting); n != 1 {
		t.Fatal("another command settled the ask")
	}
	other := event(t, "PostToolUse", ofCall("t1", "ls", ranOut)).(*claude.PostToolUse)
	other.SessionID = "other"
	d.observe(other)
	if n := len(d.Snapshot().Waiting); n != 1 {
		t.Fatal("another session settled the ask")
	}
	d.observe(event(t, "PostToolUse", ofCall("t1", "ls", ranOut)))
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
	d := newSession()
	submit(t, d, inSession("a", ""))
	_ = d.Answer("a", approver.Decision{Verdict: approver.Deny})
	d.observe(event(t, "tool.call", ofCall("t1", "ls", `,"outcome":"deny"`)))
	submit(t, d, inSession("b", ""))
	_ = d.Answer("b", approver.Decision{Verdict: approver.Allow})
	d.observe(event(t, "PostToolUse", ofCall("t2", "ls", ranOut)))
	s := d.Snapshot()
	if s.Ended[1].State != approver.Confirmed || s.Ended[0].State != approver.Confirmed {
		t.Errorf("denied: %v, allowed: %v", s.Ended[1].State, s.Ended[0].State)
	}
}

// The same, where nobody saw that the first was denied: the call that runs is the
// one that was allowed, and the no is not said to be broken.
func TestALikeCallIsTakenForTheAllowedOne(t *testing.T) {
	d := newSession()
	submit(t, d, inSession("a", ""))
	_ = d.Answer("a", approver.Decision{Verdict: approver.Deny})
	submit(t, d, inSession("b", ""))
	_ = d.Answer("b", approver.Decision{Verdict: approver.Allow})
	for _, e := range []claude.Event{event(t, "tool.run", ofCall("t2", "ls", "")), event(t, "PostToolUse", ofCall("t2", "ls", ranOut))} {
		d.observe(e)
		s := d.Snapshot()
		if s.Ended[1].State != approver.Answered || s.Ended[0].State != approver.Confirmed {
			t.Errorf("denied: %v, allowed: %v", s.Ended[1].State, s.Ended[0].State)
		}
	}
}

// A refusal waits for the person's word whether the model may try again. Another
// call like it is refused, and runs: neither settles that.
func TestALikeCallDoesNotSettleARefusal(t *testing.T) {
	d := newSession()
	denied := event(t, "PermissionDenied", ofCall("t1", "ls", `,"reason":"x"`)).(*claude.PermissionDenied)
	d.observe(denied)
	ask := approver.FromPermissionDenied(*denied)
	ask.ID = "a"
	submit(t, d, ask)
	d.observe(event(t, "PermissionDenied", ofCall("t2", "ls", `,"reason":"x"`)))
	d.observe(event(t, "tool.run", ofCall("t3", "ls", "")))
	if s := d.Snapshot(); len(s.Waiting) != 1 {
		t.Errorf("it ended: %v, %s", s.Ended[0].State, s.Ended[0].Why)
	}
	d.observe(event(t, "Stop", `,"stop_hook_active":false`))
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
		d := newSession()
		submit(t, d, inSession("a", "t1"))
		d.observe(event(t, name, ofCall("t1", "ls", members)))
		out := d.Snapshot().Ended[0].Run.Output
		if len(out) > 5<<10 || !strings.HasPrefix(out, "éé") || !strings.HasSuffix(out, "é…") {
			t.Errorf("%s: %d bytes are kept, to %q", name, len(out), out[len(out)-10:])
		}
	}
}

// However many calls end, and with whatever record, what is kept of them is
// bounded.
func TestWhatIsKeptOfManyRecordsIsBounded(t *testing.T) {
	d := newSession()
	record := `,"tool_response":{"filePath":"/f","structuredPatch":[{"lines":["+` + strings.Repeat("x", 20<<10) + `"]}]}`
	for i := range approver.HistorySize + 100 {
		id := fmt.Sprint("t", i)
		submit(t, d, inSession(id, id))
		d.observe(event(t, "PostToolUse", ofCall(id, "ls", record)))
	}
	kept := 0
	for _, e := range d.Snapshot().Ended {
		if len(e.Run.Outcome.Record) == 0 || e.Run.Outcome.Added != 1 || e.Run.Outcome.Rest < 10<<10 {
			t.Fatalf("the outcome is %+v", e.Run.Outcome)
		}
		kept += cap(e.Run.Outcome.Record) + len(e.Run.Output)
	}
	if most := approver.HistorySize * 13 << 10; kept > most {
		t.Errorf("%d KiB are kept, at most %d KiB", kept>>10, most>>10)
	}
}

func TestADurationThatCannotBeIsNotTold(t *testing.T) {
	for _, ms := range []string{"-1", "1e400", "1e300", "9223372036854775807"} {
		d := newSession()
		submit(t, d, inSession("a", "t1"))
		d.observe(event(t, "PostToolUse", ofCall("t1", "ls", `,"tool_response":{},"duration_ms":`+ms)))
		if run := d.Snapshot().Ended[0].Run; !run.Ended || run.Duration != 0 {
			t.Errorf("%s ms: %+v", ms, run)
		}
	}
}

func TestASubagentsTurnIsItsOwn(t *testing.T) {
	d := newSession()
	ask := inSession("a", "t1")
	ask.Agent = approver.Agent{ID: "a1", Type: "Explore"}
	submit(t, d, ask)
	d.observe(event(t, "Stop", `,"stop_hook_active":false`))
	if len(d.Snapshot().Waiting) != 1 {
		t.Fatal("the main loop's end settled a subagent's ask")
	}
	d.observe(event(t, "SubagentStop", `,"agent_id":"a1","stop_hook_active":false,"agent_transcript_path":"/x"`))
	if len(d.Snapshot().Waiting) != 0 {
		t.Error("the subagent ended, and its ask still waits")
	}
}

// A Stop of the turn before may come late.
func TestALateEndOfAnotherTurnSettlesNothing(t *testing.T) {
	d := newSession()
	ask := inSession("a", "t1")
	ask.Session.PromptID = "p2"
	submit(t, d, ask)
	d.observe(event(t, "Stop", `,"stop_hook_active":false`)) // of p1
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
			d := newSession()
			submit(t, d, inSession("a", "t1"))
			if err := d.Answer("a", allowWith); err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, e := range tc.events {
				said += d.observe(e).Note
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

func TestAnAnswerThatDidNotArriveIsTooLate(t *testing.T) {
	d := newSession()
	ticket := submit(t, d, inSession("a", "t1"))
	_ = d.Answer("a", approver.Decision{Verdict: approver.Allow, Note: "x"})
	d.Undelivered(ticket)
	if e := d.Snapshot().Ended[0]; e.State != approver.TooLate || e.Note != approver.NoteNotDelivered {
		t.Errorf("got %v, %v", e.State, e.Note)
	}
}

func TestHappeningsAreRemembered(t *testing.T) {
	d := newSession()
	d.observe(event(t, "Notification", `,"message":"hello","notification_type":"idle_prompt"`))
	d.observe(event(t, "PostCompact", `,"trigger":"auto","compact_summary":"x"`))
	d.observe(event(t, "PermissionDenied", ofCall("t9", "ls", `,"reason":"the classifier refused"`)))
	var names []string
	for _, h := range d.Snapshot().Happenings {
		names = append(names, h.Event.Base().HookEventName)
	}
	if got := strings.Join(names, " "); got != "PermissionDenied PostCompact Notification" {
		t.Errorf("got %s", got)
	}
}
