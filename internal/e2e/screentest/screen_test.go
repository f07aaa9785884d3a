//go:build unix

package screentest

import (
	"fmt"
	"image/color"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sh runs a shell script on a small screen.
func sh(t testing.TB, script string) *Screen {
	return Start(t, Options{Argv: []string{"/bin/sh", "-c", script}, Cols: 40, Rows: 6})
}

func TestScreenShowsRowsAndColumns(t *testing.T) {
	t.Parallel()
	s := sh(t, `printf 'one\r\n\033[3;5Hfar\033[31m red\033[0m wide:漢|'; stty size; read x`)
	got := s.WaitFor("far", "6 40")
	want := "one\n\n    far red wide:漢|6 40\n\n\n"
	if got != want {
		t.Errorf("screen:\n%q\nwant\n%q", got, want)
	}
	if styled := s.Styled(); !strings.Contains(styled, "\x1b[31m") {
		t.Errorf("Styled has no red: %q", styled)
	}
	if out := s.Output(); !strings.Contains(out, "\x1b[3;5Hfar") {
		t.Errorf("Output is not the raw bytes: %q", out)
	}
}

func TestWaitGivesTheExitCode(t *testing.T) {
	t.Parallel()
	if got := sh(t, "exit 7").Wait(); got != 7 {
		t.Errorf("exit code %d, want 7", got)
	}
	s := sh(t, "echo up; read x")
	s.WaitFor("up")
	s.Signal(syscall.SIGTERM)
	if got := s.Wait(); got != 128+15 {
		t.Errorf("exit code %d after SIGTERM, want 143", got)
	}
}

func TestLastOutputIsThereAfterWait(t *testing.T) {
	t.Parallel()
	s := sh(t, "seq 1 2000")
	s.Wait()
	if got := s.Text(); !strings.Contains(got, "2000") {
		t.Errorf("the last line is missing:\n%s", frame(got))
	}
}

func TestResizeReachesTheProgram(t *testing.T) {
	t.Parallel()
	s := sh(t, `trap 'stty size' WINCH; echo ready; while :; do read x; done`)
	s.WaitFor("ready")
	s.Resize(50, 9)
	s.WaitFor("9 50")
	if got := strings.Count(s.Text(), "\n"); got != 8 {
		t.Errorf("%d line ends on a screen of 9 rows", got)
	}
}

// TestTheTerminalAnswers asks what Bubble Tea asks at its start.
func TestTheTerminalAnswers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, ask, want string }{
		{"background", `\033]11;?\033\\`, "^[]11;rgb:ffff/ffff/ffff"},
		{"device attributes", `\033[c`, "^[[?"},
		{"cursor position", `\033[2;3H\033[6n`, "^[[2;3R"},
		{"synchronized output", `\033[?2026$p`, "^[[?2026;2$y"},
		{"unknown mode", `\033[?4711$p`, "^[[?4711;0$y"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			// The line discipline echoes the reply as ^[ and plain characters.
			s := Start(t, Options{
				Argv:       []string{"/bin/sh", "-c", "printf '" + tt.ask + "'; read x"},
				Background: color.White,
			})
			s.WaitFor(tt.want)
		})
	}
}

// TestAProgramThatDoesNotReadGoesOnWriting floods the emulator with questions:
// the replies outgrow the terminal's input buffer, and the output must not stop.
func TestAProgramThatDoesNotReadGoesOnWriting(t *testing.T) {
	t.Parallel()
	s := sh(t, `stty raw -echo; i=0; while [ $i -lt 5000 ]; do printf '\033[c'; i=$((i+1)); done; printf done; exec sleep 60`)
	s.WaitFor("done")
}

func TestFramesAreSeenWhole(t *testing.T) {
	t.Parallel()
	s := sh(t, `stty -echo; printf 'old\033[?2026h\033[2J\033[Hnew'; read x; printf ' frame\033[?2026l'; read x`)
	if got := s.WaitFor("old"); strings.Contains(got, "new") {
		t.Errorf("a frame that was not finished is shown: %q", got)
	}
	s.Press("enter")
	if got := s.WaitFor("new frame"); strings.Contains(got, "old") {
		t.Errorf("the old frame is still there: %q", got)
	}
}

func TestAFrameCutOffIsShownAtTheEnd(t *testing.T) {
	t.Parallel()
	s := sh(t, `printf '\033[?2026hpanic: last words'`)
	s.Wait()
	if got := strings.TrimSpace(s.Text()); got != "panic: last words" {
		t.Errorf("screen %q", got)
	}
}

// TestATitleStaysOffTheScreen sends what ends a string too early in the
// emulator: a byte 0x9c inside a character. The read splits it in two writes.
func TestATitleStaysOffTheScreen(t *testing.T) {
	t.Parallel()
	s := sh(t, `stty -echo; printf '\033]0;\342\234'; read x; printf '\263 Title\007a\033]2;\342\234\263 B\033\\b\342\234\263c'; read x`)
	s.Press("enter")
	if got := strings.TrimSpace(s.WaitFor("c")); got != "ab✳c" {
		t.Errorf("screen %q, want %q", got, "ab✳c")
	}
}

// fakeT records a failure in place of ending the test that looks for it.
type fakeT struct {
	testing.TB
	failure string
}

type fatal struct{}

func (f *fakeT) Fatalf(format string, args ...any) {
	f.failure = fmt.Sprintf(format, args...)
	panic(fatal{})
}

// failing runs f on s and returns the message with which it ended the test.
func failing(t *testing.T, s *Screen, f func()) string {
	t.Helper()
	fake := &fakeT{TB: t}
	s.t = fake
	defer func() { s.t = t }()
	func() {
		defer func() {
			if r := recover(); r != nil && r != (any)(fatal{}) {
				panic(r)
			}
		}()
		f()
	}()
	return fake.failure
}

func TestADeadlineShowsTheScreen(t *testing.T) {
	t.Parallel()
	s := sh(t, "echo something else; read x")
	s.WaitFor("something else")
	s.timeout = 50 * time.Millisecond
	got := failing(t, s, func() { s.WaitFor("nothing") })
	if !strings.Contains(got, "0│something else") || !strings.Contains(got, `"nothing"`) {
		t.Errorf("the message does not show the screen: %q", got)
	}
}

func TestAnEndedProgramFailsTheWaitAtOnce(t *testing.T) {
	t.Parallel()
	s := sh(t, "echo last words")
	got := failing(t, s, func() { s.WaitFor("nothing") })
	if !strings.Contains(got, "ended") || !strings.Contains(got, "last words") {
		t.Errorf("message: %q", got)
	}
}

func TestHoldsWithinDoesNotFail(t *testing.T) {
	t.Parallel()
	s := sh(t, "read x; echo heard; read x")
	heard := func(text string) bool { return strings.Contains(text, "heard") }
	if s.HoldsWithin(time.Millisecond, heard) {
		t.Error("it held before the key")
	}
	s.Press("enter")
	if !s.HoldsWithin(DefaultTimeout, heard) {
		t.Error("it did not hold after the key")
	}
}

func TestTheGroupIsKilledAtTheEnd(t *testing.T) {
	var pid int
	t.Run("inner", func(t *testing.T) {
		// The child ignores the SIGHUP that the terminal's end sends anyway.
		s := sh(t, `trap '' HUP; sleep 300 & echo "child=$!."; wait`)
		text := s.WaitFor("child=", ".")
		if _, err := fmt.Sscanf(text, "child=%d.", &pid); err != nil {
			t.Fatal(err)
		}
	})
	// The child's new parent reaps it in its own time.
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(DefaultTimeout)
	for alive(pid) {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("process %d outlived its test", pid)
		}
	}
}
