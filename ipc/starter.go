package ipc

import (
	"sayso/approver"
	"sayso/ipc/lifetime"
)

// starterOf returns the process that started another one: Claude Code's, where
// that is a door. It is the zero Process where the system does not tell.
func starterOf(pid int) approver.Process {
	above := lifetime.ParentOf(pid)
	started := lifetime.StartedAt(above)
	if above <= 1 || started == 0 { // the first process takes over what others leave behind
		return approver.Process{}
	}
	return approver.Process{PID: above, Started: started}
}

// gone reports whether a process has ended. A later one may have its number.
func gone(p approver.Process) bool { return lifetime.StartedAt(p.PID) != p.Started }
