//go:build linux || darwin

package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"sayso/internal/e2e/screentest"
	"sayso/ui/gate"
)

// film is what a terminal has shown, by somebody who knows nothing of sayso.
type film struct {
	mu     sync.Mutex
	frames []shot
}

// shot is the ask that a terminal shows from a moment on.
type shot struct {
	at  time.Time
	ask string
}

// take notes the ask on a frame: the one command that has its own row.
func (f *film) take(at time.Time, text string) {
	ask := ""
	for _, row := range strings.Split(text, "\n") {
		if name, found := strings.CutPrefix(strings.TrimSpace(row), "ls ask-"); found && strings.HasPrefix(row, "  ls") {
			ask = "ls ask-" + name
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.frames); n == 0 || f.frames[n-1].ask != ask {
		f.frames = append(f.frames, shot{at, ask})
	}
}

// shown reports whether the terminal showed an ask for so long up to a moment.
func (f *film) shown(ask string, until time.Time, least time.Duration) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := len(f.frames) - 1; i >= 0; i-- {
		if !f.frames[i].at.After(until) {
			return f.frames[i].ask == ask && until.Sub(f.frames[i].at) >= least
		}
	}
	return false
}

// Asks come and go, the pane is stopped, the link hangs, somebody presses y at
// human and at inhuman times: each allow is for an ask that the terminal had shown
// for the arming time before some press.
func TestNoAllowForWhatTheTerminalDidNotShow(t *testing.T) {
	var seen film
	a := newAsker(t, screentest.Options{OnFrame: seen.take})
	random := rand.New(rand.NewPCG(1, 2))
	asks := map[string]*asked{}
	var presses []time.Time
	press := func() {
		presses = append(presses, time.Now())
		a.pane.Press("y")
	}
	pauses := []time.Duration{5, 30, 120, 300, 550, 900, 1500}
	pause := func() { a.pause(pauses[random.IntN(len(pauses))] * time.Millisecond) }
	rounds := 40
	if testing.Short() {
		rounds = 15
	}
	for i := range rounds {
		if i%3 == 0 {
			name := fmt.Sprintf("ls ask-%d", i)
			asks[name] = a.ask(name)
		}
		switch random.IntN(8) {
		case 0:
			a.stop()
			pause()
			press()
			pause()
			a.goOn()
		case 1:
			a.pane.Freeze()
			pause()
			press()
			pause()
			a.pane.Thaw()
		case 2:
			a.pane.Resize(70+random.IntN(20), 20+random.IntN(10))
		case 3:
			for _, q := range asks { // some one
				_ = q.cmd.Process.Kill()
				break
			}
		case 4:
			a.pane.Type("\x1b[?2026;2$")
		default:
			pause()
			press()
		}
		pause()
	}
	arm := gate.DefaultTiming().Arm
	allows := 0
	for name, q := range asks {
		select {
		case <-q.ended:
		default:
			continue // it still waits
		}
		if q.answer() != "allow" {
			continue
		}
		allows++
		right := false
		for _, at := range presses {
			right = right || seen.shown(name, at, arm)
		}
		if !right {
			t.Errorf("%s was allowed, and no key was pressed while the terminal had shown it for %v", name, arm)
		}
	}
	if allows == 0 {
		t.Error("nothing was allowed, so nothing was tested")
	}
	t.Logf("%d allows of %d asks by %d presses", allows, len(asks), len(presses))
}
