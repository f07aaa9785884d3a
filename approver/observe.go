package approver

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"sayso/internal/claude"
)

// Reply is sayso's response to an event. The zero value is none.
type Reply struct {
	Note   string // for the model, with the end of the call
	Origin Origin // whose word the event was taken for
}

// Observe takes an event of a session: it confirms or corrects what the desk
// believes, and is remembered where a person may want to know of it. The reply
// is for doors that can pass one on.
//
// Only what is proved with the session's key changes what is said of an ask, and
// each payload does so once: the same one again gets the same reply. What another
// process says in the session's name is not taken at all. Of a session without a
// key nothing is proved, so its events are remembered and no more.
func (d *Desk) Observe(e claude.Event, proof Proof) Reply {
	session := e.Base().SessionID
	reply := Reply{Origin: d.originOf(e, proof)}
	if reply.Origin != FromSession {
		return reply
	}
	calls, gave := callsOf(e), Run{} // before the lock: either may be large, and the screen must not wait
	if e, ok := e.(*claude.PostToolUse); ok {
		gave = Run{Output: startOf(e.ToolResponse), Outcome: outcomeOf(e.ToolName, e.ToolResponse)}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.keys.origin(session, proof) != FromSession {
		return Reply{} // meanwhile a second key was shown, and neither counts
	}
	once := use{proof.N, false}
	if said, before := d.keys.heard(session, once); before {
		said.Origin = FromSession
		return said
	}
	d.remember(e)
	reply.Note = d.learn(e, calls, gave)
	d.keys.note(session, once, reply)
	return reply
}

// originOf says whose word an event is, and keeps that of a session without a key
// for the activity.
func (d *Desk) originOf(e claude.Event, proof Proof) Origin {
	d.mu.Lock()
	defer d.mu.Unlock()
	origin := d.keys.origin(e.Base().SessionID, proof)
	if origin == FromUnknown {
		d.remember(e)
	}
	return origin
}

// remember keeps what the activity tells of. The caller holds mu.
func (d *Desk) remember(e claude.Event) {
	switch e.(type) {
	case *claude.PermissionDenied, *claude.Notification, *claude.PreCompact, *claude.PostCompact, *claude.PostModelSwitch:
		d.happened(e)
	}
}

// learn takes the session's own word for what became of its calls, and returns
// the note that goes out with the end of one. gave is what a finished call gave
// back. The caller holds mu.
func (d *Desk) learn(e claude.Event, calls []call, gave Run) (note string) {
	base := e.Base()
	switch e := e.(type) {
	case *claude.ToolRun:
		if p := d.ran(calls[0], Run{Started: true}); p != nil {
			p.compare(calls[0], e.InputChanged)
		}
	case *claude.PostToolUse:
		p := d.ran(calls[0], Run{Started: true, Ended: true, Duration: milliseconds(e.DurationMS), Output: gave.Output, Outcome: gave.Outcome})
		return d.takeNote(p)
	case *claude.PostToolUseFailure:
		p := d.ran(calls[0], Run{Started: true, Ended: true, Failed: true, Duration: milliseconds(e.DurationMS), Output: cut(e.Error)})
		if p != nil {
			p.dropNote()
		}
	case *claude.ToolCall:
		d.callEnded(calls[0], e)
	case *claude.PermissionDenied:
		d.refused(calls[0], e.Reason)
	case *claude.PostToolBatch:
		for _, c := range calls {
			d.settle(c, "its batch of calls was done")
		}
	case *claude.Stop, *claude.UserPromptSubmit:
		d.turnEnded(base, "the turn ended")
	case *claude.SubagentStop:
		if base.AgentID != "" { // the client's own helpers end without a name
			d.turnEnded(base, "the subagent ended")
		}
	case *claude.SessionEnd:
		d.turnEnded(base, "the session ended")
		d.keys.end(base.SessionID)
	}
	return ""
}

// callsOf returns the calls that an event tells of: one for most, several for a
// batch, none for an event about something else.
func callsOf(e claude.Event) []call {
	session := e.Base().SessionID
	one := func(id, tool string, input json.RawMessage) []call {
		return []call{{session, id, tool, digestOf(input)}}
	}
	switch e := e.(type) {
	case *claude.ToolRun:
		return one(e.ToolUseID, e.ToolName, e.ToolInput)
	case *claude.PostToolUse:
		return one(e.ToolUseID, e.ToolName, e.ToolInput)
	case *claude.PostToolUseFailure:
		return one(e.ToolUseID, e.ToolName, e.ToolInput)
	case *claude.ToolCall:
		return one(e.ToolUseID, e.ToolName, e.ToolInput)
	case *claude.PermissionDenied:
		return one(e.ToolUseID, e.ToolName, e.ToolInput)
	case *claude.PostToolBatch:
		var calls []call
		for _, c := range e.ToolCalls {
			calls = append(calls, one(c.ToolUseID, c.ToolName, c.ToolInput)...)
		}
		return calls
	}
	return nil
}

// ran notes that a call runs or ran. It settles an ask that still waited,
// confirms an allow, and uncovers a deny that was not honoured. It returns the
// place of the call, or nil. The caller holds mu.
func (d *Desk) ran(c call, run Run) *place {
	p := d.settle(c, "it ran")
	if p == nil {
		p = d.recent(c, run)
	}
	if p == nil {
		return nil
	}
	p.learn(run)
	p.release()
	allowed := p.entry.State.Sent() && p.entry.Decision.Verdict == Allow
	switch e := &p.entry; {
	case allowed && (e.State == Answered || e.State == TooLate):
		e.State = Confirmed
	case e.State.Sent() && e.Decision.Verdict == Deny:
		e.State, e.Why = NotHonoured, "another hook allowed it"
	case e.State == Withdrawn || e.State == Expired:
		e.State, e.Why = SettledElsewhere, "it ran"
	}
	d.signal()
	return p
}

// compare notes when a call that the person allowed started with another input
// than the answer was for: then another hook changed it, or took the person's own
// change back. changed tells whether the input is another one than the call was
// checked with, by the module: the client writes the input of one call in
// different ways at different times, so the texts say it of a shell command
// alone. The input of a tool that needs the person holds the answer.
func (p *place) compare(c call, changed bool) {
	e := &p.entry
	if e.State != Confirmed || e.Decision.Verdict != Allow || NeedsPerson(e.Ask.Tool) || c.id == "" || c.id != e.Ask.ToolUseID {
		return
	}
	ours := e.Decision.UpdatedInput != nil
	if changed != ours || ours && e.Ask.Tool == claude.ToolBash && c.input != p.input {
		e.State, e.Why = NotHonoured, "it ran with another input than you allowed"
	}
}

// recent finds the ended ask of a call that an event tells of. Where calls are
// alike and nothing tells them apart, the event is for the earliest that it says
// something new of, and rather for one that was allowed: of a denied one, it
// would say that a no was not honoured. The caller holds mu.
func (d *Desk) recent(c call, run Run) (found *place) {
	for _, p := range d.ended {
		if !p.isCall(c) || run.Ended && p.entry.Run.Ended || !run.Ended && p.entry.Run.Started {
			continue
		}
		named := c.id != "" && p.entry.Ask.ToolUseID != ""
		switch {
		case named || p.entry.Decision.Verdict == Allow:
			return p
		case found == nil && !p.refusedForGood():
			found = p
		}
	}
	return found
}

// refusedForGood reports whether a refusal was seen: a like call that runs later
// is another one.
func (p *place) refusedForGood() bool {
	return p.entry.State == Confirmed && p.entry.Decision.Verdict == Deny
}

func (p *place) learn(run Run) {
	known := &p.entry.Run
	known.Started = known.Started || run.Started
	if run.Ended {
		known.Ended, known.Failed, known.Duration, known.Output, known.Outcome = true, run.Failed, run.Duration, run.Output, run.Outcome
		p.weight += len(run.Output) + len(run.Outcome.Record)
	}
}

// settle ends a waiting ask because its call was settled without sayso. A
// refusal that waits is about a call that is over, so what a like one does says
// nothing of it. It returns the place, or nil where none waits. The caller holds
// mu.
func (d *Desk) settle(c call, why string) *place {
	i := slices.IndexFunc(d.waiting, func(p *place) bool { return p.entry.Ask.Kind == KindCall && p.isCall(c) })
	if i < 0 {
		return nil
	}
	p := d.waiting[i]
	d.end(i, SettledElsewhere, Decision{}, why)
	return p
}

// callEnded takes the mod's word for the end of a call that no hook reports.
// The caller holds mu.
func (d *Desk) callEnded(c call, e *claude.ToolCall) {
	switch e.Outcome {
	case claude.OutcomeDeny:
		d.refused(c, "")
	case claude.OutcomeError:
		if p := d.ran(c, Run{Started: true, Ended: true, Failed: true, Duration: milliseconds(e.DurationMS)}); p != nil {
			p.dropNote()
		}
	case claude.OutcomeOK:
		if p := d.ran(c, Run{Started: true, Ended: true, Duration: milliseconds(e.DurationMS)}); p != nil {
			p.dropNote() // nothing carried it
		}
	}
}

// refused notes that a call never ran. The caller holds mu.
func (d *Desk) refused(c call, why string) {
	if d.settle(c, "it was refused") != nil {
		return
	}
	for _, p := range d.ended {
		if e := &p.entry; e.State == Answered && p.isCall(c) && !e.Run.Started {
			p.release()
			e.State = Confirmed
			if e.Decision.Verdict == Allow {
				e.State, e.Why = NotHonoured, strings.TrimSuffix("it was allowed, yet refused: "+cut(why), ": ")
				p.dropNote()
			}
			d.signal()
			return
		}
	}
}

// turnEnded settles what still waits of a turn, and takes for refused what was
// denied and not seen to run. An event may come late, so only asks of its own
// prompt and agent count. The caller holds mu.
func (d *Desk) turnEnded(base claude.BaseHookInput, why string) {
	ours := func(p *place) bool {
		s, whole := p.entry.Ask.Session, base.HookEventName == claude.EventSessionEnd
		if s.ID != base.SessionID || p.entry.Ask.Origin != FromSession {
			return false
		}
		sameTurn := base.HookEventName != claude.EventUserPromptSubmit && agree(s.PromptID, base.PromptID) ||
			base.HookEventName == claude.EventUserPromptSubmit && s.PromptID != "" && s.PromptID != base.PromptID
		return whole || sameTurn && p.entry.Ask.Agent.ID == base.AgentID
	}
	for i := len(d.waiting) - 1; i >= 0; i-- {
		if ours(d.waiting[i]) {
			d.end(i, SettledElsewhere, Decision{}, why)
		}
	}
	for _, p := range d.ended {
		if e := &p.entry; e.State == Answered && ours(p) && !e.Run.Started {
			if e.Decision.Verdict == Deny {
				e.State = Confirmed
			}
			p.release()
			p.dropNote()
			d.signal()
		}
	}
}

// happened remembers an event for the activity list. The caller holds mu.
func (d *Desk) happened(e claude.Event) {
	d.happenings = bounded(append(d.happenings, happening{Happening{At: d.now(), Event: e}, weight(e)}),
		func(h happening) int { return h.weight })
	d.signal()
}

// takeNote returns the note that waits for the end of a call, once. The caller
// holds mu.
func (d *Desk) takeNote(p *place) string {
	if p == nil || p.entry.Note != NotePending {
		return ""
	}
	p.entry.Note = NoteDelivered
	d.signal()
	return p.entry.Decision.Note
}

// dropNote notes that a pending note has no way to the model any more.
func (p *place) dropNote() {
	if p.entry.Note == NotePending {
		p.entry.Note = NoteNotDelivered
	}
}

// maxOutput is how much of a tool's output is remembered, in bytes.
const maxOutput = 4 << 10

// startOf returns the start of what a tool gave back: the text where there is
// one, else the record as JSON.
func startOf(response json.RawMessage) string {
	var record struct {
		Stdout  string `json:"stdout"`
		Content string `json:"content"`
	}
	var text string
	if json.Unmarshal(response, &text) != nil {
		_ = json.Unmarshal(response, &record) // where it fails, the record is shown as it is
		if text = record.Stdout; text == "" {
			text = record.Content
		}
		if text == "" {
			text = string(response)
		}
	}
	return cut(text)
}

// cut returns what of a tool's output is remembered.
func cut(text string) string {
	if len(text) > maxOutput {
		text = strings.ToValidUTF8(text[:maxOutput], "") + "…"
	}
	return text
}

// milliseconds returns a duration that an event told, and 0, not told, for one
// that can't be.
func milliseconds(n claude.Number) time.Duration {
	f := n.Float() * float64(time.Millisecond)
	if !(f > 0 && f < math.MaxInt64) {
		return 0
	}
	return time.Duration(f)
}
