package lifetime

import "golang.org/x/sys/unix"

// ParentOf returns the parent of a process, 0 where it is not known.
func ParentOf(pid int) int {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0
	}
	return int(info.Eproc.Ppid)
}

// StartedAt returns when a process started, in microseconds since 1970; 0 where
// there is none.
func StartedAt(pid int) uint64 {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0
	}
	at := info.Proc.P_starttime
	return uint64(at.Sec)*1_000_000 + uint64(at.Usec)
}
