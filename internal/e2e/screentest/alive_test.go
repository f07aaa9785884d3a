//go:build unix

package screentest

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// alive reports whether a process runs. One that is dead and not yet reaped
// does not; where there is no /proc it counts until it is reaped.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.Contains(stat, []byte(") Z "))
}
