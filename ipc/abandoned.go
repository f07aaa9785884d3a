package ipc

import (
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"
)

// parent is the process that started this one. It is read when the program
// starts: afterwards it may have died, and another one be in its place.
var parent = os.Getppid()

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
var starters = sync.OnceValue(func() []int { return watched(os.Getenv("CLAUDE_PID")) })

// abandoned reports whether whoever started this program has ended. It knows at
// once, where WhenAbandoned still has to be woken.
func abandoned() bool {
	pids := starters()
	return orphaned() || len(alive(pids)) < len(pids)
}

// maxAncestors bounds how far up the client is looked for.
const maxAncestors = 8

// watched returns the processes with which this one has to end: its parent, and
// the client, where a shell stands between. The client tells its own process id
// in the environment; that only counts for a process above this one, so a false
// number ends nothing.
func watched(client string) []int {
	pids := []int{parent}
	pid, err := strconv.Atoi(client)
	if err != nil || pid <= 1 || pid == parent {
		return pids
	}
	above := parent
	for range maxAncestors {
		if above = parentOf(above); above == pid {
			return append(pids, pid)
		}
		if above <= 1 {
			break
		}
	}
	return pids
}

// orphaned reports whether the parent is another one than at the start. A hook
// whose parent was gone before it could look has the first process for one.
func orphaned() bool { return os.Getppid() != parent }

// pollParent waits until the parent has gone, by asking again and again.
func pollParent() {
	for !orphaned() {
		time.Sleep(parentCheck)
	}
}

// alive returns those of pids that still stand above this process.
func alive(pids []int) []int {
	return slices.DeleteFunc(slices.Clone(pids), func(pid int) bool {
		return pid != parent && !slices.Contains(watched(strconv.Itoa(pid)), pid)
	})
}
