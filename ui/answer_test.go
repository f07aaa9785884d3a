package ui_test

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
)

func TestKeysAnswer(t *testing.T) {
	for name, tc := range map[string]struct {
		ask  approver.Ask
		keys []string
		want approver.Decision
	}{
		"y is yes":                  {lsAsk, []string{"y"}, approver.Decision{Verdict: approver.Allow}},
		"1 is not shown":            {lsAsk, []string{"1", "n"}, approver.Decision{Verdict: approver.Deny}},
		"2 takes the suggestion":    {pushAsk, []string{"2"}, approver.Decision{Verdict: approver.Allow, UpdatedPermissions: pushAsk.Suggestions}},
		"n is no":                   {lsAsk, []string{"n"}, approver.Decision{Verdict: approver.Deny}},
		"x stops the turn":          {lsAsk, []string{"x"}, approver.Decision{Verdict: approver.Deny, Interrupt: true}},
		"t hands back":              {lsAsk, []string{"t"}, approver.Decision{}},
		"down and enter":            {lsAsk, []string{"down", "enter"}, approver.Decision{Verdict: approver.Allow}},
		"up and enter":              {lsAsk, []string{"up", "enter"}, approver.Decision{}},
		"j moves too":               {pushAsk, []string{"j", "j", "enter"}, approver.Decision{Verdict: approver.Allow, UpdatedPermissions: pushAsk.Suggestions}},
		"a plugin's ask, confirmed": {guardAsk, []string{"y", "enter"}, approver.Decision{Verdict: approver.Allow}},
		"a long one, read":          {longAsk, []string{"space", "space", "space", "space", "space", "space", "y"}, approver.Decision{Verdict: approver.Allow}},
		"a long one, skipped":       {longAsk, []string{"G", "G", "y"}, approver.Decision{Verdict: approver.Allow}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 80, 24)
			id := r.arrive(tc.ask)
			r.settle()
			for _, k := range tc.keys {
				r.decide(k)
				r.advance(time.Second)
			}
			got := r.only()
			if got.id != id || got.err != nil || got.decision.Verdict != tc.want.Verdict ||
				got.decision.Interrupt != tc.want.Interrupt || len(got.decision.UpdatedPermissions) != len(tc.want.UpdatedPermissions) {
				t.Errorf("got %+v, want %+v", got, tc.want)
			}
		})
	}
}

func TestKeysThatDoNotAnswer(t *testing.T) {
	second := time.Second
	for name, tc := range map[string]struct {
		ask approver.Ask
		do  func(*rig)
	}{
		"y while arming":            {lsAsk, func(r *rig) { r.press("y"); r.advance(second) }},
		"n while arming":            {lsAsk, func(r *rig) { r.press("n"); r.advance(second) }},
		"enter with no selection":   {lsAsk, func(r *rig) { r.settle(); r.press("enter", "enter"); r.advance(second) }},
		"a word that starts with y": {lsAsk, func(r *rig) { r.settle(); r.press("y", "e", "s"); r.advance(second) }},
		"prose": {lsAsk, func(r *rig) {
			r.settle()
			for _, c := range "just do it now, yes 1 2 n x t" {
				r.press(map[bool]string{true: "space", false: string(c)}[c == ' '])
				r.advance(150 * time.Millisecond)
			}
			r.press("enter")
			r.advance(second)
		}},
		"a repeated y": {lsAsk, func(r *rig) {
			r.settle()
			r.send(tea.KeyPressMsg{Code: 'y', Text: "y", IsRepeat: true})
			r.advance(second)
		}},
		"a released y": {lsAsk, func(r *rig) { r.settle(); r.send(tea.KeyReleaseMsg{Code: 'y', Text: "y"}); r.advance(second) }},
		"a pasted y":   {lsAsk, func(r *rig) { r.settle(); r.send(tea.PasteMsg{Content: "y"}); r.advance(second) }},
		"y after focus comes back": {lsAsk, func(r *rig) {
			r.settle()
			r.send(tea.BlurMsg{})
			r.send(tea.FocusMsg{})
			r.press("y")
			r.advance(second)
		}},
		"y after a resize": {lsAsk, func(r *rig) {
			r.settle()
			r.send(tea.WindowSizeMsg{Width: 70, Height: 24})
			r.press("y")
			r.advance(second)
		}},
		"y that a blur overtakes": {lsAsk, func(r *rig) { r.settle(); r.press("y"); r.send(tea.BlurMsg{}); r.advance(second) }},
		"y that a resize overtakes": {lsAsk, func(r *rig) {
			r.settle()
			r.press("y")
			r.send(tea.WindowSizeMsg{Width: 60, Height: 20})
			r.advance(second)
		}},
		"a click": {lsAsk, func(r *rig) {
			r.settle()
			r.send(tea.MouseClickMsg{X: 2, Y: 14, Button: tea.MouseLeft})
			r.advance(second)
		}},
		"y on a plugin's ask":     {guardAsk, func(r *rig) { r.settle(); r.decide("y"); r.advance(second) }},
		"y on what was not read":  {longAsk, func(r *rig) { r.settle(); r.decide("y"); r.advance(second) }},
		"y under the help":        {lsAsk, func(r *rig) { r.settle(); r.press("?"); r.advance(second); r.decide("y"); r.advance(second) }},
		"y right after the help":  {lsAsk, func(r *rig) { r.settle(); r.press("?"); r.advance(second); r.press("esc"); r.decide("y") }},
		"y held while help comes": {lsAsk, func(r *rig) { r.settle(); r.press("y"); r.advance(time.Millisecond); r.press("?"); r.advance(second) }},
		"a suggestion not on screen": {pushAsk, func(r *rig) {
			r.send(tea.WindowSizeMsg{Width: 40, Height: 12})
			r.settle()
			r.decide("2")
			r.advance(second)
		}},
		"y in a window too small": {lsAsk, func(r *rig) {
			r.send(tea.WindowSizeMsg{Width: 40, Height: 7})
			r.settle()
			r.decide("y")
			r.advance(second)
		}},
		"a digit beyond the choices": {lsAsk, func(r *rig) { r.settle(); r.decide("9"); r.advance(second) }},
		"yes to questions":           {askOf("AskUserQuestion", `{"questions":[]}`), func(r *rig) { r.settle(); r.decide("y"); r.advance(second) }},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 80, 24)
			r.arrive(tc.ask)
			tc.do(r)
			r.nothingSent()
			if r.quit {
				t.Error("it quit")
			}
		})
	}
}

func TestAMessageGoesWithANo(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	r.settle()
	r.decide("r")
	r.press("u", "s", "e", "space", "y")
	r.press("alt+enter")
	r.press("n", "o")
	r.advance(time.Second)
	r.nothingSent()
	r.send(tea.PasteMsg{Content: "tes/\x1b[2J"})
	r.see("use y")
	r.press("enter")
	got := r.only()
	if got.decision.Verdict != approver.Deny || got.decision.Message != "use y\nnotes/[2J" || got.decision.Interrupt {
		t.Errorf("got %+v", got)
	}
}

func TestEscapeKeepsTheMessageAndTheAsk(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	r.settle()
	r.decide("r")
	r.press("h", "i", "esc")
	r.settle()
	r.nothingSent()
	r.decide("r")
	r.see("hi")
}

// Somebody presses y on one ask; before the press counts, the ask is withdrawn
// and another one takes its place.
func TestAnAnswerIsForTheAskThatWasOnScreen(t *testing.T) {
	r := newRig(t, 80, 24)
	first := r.arrive(lsAsk)
	r.arrive(pushAsk)
	r.settle()
	r.press("y")
	r.withdraw(first)
	r.deliver()
	r.see("git push")
	r.see("Withdrawn")
	r.advance(time.Second)
	r.nothingSent()
}

func TestANewAskDoesNotTakeTheScreen(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	r.settle()
	r.arrive(pushAsk)
	r.see("ls -la")
	r.see("1 of 2")
	r.decide("y") // and the gate stays open
	if got := r.only(); got.decision.Verdict != approver.Allow {
		t.Errorf("got %+v", got)
	}
	r.see("git push")
}

// A second press of the key that answered one card must not answer the next.
func TestTheNextCardArmsAnew(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	r.arrive(lsAsk)
	r.settle()
	r.decide("y")
	r.decide("y")
	r.advance(time.Second)
	r.only()
	r.decide("y")
	r.advance(time.Second)
	if len(r.sent) != 2 {
		t.Errorf("after arming, y does not answer: %+v", r.sent)
	}
}

func TestTabShowsTheOthers(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	second := r.arrive(pushAsk)
	r.settle()
	r.press("tab")
	r.see("2 of 2")
	r.press("y")
	r.advance(time.Second)
	r.nothingSent() // the swap closed the gate
	r.decide("y")
	if got := r.only(); got.id != second {
		t.Errorf("ask %s was answered", got.id)
	}
	r.see("1 of 1")
}

func TestTooLateIsSaid(t *testing.T) {
	r := newRig(t, 80, 24)
	id := r.arrive(lsAsk)
	r.settle()
	r.frozen = true
	r.decide("y")
	r.withdraw(id) // the screen does not know yet
	r.thaw()
	if got := r.only(); !errors.Is(got.err, approver.ErrNotWaiting) {
		t.Errorf("got %+v", got)
	}
	r.see("Too late")
}

func TestQuit(t *testing.T) {
	t.Run("at once when nothing waits", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.decide("q")
		if !r.quit {
			t.Error("it stays")
		}
	})
	t.Run("asks once when something waits", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(lsAsk)
		r.settle()
		r.decide("q")
		if r.quit {
			t.Fatal("it went without asking")
		}
		r.see("1 ask waits")
		r.advance(time.Second)
		r.press("q")
		if !r.quit {
			t.Error("it stays")
		}
		r.nothingSent()
	})
	t.Run("any other key stays", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(lsAsk)
		r.settle()
		r.press("ctrl+c")
		r.see("1 ask waits")
		r.advance(time.Second)
		r.press("esc")
		r.notSee("1 ask waits")
		if r.quit {
			t.Error("it went")
		}
	})
	t.Run("a q in prose does nothing", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.press("q", "u", "i", "t")
		r.advance(time.Second)
		if r.quit {
			t.Error("it went")
		}
	})
}

func TestALargeCallIsDrawnOutsideOfTheLoopAndLockedUntilThen(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	r.see("read to the end first")
	r.see("more lines")
	r.press("G")
	r.notSee("read to the end first")
}

func TestEarlierMessagesAreAKeyAway(t *testing.T) {
	r := newRig(t, 80, 24)
	for _, words := range []string{"first", "second", "first"} { // one that comes again counts once
		r.arrive(lsAsk)
		r.settle()
		r.decide("r")
		for _, c := range words {
			r.press(string(c))
		}
		r.press("enter")
		r.advance(time.Second)
	}
	r.arrive(lsAsk)
	r.settle()
	r.decide("r")
	r.see("earlier messages")
	r.press("up", "up", "up")
	r.see("second")
	r.press("down")
	r.see("first")
	r.press("up", "enter")
	if got := r.sent[len(r.sent)-1].decision.Message; got != "second" {
		t.Errorf("sent %q", got)
	}
	r.arrive(lsAsk)
	r.settle()
	r.decide("r")
	r.press("o", "w", "n", "up", "enter")
	if got := r.sent[len(r.sent)-1].decision.Message; got != "own" {
		t.Errorf("what was being written became %q", got)
	}
}
