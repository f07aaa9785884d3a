package quick

import (
	"os"
	"syscall"

	"sayso/ipc/lifetime"
)

// parentCheck is how often a system that can't tell of a process's end is asked, in
// milliseconds.
const parentCheck = 250

// watch knows of the end of whoever started this process.
type watch struct {
	pids   []int    // the processes with which this one has to end
	fds    []pollFd // the first is a connection's; the others tell of an end
	asking bool     // not all of pids have a descriptor
}

// start begins to watch. A descriptor of each process tells: the signal that a dying
// parent sends (PR_SET_PDEATHSIG) comes when the thread ends that started this
// process, which may be long before the parent.
func (w *watch) start() {
	w.pids = lifetime.Watched(os.Getenv("CLAUDE_PID"))
	w.fds = append(w.fds[:0], pollFd{})
	for _, pid := range w.pids {
		if fd, ok := pidfdOpen(pid); ok {
			w.fds = append(w.fds, pollFd{fd: int32(fd), events: pollIn})
		} else { // an old kernel, or one that forbids it
			w.asking = true
		}
	}
	// Nobody is left to read what is written to stdout: told of pipes and sockets.
	var out syscall.Stat_t
	if syscall.Fstat(stdout, &out) == nil {
		if kind := out.Mode & syscall.S_IFMT; kind == syscall.S_IFIFO || kind == syscall.S_IFSOCK {
			w.fds = append(w.fds, pollFd{fd: stdout}) // the ends of a reader come without being asked for
		}
	}
	// A number may have become another process's before its descriptor was opened.
	w.asking = w.asking || lifetime.Abandoned(w.pids)
}

// poll waits until something of events is possible at fd, and returns what. ok is
// false at the deadline and at the end of a process, once they are watched.
func (w *watch) poll(fd int, events int16, deadline int64) (ready int16, ok bool) {
	if len(w.fds) == 0 {
		w.fds = []pollFd{{}}
	}
	w.fds[0] = pollFd{fd: int32(fd), events: events}
	for {
		if w.asking && lifetime.Abandoned(w.pids) {
			return 0, false
		}
		if !wait(w.fds, w.until(deadline)) {
			return 0, false
		}
		switch {
		case w.ended():
			return 0, false
		case w.fds[0].ready != 0:
			return w.fds[0].ready, true
		case deadline != 0 && now() >= deadline:
			return 0, false
		}
	}
}

// until is when to look again.
func (w *watch) until(deadline int64) int64 {
	if w.asking {
		if next := after(parentCheck); deadline == 0 || next < deadline {
			return next
		}
	}
	return deadline
}

// ended reports whether the last poll told of the end of a process or of a reader.
func (w *watch) ended() bool {
	for _, fd := range w.fds[1:] {
		if fd.ready != 0 {
			return true
		}
	}
	return false
}

// abandoned reports whether whoever started this process has ended. It knows at
// once, where poll still has to be woken.
func (w *watch) abandoned() bool {
	w.fds[0] = pollFd{fd: -1} // ignored
	return !wait(w.fds, 1) || w.ended() || lifetime.Abandoned(w.pids)
}
