//go:build unix

package screentest

import (
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Text returns the screen as plain text: one line per row, joined by "\n",
// blanks at a row's end cut off. Blank rows are kept, so there are always as
// many lines as rows.
func (s *Screen) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text
}

// Styled returns the present screen with colours and attributes as ANSI
// sequences, without cursor movement. Unlike [Screen.Text] it may catch a frame
// half drawn: wait for the text first.
func (s *Screen) Styled() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.term.Render()
}

// Output returns every byte that the program has written to its terminal. It
// is for tests of what must not be there, such as a smuggled escape sequence;
// a renderer writes differences, so do not look for words in it.
func (s *Screen) Output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.output)
}

// AltScreen reports whether the program is in the alternate screen.
func (s *Screen) AltScreen() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.term.IsAltScreen()
}

// WaitFor waits until all of the texts are in one [Screen.Text], and returns
// that. A text may go over rows with "\n".
func (s *Screen) WaitFor(texts ...string) string {
	s.t.Helper()
	return s.await(fmt.Sprintf("%q", texts), func() bool {
		for _, text := range texts {
			if !strings.Contains(s.text, text) {
				return false
			}
		}
		return true
	})
}

// WaitGone waits until none of the texts is in [Screen.Text], and returns that.
func (s *Screen) WaitGone(texts ...string) string {
	s.t.Helper()
	return s.await(fmt.Sprintf("%q to go", texts), func() bool {
		for _, text := range texts {
			if strings.Contains(s.text, text) {
				return false
			}
		}
		return true
	})
}

// WaitUntil waits until ok, called with [Screen.Text] now and after every
// change, returns true, and returns that screen. It fails the test at the
// deadline, and at once when the program has ended and nothing more can come.
// ok must not call methods of s.
func (s *Screen) WaitUntil(ok func(text string) bool) string {
	s.t.Helper()
	return s.await("a condition on the screen", func() bool { return ok(s.text) })
}

// awaitMode waits until the program has switched on one of the modes.
func (s *Screen) awaitMode(what string, modes ...ansi.Mode) {
	s.t.Helper()
	s.await("the program to ask for "+what, func() bool {
		for _, m := range modes {
			if s.modes[m] {
				return true
			}
		}
		return false
	})
}

// HoldsWithin reports whether ok, called as in [Screen.WaitUntil], returned true
// before d was over or the program had ended. It does not fail the test: it is
// for what may rightly not happen, such as a key's effect in a program that
// refuses keys for a moment.
func (s *Screen) HoldsWithin(d time.Duration, ok func(text string) bool) bool {
	held, _, _ := s.watch(d, func() bool { return ok(s.text) })
	return held
}

// Pause lets time pass that is part of a story, such as what a person takes between
// two keys. It ends early with the program. A test that waits for a state uses
// [Screen.WaitUntil].
func (s *Screen) Pause(d time.Duration) {
	s.HoldsWithin(d, func(string) bool { return false })
}

// await is watch for what must happen.
func (s *Screen) await(what string, ok func() bool) string {
	s.t.Helper()
	held, text, drained := s.watch(s.timeout, ok)
	switch {
	case held:
	case drained:
		s.t.Fatalf("screentest: %s ended, and there was still waiting for %s; its last screen:\n%s",
			s.name, what, frame(text))
	default:
		s.t.Fatalf("screentest: %s: after %v still waiting for %s; the screen:\n%s",
			s.name, s.timeout, what, frame(text))
	}
	return text
}

// watch runs ok with s.mu held, now and after each publication, until it
// returns true, the time is over, or nothing more can come. It returns the last
// screen that ok has seen.
func (s *Screen) watch(d time.Duration, ok func() bool) (held bool, text string, drained bool) {
	deadline := time.NewTimer(d)
	defer deadline.Stop()
	for {
		s.mu.Lock()
		held, text, drained = ok(), s.text, s.drained
		changed := s.changed
		s.mu.Unlock()
		if held || drained {
			return held, text, drained
		}
		select {
		case <-changed:
		case <-deadline.C:
			return held, text, drained
		}
	}
}

// Wait waits for the program's end and for its last output, and returns its
// exit code: 128 plus the signal's number when a signal ended it, as a shell
// counts. It fails the test at the deadline.
func (s *Screen) Wait() int {
	s.t.Helper()
	deadline := time.NewTimer(s.timeout)
	defer deadline.Stop()
	select {
	case <-s.exited:
	case <-deadline.C:
		s.t.Fatalf("screentest: %s still runs after %v; the screen:\n%s", s.name, s.timeout, frame(s.Text()))
	}
	s.await("the end of its output", func() bool { return s.drained })
	if st, ok := s.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && st.Signaled() {
		return 128 + int(st.Signal())
	}
	return s.cmd.ProcessState.ExitCode()
}

// Exited returns a channel that is closed when the program has ended.
func (s *Screen) Exited() <-chan struct{} { return s.exited }
