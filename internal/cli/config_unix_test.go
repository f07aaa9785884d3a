//go:build unix

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The agent runs as the person and may put anything where the configuration is
// looked for. A start must come back from it and say which file is at fault.
func TestConfigComesBackFromWhatIsNoFile(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"a pipe":            func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a device":          func(path string) error { return os.Symlink("/dev/zero", path) },
		"a folder":          func(path string) error { return os.Mkdir(path, 0o700) },
		"a huge file":       func(path string) error { return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40)) },
		"a circle of links": func(path string) error { return os.Symlink(path, path) },
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			path := filepath.Join(home, ".config", "sayso", "config.toml")
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), put(path)); err != nil {
				t.Fatal(err)
			}
			_, err := readConfig(func(name string) string { return map[string]string{"HOME": home}[name] })
			if err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want an error that names %s", err, path)
			}
		})
	}
}
