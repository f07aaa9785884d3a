//go:build unix

package screentest

import (
	"errors"
	"fmt"
	"image/color"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// Defaults of [Options].
const (
	DefaultCols    = 80
	DefaultRows    = 24
	DefaultTimeout = 2 * time.Minute // for machines that are busy: nothing that works takes as long
)

// Options says what to run and on what terminal. Only Argv is needed.
type Options struct {
	Argv []string // the program and its arguments
	// Env is the whole environment, nothing is inherited. Nil gives PATH
	// alone. TERM=xterm-256color and COLORTERM=truecolor are put in front, so
	// Env can say otherwise.
	Env  []string
	Dir  string // the working directory; "" is the test's own
	Cols int    // width in cells, 0 is DefaultCols
	Rows int    // height in cells, 0 is DefaultRows
	// Timeout is the deadline of each single wait, 0 is DefaultTimeout.
	Timeout time.Duration
	// Background is the colour that the terminal reports when asked; nil is
	// black. Give color.White to test a light theme.
	Background color.Color
	// Silent starts the terminal as after [Screen.Silence].
	Silent bool
	// OnFrame, if any, is called with each whole frame that the terminal has
	// received, and when. It must not call methods of the Screen.
	OnFrame func(at time.Time, text string)
}

// Screen is a running program and its terminal. Its methods are for the test's
// own goroutine, since they end the test when something goes wrong; [Screen.Text],
// [Screen.Styled] and [Screen.Output] may be called from anywhere.
type Screen struct {
	t       testing.TB
	name    string
	timeout time.Duration
	cmd     *exec.Cmd
	tty     *os.File // our end
	in      *queue   // bytes on their way to the program
	pump    sync.WaitGroup
	exited  chan struct{}

	mu      sync.Mutex // guards everything below, and term's every method but Read
	term    *vt.Emulator
	modes   map[ansi.Mode]bool
	output  []byte        // all that the program wrote
	text    string        // the last whole frame
	changed chan struct{} // closed and replaced when text, modes or drained change
	drained bool          // the program's side is closed and all of it is on the screen
	onFrame func(time.Time, string)
	silent  bool          // queries for the device attributes and the cursor are not answered
	owed    []string      // the answers to them
	lost    int           // so many queries for the device attributes will get no answer, not even late
	frozen  chan struct{} // nil, or closed when the terminal reads on
}

// Start runs the program and returns at once. When the test ends, the
// program's process group is killed and its terminal closed; when it has
// failed, the last screen is logged.
func Start(t testing.TB, o Options) *Screen {
	t.Helper()
	if len(o.Argv) == 0 {
		t.Fatal("screentest: no program given")
	}
	if o.Cols == 0 {
		o.Cols = DefaultCols
	}
	if o.Rows == 0 {
		o.Rows = DefaultRows
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Env == nil {
		o.Env = []string{"PATH=" + os.Getenv("PATH")}
	}
	s := &Screen{
		t:       t,
		name:    o.Argv[0],
		timeout: o.Timeout,
		cmd:     exec.Command(o.Argv[0], o.Argv[1:]...),
		in:      newQueue(),
		exited:  make(chan struct{}),
		term:    vt.NewEmulator(o.Cols, o.Rows),
		modes:   make(map[ansi.Mode]bool),
		changed: make(chan struct{}),
	}
	s.cmd.Env = append([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, o.Env...)
	s.cmd.Dir, s.onFrame, s.silent = o.Dir, o.OnFrame, o.Silent
	s.prepareTerminal(o.Background)

	tty, err := start(s.cmd, o.Cols, o.Rows)
	if err != nil {
		t.Fatalf("screentest: starting %s: %v", s.name, err)
	}
	s.tty = tty
	go func() {
		_ = s.cmd.Wait() // the state is read from s.cmd.ProcessState
		close(s.exited)
	}()
	s.pump.Go(s.readOutput)
	s.pump.Go(func() { s.in.fillFrom(s.term) })
	s.pump.Go(func() { s.in.drainTo(s.tty) })
	t.Cleanup(s.stop)
	return s
}

// prepareTerminal teaches the emulator what its callers here rely on.
func (s *Screen) prepareTerminal(background color.Color) {
	s.text = s.draw()
	if background != nil {
		s.term.SetDefaultBackgroundColor(background)
	}
	// The callbacks run inside term.Write, so with s.mu held.
	set := func(m ansi.Mode, on bool) {
		s.modes[m] = on
		if m == ansi.ModeSynchronizedOutput {
			s.publish() // the screen before a frame's first change, or after its last
		}
	}
	s.term.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { set(m, true) },
		DisableMode: func(m ansi.Mode) { set(m, false) },
	})
	s.term.RegisterCsiHandler('c', func(ansi.Params) bool {
		if !s.modes[ansi.ModeSynchronizedOutput] {
			s.publish() // what is answered for is seen no later than the answer
		}
		if s.lost > 0 {
			s.lost--
			return true
		}
		if s.silent {
			s.owed = append(s.owed, ansi.PrimaryDeviceAttributes(62, 22))
		}
		return s.silent
	})
	s.term.RegisterCsiHandler('n', func(p ansi.Params) bool {
		if n, _, _ := p.Param(0, 0); n != 6 || !s.silent {
			return false
		}
		at := s.term.CursorPosition()
		s.owed = append(s.owed, ansi.CursorPositionReport(at.Y+1, at.X+1))
		return true
	})
	// The emulator tracks any mode but disowns 2026 when asked about it, and a
	// program that was told so would show its frames half drawn.
	s.term.RegisterCsiHandler(ansi.Command('?', '$', 'p'), func(p ansi.Params) bool {
		if n, _, ok := p.Param(0, 0); !ok || ansi.DECMode(n) != ansi.ModeSynchronizedOutput {
			return false
		}
		setting := ansi.ModeReset
		if s.modes[ansi.ModeSynchronizedOutput] {
			setting = ansi.ModeSet
		}
		s.term.SendText(ansi.ReportMode(ansi.ModeSynchronizedOutput, setting))
		return true
	})
}

// Silence has the terminal answer no query for the device attributes or the cursor,
// which is how a program asks whether it has been heard. Answer ends that, and
// answers what was asked until then, in order.
func (s *Screen) Silence() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent = true
}

// Answer ends [Screen.Silence].
func (s *Screen) Answer() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent = false
	for _, answer := range s.owed {
		s.term.SendText(answer)
	}
	s.owed = nil
}

// Lose has the next n queries for the device attributes get no answer at all, as
// one that came while another program read the terminal.
func (s *Screen) Lose(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost = n
}

// Freeze has the terminal read nothing more of what the program writes, as one at
// the far end of a link that hangs. What is pressed still gets to the program.
// Thaw ends that.
func (s *Screen) Freeze() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.frozen == nil {
		s.frozen = make(chan struct{})
	}
}

// Thaw ends [Screen.Freeze].
func (s *Screen) Thaw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.frozen != nil {
		close(s.frozen)
		s.frozen = nil
	}
}

// readOutput puts what the program writes on the screen until the last holder
// of the program's side of the terminal is gone.
func (s *Screen) readOutput() {
	buf := make([]byte, 32<<10)
	var ascii stringFilter
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		for s.frozen != nil {
			frozen := s.frozen
			s.mu.Unlock()
			<-frozen
			s.mu.Lock()
		}
		s.output = append(s.output, buf[:n]...)
		// A reply that the emulator writes here goes to the queue, which never
		// blocks: a program that does not read can't stop its own output.
		_, _ = s.term.Write(ascii.filter(buf[:n]))
		s.drained = err != nil
		if s.drained || !s.modes[ansi.ModeSynchronizedOutput] {
			s.publish()
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// publish makes the screen's present state the one that tests see, and wakes
// those who wait. It wants s.mu held.
func (s *Screen) publish() {
	s.text = s.draw()
	if s.onFrame != nil {
		s.onFrame(time.Now(), s.text)
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

// draw returns the emulator's cells as rows of plain text.
func (s *Screen) draw() string {
	rows := make([]string, s.term.Height())
	for y := range rows {
		var row strings.Builder
		for x := 0; x < s.term.Width(); {
			cell := s.term.CellAt(x, y)
			if cell == nil || cell.Content == "" {
				row.WriteByte(' ')
				x++
				continue
			}
			row.WriteString(cell.Content)
			x += max(1, cell.Width)
		}
		rows[y] = strings.TrimRight(row.String(), " ")
	}
	return strings.Join(rows, "\n")
}

// Resize changes the terminal's size; the program gets its SIGWINCH.
func (s *Screen) Resize(cols, rows int) {
	s.t.Helper()
	s.mu.Lock()
	s.term.Resize(cols, rows)
	s.publish()
	s.mu.Unlock()
	// After the emulator, so that what the program redraws finds the new size.
	if err := setSize(s.tty, cols, rows); err != nil {
		s.t.Fatalf("screentest: resizing to %d×%d: %v", cols, rows, err)
	}
}

// Kill ends the program's process group with SIGKILL.
func (s *Screen) Kill() { s.Signal(syscall.SIGKILL) }

// Signal sends sig to the program's process group.
func (s *Screen) Signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.signal(sig); err != nil {
		s.t.Fatalf("screentest: signalling %s: %v", s.name, err)
	}
}

// signal reaches children too. The leader made its own session, so its pid is
// its group's id; the group lives as long as one member does.
func (s *Screen) signal(sig syscall.Signal) error {
	err := syscall.Kill(-s.cmd.Process.Pid, sig)
	if errors.Is(err, syscall.ESRCH) {
		return nil // they have all gone already
	}
	return err
}

// Pid returns the program's process id, which is its process group's id too.
func (s *Screen) Pid() int { return s.cmd.Process.Pid }

func (s *Screen) stop() {
	_ = s.signal(syscall.SIGKILL) // best effort, the wait below tells
	<-s.exited
	s.Thaw()
	s.in.close()
	_ = s.tty.Close()
	// Closing the emulator itself would race with its Read.
	if c, ok := s.term.InputPipe().(interface{ Close() error }); ok {
		_ = c.Close()
	}
	s.pump.Wait()
	if s.t.Failed() {
		s.t.Logf("screentest: the last screen of %s:\n%s", s.name, frame(s.Text()))
	}
}

// frame draws a border round a screen, so that blank rows can be seen.
func frame(text string) string {
	var b strings.Builder
	for i, row := range strings.Split(text, "\n") {
		fmt.Fprintf(&b, "%3d│%s\n", i, row)
	}
	return b.String()
}
