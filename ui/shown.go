package ui

import (
	"slices"
	"time"

	"sayso/ui/card"
	"sayso/ui/gate"
)

// asked is a question to the terminal and what is drawn in every frame that
// carries it. So its answer, and that of no later one, says that the terminal has
// had this.
type asked struct {
	n        int
	at       time.Time
	answered bool
	drawn    drawn
}

// drawn is a part of a card's document. The zero value is none.
type drawn struct {
	card   card.Paged
	window card.Window
}

// maxAsked is how many questions are remembered. What was drawn with an older one
// counts as never shown.
const maxAsked = 64

// draws returns what of a document is drawn now.
func (m *Model) draws() drawn {
	if paged, ok := m.card.(card.Paged); ok {
		if window := paged.OnScreen(); window != (card.Window{}) {
			return drawn{paged, window}
		}
	}
	return drawn{}
}

// askAbout has the terminal asked where another part of a document is drawn than
// with the last question, and again where that has no answer for long.
func (m *Model) askAbout() {
	now := m.opts.Now()
	if d := m.draws(); d.card != nil && m.gate.Mute() {
		d.card.Painted(d.window) // a mute terminal will never say so
	}
	next := asked{n: m.gate.Query(), at: now, drawn: m.draws()}
	if len(m.asked) > 0 {
		switch last := m.asked[len(m.asked)-1]; {
		case last.n != next.n:
		case last.drawn == next.drawn && (next.drawn.card == nil || last.answered || now.Sub(last.at) < gate.AskAgain):
			return
		default:
			m.gate.Ask()
			next.n = m.gate.Query()
		}
	}
	// A card that is gone is let go: its document may be large.
	m.asked = slices.DeleteFunc(m.asked, func(a asked) bool { return a.drawn.card != next.drawn.card })
	m.asked = append(m.asked, next)
	m.asked = m.asked[max(len(m.asked)-maxAsked, 0):]
}

// shown tells the card what of its document was drawn with question n, which the
// terminal has answered.
func (m *Model) shown(n int) {
	i := slices.IndexFunc(m.asked, func(a asked) bool { return a.n == n })
	if i < 0 {
		return
	}
	m.asked = m.asked[i:]
	m.asked[0].answered = true
	if d := m.asked[0].drawn; d.card != nil {
		d.card.Painted(d.window)
	}
}
