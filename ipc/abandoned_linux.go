package ipc

import (
	"errors"

	"golang.org/x/sys/unix"

	"sayso/ipc/lifetime"
)

// whenOrphaned calls gone when one of the processes has ended. A descriptor of
// each tells: the signal that a dying parent sends (PR_SET_PDEATHSIG) comes when
// the thread ends that started this process, which may be long before the parent.
func whenOrphaned(pids []int, gone func()) {
	var fds []unix.PollFd
	for _, pid := range pids {
		if fd, err := unix.PidfdOpen(pid, 0); err == nil {
			fds = append(fds, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
		}
	}
	if len(fds) < len(pids) && !lifetime.Abandoned(pids) { // an old kernel, or one that forbids it
		pollParent()
		gone()
		return
	}
	// A number may have become another process's before its descriptor was opened.
	if lifetime.Abandoned(pids) {
		gone()
		return
	}
	for {
		_, err := unix.Poll(fds, -1)
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
