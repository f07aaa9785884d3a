//go:build unix

package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sayso/internal/safefile"
)

// An agent may put anything where a settings file is looked for; whoever reads
// it must come back.
func TestReadComesBackFromWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe, link, large := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "large")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink("/dev/zero", link), os.WriteFile(large, nil, 0o600), os.Truncate(large, MaxSize+1)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{pipe: safefile.ErrNoFile, link: safefile.ErrNoFile, dir: safefile.ErrNoFile, large: safefile.ErrLarge} {
		_, err := Read(File{Path: path})
		if !errors.Is(err, want) || !strings.Contains(err.Error(), path+": "+want.Error()+"; replace it") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
