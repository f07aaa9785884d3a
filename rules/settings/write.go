package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sayso/internal/claude"
	"sayso/internal/safefile"
)

// ErrChanged is returned when a file changed again and again while it was
// edited.
var ErrChanged = errors.New("the file keeps changing")

// Update applies update to the file f and returns the document as written. The
// file is replaced in one step, keeps its mode, and is written where a symbolic
// link leads; folders that are missing are made. A file that does not parse is
// left alone, and the error, a *[FileError], says why.
func Update(f File, update claude.Update) (*Document, error) {
	return Change(f, func(d *Document) (*Document, error) { return d.Apply(update) })
}

// Change reads the file f, applies change and writes the result, as [Update]
// does. When somebody else writes the file in between it starts again.
func Change(f File, change func(*Document) (*Document, error)) (*Document, error) {
	target, err := follow(f.Path)
	if err != nil {
		return nil, &FileError{File: f.Path, Reason: "the symbolic link can't be followed", Fix: "mend the link", Err: err}
	}
	for range 5 {
		before, err := Read(f)
		if err != nil {
			return nil, err
		}
		after, err := change(before)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(before.bytes, after.bytes) {
			return after, nil
		}
		err = replace(target, before.bytes, after.bytes)
		if err == nil {
			return after, nil
		}
		if !errors.Is(err, ErrChanged) {
			return nil, &FileError{File: f.Path, Reason: "it can't be written", Fix: "check the permissions of the file and its folder", Err: err}
		}
	}
	return nil, &FileError{File: f.Path, Reason: ErrChanged.Error(), Fix: "try again", Err: ErrChanged}
}

// follow returns where path leads. A link to a file that does not exist yet
// leads there.
func follow(path string) (string, error) {
	for range 40 {
		info, err := os.Lstat(path)
		if errors.Is(err, os.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", errors.New("too many symbolic links")
}

// replace writes after over the file target, provided that it still holds
// before.
func replace(target string, before, after []byte) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	info, err := os.Stat(target)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file", target)
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	return safefile.Replace(target, after, mode, func() error {
		now, err := safefile.Read(target, MaxSize)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if !bytes.Equal(now, before) {
			return ErrChanged
		}
		return nil
	})
}
