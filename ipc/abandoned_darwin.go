package ipc

import (
	"errors"

	"golang.org/x/sys/unix"

	"sayso/ipc/lifetime"
)

// whenOrphaned calls gone when one of the processes has ended. The kernel's queue
// tells of it.
func whenOrphaned(pids []int, gone func()) {
	if lifetime.Parent == 1 { // launchd starts no door: it took this one over from a parent that died
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
	if lifetime.Abandoned(pids) {
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
