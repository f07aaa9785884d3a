package paint_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"sayso/ui/paint"
)

// terminal keeps what it is given.
type terminal struct {
	bytes.Buffer
	err error
}

func (t *terminal) Close() error { return nil }
func (t *terminal) Fd() uintptr  { return 7 }
func (t *terminal) Write(p []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	return t.Buffer.Write(p)
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func newScreen() (*terminal, *paint.Screen, *time.Time) {
	now := noon
	term := &terminal{}
	return term, paint.NewScreen(term, func() time.Time { return now }, func() bool { return true }), &now
}

// frame is one as the renderer writes it.
func frame(title string) string {
	return ansi.SetModeSynchronizedOutput + ansi.SetWindowTitle(title) + "\x1b[Hthe card" + ansi.ResetModeSynchronizedOutput
}

func TestAQuestionStandsBehindItsFrame(t *testing.T) {
	term, screen, _ := newScreen()
	in := frame(paint.Title("(1) sayso", 17))
	n, err := screen.Write([]byte(in))
	if n != len(in) || err != nil {
		t.Errorf("wrote %d of %d: %v", n, len(in), err)
	}
	if got, want := term.String(), frame("(1) sayso")+ansi.RequestPrimaryDeviceAttributes; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if n, ok := screen.Answered(); n != 17 || !ok {
		t.Errorf("answered %d, %v", n, ok)
	}
	if n, ok := screen.Answered(); ok {
		t.Errorf("a second answer is for %d", n)
	}
}

func TestWhatAsksNothingIsLeftAlone(t *testing.T) {
	for _, in := range []string{"", frame("sayso"), "\x1f", "\x1f12", "\x1fx\a", "a\x1f12b"} {
		term, screen, _ := newScreen()
		if n, err := screen.Write([]byte(in)); n != len(in) || err != nil {
			t.Errorf("%q: wrote %d, %v", in, n, err)
		}
		if term.String() != in {
			t.Errorf("%q came as %q", in, term.String())
		}
		if n, ok := screen.Answered(); ok {
			t.Errorf("%q asks %d", in, n)
		}
	}
}

func TestAnswersComeInOrder(t *testing.T) {
	_, screen, now := newScreen()
	ask(screen, 1)
	ask(screen, 2)
	for want := 1; want <= 2; want++ {
		if n, ok := screen.Answered(); n != want || !ok {
			t.Errorf("answered %d, want %d", n, want)
		}
	}
	ask(screen, 3)
	*now = now.Add(time.Minute) // its answer is lost
	ask(screen, 4)
	if n, _ := screen.Answered(); n != 4 {
		t.Errorf("answered %d, want 4", n)
	}
}

// ask has the screen ask question n behind a frame.
func ask(screen *paint.Screen, n int) { _, _ = screen.Write([]byte(frame(paint.Title("sayso", n)))) }

func TestAProbeFindsTheQuestionAgain(t *testing.T) {
	term, screen, now := newScreen()
	ask(screen, 1) // its answer is lost
	*now = now.Add(2 * time.Second)
	term.Reset()
	ask(screen, 2)
	if got, want := term.String(), frame("sayso")+ansi.RequestPrimaryDeviceAttributes+
		ansi.SaveCursor+"\x1b[2;2H"+ansi.RequestCursorPositionReport+ansi.RestoreCursor; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if n, ok := screen.Answered(); n != 1 || !ok {
		t.Errorf("the answer that comes first is for %d, %v", n, ok)
	}
	if n, ok := screen.At(2, 1); ok {
		t.Errorf("a cell that was not asked for answers %d", n)
	}
	if n, ok := screen.At(1, 1); n != 2 || !ok {
		t.Errorf("the probe answers %d, %v", n, ok)
	}
	if n, ok := screen.At(1, 1); ok {
		t.Errorf("a second time it answers %d", n)
	}
	ask(screen, 3)
	if n, ok := screen.Answered(); n != 3 || !ok {
		t.Errorf("the next answer is for %d, %v", n, ok)
	}
}

// A slow line loses nothing: the answers come late, in order, and the probe's too.
func TestAProbeOnASlowLine(t *testing.T) {
	_, screen, now := newScreen()
	ask(screen, 1)
	*now = now.Add(2 * time.Second)
	ask(screen, 2)
	heard := screen.Leave()
	for want := 1; want <= 2; want++ {
		if n, ok := screen.Answered(); n != want || !ok {
			t.Errorf("answered %d, %v; want %d", n, ok, want)
		}
	}
	select {
	case <-heard:
		t.Error("nothing is waited for any more, and the probe's answer is still to come")
	default:
	}
	if n, ok := screen.At(1, 1); n != 2 || !ok {
		t.Errorf("the probe answers %d, %v", n, ok)
	}
	select {
	case <-heard:
	default:
		t.Error("all is answered, and it is not told")
	}
}

// No two of the last probes have the same cell, and none has row 0, whose reports
// read like a key.
func TestProbesHaveCellsOfTheirOwn(t *testing.T) {
	term, screen, now := newScreen()
	seen := map[string]bool{}
	for n := range 60 {
		*now = now.Add(2 * time.Second)
		term.Reset()
		ask(screen, n+1)
		_, probe, found := strings.Cut(term.String(), ansi.SaveCursor)
		cell, _, _ := strings.Cut(probe, "H")
		if found != (n > 0) || seen[cell] || strings.HasPrefix(cell, "\x1b[1;") || strings.HasPrefix(cell, "\x1b[;") {
			t.Fatalf("question %d: %q, seen before: %v", n+1, probe, seen[cell])
		}
		if found {
			seen[cell] = true
		}
	}
}

func TestNothingIsAskedWhereTheInputIsForOthers(t *testing.T) {
	term := &terminal{}
	screen := paint.NewScreen(term, time.Now, func() bool { return false })
	in := frame(paint.Title("sayso", 1))
	if n, err := screen.Write([]byte(in)); n != len(in) || err != nil {
		t.Errorf("wrote %d: %v", n, err)
	}
	if got := term.String(); got != frame("sayso") {
		t.Errorf("got %q", got)
	}
	if n, ok := screen.Answered(); ok {
		t.Errorf("%d is open", n)
	}
}

func TestAFailedWriteIsTold(t *testing.T) {
	term, screen, _ := newScreen()
	term.err = errors.New("gone")
	if _, err := screen.Write([]byte(frame(paint.Title("sayso", 1)))); !errors.Is(err, term.err) {
		t.Errorf("got %v", err)
	}
	if screen.Fd() != 7 {
		t.Error("it is no terminal any more")
	}
}

func TestTitle(t *testing.T) {
	for title, want := range map[string]struct {
		plain string
		n     int
	}{
		paint.Title("sayso", 3): {"sayso", 3},
		paint.Title("sayso", 0): {"sayso", 0},
		"sayso\x1fx":            {"sayso", 0},
	} {
		if plain, n := paint.Split(title); plain != want.plain || n != want.n {
			t.Errorf("%q is %q and %d", title, plain, n)
		}
	}
}
