package lifetime

import (
	"os"
	"strconv"
)

// ParentOf returns the parent of a process, 0 where it is not known.
func ParentOf(pid int) int { return int(statOf(pid, 4)) }

// StartedAt returns when a process started, in clock ticks since the system did;
// 0 where there is none.
func StartedAt(pid int) uint64 { return statOf(pid, 22) }

// statOf returns a number from /proc/PID/stat, by its place in proc(5), and 0
// where it is not known.
func statOf(pid, place int) uint64 {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The name of the program stands in brackets and may hold anything.
	at := len(stat) - 1
	for at >= 0 && stat[at] != ')' {
		at--
	}
	const name = 2 // its place
	from := 0
	for i, found := at+1, name; i < len(stat); i++ {
		switch {
		case stat[i] != ' ' && stat[i] != '\n':
		case found == place:
			n, _ := strconv.ParseUint(string(stat[from:i]), 10, 64)
			return n
		default:
			found, from = found+1, i+1
		}
	}
	return 0
}
