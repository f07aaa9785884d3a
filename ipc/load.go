package ipc

import (
	"errors"
	"sync"
)

// Bounds of what is read and not yet dealt with, over all connections. Without
// them a few processes that send and never end a line would fill the memory.
const (
	freeLine    = 64 << 10    // bytes of a line that always find room
	loadOfAll   = 32 << 20    // bytes of longer lines
	loadOfOne   = MaxLine + 1 // of them from one process
	onePerTime  = 256 << 10   // lines from so many bytes on are taken apart one after the other
	unknownPeer = 0           // where the system does not tell the process
)

// errBusy means that too much is being sent at this moment.
var errBusy = errors.New("too many large messages at once")

// load is what connections hold of lines that are being read or taken apart. The
// zero value holds nothing.
type load struct {
	mu    sync.Mutex
	all   int
	byPID map[int]int

	large sync.Mutex // held while a large line is taken apart, which takes several times its size
}

// hold counts so many bytes more for a process, and reports whether they find
// room.
func (l *load) hold(pid, bytes int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all+bytes > loadOfAll || pid != unknownPeer && l.byPID[pid]+bytes > loadOfOne {
		return false
	}
	if l.byPID == nil {
		l.byPID = map[int]int{}
	}
	l.all += bytes
	l.byPID[pid] += bytes
	return true
}

// free takes bytes back.
func (l *load) free(pid, bytes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all -= bytes
	if l.byPID[pid] -= bytes; l.byPID[pid] <= 0 {
		delete(l.byPID, pid)
	}
}

// share is what one connection holds.
type share struct {
	load *load
	pid  int
	held int
}

// reach makes the share large enough for a line of so many bytes.
func (s *share) reach(line int) error {
	more := line - freeLine - s.held
	if more <= 0 {
		return nil
	}
	if !s.load.hold(s.pid, more) {
		return errBusy
	}
	s.held += more
	return nil
}

// release gives all of it back.
func (s *share) release() {
	if s.held > 0 {
		s.load.free(s.pid, s.held)
		s.held = 0
	}
}
