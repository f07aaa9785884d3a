package ipc

import (
	"io"
	"os"
	"sync"
	"time"

	"sayso/ipc/lifetime"
)

// parentCheck is how often a system that can't tell of a process's end is asked.
const parentCheck = 250 * time.Millisecond

// WhenAbandoned calls gone, from other goroutines and maybe more than once, when
// whoever started this program has ended or when nobody is left to read what is
// written to w: an ask that waits for the person must not outlive the one that
// asked, even where that one was killed and could end nothing. It watches for as
// long as the process lives, and does nothing for a w that is no file.
func WhenAbandoned(w io.Writer, gone func()) {
	if _, ok := w.(*os.File); !ok {
		return // not a program's stdout
	}
	WhenUnread(w, gone)
	go whenOrphaned(starters(), gone)
}

// starters are the processes with which this one has to end, as they were when
// they were first looked for.
var starters = sync.OnceValue(func() []int { return lifetime.Watched(os.Getenv("CLAUDE_PID")) })

// abandoned reports whether whoever started this program has ended. It knows at
// once, where WhenAbandoned still has to be woken.
func abandoned() bool { return lifetime.Abandoned(starters()) }

// pollParent waits until the parent has gone, by asking again and again.
func pollParent() {
	for !lifetime.Orphaned() {
		time.Sleep(parentCheck)
	}
}
