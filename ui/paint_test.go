package ui_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"sayso/ui"
	"sayso/ui/gate"
)

// A card that is drawn and not yet on the terminal takes no answer.
func TestACardThatIsNotOnTheTerminalTakesNoAnswer(t *testing.T) {
	for _, key := range []string{"y", "n", "x", "t", "1", "enter"} {
		r := newRig(t, 80, 24)
		r.frozen = true
		r.arrive(lsAsk)
		r.advance(2 * time.Second)
		r.decide(key)
		r.nothingSent()
		r.thaw()
		r.advance(200 * time.Millisecond)
		r.decide(key)
		r.nothingSent() // it is there since 200 ms
	}
}

// What is drawn anew on a card is not on the terminal before that has answered.
func TestADocumentThatIsNotOnTheTerminalTakesNoAnswer(t *testing.T) {
	r := newRig(t, 80, 24)
	r.holdRenders = true
	r.arrive(lsAsk)
	r.settle()
	r.frozen = true
	for _, msg := range r.held {
		r.send(msg)
	}
	r.see("ls -la")
	r.advance(2 * time.Second)
	r.decide("y")
	r.thaw()
	r.advance(200 * time.Millisecond)
	r.nothingSent()
}

// A held press acts when the terminal has answered behind all that was typed.
func TestAHeldPressWaitsForTheTerminal(t *testing.T) {
	held := func() *rig {
		r := newRig(t, 80, 24)
		r.arrive(lsAsk)
		r.settle()
		r.frozen = true
		r.press("y")
		r.advance(time.Second)
		r.nothingSent()
		return r
	}
	t.Run("it acts then", func(t *testing.T) {
		r := held()
		r.thaw()
		r.only()
	})
	t.Run("a word was typed", func(t *testing.T) {
		r := held()
		r.press("e", "s")
		r.thaw()
		r.advance(time.Second)
		r.nothingSent()
	})
}

func TestKeysOfAStoppedProgramAreDead(t *testing.T) {
	for name, tc := range map[string]struct {
		before time.Duration // that the card is there
		after  []func(*rig)  // the program goes on
	}{
		"keys are read first":          {2 * time.Second, []func(*rig){(*rig).read}},
		"time is noted first":          {2 * time.Second, []func(*rig){func(r *rig) { r.advance(0) }, (*rig).read}},
		"in the midst of arming":       {31 * time.Millisecond, []func(*rig){(*rig).read}},
		"in the midst of arming, late": {31 * time.Millisecond, []func(*rig){func(r *rig) { r.advance(0) }, (*rig).read}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 80, 24)
			r.arrive(lsAsk)
			r.advance(tc.before)
			r.stop(800*time.Millisecond, func() { r.press("y") })
			for _, next := range tc.after {
				next(r)
			}
			r.advance(time.Second)
			r.nothingSent()
			r.advance(time.Second)
			r.decide("y")
			r.only()
		})
	}
	t.Run("enter, which is not held", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(lsAsk)
		r.settle()
		r.press("down")
		r.settle()
		r.stop(800*time.Millisecond, func() { r.press("enter") })
		r.read()
		r.nothingSent()
		r.advance(2 * time.Second)
		r.press("enter")
		r.only()
	})
}

// retaking counts how often the terminal was taken back, which ends with err.
func retaking(taken *int, err error) func(func(error) tea.Msg) tea.Cmd {
	return func(done func(error) tea.Msg) tea.Cmd {
		return func() tea.Msg { *taken++; return done(err) }
	}
}

// A shell that had the terminal leaves it in its own modes.
func TestAProgramThatGoesOnTakesItsTerminalBack(t *testing.T) {
	taken := 0
	r := newRig(t, 80, 24, func(o *ui.Options) { o.Retake = retaking(&taken, nil) })
	r.arrive(lsAsk)
	r.settle()
	r.send(ui.ContinuedMsg{})
	if taken != 1 {
		t.Errorf("taken %d times", taken)
	}
	r.advance(700 * time.Millisecond)
	r.decide("y")
	r.nothingSent()
	r.advance(2 * time.Second)
	r.decide("y")
	r.only()
	r = newRig(t, 80, 24, func(o *ui.Options) { o.Retake = retaking(&taken, errors.New("no terminal")) })
	r.send(ui.ContinuedMsg{})
	r.see("The terminal could not be restored: no terminal")
}

// A program that was stopped has lent its terminal to others.
func TestAStoppedProgramDrawsEverythingAnew(t *testing.T) {
	now := noon
	m := ui.New(ui.Options{Now: func() time.Time { return now }, Timing: gate.DefaultTiming(), After: func(time.Duration, tea.Msg) tea.Cmd { return nil }})
	filter := ui.Filter(func() time.Time { return now }, nil)
	if msg := filter(m, ui.BeatMsg{}); msg != nil {
		t.Errorf("a beat comes through as %v", msg)
	}
	now = now.Add(ui.BeatEvery)
	if msg := filter(m, ui.BeatMsg{}); msg != nil {
		t.Errorf("a beat in time comes through as %v", msg)
	}
	now = now.Add(time.Second)
	msg := filter(m, ui.BeatMsg{})
	if msg == nil {
		t.Fatal("a late beat is no matter")
	}
	_, cmd := m.Update(msg)
	if !clears(cmd) {
		t.Error("it does not clear the screen")
	}
}

// clears reports whether a command, or one in it, clears the screen.
func clears(cmd tea.Cmd) bool {
	if cmd == nil {
		return false
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			if clears(c) {
				return true
			}
		}
	default:
		if reflect.TypeOf(msg) == reflect.TypeOf(tea.ClearScreen()) {
			return true
		}
		// A sequence is a type of the framework's own, of commands.
		if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice {
			for i := range v.Len() {
				if c, ok := v.Index(i).Interface().(tea.Cmd); ok && clears(c) {
					return true
				}
			}
		}
	}
	return false
}

func TestAnswersOfTheTerminalAreMatched(t *testing.T) {
	filter := ui.Filter(func() time.Time { return noon }, &answers{left: []int{7}})
	if msg := filter(nil, uv.PrimaryDeviceAttributesEvent{62}); msg != (ui.PaintedMsg{N: 7}) {
		t.Errorf("got %#v", msg)
	}
	if msg, ok := filter(nil, uv.PrimaryDeviceAttributesEvent{62}).(uv.PrimaryDeviceAttributesEvent); !ok {
		t.Errorf("one that nobody asked for became %#v", msg)
	}
	if msg := filter(nil, tea.CursorPositionMsg{X: 3, Y: 1}); msg != (ui.PaintedMsg{N: 31}) {
		t.Errorf("the cursor where it was put: %#v", msg)
	}
	if msg, ok := filter(nil, tea.CursorPositionMsg{X: 4, Y: 1}).(tea.CursorPositionMsg); !ok {
		t.Errorf("the cursor elsewhere became %#v", msg)
	}
}

// answers are a terminal's to the questions that are left; the probe of question 31
// is at column 3 and row 1.
type answers struct{ left []int }

func (a *answers) Answered() (n int, ok bool) {
	if len(a.left) == 0 {
		return 0, false
	}
	n, a.left = a.left[0], a.left[1:]
	return n, true
}

func (a *answers) At(x, y int) (n int, ok bool) { return 31, x == 3 && y == 1 }

// noKeys are what a terminal may send that is no key.
var noKeys = map[string]tea.Msg{
	"a cut sequence":          uv.UnknownEvent("\x1b[?2026;2$"),
	"an unknown one":          uv.UnknownCsiEvent("\x1b[9999z"),
	"an unknown string":       uv.UnknownOscEvent("\x1b]9\a"),
	"a mode report":           tea.ModeReportMsg{},
	"device attributes":       uv.PrimaryDeviceAttributesEvent{62},
	"a cursor position":       tea.CursorPositionMsg{},
	"a colour":                tea.ForegroundColorMsg{},
	"a colour scheme":         uv.DarkColorSchemeEvent{},
	"a window's size":         uv.PixelSizeEvent{},
	"a version":               tea.TerminalVersionMsg{},
	"the start of a sequence": tea.KeyPressMsg{Code: '[', Mod: tea.ModAlt},
	"the start of another":    tea.KeyPressMsg{Code: 'p', Mod: tea.ModAlt | tea.ModShift},
}

func TestWhatIsNoKeyClosesTheGate(t *testing.T) {
	for name, msg := range noKeys {
		t.Run(name, func(t *testing.T) {
			for _, after := range []time.Duration{0, 60, 300, 700} {
				r := newRig(t, 80, 24)
				r.arrive(lsAsk)
				r.settle()
				r.send(msg)
				r.advance(after * time.Millisecond)
				r.decide("y")
				r.nothingSent()
				r.advance(2 * time.Second)
				r.decide("y")
				r.only()
			}
		})
		t.Run(name+", and q", func(t *testing.T) {
			r := newRig(t, 80, 24)
			r.settle()
			r.send(msg)
			r.decide("q")
			r.press("ctrl+c")
			if r.quit {
				t.Error("it quit")
			}
			r.arrive(lsAsk)
			r.advance(2 * time.Second)
			r.press("ctrl+c")
			r.see("1 ask waits")
			r.send(msg)
			r.press("enter", "ctrl+c")
			if r.quit {
				t.Error("a second key quit")
			}
			r.advance(2 * time.Second)
			r.press("ctrl+c", "ctrl+c")
			if !r.quit {
				t.Error("it never quits")
			}
		})
	}
}

func TestATerminalThatNeverAnswersIsSaid(t *testing.T) {
	for _, size := range [][2]int{{48, 20}, {80, 24}, {48, 12}} {
		r := newRig(t, size[0], size[1])
		r.mute = true
		r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		r.arrive(lsAsk)
		r.advance(gate.LongPatience + time.Second) // it has answered before
		r.arrive(lsAsk)
		r.press("tab")
		r.see("No answer from the terminal: keys wait 3 s.")
		r.advance(2 * time.Second)
		r.decide("y")
		r.nothingSent()
		r.advance(2 * time.Second)
		r.decide("y")
		r.only()
	}
}

// What a session tells while nothing waits takes no press back: the pane quits.
func TestAnEventDoesNotTakeTheQuitBack(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(proved(lsAsk))
	r.settle()
	r.decide("y")
	r.advance(2 * time.Second)
	r.press("q")
	r.advance(50 * time.Millisecond) // less than a press is held
	r.observe("PostToolUse", lsRan)
	r.advance(time.Second)
	if !r.quit {
		t.Error("the pane is still there")
	}
}
