//go:build unix

package screentest

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// Press sends keys in order. A key is one character ("y", "Y", "é") or a name:
// enter, esc, tab, space, backspace, up, down, left, right, home, end, insert,
// delete, pgup, pgdown, f1 … f12, with ctrl+, alt+ and shift+ in front where a
// plain terminal has a code for it ("ctrl+c", "shift+tab", "alt+x", "ctrl+up").
// A name without a code fails the test.
//
// Esc must stand last: with a key right behind it a program can't tell the two
// from alt and that key. Wait for what esc does before pressing on.
func (s *Screen) Press(keys ...string) {
	s.t.Helper()
	for i, key := range keys {
		if key == "esc" && i < len(keys)-1 {
			s.t.Fatalf("screentest: esc and %q in one press read as alt+%s: wait for what esc does in between",
				keys[i+1], keys[i+1])
		}
		s.mu.Lock()
		seq, err := encode(key, s.modes[ansi.ModeCursorKeys])
		s.mu.Unlock()
		if err != nil {
			s.t.Fatalf("screentest: %v", err)
		}
		s.send(seq)
	}
}

// Type sends text as it is, as if it was typed very fast. A line feed is the
// byte 0x0a, which is ctrl+j; for the enter key use [Screen.Press].
func (s *Screen) Type(text string) { s.send(text) }

// Paste pastes text as a terminal does in bracketed paste mode: line feeds
// become carriage returns. It waits until the program has asked for the mode.
func (s *Screen) Paste(text string) {
	s.t.Helper()
	s.awaitMode("bracketed paste", ansi.ModeBracketedPaste)
	s.send(ansi.BracketedPasteStart + strings.ReplaceAll(text, "\n", "\r") + ansi.BracketedPasteEnd)
}

// Focus tells the program that its pane has the focus (CSI I). It waits until
// the program has asked to be told: a terminal is silent before that.
func (s *Screen) Focus() {
	s.t.Helper()
	s.awaitMode("focus reports", ansi.ModeFocusEvent)
	s.send(ansi.Focus)
}

// Blur tells the program that its pane has lost the focus (CSI O), like
// [Screen.Focus].
func (s *Screen) Blur() {
	s.t.Helper()
	s.awaitMode("focus reports", ansi.ModeFocusEvent)
	s.send(ansi.Blur)
}

// Click presses and releases the left button on the cell in column x and row
// y, both from 0. It waits until the program has asked for mouse reports.
func (s *Screen) Click(x, y int) {
	s.t.Helper()
	at := vt.MouseClick{X: x, Y: y, Button: vt.MouseLeft}
	s.mouse(at, vt.MouseRelease(at))
}

// Wheel turns the wheel over the cell in column x and row y: lines down, or up
// where lines is negative. It waits like [Screen.Click].
func (s *Screen) Wheel(x, y, lines int) {
	s.t.Helper()
	turn := vt.MouseWheel{X: x, Y: y, Button: vt.MouseWheelDown}
	if lines < 0 {
		turn.Button, lines = vt.MouseWheelUp, -lines
	}
	for range lines {
		s.mouse(turn)
	}
}

func (s *Screen) mouse(events ...vt.Mouse) {
	s.t.Helper()
	s.awaitMode("the mouse", ansi.ModeMouseNormal, ansi.ModeMouseButtonEvent, ansi.ModeMouseAnyEvent)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, event := range events {
		s.term.SendMouse(event)
	}
}

// send goes through the emulator's pipe, like its replies: one way in, one order.
func (s *Screen) send(seq string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.term.SendText(seq)
}
