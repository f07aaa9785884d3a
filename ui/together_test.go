package ui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
)

func TestOneAnswerForAllAlike(t *testing.T) {
	r := newRig(t, 100, 30)
	first := r.arrive(pushAsk)
	other := r.arrive(lsAsk)
	second, third := r.arrive(pushAsk), r.arrive(pushAsk)
	elsewhere := pushAsk
	elsewhere.Session.Cwd = "/home/dev/other"
	stays := r.arrive(elsewhere)
	moved := pushAsk // its rules count from elsewhere
	moved.Session.Project = "/home/dev"
	inAnother := r.arrive(moved)
	r.settle()
	r.see("= all alike")
	r.press("=")
	r.see("Your answer is for all 3 alike")
	r.nothingSent()
	r.advance(time.Second)
	r.decide("2")
	if len(r.sent) != 3 {
		t.Fatalf("%d decisions were sent: %+v", len(r.sent), r.sent)
	}
	for i, id := range []approver.ID{first, second, third} {
		s := r.sent[i]
		if s.id != id || s.err != nil || s.decision.Verdict != approver.Allow {
			t.Errorf("decision %d is %+v", i, s)
		}
		if want := 0; i > 0 && len(s.decision.UpdatedPermissions) != want {
			t.Errorf("the rules were sent more than once: %+v", s)
		}
	}
	for _, e := range r.desk.Snapshot().Waiting {
		if e.Ask.ID != other && e.Ask.ID != stays && e.Ask.ID != inAnother {
			t.Errorf("ask %s still waits", e.Ask.ID)
		}
	}
}

// Where a tool comes from stands on the card, so it makes another ask.
func TestAToolOfAnotherSourceIsNotAlike(t *testing.T) {
	r := newRig(t, 100, 30)
	ask := askOf("mcp__db__query", `{"sql":"DROP TABLE users"}`)
	ask.MCPServer = &claude.MCPServer{Name: "db", Source: "user"}
	r.arrive(ask)
	same := ask
	same.MCPServer = &claude.MCPServer{Name: "db", Source: "user"}
	alike := r.arrive(same)
	ask.MCPServer = &claude.MCPServer{Name: "db", Source: "project"}
	r.arrive(ask)
	r.settle()
	r.press("=")
	r.see("for all 2 alike")
	r.advance(time.Second)
	r.decide("y")
	if len(r.sent) != 2 || r.sent[1].id != alike {
		t.Errorf("sent %+v", r.sent)
	}
}

func TestAllAlikeIsTakenBack(t *testing.T) {
	for name, do := range map[string]func(*rig){
		"by the same key":  func(r *rig) { r.press("=") },
		"by another ask":   func(r *rig) { r.press("tab", "shift+tab") },
		"by typing":        func(r *rig) { r.press("o", "k") },
		"by the focus":     func(r *rig) { r.send(focusMsg) },
		"a new one is not": func(r *rig) { r.arrive(lsAsk) }, // it came after the key
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 100, 30)
			r.arrive(lsAsk)
			r.arrive(lsAsk)
			r.settle()
			r.press("=")
			r.advance(time.Second)
			do(r)
			r.settle()
			r.decide("y")
			want := 1
			if strings.HasPrefix(name, "a new one") {
				want = 2
			}
			if len(r.sent) != want {
				t.Errorf("%d decisions were sent, want %d", len(r.sent), want)
			}
		})
	}
}

func TestWhatTheAgentSaidBefore(t *testing.T) {
	r := newRig(t, 80, 24)
	r.transcript = `{"type":"assistant","message":{"content":[{"type":"text","text":"I will list\u001b[2J the files."}]}}` + "\n"
	ask := lsAsk
	ask.Session.TranscriptPath = "/t.jsonl"
	r.arrive(ask)
	r.settle()
	r.press("c")
	r.see("What the agent said before this")
	r.see("I will list⟨ESC⟩[2J the files.")
	r.decide("y")
	r.nothingSent()
	r.advance(time.Second)
	r.press("c")
	r.see("ls -la")
}

func TestWhyTheAgentsWordsAreMissing(t *testing.T) {
	r := newRig(t, 80, 24)
	ask := lsAsk
	ask.Session.TranscriptPath = "/t.jsonl"
	r.readErr = errors.New("no such file")
	r.arrive(ask)
	r.settle()
	r.press("c")
	r.see("The transcript /t.jsonl can't be read: no such file")
}
