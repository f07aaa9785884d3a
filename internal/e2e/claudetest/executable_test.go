//go:build unix

package claudetest

import (
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Programs are written and run while others are started all the time.
func TestAProgramJustWrittenIsNeverBusy(t *testing.T) {
	var others sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		others.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					_ = exec.Command("/bin/sh", "-c", ":").Run()
				}
			}
		})
	}
	defer others.Wait()
	defer close(done)
	name := filepath.Join(t.TempDir(), "bin", "program")
	for range 200 {
		if err := WriteExecutable(name, []byte("#!/bin/sh\nexit 0\n")); err != nil {
			t.Fatal(err)
		}
		if err := exec.Command(name).Run(); err != nil {
			t.Fatal(err)
		}
	}
}
