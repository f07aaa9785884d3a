// Package lifetime tells with which processes a door has to end: whoever started
// it. Its imports stay few: every start of a hook waits for their initialisation.
package lifetime

import (
	"os"
	"slices"
	"strconv"
)

// Parent is the process that started this one. It is read when the program
// starts: afterwards it may have died, and another one be in its place.
var Parent = os.Getppid()

// maxAncestors bounds how far up the client is looked for.
const maxAncestors = 8

// Watched returns the processes with which this one has to end: its parent, and
// the client, where a shell stands between. The client tells its own process id
// in the environment; that only counts for a process above this one, so a false
// number ends nothing.
func Watched(client string) []int {
	pids := []int{Parent}
	pid, err := strconv.Atoi(client)
	if err != nil || pid <= 1 || pid == Parent {
		return pids
	}
	above := Parent
	for range maxAncestors {
		if above = ParentOf(above); above == pid {
			return append(pids, pid)
		}
		if above <= 1 {
			break
		}
	}
	return pids
}

// Orphaned reports whether the parent is another one than at the start. A hook
// whose parent was gone before it could look has the first process for one.
func Orphaned() bool { return os.Getppid() != Parent }

// Abandoned reports whether one of the processes, which Watched returned, does not
// stand above this one any more.
func Abandoned(pids []int) bool { return Orphaned() || slices.ContainsFunc(pids, gone) }

func gone(pid int) bool { return pid != Parent && !slices.Contains(Watched(strconv.Itoa(pid)), pid) }
