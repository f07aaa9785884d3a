package claudetest

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// findsMarked says that killMarked works here.
const findsMarked = true

// killMarked kills every process that has marker in its environment, and waits
// until none is left. The client starts each hook in a session of its own, so
// that killing the client's process group leaves them running.
func killMarked(t testing.TB, marker string) {
	t.Helper()
	// Nothing tells of a foreign process's end but looking again.
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(Patience)
	for {
		left := marked(marker)
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have gone meanwhile
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Errorf("claudetest: processes %v of the session are still there", left)
			return
		}
	}
}

// marked finds the processes. A dead one that was not reaped has no environment.
func marked(marker string) (pids []int) {
	paths, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well formed
	for _, path := range paths {
		env, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(env, []byte(marker)) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
