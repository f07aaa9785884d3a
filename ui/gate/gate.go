// Package gate decides when a key press may count as an answer.
//
// People type. A card that appears under somebody's fingers must not be
// answered by what was meant for another program, nor by the second press of a
// key that answered the card before. So a gate is closed when a card appears
// and opens only after a while of quiet, and a deciding key acts only when no
// further typing follows it.
//
// What the program has drawn is not yet what the person sees. So the gate numbers
// questions to the terminal, which are written behind what was drawn and whose
// answers come back behind every key that was pressed before them:
//
//   - Close asks whether the change is on the terminal. Arming starts with the answer.
//   - When arming is over it asks again. The gate opens with the answer: a key that
//     was pressed sooner stands in front of it, however late it is read.
//   - A held press is asked for when its time is over, and acts with the answer.
//
// A terminal that never answers makes the gate wait longer, see [Gate.Mute].
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

// How long the gate waits for answers, and what it does without them.
const (
	AskAgain     = 2 * time.Second         // after this an unanswered question is put once more
	Patience     = 3 * time.Second         // a terminal that never answered is mute after this
	LongPatience = 15 * time.Second        // and one that has answered before after this
	MuteArm      = 3 * time.Second         // in place of Timing.Arm
	DisturbQuiet = time.Second             // after Disturb, in place of Timing.Quiet: what came may have a rest
	MuteQuiet    = 1500 * time.Millisecond // in place of Timing.Quiet
)

type state int

const (
	never    state = iota // no card was ever shown
	painting              // the terminal has to say that it shows the change
	arming                // it does, and the time runs
	proving               // the time is over, and the terminal has to answer behind the keys of that time
	open
)

// Gate is closed until a card has been on the terminal for a while and the
// keyboard has been quiet. The zero value with a Timing is closed for ever; call
// Close when a card appears.
type Gate struct {
	timing    Timing
	state     state
	query     int       // the number of the latest question
	since     int       // the first whose answer counts for the state
	asked     time.Time // when that was put
	again     time.Time // when the latest was put
	painted   time.Time // when the terminal said that it shows the change
	disturbed bool      // closed by Disturb, and not open since
	answered  bool      // the terminal has answered before
	mute      bool
	lastKey   time.Time // the last key of any kind
	lastText  time.Time // the last key that types a character
	held      bool      // a deciding key waits for its time
	press     int       // counts presses, so that a late timer is told from a current one
	heldSince int       // the first question whose answer lets the held press act; 0 while it is held
	heldAsked time.Time // when that was put
}

// New returns a closed gate.
func New(timing Timing) Gate { return Gate{timing: timing} }

// Close closes the gate because what is on screen changed, and forgets a press
// that was held.
func (g *Gate) Close(now time.Time) {
	g.state, g.held = painting, false
	g.ask(now)
}

// Disturb closes the gate because something came that is no key, or because the
// program stood still and keys may have piled up. What is asked now is answered
// behind the rest of it.
func (g *Gate) Disturb(now time.Time) {
	g.disturbed, g.lastKey = true, now
	g.Close(now)
}

// Disturbed reports whether Disturb closed the gate and it has not opened since.
func (g Gate) Disturbed() bool { return g.disturbed }

// ask puts a question whose answer the state waits for.
func (g *Gate) ask(now time.Time) {
	g.query++
	g.since, g.asked, g.again = g.query, now, now
}

// Query returns the number of the latest question. It must be put to the terminal
// behind what is drawn now.
func (g Gate) Query() int { return g.query }

// Ask puts one more question that the state does not wait for: the caller wants
// to know when the terminal has what is drawn now.
func (g *Gate) Ask() { g.query++ }

// Mute reports whether the terminal does not answer. The gate then waits for
// [MuteArm] and [MuteQuiet], and takes the time that has passed for an answer.
func (g Gate) Mute() bool { return g.mute }

// Answered notes that the terminal has answered question n. It returns the number
// of a held press that acts now, or 0.
func (g *Gate) Answered(now time.Time, n int) (press int) {
	if n > g.query || n < 1 {
		return 0
	}
	wasMute := g.mute
	g.answered, g.mute = true, false
	if n >= g.since {
		switch {
		case g.state == painting, g.state == open && wasMute:
			g.state, g.painted = arming, now
		case g.state == proving:
			g.opens()
		}
	}
	if g.held && g.heldSince > 0 && n >= g.heldSince {
		g.held = false
		return g.press
	}
	return 0
}

func (g *Gate) opens() { g.state, g.disturbed = open, false }

// Pass lets the time be now. Call it when [Gate.Next] says.
func (g *Gate) Pass(now time.Time) {
	waits := g.held && g.heldSince > 0
	if g.state == painting || g.state == proving || waits {
		patience := g.patience()
		if waits && now.Sub(g.heldAsked) >= patience {
			g.held, g.mute = false, true
		}
		if g.state != open && now.Sub(g.asked) >= patience {
			g.mute = true
		}
		if now.Sub(g.again) >= AskAgain {
			g.query++
			g.again = now
		}
	}
	switch {
	case g.state == never || g.state == open || g.Wait(now) > 0:
	case g.mute:
		g.opens()
	case g.state == arming:
		g.state = proving
		g.ask(now)
	}
}

func (g Gate) patience() time.Duration {
	if g.answered {
		return LongPatience
	}
	return Patience
}

// Next returns how long nothing happens by time alone, and false where nothing
// ever does.
func (g Gate) Next(now time.Time) (time.Duration, bool) {
	switch waits := g.held && g.heldSince > 0; {
	case g.state == never, g.state == open && !waits:
		return 0, false
	case g.state == arming, g.mute:
		return max(g.Wait(now), time.Millisecond), true
	}
	next := g.again.Add(AskAgain)
	for _, asked := range []time.Time{g.asked, g.heldAsked} {
		if late := asked.Add(g.patience()); late.After(now) && late.Before(next) {
			next = late
		}
	}
	return max(next.Sub(now), time.Millisecond), true
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
	typing := text && !g.lastText.IsZero() && now.Sub(g.lastText) < g.quiet()
	live := g.state == open && !typing
	g.lastKey = now
	if text {
		g.lastText = now
		g.held = false
	}
	if !live && (g.state == proving || g.state == open) {
		g.state = arming // what is on the terminal stays; the quiet starts anew
	}
	switch {
	case typing:
		return Typing
	case !live:
		return Dead
	}
	return Live
}

func (g Gate) quiet() time.Duration {
	quiet := g.timing.Quiet
	if g.disturbed {
		quiet = max(quiet, DisturbQuiet)
	}
	if g.mute {
		quiet = max(quiet, MuteQuiet)
	}
	return quiet
}

// Open reports whether the gate is open. Once open it stays so until it is
// closed or somebody types: moving about with the arrows does not close it.
func (g Gate) Open() bool { return g.state == open }

// Wait returns how long the gate stays closed at least, if no key is pressed
// meanwhile. At 0 it may still wait for the terminal.
func (g Gate) Wait(now time.Time) time.Duration {
	quiet := max(g.lastKey.Add(g.quiet()).Sub(now), 0)
	switch {
	case g.state == open, g.state == proving && !g.mute:
		return 0
	case g.state == arming:
		return max(g.painted.Add(g.timing.Arm).Sub(now), quiet)
	case g.mute:
		return max(g.asked.Add(max(g.timing.Arm, MuteArm)).Sub(now), quiet)
	}
	return g.timing.Arm
}

// Hold takes a live press of a deciding key and returns its number and how long
// to wait before asking [Gate.Release] whether it still counts.
func (g *Gate) Hold() (press int, wait time.Duration) {
	g.held, g.heldSince = true, 0
	g.press++
	return g.press, g.timing.Hold
}

// Release reports whether the held press acts at once, which it does only where
// the terminal is mute. Otherwise the terminal is asked, and [Gate.Answered]
// returns the press: what was typed on the way to it stands in front of the
// answer. The press is forgotten when another character was typed since or when
// the gate closed; a number of an earlier press does nothing.
func (g *Gate) Release(now time.Time, press int) bool {
	if !g.held || press != g.press || g.heldSince > 0 {
		return false
	}
	if g.mute {
		g.held = false
		return true
	}
	g.query++
	g.heldSince, g.heldAsked, g.again = g.query, now, now
	return false
}
