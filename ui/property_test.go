package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"sayso/approver"
	"sayso/ui/gate"
)

// witness watches a rig from outside, as somebody who films the screen and the
// keyboard, and knows nothing of the gate or the card.
type witness struct {
	*rig
	shown     approver.ID          // the ask on screen
	since     time.Time            // since when it is there undisturbed
	endSeen   map[approver.ID]bool // whose end was on screen
	presses   []time.Time          // of keys that type
	disturbed time.Time            // the last swap, focus, resize, or thing laid over
}

// film looks at the screen: the header names the ask by its folder, and the last
// row of its document is known by its words.
func (w *witness) film() {
	screen := w.screen()
	header, body, _ := strings.Cut(screen, "\n")
	id := approver.ID("")
	for _, e := range w.desk.Snapshot().Waiting {
		if strings.Contains(header, "ask-"+string(e.Ask.ID)+" ") {
			id = e.Ask.ID
		}
		if strings.Contains(body, "end-of-"+string(e.Ask.ID)+".") {
			w.endSeen[e.Ask.ID] = true
		}
	}
	if id != w.shown {
		w.shown, w.since = id, w.now
	}
}

// disturb notes something that must make the person look anew.
func (w *witness) disturb() { w.disturbed = w.now }

// call makes an ask whose folder and end can be told on the screen.
func call(n, rows int) approver.Ask {
	ask := askOf("Bash", `{"command":"ls`+strings.Repeat(`\nls`, rows)+`"}`,
		`"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"x *"}],"behavior":"allow","destination":"session"}]`,
		fmt.Sprintf(`"sayso":{"description":"end-of-%d."}`, n))
	ask.Session.Cwd = fmt.Sprintf("/w/ask-%d", n)
	return ask
}

// Whatever is pressed and whatever arrives: no allow is ever sent for an ask
// whose end was not on screen, that was not there undisturbed for the arming
// time, or while somebody typed; and every decision is for the ask on screen.
func TestNoAllowUnlessSeenAndArmed(t *testing.T) {
	allows := 0
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, rapid.IntRange(40, 100).Draw(t, "width"), rapid.IntRange(10, 30).Draw(t, "height"))
		w := &witness{rig: r, endSeen: map[approver.ID]bool{}}
		timing := gate.DefaultTiming()
		steps := rapid.IntRange(20, 120).Draw(t, "steps")
		for range steps {
			before := len(w.sent)
			shown, since := w.shown, w.since
			w.step(t)
			for _, s := range w.sent[before:] {
				if s.id != shown {
					t.Fatalf("decided ask %s while %q was on screen", s.id, shown)
				}
				if s.decision.Verdict != approver.Allow {
					continue
				}
				allows++
				switch {
				case !w.endSeen[s.id]:
					t.Fatalf("allowed ask %s, whose end was never on screen", s.id)
				case s.at.Sub(since) < timing.Arm:
					t.Fatalf("allowed ask %s %v after it came on screen", s.id, s.at.Sub(since))
				case s.at.Sub(w.disturbed) < timing.Arm && !w.disturbed.IsZero() && w.disturbed.Before(s.at):
					t.Fatalf("allowed ask %s %v after the person was disturbed", s.id, s.at.Sub(w.disturbed))
				}
				for len(w.presses) > 0 && !w.presses[len(w.presses)-1].Before(s.at) {
					w.presses = w.presses[:len(w.presses)-1] // came in the same step, but later
				}
				if n := len(w.presses); n > 1 && w.presses[n-1].Sub(w.presses[n-2]) < timing.Quiet && s.at.Sub(w.presses[n-1]) < timing.Quiet {
					t.Fatalf("allowed ask %s in the middle of typing", s.id)
				}
			}
			w.film()
			if w.quit {
				return
			}
		}
	})
	if allows == 0 {
		t.Error("nothing was ever allowed, so nothing was tested")
	}
}

var keysPressed = []string{"y", "y", "y", "n", "x", "t", "1", "2", "3", "r", "a", "enter", "enter", "space", "space", "G", "G", "g",
	"j", "k", "down", "up", "tab", "shift+tab", "?", "esc", "esc", "h", "q", "w", "o", "e", "pgdown", "pgup"}

// step does one thing that a person, a session or a terminal may do.
func (w *witness) step(t *rapid.T) {
	gaps := []int{0, 30, 90, 130, 200, 350, 420, 550, 700, 1100}
	w.advanceFilming(time.Duration(rapid.SampledFrom(gaps).Draw(t, "gap")) * time.Millisecond)
	switch rapid.IntRange(0, 13).Draw(t, "what") {
	case 0:
		w.arrive(call(w.n+1, rapid.SampledFrom([]int{0, 0, 3, 40}).Draw(t, "rows")))
	case 1:
		if waiting := w.desk.Snapshot().Waiting; len(waiting) > 0 {
			w.withdraw(waiting[rapid.IntRange(0, len(waiting)-1).Draw(t, "which")].Ask.ID)
			w.deliver()
		}
	case 2:
		w.send(tea.BlurMsg{})
		w.send(tea.FocusMsg{})
		w.disturb()
	case 3:
		w.send(tea.WindowSizeMsg{Width: rapid.IntRange(40, 100).Draw(t, "width"), Height: rapid.IntRange(6, 30).Draw(t, "height")})
		w.disturb()
	case 4:
		w.send(tea.PasteMsg{Content: "y\ny\n1\n"})
		w.presses = append(w.presses, w.now)
	case 5:
		w.send(tea.MouseClickMsg{X: rapid.IntRange(0, 40).Draw(t, "x"), Y: rapid.IntRange(0, 30).Draw(t, "y"), Button: tea.MouseLeft})
	case 6:
		w.send(tea.KeyPressMsg{Code: 'y', Text: "y", IsRepeat: true})
		w.presses = append(w.presses, w.now)
	case 7:
		w.send(tea.KeyReleaseMsg{Code: 'y', Text: "y"})
	default:
		name := rapid.SampledFrom(keysPressed).Draw(t, "key")
		if msg := keyPress(name); msg.Text != "" {
			w.presses = append(w.presses, w.now)
		}
		w.press(name)
	}
}

// advanceFilming lets time pass in small steps and films whenever the desk has
// changed: time alone brings no ask on the screen and takes none away.
func (w *witness) advanceFilming(d time.Duration) {
	for d > 0 {
		step := min(d, 20*time.Millisecond)
		before := len(w.desk.Snapshot().Waiting)
		w.advance(step)
		if len(w.desk.Snapshot().Waiting) != before && d > step {
			w.film()
		}
		d -= step
	}
}
