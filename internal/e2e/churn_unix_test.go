//go:build linux || darwin

package e2e

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sayso/internal/e2e/screentest"
)

// The campaign is short unless these say otherwise; "make churn" does.
const (
	churnTime   = "SAYSO_CHURN"        // how long it goes on at least, such as 10m
	churnFaults = "SAYSO_CHURN_FAULTS" // how many faults there are at least, 500 where a time is given
	churnSeed   = "SAYSO_CHURN_SEED"   // the seed of a campaign that is to be run again
)

// churn is a campaign against one pane: asks come and go, everything that can
// fail fails, and somebody presses keys at human and at inhuman times.
type churn struct {
	film
	t      *testing.T
	random *rand.Rand
	dir    string
	socket string
	env    []string
	disk   bool // dir is a disk of its own
	pane   *screentest.Screen
	halted bool
	last   string // the fault that came last
	names  int
	asks   []*churned
	conns  []net.Conn
	floods sync.Map // when an ask of a flood was allowed, by its name
	counts map[string]int

	readers sync.WaitGroup
}

// TestNoAllowForWhatTheTerminalDidNotShow: each allow is for an ask that the
// terminal had shown for the arming time, and in full, before a key that counts;
// every hook ends; the terminal is restored; the pane lives and takes asks again
// whatever happened.
func TestNoAllowForWhatTheTerminalDidNotShow(t *testing.T) {
	least, number, seed := time.Duration(0), 24, uint64(1)
	if testing.Short() {
		number = 10
	}
	if value := os.Getenv(churnTime); value != "" {
		d, err := time.ParseDuration(value)
		if err != nil {
			t.Fatalf("%s: %v", churnTime, err)
		}
		least, number, seed = d, 500, uint64(time.Now().UnixNano())
	}
	for name, set := range map[string]func(uint64){
		churnFaults: func(n uint64) { number = int(n) },
		churnSeed:   func(n uint64) { seed = n },
	} {
		if value := os.Getenv(name); value != "" {
			n, err := strconv.ParseUint(value, 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			set(n)
		}
	}
	panes := 1
	if least > 0 {
		panes = 3
	}
	t.Logf("%s=%d", churnSeed, seed)
	for i := range panes {
		t.Run(fmt.Sprintf("pane %d", i), func(t *testing.T) {
			t.Parallel()
			c := &churn{t: t, random: rand.New(rand.NewPCG(seed, uint64(i))), counts: map[string]int{}}
			c.room()
			c.start()
			c.run(least, (number+panes-1)/panes)
			c.end()
		})
	}
}

// run makes faults until there were so many and the time is over.
func (c *churn) run(least time.Duration, number int) {
	defer func() {
		if c.t.Failed() {
			c.t.Logf("the last fault was %q", c.last)
		}
	}()
	var turn []fault // every fault comes once in each round of them
	for n, end := 0, time.Now().Add(least); n < number || time.Now().Before(end); n++ {
		if len(turn) == 0 {
			turn = slices.Clone(faults)
			c.random.Shuffle(len(turn), func(i, j int) { turn[i], turn[j] = turn[j], turn[i] })
		}
		if waiting := len(c.waiting(false)) + len(c.waiting(true)); n == 0 || waiting < 6 {
			c.settle()
		}
		c.work()
		c.last = turn[0].name
		turn[0].do(c)
		turn = turn[1:]
		c.counts[c.last]++
		c.settle()
		if c.random.IntN(3) == 0 {
			c.hangUp()
		}
	}
}

// work is what somebody does between two faults.
func (c *churn) work() {
	switch c.random.IntN(4) {
	case 0:
		c.hit()
	case 1, 2:
		c.read()
		c.human("y")
	case 3:
		c.read()
		c.human([]string{"y", "y", "n", "enter"}[c.random.IntN(4)])
	}
}

// human presses a key as somebody who has looked.
func (c *churn) human(key string) {
	c.pause(600*ms, 2000*ms)
	c.press(key)
	c.pause(5*ms, 400*ms)
}

// hit presses at inhuman times: once, in a run, or as the start of a word. Then
// nothing is pressed for a while, so that what counted acts.
func (c *churn) hit() {
	keys := [][]string{{"y"}, {"y"}, slices.Repeat([]string{"y"}, 2+c.random.IntN(10)), {"y", "o", "u"}}[c.random.IntN(4)]
	for _, key := range keys {
		c.press(key)
		c.pause(5*ms, 30*ms)
	}
	c.pause(200*ms, 500*ms)
}

// reading reports whether the card on a frame has more to be read.
func reading(frame string) bool {
	for _, words := range []string{"more line", "again skips", "left to read"} {
		if strings.Contains(frame, words) {
			return true
		}
	}
	return false
}

// read reads on in a long ask, or skips what there is between.
func (c *churn) read() {
	key := []string{"space", "G"}[c.random.IntN(2)]
	for range 2 + c.random.IntN(6) {
		frame := c.pane.Text()
		if !reading(frame) {
			return
		}
		if strings.Contains(frame, "left to read") {
			key = "space"
		}
		c.press(key)
		c.pause([]time.Duration{5 * ms, 450 * ms}[c.random.IntN(2)], 600*ms)
	}
}

// armed reads, and waits a while for a card that can be answered. A busy machine may
// have none in time.
func (c *churn) armed() {
	c.read()
	c.pane.HoldsWithin(2*time.Second, func(frame string) bool {
		return strings.Contains(frame, " y  Yes, once") && !strings.Contains(frame, "arming") && !reading(frame)
	})
}

// end quits the pane, waits for every hook and judges what they printed.
func (c *churn) end() {
	c.hangUp()
	c.last = "the end"
	deadline := time.After(patience)
	for _, q := range c.asks {
		if q.killed {
			c.mustEnd(q, deadline) // while the pane lives, which would end the others too
		}
	}
	c.quit("q")
	if code := c.pane.Wait(); code != 0 {
		c.t.Errorf("the pane exited with %d", code)
	}
	if left := c.pane.Left(); left != "" {
		c.t.Errorf("the terminal is left with %s", left)
	}
	c.readers.Wait()
	deadline = time.After(patience)
	for _, q := range c.asks {
		c.mustEnd(q, deadline)
		c.check(q)
	}
	c.floods.Range(func(name, came any) bool {
		c.counts["allows in a flood"]++
		if wrong := c.judge(name.(string), 1, came.(time.Time)); wrong != "" {
			c.t.Errorf("%s of a flood was allowed: %s", name, wrong)
		}
		return true
	})
	c.counts["asks"] = len(c.asks)
	for _, name := range slices.Sorted(maps.Keys(c.counts)) {
		c.t.Logf("%5d %s", c.counts[name], name)
	}
	if c.counts["allows"] == 0 {
		c.t.Error("nothing was allowed, so nothing was tested")
	}
}

// mustEnd waits for the end of a hook.
func (c *churn) mustEnd(q *churned, deadline <-chan time.Time) {
	c.t.Helper()
	select {
	case <-q.ended:
	case <-deadline:
		c.t.Fatalf("the hook of %s does not end", q.name)
	}
}

// check judges a hook that has ended.
func (c *churn) check(q *churned) {
	status := q.cmd.ProcessState
	switch killed := status.Sys().(syscall.WaitStatus).Signaled(); {
	case !q.killed && status.ExitCode() != 0:
		c.t.Errorf("the hook of %s: %v", q.name, status)
	case killed && !q.allowed() && c.told(q.name):
		c.t.Errorf("%s was killed, and is told as allowed", q.name)
	}
	switch {
	case q.allowed():
		c.counts["allows"]++
		if wrong := c.judge(q.name, q.rows, q.came); wrong != "" {
			c.t.Errorf("%s, %d rows, was allowed: %s", q.name, q.rows, wrong)
		}
	case strings.Contains(q.out.String(), `"behavior":"deny"`):
		c.counts["denials"]++
	case q.out.Len() > 0:
		c.t.Errorf("the hook of %s printed %q", q.name, &q.out)
	}
}
