package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"

	"sayso/approver"
	"sayso/ui/gate"
)

// witness watches a rig from outside, as somebody who films the terminal and the
// keyboard, and knows nothing of the gate, the card, or what the program has drawn.
type witness struct {
	*rig
	shown     approver.ID          // the ask on screen
	since     time.Time            // since when it is there undisturbed
	endSeen   map[approver.ID]bool // whose end was on screen
	presses   []time.Time          // of keys that type
	disturbed time.Time            // the last swap, focus, resize, or thing laid over
	decided   time.Time            // when the last key was pressed that may decide
	stale     bool                 // it was pressed while the program stood still
}

// film looks at the terminal: the header names the ask by its folder, and the last
// row of its document is known by its words.
func (w *witness) film() {
	screen := w.terminal
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
// whose end was not on the terminal, that was not there undisturbed for the arming
// time before the key was pressed, for a key pressed while the program stood still,
// or while somebody typed; and every decision is for the ask on the terminal.
func TestNoAllowUnlessSeenAndArmed(t *testing.T) {
	allows := 0
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, rapid.IntRange(40, 100).Draw(t, "width"), rapid.IntRange(10, 30).Draw(t, "height"))
		w := &witness{rig: r, endSeen: map[approver.ID]bool{}}
		r.late, r.onPaint = true, w.film
		steps := rapid.IntRange(20, 120).Draw(t, "steps")
		for range steps {
			allows += w.judge(t, func() {
				gaps := []int{0, 30, 90, 130, 200, 350, 420, 550, 700, 1100}
				w.advanceFilming(time.Duration(rapid.SampledFrom(gaps).Draw(t, "gap")) * time.Millisecond)
			})
			allows += w.judge(t, func() { w.step(t) })
			if w.quit {
				return
			}
		}
	})
	if allows == 0 {
		t.Error("nothing was ever allowed, so nothing was tested")
	}
}

// judge does something and counts the allows that come of it, of which each must
// be right.
func (w *witness) judge(t *rapid.T, do func()) (allows int) {
	timing := gate.DefaultTiming()
	before, shown, since := len(w.sent), w.shown, w.since
	do()
	for _, s := range w.sent[before:] {
		if s.id != shown {
			t.Fatalf("decided ask %s while %q was on the terminal", s.id, shown)
		}
		if s.decision.Verdict != approver.Allow {
			continue
		}
		allows++
		switch {
		case !w.endSeen[s.id]:
			t.Fatalf("allowed ask %s, whose end was never on the terminal", s.id)
		case w.decided.Sub(since) < timing.Arm:
			t.Fatalf("allowed ask %s by a key that was pressed %v after it came on the terminal", s.id, w.decided.Sub(since))
		case w.stale:
			t.Fatalf("allowed ask %s by a key that was pressed while the program stood still", s.id)
		case w.decided.Sub(w.disturbed) < timing.Arm && !w.disturbed.IsZero() && w.disturbed.Before(s.at):
			t.Fatalf("allowed ask %s by a key that was pressed %v after the person was disturbed", s.id, w.decided.Sub(w.disturbed))
		}
		for len(w.presses) > 0 && !w.presses[len(w.presses)-1].Before(s.at) {
			w.presses = w.presses[:len(w.presses)-1] // came in the same step, but later
		}
		if n := len(w.presses); n > 1 && w.presses[n-1].Sub(w.presses[n-2]) < timing.Quiet && s.at.Sub(w.presses[n-1]) < timing.Quiet {
			t.Fatalf("allowed ask %s in the middle of typing", s.id)
		}
	}
	w.film()
	return allows
}

var keysPressed = []string{"y", "y", "y", "n", "x", "t", "1", "2", "3", "r", "a", "enter", "enter", "space", "space", "G", "G", "g",
	"j", "k", "down", "up", "tab", "shift+tab", "?", "esc", "esc", "h", "q", "w", "o", "e", "pgdown", "pgup"}

// step does one thing that a person, a session or a terminal may do.
func (w *witness) step(t *rapid.T) {
	switch rapid.IntRange(0, 16).Draw(t, "what") {
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
	case 8:
		if w.frozen = !w.frozen; !w.frozen {
			w.thaw()
		}
	case 9:
		w.stall(t)
	case 10:
		w.send(rapid.SampledFrom([]tea.Msg{uv.UnknownEvent("\x1b[?2026;2$"), tea.ModeReportMsg{}, uv.UnknownOscEvent("\x1b]9\a")}).Draw(t, "no key"))
		w.disturb()
	default:
		w.key(t, false)
	}
}

// key presses some key.
func (w *witness) key(t *rapid.T, stale bool) {
	name := rapid.SampledFrom(keysPressed).Draw(t, "key")
	msg := keyPress(name)
	if msg.Text != "" {
		w.presses = append(w.presses, w.now)
	}
	if msg.Text != "" || name == "enter" {
		w.decided, w.stale = w.now, stale
	}
	w.press(name)
}

// stall stops the program. Meanwhile keys are pressed, asks come and go; what it
// finds of that first, when it goes on, is up to chance.
func (w *witness) stall(t *rapid.T) {
	const least = 360 // ms; less is no stall
	w.stop(0, func() {
		stopped := w.now
		for range rapid.IntRange(1, 4).Draw(t, "meanwhile") {
			w.now = w.now.Add(time.Duration(rapid.SampledFrom([]int{10, 130, 450, 900}).Draw(t, "gap")) * time.Millisecond)
			switch waiting := w.desk.Snapshot().Waiting; {
			case rapid.IntRange(0, 3).Draw(t, "what") > 0:
				w.key(t, true)
			case len(waiting) > 0 && rapid.Bool().Draw(t, "withdrawn"):
				w.withdraw(waiting[0].Ask.ID)
			default:
				w.arrive(call(w.n+1, 0))
			}
		}
		if least := stopped.Add(least * time.Millisecond); w.now.Before(least) {
			w.now = least
		}
	})
	for _, first := range rapid.Permutation([]func(){w.read, w.deliver, func() { w.advance(0) }}).Draw(t, "order") {
		first()
	}
	w.paint()
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
