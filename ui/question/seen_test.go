package question

import (
	"strings"
	"testing"

	"sayso/ui/card"
)

// long is a question whose options are more than any low screen has room for.
const long = `{"questions":[{"question":"Which?","header":"W","options":[` +
	`{"label":"One","description":"a b c d e f g h"},{"label":"Two","description":"a b c d e f g h"},` +
	`{"label":"Three","description":"a b c d e f g h"},{"label":"Four","description":"a b c d e f g h"}]}]}`

// What the terminal has not shown is not seen, though the card has drawn it.
func TestDrawnIsNotSeen(t *testing.T) {
	c := newCard(long, 80, 30)
	c.seen[0], c.readings[0] = false, reading{}
	c.arrange()
	c.Key(press("1"), true)
	c.Key(press("tab"), true)
	c.Painted(c.OnScreen())
	if r, ok := c.Key(press("enter"), true).(card.Refused); !ok || !strings.Contains(r.Why, "question 1") {
		t.Errorf("got %#v", r)
	}
}

// The end alone is not all: what lies between must be on the terminal, or be
// skipped by a key that says how much it skips.
func TestTheEndAloneIsNotAll(t *testing.T) {
	for _, size := range [][2]int{{40, 8}, {80, 6}, {200, 6}} {
		c := newCard(long, size[0], size[1])
		if do(c, "G"); c.seen[0] {
			t.Errorf("at %v the end is taken for all", size)
		}
		if see(t, c, "G again skips"); t.Failed() {
			return
		}
		if do(c, "G"); !c.seen[0] {
			t.Errorf("at %v it can't be skipped", size)
		}
		c = newCard(long, size[0], size[1])
		for range 60 {
			do(c, "pgdown")
		}
		if !c.seen[0] {
			t.Errorf("at %v all was on screen and is not seen", size)
		}
	}
}

// A skip needs a key of its own, and the frame that names it on the terminal.
func TestASkipIsOfWhatTheTerminalHasNamed(t *testing.T) {
	c := newCard(long, 80, 6)
	c.Key(press("G"), true)
	if c.Key(press("G"), true); c.seen[0] {
		t.Error("skipped before the terminal has shown what it skips")
	}
	c.Painted(c.OnScreen())
	if c.Key(press("G"), false); c.seen[0] {
		t.Error("skipped by a key that does not count")
	}
	if c.Key(press("G"), true); !c.seen[0] {
		t.Error("it can't be skipped")
	}
}
