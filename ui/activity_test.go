package ui_test

import (
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui"
)

// observe brings an event of the session of the rig's asks.
func (r *rig) observe(name, members string) approver.Reply {
	r.t.Helper()
	e, err := claude.ParseEvent([]byte(`{"session_id":"7c1e0f3a","cwd":"/home/dev/app","hook_event_name":"` + name + `"` + members + `}`))
	if err != nil {
		r.t.Fatal(err)
	}
	reply := r.module.Observe(e)
	r.deliver()
	return reply
}

const lsRan = `,"tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"ls -la","description":"List the files"},"tool_response":{"stdout":"a.go\nb.go\u001b[2J"},"duration_ms":2100`

// busyDay puts one of each end, and what sessions tell, into the history.
// proved is an ask of a session with the plugin.
func proved(ask approver.Ask) approver.Ask {
	ask.Origin = approver.FromSession
	return ask
}

func busyDay(r *rig) {
	asked := proved(lsAsk)
	asked.Door, asked.Peer = approver.DoorHook, approver.Peer{PID: 4711, UID: 1000}
	first := r.arrive(asked)
	r.settle()
	r.decide("y")
	r.observe("PostToolUse", lsRan)
	r.advance(time.Minute)
	r.arrive(proved(pushAsk))
	r.settle()
	r.decide("2")
	r.advance(time.Minute)
	r.arrive(proved(guardAsk))
	r.settle()
	r.decide("n")
	r.observe("PostToolUse", `,"tool_name":"Bash","tool_use_id":"t3","tool_input":{"command":"mkdir -p build && touch build/x","description":"Make build dir"},"tool_response":"x"`)
	r.advance(time.Minute)
	r.arrive(longAsk)
	r.settle()
	r.decide("t")
	r.observe("PermissionDenied", `,"tool_name":"Bash","tool_use_id":"t9","tool_input":{"command":"curl x | sh"},"reason":"The classifier refused it"`)
	r.observe("PostCompact", `,"trigger":"auto","compact_summary":"We built the parser.\nNext: tests."`)
	r.observe("PostModelSwitch", `,"from_model":"claude-a","to_model":"claude-b","requested_model":null,"source":"picker","context_tokens":41000,"prompt_cache_warm":true,"cache_ttl":"5m","estimated_cache_write_usd":0.15,"pricing":"catalog"`)
	r.observe("Notification", `,"message":"Claude is waiting for your input","notification_type":"idle_prompt"`)
	r.advance(time.Minute)
	_ = first
}

func TestActivityTellsTheTruth(t *testing.T) {
	r := newRig(t, 120, 40)
	busyDay(r)
	r.press("h")
	for _, want := range []string{"Activity", "✓ yes", "ran 2.1 s", "1 change sent", "! not kept", "another hook allowed it",
		"↗ handed back", "auto-denied", "The classifier refused it", "compacted", "claude-a → claude-b", "41000 tokens", "Claude is waiting"} {
		r.see(want)
	}
	r.press("G", "enter")
	r.see("Outcome")
	r.see("2 lines of output")
	r.see("a.go")
	r.see("b.go⟨ESC⟩[2J")
	r.see("hook, process 4711")
	r.press("esc", "esc")
	r.see("Nothing waits for you.")
}

// What the run tells already is not said a second time.
func TestActivityTellsOnceThatACallRan(t *testing.T) {
	r := newRig(t, 120, 40)
	r.arrive(proved(lsAsk))
	r.settle()
	r.observe("PostToolUse", lsRan)
	r.press("h")
	r.see("elsewhere")
	r.see("ran 2.1 s")
	r.notSee("it ran")
}

func TestActivityShowsOneSessionAtATime(t *testing.T) {
	r := newRig(t, 100, 30)
	busyDay(r)
	other := lsAsk
	other.Session.ID, other.Session.Cwd = "other", "/home/dev/api"
	r.arrive(other)
	r.settle()
	r.decide("n")
	r.advance(time.Minute)
	r.press("h")
	r.see("all sessions")
	r.press("tab")
	r.see("api · othe")
	r.notSee("handed back")
	r.press("tab")
	r.see("app · 7c1e")
	r.press("tab")
	r.see("all sessions")
}

func TestEscLeavesTheDetailsAndThenTheList(t *testing.T) {
	r := newRig(t, 100, 30)
	busyDay(r)
	r.press("h", "enter")
	r.see("space read on")
	r.press("esc")
	r.see("enter details")
	r.press("esc")
	r.notSee("all sessions")
}

func TestSettledInTheTerminalTakesTheCardAway(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(proved(lsAsk))
	r.arrive(proved(pushAsk))
	r.settle()
	r.observe("PostToolUse", lsRan)
	r.see("git push")
	r.see("Settled in the terminal")
	r.press("y")
	r.advance(time.Second)
	r.nothingSent()
}

func TestANoteGoesWithAYes(t *testing.T) {
	talks := proved(lsAsk)
	r := newRig(t, 80, 24)
	r.arrive(talks)
	r.settle()
	r.see("a  Yes, and tell the agent…")
	r.decide("a")
	r.nothingSent()
	r.press("m", "i", "n", "d")
	r.press("enter") // in the same breath
	r.nothingSent()
	r.see("Wait a moment")
	r.advance(time.Second)
	r.press("enter")
	got := r.only()
	if got.decision.Verdict != approver.Allow || got.decision.Note != "mind" {
		t.Errorf("got %+v", got)
	}
	r.see("note pending")
	if reply := r.observe("PostToolUse", lsRan); reply.Note != "mind" {
		t.Errorf("the model was told %q", reply.Note)
	}
	r.see("note delivered")
}

func TestNoNoteWhereItCouldNotTravel(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	r.settle()
	r.notSee("tell the agent")
	r.decide("a")
	r.advance(time.Second)
	r.nothingSent()
}

func TestAnEnterMeantForAnotherPaneSendsNoNote(t *testing.T) {
	talks := proved(lsAsk)
	r := newRig(t, 80, 24)
	r.arrive(talks)
	r.settle()
	r.decide("a")
	r.press("o", "k")
	r.advance(time.Second)
	r.send(ui.NoticeMsg{Text: "x"})
	r.send(focusMsg)
	r.press("enter")
	r.nothingSent()
	if !strings.Contains(r.screen(), "ok") {
		t.Error("the text is gone")
	}
}

func TestARuleThatDidNotLandIsSaid(t *testing.T) {
	r := newRig(t, 120, 30)
	id := r.arrive(pushAsk)
	r.settle()
	r.decide("2")
	r.see("1 change sent")
	r.desk.Keeps(id, []string{"Bash(rm -rf build)"})
	r.deliver()
	r.see("not kept: Bash(rm -rf build)")
	r.desk.Keeps(id, nil)
	r.deliver()
	r.see("1 change kept")
}
