//go:build unix

package claudetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAShortDirLeavesRoomForASocket(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 100))
	if err := os.MkdirAll(long, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", long)
	var dir string
	t.Run("of the test", func(t *testing.T) {
		if dir = ShortDir(t); len(dir) > longestBase {
			t.Errorf("%s has %d bytes, want at most %d", dir, len(dir), longestBase)
		}
	})
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("after the test: %v, want it removed", err)
	}
}
