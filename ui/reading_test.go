package ui_test

import (
	"strings"
	"testing"
	"time"

	"sayso/approver"
)

// Keys that only look around work at any time and however quickly they come.
func TestReadingKeysAlwaysWork(t *testing.T) {
	t.Run("a quick run of them, armed", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(longAsk)
		r.settle()
		r.press("space", "space", "space", "space", "space", "space")
		r.see("the end of")
		r.notSee("Looks like typing")
		r.press("g", "space", "G")
		r.see("the end of")
	})
	t.Run("right after the card came", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(longAsk)
		r.press("space", "space", "space", "space", "space", "space")
		r.see("the end of")
		r.notSee("Looks like typing")
	})
	t.Run("help after one of them", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(longAsk)
		r.press("space", "?")
		r.see("Answer")
		r.press("j", "j", "j")
		r.notSee("Looks like typing")
		r.notSee(" Answer")
	})
	t.Run("a plan too", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(askOf("ExitPlanMode", `{"plan":"`+stepsOf(60)+`"}`))
		r.press("space", "space", "space", "space", "space", "space", "space")
		r.see("the end of")
	})
	t.Run("the history", func(t *testing.T) {
		r := newRig(t, 80, 12)
		for range 12 {
			r.arrive(lsAsk)
			r.settle()
			r.decide("n")
		}
		r.arrive(lsAsk)
		r.settle()
		r.press("h", "j", "j")
		r.notSee("Looks like typing")
	})
}

// stepsOf returns a plan of so many steps, as it stands in JSON.
func stepsOf(n int) string {
	out := ""
	for range n {
		out += `- step\n`
	}
	return out
}

func TestChoicesAreWalkedQuickly(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(pushAsk)
	r.settle()
	r.press("j", "j", "enter")
	r.nothingSent() // in the midst of keys, enter is dead
	r.settle()
	r.press("enter")
	if got := r.only(); got.decision.Verdict != approver.Allow || len(got.decision.UpdatedPermissions) != 1 {
		t.Errorf("sent %+v", got)
	}
}

// Prose has spaces and many a letter that looks around: it does not read the
// call to its end.
func TestProseDoesNotRead(t *testing.T) {
	for _, armed := range []bool{true, false} {
		r := newRig(t, 80, 24)
		r.arrive(longAsk)
		if armed {
			r.settle()
		}
		for _, c := range "look at Good old Gs, and a space or two or three more" {
			name := string(c)
			if name == " " {
				name = "space"
			}
			r.press(name)
			r.advance(50 * time.Millisecond)
		}
		r.see("Looks like typing")
		r.notSee("the end of")
		r.settle()
		r.see("read to the end first")
		r.nothingSent()
	}
}

// A key that the footer of a sheet names does something there.
func TestASheetOffersToReadOnOnlyWhereThereIsMore(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 60}} {
		for _, key := range []string{"?", "c", "w"} {
			r := newRig(t, size[0], size[1])
			r.arrive(lsAsk)
			r.settle()
			r.press(key)
			before := r.screen()
			r.press("space")
			if moved := r.screen() != before; moved != strings.Contains(before, "   space read on") {
				t.Errorf("%s at %d x %d: space moves: %v\n%s", key, size[0], size[1], moved, before)
			}
		}
	}
}

func TestAnEmptyHistoryOffersNothingToChoose(t *testing.T) {
	r := newRig(t, 80, 24)
	r.press("h")
	r.see("Nothing has happened yet.")
	r.see("esc back")
	r.notSee("details")
	r.notSee("next session")
}

// While a text is written, space and g are letters of it.
func TestNoKeyToReadOnIsNamedWhileATextIsWritten(t *testing.T) {
	r := newRig(t, 48, 16)
	r.arrive(longAsk)
	r.settle()
	r.decide("r")
	r.see("more lines")
	r.notSee("space")
	r.press("esc")
	r.settle()
	r.press("G")
	r.settle()
	r.decide("r")
	r.notSee("g to the start")
	r.notSee("space")
}
