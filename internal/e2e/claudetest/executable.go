package claudetest

import (
	"os"
	"path/filepath"
	"syscall"
)

// WriteExecutable writes a program or script that the test, or what it starts,
// is about to run. The folder is made where it is missing; a file of that name
// is replaced.
//
// With os.WriteFile such a file fails now and then as "text file busy": a
// process that another goroutine starts meanwhile holds a copy of the open file
// until it has become its own program, and the kernel runs nothing that is open
// for writing. So no process is started while this file is open.
func WriteExecutable(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	// A new file each time: somebody may still have the old one open.
	if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.WriteFile(name, content, 0o755)
}
