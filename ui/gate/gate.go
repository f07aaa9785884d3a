// Package gate decides when a key press may count as an answer.
//
// People type. A card that appears under somebody's fingers must not be
// answered by what was meant for another program, nor by the second press of a
// key that answered the card before. So a gate is closed when a card appears
// and opens only after a while of quiet, and a deciding key acts only when no
// further typing follows it.
//
// The package has no clock: every call carries the time.
package gate

import "time"

// Timing is how long the gate waits.
type Timing struct {
	Arm   time.Duration // closed for this long after a card arrives, is swapped, gets focus or is resized
	Quiet time.Duration // and until no key was pressed for this long
	Hold  time.Duration // a deciding key acts this long after its press
}

// DefaultTiming is what a person can live with all day.
func DefaultTiming() Timing {
	return Timing{Arm: 500 * time.Millisecond, Quiet: 400 * time.Millisecond, Hold: 120 * time.Millisecond}
}

// Floor is the least that a configuration may ask for.
func Floor() Timing {
	return Timing{Arm: 250 * time.Millisecond, Quiet: 200 * time.Millisecond, Hold: 60 * time.Millisecond}
}

// AtLeast returns t with nothing below the floor.
func (t Timing) AtLeast(floor Timing) Timing {
	return Timing{Arm: max(t.Arm, floor.Arm), Quiet: max(t.Quiet, floor.Quiet), Hold: max(t.Hold, floor.Hold)}
}

// Gate is closed until a card has been up for a while and the keyboard has been
// quiet. The zero value with a Timing is closed for ever; call Close when a card
// appears.
type Gate struct {
	timing   Timing
	open     bool
	closedAt time.Time // the last Close
	lastKey  time.Time // the last key of any kind
	lastText time.Time // the last key that types a character
	held     bool      // a deciding key waits for its time
	press    int       // counts presses, so that a late timer is told from a current one
}

// New returns a closed gate.
func New(timing Timing) Gate { return Gate{timing: timing} }

// Close closes the gate because what is on screen changed, and forgets a press
// that was held.
func (g *Gate) Close(now time.Time) {
	g.open, g.held, g.closedAt = false, false, now
}

// Verdict is what a key press is worth.
type Verdict int

// The verdicts.
const (
	Dead   Verdict = iota // the gate is closed: nothing that decides may happen
	Typing                // part of typing: it and the press before it count for nothing
	Live                  // the press counts; a deciding key must still be held
)

// Key notes a key press and says what it is worth. text tells whether the key
// types a character. Every press must be noted, whatever it is for.
func (g *Gate) Key(now time.Time, text bool) Verdict {
	typing := text && !g.lastText.IsZero() && now.Sub(g.lastText) < g.timing.Quiet
	wasOpen := g.Open(now)
	g.lastKey = now
	if text {
		g.lastText = now
		g.held = false
	}
	switch {
	case typing:
		g.open = false
		return Typing
	case !wasOpen:
		g.open = false
		return Dead
	}
	g.open = true
	return Live
}

// Open reports whether the gate is open. Once open it stays so until it is
// closed or somebody types: moving about with the arrows does not close it.
func (g Gate) Open(now time.Time) bool {
	return g.open || g.Wait(now) == 0
}

// Wait returns how long the gate stays closed if no key is pressed meanwhile.
func (g Gate) Wait(now time.Time) time.Duration {
	if g.open {
		return 0
	}
	if g.closedAt.IsZero() {
		return g.timing.Arm
	}
	return max(g.closedAt.Add(g.timing.Arm).Sub(now), g.lastKey.Add(g.timing.Quiet).Sub(now), 0)
}

// Hold takes a live press of a deciding key and returns its number and how long
// to wait before asking [Gate.Release] whether it still counts.
func (g *Gate) Hold() (press int, wait time.Duration) {
	g.held = true
	g.press++
	return g.press, g.timing.Hold
}

// Release reports whether the held press counts, and forgets it. It does not
// when another character was typed since, when the gate closed, or when the
// number is of an earlier press.
func (g *Gate) Release(press int) bool {
	ok := g.held && press == g.press
	if press == g.press {
		g.held = false
	}
	return ok
}
