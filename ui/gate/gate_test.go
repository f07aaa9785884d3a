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
			g := gate.New(gate.DefaultTiming())
			g.Close(start)
			for i, p := range presses {
				if got := g.Key(at(p.ms), p.text); got != p.want {
					t.Errorf("press %d at %d ms: got %v, want %v", i, p.ms, got, p.want)
				}
			}
		})
	}
}

func TestHeldPress(t *testing.T) {
	open := func() *gate.Gate {
		g := gate.New(gate.DefaultTiming())
		g.Close(start)
		g.Key(at(1000), true)
		return &g
	}
	t.Run("counts when nothing follows", func(t *testing.T) {
		g := open()
		press, wait := g.Hold()
		if wait != gate.DefaultTiming().Hold || !g.Release(press) {
			t.Error("a lone press does not count")
		}
		if g.Release(press) {
			t.Error("it counts twice")
		}
	})
	t.Run("a further character takes it back", func(t *testing.T) {
		g := open()
		press, _ := g.Hold()
		g.Key(at(1100), true)
		if g.Release(press) {
			t.Error("the first letter of a word counts")
		}
	})
	t.Run("an arrow does not", func(t *testing.T) {
		g := open()
		press, _ := g.Hold()
		g.Key(at(1100), false)
		if !g.Release(press) {
			t.Error("a press is lost to an arrow")
		}
	})
	t.Run("a new card takes it back", func(t *testing.T) {
		g := open()
		press, _ := g.Hold()
		g.Close(at(1050))
		if g.Release(press) {
			t.Error("a press counts for the next card")
		}
	})
	t.Run("an old timer does not release a new press", func(t *testing.T) {
		g := open()
		old, _ := g.Hold()
		g.Key(at(2000), true)
		press, _ := g.Hold()
		if g.Release(old) || !g.Release(press) {
			t.Error("the timer of the first press decided over the second")
		}
	})
}

func TestTimingHasAFloor(t *testing.T) {
	if got := (gate.Timing{}).AtLeast(gate.Floor()); got != gate.Floor() {
		t.Errorf("got %+v", got)
	}
	if got := gate.DefaultTiming().AtLeast(gate.Floor()); got != gate.DefaultTiming() {
		t.Errorf("the floor lifts the default: %+v", got)
	}
}

// A press is never live sooner than Arm after the last Close, nor within Quiet
// of another character.
func TestLiveIsNeverTooSoon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		timing := gate.DefaultTiming()
		g := gate.New(timing)
		now, closedAt, lastText := start, start, time.Time{}
		g.Close(now)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 700).Draw(t, "gap")) * time.Millisecond)
			if rapid.IntRange(0, 5).Draw(t, "what") == 0 {
				g.Close(now)
				closedAt = now
				continue
			}
			text := rapid.Bool().Draw(t, "text")
			live := g.Key(now, text) == gate.Live
			if live && now.Sub(closedAt) < timing.Arm {
				t.Fatalf("live %v after the card appeared", now.Sub(closedAt))
			}
			if live && text && !lastText.IsZero() && now.Sub(lastText) < timing.Quiet {
				t.Fatalf("live %v after another character", now.Sub(lastText))
			}
			if text {
				lastText = now
			}
		}
	})
}
