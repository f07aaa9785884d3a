package ipc

import (
	"errors"

	"golang.org/x/sys/unix"
)

// whenOrphaned calls gone when one of the processes has ended. The kernel's queue
// tells of it.
func whenOrphaned(pids []int, gone func()) {
	if parent == 1 { // launchd starts no door: it took this one over from a parent that died
		gone()
		return
	}
	queue, err := unix.Kqueue()
	if err != nil {
		pollParent()
		gone()
		return
	}
	for _, pid := range pids {
		end := unix.Kevent_t{Ident: uint64(pid), Filter: unix.EVFILT_PROC, Flags: unix.EV_ADD | unix.EV_ONESHOT, Fflags: unix.NOTE_EXIT}
		if _, err := unix.Kevent(queue, []unix.Kevent_t{end}, nil, nil); errors.Is(err, unix.ESRCH) {
			gone()
			return
		} else if err != nil {
			pollParent()
			gone()
			return
		}
	}
	// A number may have become another process's before the queue watched it.
	if orphaned() || len(alive(pids)) < len(pids) {
		gone()
		return
	}
	events := make([]unix.Kevent_t, 1)
	for {
		_, err := unix.Kevent(queue, nil, events, nil)
		if errors.Is(err, unix.EINTR) { // a signal, such as the runtime's own
			continue
		}
		if err != nil {
			pollParent()
		}
		gone()
		return
	}
}

// parentOf returns the parent of a process, 0 where it is not known.
func parentOf(pid int) int {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0
	}
	return int(info.Eproc.Ppid)
}

// startedAt returns when a process started, in microseconds since 1970; 0 where
// there is none.
func startedAt(pid int) uint64 {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0
	}
	at := info.Proc.P_starttime
	return uint64(at.Sec)*1_000_000 + uint64(at.Usec)
}
