package ui_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/themes"
	"sayso/ui"
	"sayso/ui/gate"
	"sayso/ui/watch"
)

// watchRig is a rig whose watch rules can be accepted.
type watchRig struct {
	*rig
	accepted []int // the revisions
	err      error
}

func newWatchRig(t *testing.T, width, height int) *watchRig {
	r := &watchRig{rig: newRig(t, width, height)}
	r.m = ui.New(ui.Options{
		Desk: r, Now: r.clock, Timing: gate.DefaultTiming(), Dark: themes.Dark(), Light: themes.Light(),
		After: func(d time.Duration, msg tea.Msg) tea.Cmd {
			return func() tea.Msg { return timerMsg{r.now.Add(d), msg} }
		},
		AcceptWatch: func(revision int) (watch.State, error) {
			r.accepted = append(r.accepted, revision)
			if r.err != nil {
				return removedState(revision + 1), r.err
			}
			return watchState, nil
		},
	})
	r.send(tea.WindowSizeMsg{Width: width, Height: height})
	return r
}

// removedState is the rules with one that was taken out of the file.
func removedState(revision int) watch.State {
	s := watchState
	s.Revision = revision
	s.Rules = append([]watch.Rule{{Text: "Bash(terraform *)", Removed: true}}, s.Rules...)
	return s
}

func (r *watchRig) wantAccepted(want ...int) {
	r.t.Helper()
	if fmt.Sprint(r.accepted) != fmt.Sprint(want) {
		r.t.Errorf("accepted %v, want %v\n%s", r.accepted, want, r.screen())
	}
}

func TestARemovedWatchRuleIsAccepted(t *testing.T) {
	r := newWatchRig(t, 80, 24)
	r.send(ui.WatchMsg{State: watchState})
	r.see("3 watch rules in force.")
	r.notSee("changed")
	r.send(ui.WatchMsg{State: removedState(7)})
	r.see("watch rules changed: w")
	r.see("A watch rule was removed from its file")
	r.press("w")
	r.see("− Bash(terraform *)")
	r.notSee("accept the removal")
	r.settle()
	r.see("accept the removal")
	r.press("enter")
	r.wantAccepted(7)
	r.see("Accepted.")
	r.notSee("terraform")
	r.notSee("watch rules changed")
	r.settle()
	r.press("enter")
	r.wantAccepted(7) // nothing is left to accept
	r.press("esc")
	r.see("Nothing waits for you.")
}

func TestWhatDoesNotAcceptARemoval(t *testing.T) {
	for name, do := range map[string]func(*watchRig){
		"enter before w":     func(r *watchRig) { r.settle(); r.press("enter") },
		"enter while arming": func(r *watchRig) { r.press("w", "enter") },
		"y":                  func(r *watchRig) { r.press("w"); r.settle(); r.decide("y"); r.settle() },
		"a paste":            func(r *watchRig) { r.press("w"); r.settle(); r.send(tea.PasteMsg{Content: "\r"}) },
		"a click": func(r *watchRig) {
			r.press("w")
			r.settle()
			r.send(tea.MouseClickMsg{X: 3, Y: 6, Button: tea.MouseLeft})
		},
		"a held enter": func(r *watchRig) {
			r.press("w")
			r.settle()
			r.send(tea.KeyPressMsg{Code: tea.KeyEnter, IsRepeat: true})
		},
		"enter after a resize": func(r *watchRig) {
			r.press("w")
			r.settle()
			r.send(tea.WindowSizeMsg{Width: 70, Height: 24})
			r.press("enter")
		},
		"enter after the focus": func(r *watchRig) { r.press("w"); r.settle(); r.send(focusMsg); r.press("enter") },
		"enter as it changes": func(r *watchRig) {
			r.press("w")
			r.settle()
			r.send(ui.WatchMsg{State: removedState(8)})
			r.press("enter")
		},
		"enter on a broken pane": func(r *watchRig) {
			r.press("w")
			r.send(tea.WindowSizeMsg{Width: 40, Height: 6})
			r.settle()
			r.press("enter")
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newWatchRig(t, 80, 24)
			r.send(ui.WatchMsg{State: removedState(7)})
			do(r)
			r.wantAccepted()
			r.see("watch rules changed")
		})
	}
}

// A rule that can't be read watches nothing, and its writer must not think that
// it does.
func TestAFaultOfTheWatchRulesIsTold(t *testing.T) {
	for _, rules := range [][]watch.Rule{nil, watchState.Rules} {
		r := newWatchRig(t, 80, 24)
		broken := watch.State{File: watchState.File, Rules: rules, Problems: []string{"w:4: no closing )"}}
		r.send(ui.WatchMsg{State: broken})
		r.see("watch rules faulty: w")
		r.see("Something is wrong with the watch rules")
		r.press("w")
		r.see("w:4: no closing )")
		r.press("esc")
		r.send(ui.WatchMsg{State: watchState})
		r.notSee("faulty")
	}
}

func TestManyRemovalsMustBeReadFirst(t *testing.T) {
	r := newWatchRig(t, 60, 14)
	s := watchState
	for i := range 20 {
		s.Rules = append([]watch.Rule{{Text: fmt.Sprintf("Bash(tool%d *)", i), Removed: true}}, s.Rules...)
	}
	r.send(ui.WatchMsg{State: s})
	r.press("w")
	r.settle()
	r.press("enter")
	r.wantAccepted()
	r.see("First read what was removed")
	r.press("G") // goes over what is between
	r.settle()
	r.press("enter")
	r.wantAccepted()
	r.press("g")
	for range 4 {
		r.press("space")
		r.settle()
	}
	r.press("enter")
	r.wantAccepted(1)
}

func TestAnAcceptThatFailsIsSaid(t *testing.T) {
	r := newWatchRig(t, 80, 24)
	r.err = errors.New("the rules changed in the meantime; look again")
	r.send(ui.WatchMsg{State: removedState(7)})
	r.press("w")
	r.settle()
	r.press("enter")
	r.wantAccepted(7)
	r.see("Not accepted: the rules changed in the meantime")
	r.see("− Bash(terraform *)")
}

// An ask that waits is neither answered nor lost while the rules are looked at.
func TestWatchRulesOverACard(t *testing.T) {
	r := newWatchRig(t, 80, 24)
	r.arrive(lsAsk)
	r.send(ui.WatchMsg{State: removedState(7)})
	r.settle()
	r.press("w")
	r.settle()
	r.decide("y")
	r.press("enter")
	r.nothingSent()
	r.press("esc")
	r.press("y")
	r.advance(time.Second)
	r.nothingSent() // the card is new to the eye
	r.decide("y")
	r.only()
}

func TestHostileWatchRulesStayText(t *testing.T) {
	r := newWatchRig(t, 80, 24)
	r.send(ui.WatchMsg{State: watch.State{File: "/x/\x1b[2J", Problems: []string{"\x1b]0;t\x07:1"},
		Rules: []watch.Rule{{Text: "Bash(\x1b[2J\u202e)", Removed: true}, {Text: "Bash(\u200b)"}}}})
	r.press("w")
	r.see("⟨ESC⟩[2J⟨U+202E⟩")
	r.see("Bash(⟨U+200B⟩)")
}
