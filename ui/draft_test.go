package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui"
)

// write opens a field by a key, types and leaves it by another key.
func write(r *rig, key, words, leave string) {
	r.settle()
	r.decide(key)
	for _, c := range words {
		r.press(string(c))
	}
	r.press(leave)
	r.advance(time.Second)
}

// What the person wrote is not dropped without a word, whatever ends the ask.
func TestWordsThatDidNotGoAlongStay(t *testing.T) {
	editor := func(o *ui.Options) {
		o.Edit = func(_, _ string, done func(string, error) tea.Msg) tea.Cmd {
			return func() tea.Msg { return done("# Plan of mine\n", nil) }
		}
	}
	for name, tc := range map[string]struct {
		ask  approver.Ask
		fill func(*rig)
		end  func(*rig)
		want []string
	}{
		"questions handed back": {twoAsk, func(r *rig) { write(r, "n", "hi", "enter") }, func(r *rig) { r.decide("t") },
			[]string{"Handed back to the terminal", "Which database?", "Note: hi"}},
		"marks, handed back": {twoAsk, func(r *rig) { r.settle(); r.press("2") }, func(r *rig) { r.settle(); r.decide("t") },
			[]string{"Handed back to the terminal", "Which database?", "SQLite"}},
		"questions declined": {twoAsk, func(r *rig) { write(r, "n", "hi", "enter") }, func(r *rig) { r.decide("d") },
			[]string{"You declined", "Note: hi"}},
		"questions stopped": {twoAsk, func(r *rig) { write(r, "3", "Duck", "enter") }, func(r *rig) { r.decide("x") },
			[]string{"You declined", "Duck"}},
		"declined with other words": {twoAsk, func(r *rig) { write(r, "b", "a reply", "esc") }, func(r *rig) { write(r, "r", "later", "enter") },
			[]string{"You declined", "a reply"}},
		"a plan's message": {planAsk, func(r *rig) { write(r, "r", "test it", "esc") }, func(r *rig) { r.decide("n") },
			[]string{"You declined", "test it"}},
		"an edited plan": {planAsk, func(r *rig) { r.settle(); r.decide("e") }, func(r *rig) { write(r, "r", "like this", "enter") },
			[]string{"You declined", "# Plan of mine"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 80, 24, editor)
			r.arrive(tc.ask)
			tc.fill(r)
			tc.end(r)
			r.only()
			for _, want := range tc.want {
				r.see(want)
			}
			r.notSee("later")
			r.notSee("like this")
			r.press("c")
			r.see("Copied")
			r.press("esc")
			r.see("Nothing waits")
		})
	}
}

func TestNothingStaysOfWhatWentAlong(t *testing.T) {
	for name, tc := range map[string]struct {
		ask approver.Ask
		end func(*rig)
	}{
		"a refusal": {twoAsk, func(r *rig) { write(r, "r", "later", "enter") }},
		"a reply": {twoAsk, func(r *rig) {
			write(r, "b", "why?", "esc")
			r.decide("b")
			r.press("enter")
		}},
		"a plan's message": {planAsk, func(r *rig) { write(r, "r", "test it", "enter") }},
		"a no's message":   {lsAsk, func(r *rig) { write(r, "r", "not here", "enter") }},
		"a yes": {lsAsk, func(r *rig) {
			write(r, "r", "not here", "esc")
			r.settle()
			r.decide("y")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 80, 24)
			r.arrive(tc.ask)
			tc.end(r)
			r.only()
			r.see("Nothing waits")
		})
	}
}

// A look at another ask costs nothing of what was filled in.
func TestAHalfFilledCardIsKeptWhileAnotherIsLookedAt(t *testing.T) {
	half := func(t *testing.T) (r *rig, first, second approver.ID) {
		r = newRig(t, 80, 24)
		first, second = r.arrive(twoAsk), r.arrive(lsAsk)
		r.settle()
		r.press("2")
		write(r, "n", "hi", "enter")
		r.press("]")
		r.see("ls -la")
		return r, first, second
	}
	t.Run("and is there again", func(t *testing.T) {
		r, first, _ := half(t)
		r.send(tea.WindowSizeMsg{Width: 100, Height: 30})
		r.press("tab")
		r.see("2 ● SQLite")
		r.see("n  hi")
		r.notSee("▸")
		r.press("tab", "tab", "enter")
		r.nothingSent() // the gate is closed like for any other
		r.settle()
		r.press("enter")
		if got := r.only(); got.id != first || !strings.Contains(string(got.decision.UpdatedInput), `"SQLite"`) {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("also after an answer to the other", func(t *testing.T) {
		r, _, _ := half(t)
		r.settle()
		r.decide("y")
		r.only()
		r.see("2 ● SQLite")
	})
	t.Run("and what is left of it is shown when it has ended", func(t *testing.T) {
		r, first, _ := half(t)
		r.withdraw(first)
		r.deliver()
		r.see("ls -la")
		r.see("What you had filled in elsewhere was not sent. It is shown next.")
		r.settle()
		r.decide("y")
		r.only()
		r.see("no longer waiting")
		r.see("Note: hi")
		r.press("esc")
		r.see("Nothing waits")
	})
	t.Run("a message too", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(lsAsk)
		r.arrive(pushAsk)
		write(r, "r", "not here", "esc")
		r.press("tab", "shift+tab")
		r.settle()
		r.decide("r")
		r.see("not here")
	})
}

func TestQuittingSaysThatItDropsWhatWasFilledIn(t *testing.T) {
	for _, width := range []int{48, 80} {
		r := newRig(t, width, 20)
		r.arrive(twoAsk)
		r.settle()
		r.decide("q")
		r.notSee("filled in")
		r.press("esc")
		r.settle()
		r.press("2")
		r.settle()
		r.decide("q")
		r.see("drops what you filled in.")
	}
}

// Only what the person typed is offered again as a message.
func TestSaysosOwnWordsAreNoEarlierMessage(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(twoAsk)
	r.settle()
	r.decide("d")
	r.arrive(planAsk)
	r.settle()
	r.decide("n")
	r.arrive(lsAsk)
	r.settle()
	r.decide("r")
	r.notSee("earlier messages")
	r.press("esc")
	r.press("h")
	r.notSee("The person")
}

func TestANoticeGoesWithTheNextKey(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(twoAsk)
	r.arrive(lsAsk)
	r.settle()
	r.decide("b")
	r.press("h", "enter")
	r.see("Wait a moment")
	r.press("i")
	r.notSee("Wait a moment")
}

// The way out of a field stands in the footer however narrow the pane is.
func TestTheFooterOfAFieldSaysHowToLeaveIt(t *testing.T) {
	asks := map[string]approver.Ask{"r": lsAsk, "n": twoAsk, "b": twoAsk}
	for key, ask := range asks {
		r := newRig(t, 40, 12)
		r.arrive(pushAsk)
		r.settle()
		r.press("G")
		write(r, "r", "not now", "enter") // so that there is an earlier message
		r.arrive(ask)
		r.settle()
		r.decide(key)
		r.see("enter ")
		r.see("esc back")
	}
}
