//go:build unix

package safefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sayso/internal/safefile"
)

// Whoever reads what an agent may have put there must come back.
func TestReadingComesBackFromWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe, link, large := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "large")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink("/dev/zero", link), os.WriteFile(large, nil, 0o600), os.Truncate(large, 1<<40)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{pipe: safefile.ErrNoFile, link: safefile.ErrNoFile, dir: safefile.ErrNoFile, filepath.Join(dir, "none"): fs.ErrNotExist} {
		_, err := safefile.Read(path, 100)
		_, err2 := safefile.ReadStart(path, 100)
		_, _, err3 := safefile.ReadEnd(path, 100)
		for _, err := range []error{err, err2, err3} {
			if !errors.Is(err, want) {
				t.Errorf("%s: %v", path, err)
			}
		}
		if strings.Contains(err3.Error(), path) {
			t.Errorf("the path is in %v", err3)
		}
	}
	if _, err := safefile.Read(large, 100); !errors.Is(err, safefile.ErrLarge) {
		t.Errorf("a large file: %v", err)
	}
	if data, err := safefile.ReadStart(large, 10); len(data) != 10 || err != nil {
		t.Errorf("its start: %d bytes, %v", len(data), err)
	}
}

func TestPartsOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int64]string{3: "789", 10: "0123456789", 99: "0123456789"} {
		data, whole, err := safefile.ReadEnd(path, most)
		if string(data) != want || whole != (most >= 10) || err != nil {
			t.Errorf("the end of %d bytes: %q, whole %t, %v", most, data, whole, err)
		}
	}
	if data, err := safefile.ReadStart(path, 3); string(data) != "012" || err != nil {
		t.Errorf("the start: %q, %v", data, err)
	}
	if data, err := safefile.Read(path, 10); string(data) != "0123456789" || err != nil {
		t.Errorf("all: %q, %v", data, err)
	}
	if _, err := safefile.Read(path, 9); !errors.Is(err, safefile.ErrLarge) {
		t.Errorf("a byte too many: %v", err)
	}
}

// A file is replaced in one step or not at all, and nothing is left beside it.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(target, []byte("old"), 0o600), os.Symlink(target, link)); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("it has changed")
	if err := safefile.Replace(target, []byte("new"), 0o600, func() error { return refused }); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	if got, _ := os.ReadFile(target); string(got) != "old" {
		t.Errorf("it was replaced all the same: %q", got)
	}
	if err := safefile.Replace(link, []byte("new"), 0o640, nil); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(link)
	info, err := os.Lstat(link)
	if string(got) != "new" || err != nil || info.Mode() != 0o640 {
		t.Errorf("%q, %v, %v", got, info.Mode(), err)
	}
	if got, _ := os.ReadFile(target); string(got) != "old" {
		t.Errorf("the link was followed: %q", got)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left beside it: %v", left)
	}
	if err := safefile.Replace(filepath.Join(dir, "none", "x"), nil, 0o600, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("into no folder: %v", err)
	}
}
