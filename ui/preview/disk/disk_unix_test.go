//go:build unix

package disk

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sayso/internal/safefile"
	"sayso/ui/preview"
)

var _ preview.Files = New()

func put(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(dir, "large")
	put(t, large, "")
	if err := os.Truncate(large, MaxSize+1); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]preview.File{
		put(t, filepath.Join(dir, "a"), "text"): {State: preview.Read, Text: "text", Size: 4},
		filepath.Join(dir, "none"):              {State: preview.Missing},
		filepath.Join(dir, "a", "b"):            {State: preview.Unreadable, Why: "not a directory"},
		dir:                                     {State: preview.NotAFile, Why: "there is a folder at this path"},
		pipe:                                    {State: preview.NotAFile, Why: "there is a pipe at this path"},
		"/dev/zero":                             {State: preview.NotAFile, Why: "there is a device at this path"},
		large:                                   {State: preview.TooLarge, Size: MaxSize + 1},
		"":                                      {State: preview.Missing},
		"a\x00b":                                {State: preview.Unreadable, Why: "invalid argument"},
	} {
		if got := New().Read(path); got != want {
			t.Errorf("%q: got %+v, want %+v", path, got, want)
		}
	}
}

// A file that has become a pipe between the look and the opening neither blocks
// nor is read.
func TestAPipeThatTookTheFilesPlace(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "a"), "text")
	f := New()
	f.open = func(p string) (*os.File, error) {
		if err := os.Remove(p); err != nil {
			t.Error(err)
		}
		if err := syscall.Mkfifo(p, 0o600); err != nil {
			t.Error(err)
		}
		return safefile.Open(p)
	}
	if got := f.Read(path); got.State != preview.NotAFile {
		t.Errorf("got %+v", got)
	}
}

// A look that hangs is given up, and after some of them none is started.
func TestALookThatHangs(t *testing.T) {
	path := put(t, filepath.Join(t.TempDir(), "a"), "text")
	hang := make(chan struct{})
	started := 0
	f := New()
	f.patience = time.Millisecond
	f.slots = make(chan struct{}, 2)
	begun := make(chan struct{}, 10)
	f.open = func(string) (*os.File, error) {
		begun <- struct{}{}
		<-hang
		return nil, os.ErrClosed
	}
	for range 4 {
		if got := f.Read(path); got.State != preview.Unreadable || !strings.Contains(got.Why, "in time") {
			t.Errorf("got %+v", got)
		}
	}
	close(hang)
	for range 2 { // both slots come back
		f.slots <- struct{}{}
	}
	if started = len(begun); started > 2 {
		t.Errorf("%d looks were started, want at most 2", started)
	}
}

func TestReal(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, at("file"), "")
	if err := os.Mkdir(at("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"to-file": "file", "to-folder": at("folder"), "to-none": "none/x", "loop": "loop"} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		at("file"):          at("file"),
		at("to-file"):       at("file"),
		at("to-folder/new"): at("folder/new"),
		at("new/newer"):     at("new/newer"),
		at("to-none"):       at("none/x"),
		at("to-none/y"):     at("none/x/y"),
		at("loop"):          "",
	} {
		if got := New().Real(path); got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
	}
}
