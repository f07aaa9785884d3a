package ipc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
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
	if len(fds) < len(pids) && len(alive(pids)) == len(pids) { // an old kernel, or one that forbids it
		pollParent()
		gone()
		return
	}
	// A number may have become another process's before its descriptor was opened.
	if orphaned() || len(alive(pids)) < len(pids) {
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

// parentOf returns the parent of a process, 0 where it is not known.
func parentOf(pid int) int { return int(statOf(pid, 4)) }

// startedAt returns when a process started, in clock ticks since the system did;
// 0 where there is none.
func startedAt(pid int) uint64 { return statOf(pid, 22) }

// statOf returns a number from /proc/PID/stat, by its place in proc(5), and 0
// where it is not known.
func statOf(pid, place int) uint64 {
	const afterName = 3 // the place of the first field behind the program's name
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name of the program stands in brackets and may hold anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= place-afterName {
		return 0
	}
	n, _ := strconv.ParseUint(string(fields[place-afterName]), 10, 64)
	return n
}
