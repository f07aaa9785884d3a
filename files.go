package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sayso/ui/preview"
)

// maxPreviewed is how large a file may be that is read to show a change in it.
const maxPreviewed = 8 << 20

// files looks at files for the previews. What it is asked for comes from a
// call, so it opens nothing that could block or act when it is opened.
type files struct{}

// Read returns a regular file's text, or why there is none.
func (files) Read(path string) preview.File {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return preview.File{State: preview.Missing}
	case err != nil:
		return preview.File{State: preview.Unreadable, Why: reason(err)}
	case !info.Mode().IsRegular():
		return preview.File{State: preview.NotAFile}
	case info.Size() > maxPreviewed:
		return preview.File{State: preview.TooLarge, Size: info.Size()}
	}
	// readEnd checks the opened file once more: it may be another one by now.
	data, whole, err := readEnd(path, maxPreviewed)
	switch {
	case err != nil:
		return preview.File{State: preview.Unreadable, Why: err.Error()}
	case !whole:
		return preview.File{State: preview.TooLarge, Size: info.Size()}
	}
	return preview.File{State: preview.Read, Text: string(data), Size: int64(len(data))}
}

// Real follows the links of as much of a path as exists.
func (files) Real(path string) string {
	rest := ""
	for dir := filepath.Clean(path); filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return filepath.Join(real, rest)
		}
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return ""
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
	return ""
}

// reason returns an error's cause without the path, which is told beside it.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
