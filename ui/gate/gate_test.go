package gate_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sayso/ui/gate"
)

var start = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// at returns the moment ms after the card appeared.
func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

// rig is a gate and a terminal that answers at once unless it is frozen.
type rig struct {
	gate.Gate
	now    time.Time
	asked  int // the last question that was answered
	frozen bool
	acted  int // the press that the terminal's answer let act
}

func newRig() *rig {
	r := &rig{Gate: gate.New(gate.DefaultTiming()), now: start}
	r.Close(start)
	r.to(start)
	return r
}

// to lets time pass, as the screen does with its timers.
func (r *rig) to(t time.Time) {
	for {
		for !r.frozen && r.asked < r.Query() {
			r.asked = r.Query()
			if press := r.Answered(r.now, r.asked); press != 0 {
				r.acted = press
			}
		}
		next, ok := r.Next(r.now)
		if !ok || r.now.Add(next).After(t) {
			r.now = t
			return
		}
		r.now = r.now.Add(next)
		r.Pass(r.now)
	}
}

// key lets time pass and presses a key.
func (r *rig) key(t time.Time, text bool) gate.Verdict {
	r.to(t)
	return r.Key(t, text)
}

type press struct {
	ms   int
	text bool
	want gate.Verdict
}

func TestKey(t *testing.T) {
	for name, presses := range map[string][]press{
		"dead on arrival":                  {{0, true, gate.Dead}},
		"dead until armed":                 {{499, false, gate.Dead}},
		"live after half a second":         {{500, true, gate.Live}},
		"a key while closed costs quiet":   {{400, false, gate.Dead}, {700, false, gate.Dead}, {1100, false, gate.Live}},
		"arrows keep it open":              {{600, false, gate.Live}, {650, false, gate.Live}, {700, true, gate.Live}},
		"a second character is typing":     {{600, true, gate.Live}, {700, true, gate.Typing}},
		"typing closes it":                 {{600, true, gate.Live}, {700, true, gate.Typing}, {800, false, gate.Dead}, {1200, true, gate.Live}},
		"a character after quiet is a key": {{600, true, gate.Live}, {1000, true, gate.Live}},
		"the end of prose is no answer":    {{100, true, gate.Dead}, {300, true, gate.Typing}, {650, true, gate.Typing}},
		"prose then enter at once is dead": {{600, true, gate.Live}, {800, true, gate.Typing}, {900, false, gate.Dead}},
		"a held key repeats into deadness": {{450, true, gate.Dead}, {480, true, gate.Typing}, {510, true, gate.Typing}, {1000, true, gate.Live}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newRig()
			for i, p := range presses {
				if got := g.key(at(p.ms), p.text); got != p.want {
					t.Errorf("press %d at %d ms: got %v, want %v", i, p.ms, got, p.want)
				}
			}
		})
	}
}

func TestHeldPress(t *testing.T) {
	open := func(t *testing.T) (g *rig, press int) {
		g = newRig()
		if g.key(at(1000), true) != gate.Live {
			t.Fatal("the gate is not open")
		}
		press, wait := g.Hold()
		if wait != gate.DefaultTiming().Hold {
			t.Errorf("held for %v", wait)
		}
		return g, press
	}
	for name, tc := range map[string]struct {
		meanwhile func(*rig)
		acts      bool
	}{
		"counts when nothing follows": {func(*rig) {}, true},
		"an arrow leaves it":          {func(g *rig) { g.key(at(1100), false) }, true},
		"a character takes it back":   {func(g *rig) { g.key(at(1100), true) }, false},
		"a new card takes it back":    {func(g *rig) { g.to(at(1050)); g.Close(at(1050)) }, false},
		"what is no key does":         {func(g *rig) { g.to(at(1050)); g.Disturb(at(1050)) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			g, press := open(t)
			tc.meanwhile(g)
			g.to(at(1120))
			if g.Release(at(1120), press) {
				t.Error("it acts before the terminal has answered")
			}
			g.to(at(1121))
			if got := g.acted == press; got != tc.acts {
				t.Errorf("it acts: %v", got)
			}
			g.acted = 0
			if g.Release(at(1130), press); g.acted != 0 {
				t.Error("it acts twice")
			}
		})
	}
	t.Run("what was typed in front of the answer takes it back", func(t *testing.T) {
		g, press := open(t)
		g.frozen = true
		g.Release(at(1120), press)
		g.key(at(1900), true)
		g.frozen = false
		if g.to(at(1901)); g.acted != 0 {
			t.Error("the first letter of a word acts")
		}
	})
	t.Run("it waits for the answer to its own question", func(t *testing.T) {
		g, press := open(t)
		g.frozen = true
		g.Release(at(1120), press)
		if g.Answered(at(1125), g.Query()-1) != 0 {
			t.Error("an earlier answer let it act")
		}
		if g.Answered(at(1126), g.Query()) != press {
			t.Error("its own did not")
		}
	})
	t.Run("an old timer does not release a new press", func(t *testing.T) {
		g, old := open(t)
		g.key(at(2000), true)
		press, _ := g.Hold()
		g.Release(at(2010), old)
		if g.to(at(2020)); g.acted != 0 {
			t.Error("the timer of the first press decided over the second")
		}
		g.Release(at(2120), press)
		if g.to(at(2121)); g.acted != press {
			t.Error("the second does not act")
		}
	})
	t.Run("without an answer it is forgotten", func(t *testing.T) {
		g, press := open(t)
		g.frozen = true
		g.Release(at(1120), press)
		g.to(at(1120).Add(gate.LongPatience + time.Second))
		if g.Answered(g.now, g.Query()) != 0 {
			t.Error("it acts when nobody thinks of it any more")
		}
	})
}

// Nothing counts for a card before the terminal has said that it shows it, and
// the time of arming begins with that.
func TestArmingBeginsAtTheTerminal(t *testing.T) {
	g := newRig()
	g.frozen = true
	g.Close(start)
	if g.key(at(1400), false) != gate.Dead {
		t.Error("a key counts for what the terminal never showed")
	}
	g.to(at(1900))
	g.frozen = false
	for _, ms := range []int{1900, 2399} {
		if g.key(at(ms), false) != gate.Dead {
			t.Errorf("at %d ms a key counts, and the terminal shows the card since 1900", ms)
		}
	}
	if g.key(at(2800), true) != gate.Live {
		t.Error("it never opens")
	}
}

// A key that was pressed before the arming was over stands in front of an answer,
// however late it is read.
func TestAKeyReadLateIsDead(t *testing.T) {
	g := newRig()
	g.frozen = true
	g.to(at(1400)) // the terminal has the question that was asked at 500 ms
	if g.Key(at(1400), true) != gate.Dead {
		t.Error("a key counts that may have been pressed at any time")
	}
}

// An answer counts only for what was drawn when it was asked for.
func TestAnAnswerIsForItsQuestion(t *testing.T) {
	g := newRig()
	g.frozen = true
	g.Close(at(100))
	old := g.Query()
	g.Close(at(200))
	g.Answered(at(300), old)
	g.Answered(at(300), g.Query()+1)
	g.Answered(at(300), 0)
	if g.Wait(at(799)) == 0 || g.Open() {
		t.Error("an answer to another question counts")
	}
	g.Answered(at(800), g.Query())
	if got := g.Wait(at(800)); got != gate.DefaultTiming().Arm {
		t.Errorf("arming takes %v", got)
	}
}

func TestATerminalThatNeverAnswers(t *testing.T) {
	g := gate.New(gate.DefaultTiming())
	r := &rig{Gate: g, now: start, frozen: true}
	r.Close(start)
	if r.key(start.Add(gate.Patience-time.Millisecond), false) != gate.Dead || r.Mute() {
		t.Error("it is given up too soon")
	}
	r.to(start.Add(gate.Patience))
	if !r.Mute() || r.Open() {
		t.Errorf("mute %v, open %v", r.Mute(), r.Open())
	}
	opens := r.now.Add(gate.MuteQuiet) // the key above
	if r.key(opens, true) != gate.Live {
		t.Fatal("it never opens")
	}
	press, wait := r.Hold()
	if !r.Release(opens.Add(wait), press) {
		t.Error("a held press waits for an answer")
	}
	r.Close(r.now)
	if r.key(r.now.Add(gate.MuteArm-time.Millisecond), false) != gate.Dead {
		t.Error("the next card arms sooner")
	}
	r.Answered(r.now, r.Query())
	if r.Mute() || r.Open() {
		t.Errorf("after an answer: mute %v, open %v", r.Mute(), r.Open())
	}
	r.frozen = false
	if r.key(r.now.Add(time.Second), true) != gate.Live {
		t.Error("an answer does not bring the usual way back")
	}
}

// One lost answer does not lock the gate.
func TestAQuestionIsPutAgain(t *testing.T) {
	g := newRig()
	g.Close(at(0))
	g.asked = g.Query() // its answer is lost
	g.to(at(0).Add(gate.AskAgain + time.Second))
	if !g.Open() || g.Mute() {
		t.Errorf("open %v, mute %v", g.Open(), g.Mute())
	}
}

func TestWhatIsNoKeyCloses(t *testing.T) {
	g := newRig()
	g.to(at(1000))
	g.Disturb(at(1000))
	if !g.Disturbed() {
		t.Error("it does not say so")
	}
	for _, ms := range []int{1000, 1200, 1700, 1999} {
		h := *g
		if h.key(at(ms), true) != gate.Dead {
			t.Errorf("a key counts %d ms after it", ms-1000)
		}
	}
	if g.key(at(2000), true) != gate.Live || g.Disturbed() {
		t.Error("it never opens")
	}
}

func TestTimingHasAFloor(t *testing.T) {
	if got := (gate.Timing{}).AtLeast(gate.Floor()); got != gate.Floor() {
		t.Errorf("got %+v", got)
	}
	if got := gate.DefaultTiming().AtLeast(gate.Floor()); got != gate.DefaultTiming() {
		t.Errorf("the floor lifts the default: %+v", got)
	}
}

// A press is never live sooner than Arm after the terminal showed the last
// change, nor within Quiet of another character, nor with a question open that
// was asked when arming was over.
func TestLiveIsNeverTooSoon(t *testing.T) {
	lives := 0
	rapid.Check(t, func(t *rapid.T) {
		timing := gate.DefaultTiming()
		g := newRig()
		shown, lastText, closed := start, time.Time{}, false
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			g.to(g.now.Add(time.Duration(rapid.IntRange(0, 700).Draw(t, "gap")) * time.Millisecond))
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				g.Close(g.now)
				closed = true
			case 1:
				g.Disturb(g.now)
				closed = true
			case 2:
				g.frozen = !g.frozen
			default:
				text := rapid.Bool().Draw(t, "text")
				live := g.Key(g.now, text) == gate.Live
				if live {
					lives++
				}
				if live && (closed || g.now.Sub(shown) < timing.Arm) && !g.Mute() {
					t.Fatalf("live %v after the terminal showed the card; something newer is drawn: %v", g.now.Sub(shown), closed)
				}
				if live && text && !lastText.IsZero() && g.now.Sub(lastText) < timing.Quiet {
					t.Fatalf("live %v after another character", g.now.Sub(lastText))
				}
				if text {
					lastText = g.now
				}
			}
			if closed && !g.frozen {
				shown, closed = g.now, false
				g.to(g.now)
			}
		}
	})
	if lives == 0 {
		t.Error("nothing was live, so nothing was tested")
	}
}
