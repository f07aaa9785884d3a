//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sayso/ui/preview"
)

func TestFilesReadsWhatCanBeReadAndHangsOnNothing(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("plain"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	large, err := os.Create(in("large"))
	if err != nil {
		t.Fatal(err)
	}
	if err := large.Truncate(maxPreviewed + 1); err != nil {
		t.Fatal(err)
	}
	_ = large.Close()
	if err := syscall.Mkfifo(in("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(in("pipe"), in("link-to-pipe")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]preview.State{
		"plain": preview.Read, "missing": preview.Missing, "missing/deeper": preview.Missing, "plain/deeper": preview.Unreadable,
		"large": preview.TooLarge, "pipe": preview.NotAFile, "link-to-pipe": preview.NotAFile, ".": preview.NotAFile,
	} {
		if got := (files{}).Read(in(name)); got.State != want {
			t.Errorf("%s: got %+v, want state %d", name, got, want)
		}
	}
	if got := (files{}).Read("/dev/zero"); got.State != preview.NotAFile {
		t.Errorf("/dev/zero: %+v", got)
	}
}

func TestFilesRealFollowsLinks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"link/new/file": "real/new/file", "link/../real": "real", "none": "none", "link": "real",
	} {
		if got := (files{}).Real(filepath.Join(dir, "x", "..", path)); got != filepath.Join(dir, want) {
			t.Errorf("%s: got %s, want %s", path, got, filepath.Join(dir, want))
		}
	}
	if got := (files{}).Real("relative"); got != "" {
		t.Errorf("a relative path leads to %s", got)
	}
}
