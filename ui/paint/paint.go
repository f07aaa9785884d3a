// Package paint tells what the terminal has been given. The renderer writes a
// frame some time after it was drawn, and only if it differs from the last one.
// So a frame carries the number of a question in its window title; the writer
// takes the number out, and puts the question behind the frame's last byte. The
// terminal answers behind every key that was pressed before it got there.
//
// The question is for the primary device attributes: every terminal and
// multiplexer answers it, and no key looks like the answer. But the answer names no
// question: when one is lost, each later one is taken for an earlier question. That
// errs to the safe side, and would make the program wait for ever. So where an
// answer is overdue, a probe goes out too, whose answer says what it is for.
package paint

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// mark stands between a title and the number of a question. Titles are sayso's
// own and do not have it.
const mark = "\x1f"

// Title returns a window title that carries question n; 0 is none.
func Title(title string, n int) string {
	if n == 0 {
		return title
	}
	return title + mark + strconv.Itoa(n)
}

// Split takes a window title apart.
func Split(title string) (plain string, n int) {
	plain, number, found := strings.Cut(title, mark)
	if !found {
		return title, 0
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return plain, 0
	}
	return plain, n
}

// Terminal is a terminal as a program has it open.
type Terminal interface {
	io.ReadWriteCloser
	Fd() uintptr
}

// When answers are given up.
const (
	overdue = time.Second      // a question that has waited so long may have lost its answer: the next one takes a probe along
	lost    = 15 * time.Second // a question is not waited for any more
)

// question is one that was put and has no answer yet.
type question struct {
	n  int
	at time.Time
}

// Screen is a terminal that is asked behind frames. It may be used from several
// goroutines.
type Screen struct {
	Terminal
	now  func() time.Time
	mine func() bool

	mu     sync.Mutex
	asked  []question    // in the order in which the terminal answers
	probes []probe       // in the same order
	sent   int           // how many probes there were
	heard  chan struct{} // closed when nothing is asked any more; nil before Leave
}

// NewScreen returns the screen of a terminal. mine reports whether its input is
// for this program; where it is not, such as in the background of a shell, nothing
// is asked: the answer would be typed into the other.
func NewScreen(t Terminal, now func() time.Time, mine func() bool) *Screen {
	return &Screen{Terminal: t, now: now, mine: mine}
}

// Write writes a frame, or anything else, and the questions that it carries
// behind it.
func (s *Screen) Write(p []byte) (int, error) {
	out, n := take(p)
	if n == 0 {
		return s.Terminal.Write(p)
	}
	if s.leaving() || !s.mine() {
		if _, err := s.Terminal.Write(out); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	s.asked = slices.DeleteFunc(s.asked, func(q question) bool { return now.Sub(q.at) > lost })
	s.probes = slices.DeleteFunc(s.probes, func(p probe) bool { return now.Sub(p.at) > lost })
	out = append(out, ansi.RequestPrimaryDeviceAttributes...)
	// Noted first: the answer may be there before the write is over.
	if len(s.asked) > 0 && now.Sub(s.asked[0].at) > overdue {
		s.sent++
		probe := newProbe(question{n, now}, s.sent)
		s.probes = append(s.probes, probe)
		out = append(out, probe.text()...)
	}
	s.asked = append(s.asked, question{n, now})
	if _, err := s.Terminal.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Answered notes an answer of the terminal and returns the number of its
// question; ok is false where none was open.
func (s *Screen) Answered() (n int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.asked) == 0 {
		return 0, false
	}
	n = s.asked[0].n
	s.asked = s.asked[1:]
	s.tellHeard()
	return n, true
}

// At notes that the terminal reported its cursor at a column and a row, counted
// from 0, and returns the number of the question whose probe that answers; ok is
// false where it answers none. The terminal answers in order, so whatever was asked
// up to that question has its answer, or lost it.
func (s *Screen) At(x, y int) (n int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.probes, func(p probe) bool { return p.x == x && p.y == y })
	if i < 0 {
		return 0, false
	}
	n = s.probes[i].n
	s.probes = s.probes[i+1:]
	s.asked = slices.DeleteFunc(s.asked, func(q question) bool { return q.n <= n })
	s.tellHeard()
	return n, true
}

// Leave has nothing more asked. The channel is closed once the terminal has
// answered all that was.
func (s *Screen) Leave() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heard == nil {
		s.heard = make(chan struct{})
		s.tellHeard()
	}
	return s.heard
}

func (s *Screen) leaving() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heard != nil
}

// tellHeard closes the channel of Leave when every answer has come. The caller holds mu.
func (s *Screen) tellHeard() {
	if s.heard == nil || len(s.asked)+len(s.probes) > 0 {
		return
	}
	select {
	case <-s.heard:
	default:
		close(s.heard)
	}
}

// take takes the numbers out of the titles in a frame and returns the last.
func take(p []byte) (out []byte, n int) {
	for {
		at := bytes.Index(p, []byte(mark))
		if at < 0 {
			return append(out, p...), n
		}
		end := at + len(mark)
		for end < len(p) && p[end] >= '0' && p[end] <= '9' {
			end++
		}
		number, err := strconv.Atoi(string(p[at+len(mark) : end]))
		if err != nil || end == len(p) || p[end] != ansi.BEL { // a title ends so, and has it at its end
			out = append(out, p[:end]...)
		} else {
			n = number
			out = append(out, p[:at]...)
		}
		p = p[end:]
	}
}
