// Package disk looks at files for a preview. The paths come from a program that
// is not trusted, so looking must do nothing and must end: it opens regular
// files only, reads a bounded part, and does not wait for long.
package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sayso/internal/safefile"
	"sayso/ui/preview"
)

// Bounds of a look.
const (
	// MaxSize is how large a file may be to be read.
	MaxSize = 4 << 20
	// patience is how long a look may take. A path may lead to a machine that
	// does not answer.
	patience = 2 * time.Second
	// atOnce is how many looks may hang at the same time; with so many the next
	// one does not start.
	atOnce = 8
)

// Files looks at the files of this machine. The zero value is not usable, see
// [New].
type Files struct {
	slots    chan struct{}
	patience time.Duration
	open     func(path string) (*os.File, error)
}

// New returns something that looks at files.
func New() *Files {
	return &Files{slots: make(chan struct{}, atOnce), patience: patience, open: safefile.Open}
}

var errSlow = errors.New("the file system did not answer in time")

// within runs a look and gives up on one that hangs. What hangs keeps its slot
// until it ends, if it ever does.
func within[T any](f *Files, look func() (T, error)) (T, error) {
	var none T
	select {
	case f.slots <- struct{}{}:
	default:
		return none, errSlow
	}
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		defer func() { <-f.slots }()
		value, err := look()
		done <- result{value, err}
	}()
	timer := time.NewTimer(f.patience)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-timer.C:
		return none, errSlow
	}
}

// Read returns the file at a path.
func (f *Files) Read(path string) preview.File {
	file, err := within(f, func() (preview.File, error) { return f.read(path) })
	if err != nil {
		return failed(err)
	}
	return file
}

// failed says what an error means for who wants to see the file.
func failed(err error) preview.File {
	var inPath *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return preview.File{State: preview.Missing}
	case errors.As(err, &inPath):
		return preview.File{State: preview.Unreadable, Why: inPath.Err.Error()}
	}
	return preview.File{State: preview.Unreadable, Why: err.Error()}
}

func (f *Files) read(path string) (preview.File, error) {
	// Looking before opening: opening alone does something to some devices.
	info, err := os.Stat(path)
	if err != nil {
		return preview.File{}, err
	}
	if !info.Mode().IsRegular() {
		return other(info), nil
	}
	if info.Size() > MaxSize {
		return preview.File{State: preview.TooLarge, Size: info.Size()}, nil
	}
	file, err := f.open(path)
	switch {
	case errors.Is(err, safefile.ErrNoFile): // it has become something else since
		return preview.File{State: preview.NotAFile, Why: "there is no file at this path any more"}, nil
	case err != nil:
		return preview.File{}, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if err != nil {
		return preview.File{}, err
	}
	if len(data) > MaxSize {
		return preview.File{State: preview.TooLarge, Size: max(info.Size(), int64(len(data)))}, nil
	}
	return preview.File{State: preview.Read, Text: string(data), Size: int64(len(data))}, nil
}

// other says what stands at a path instead of a file.
func other(info fs.FileInfo) preview.File {
	what := "something other than a file"
	switch mode := info.Mode(); {
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	}
	return preview.File{State: preview.NotAFile, Why: "there is " + what + " at this path"}
}

// Real returns where a path leads with all links followed. What does not exist
// yet is taken from the nearest folder that does.
func (f *Files) Real(path string) string {
	real, err := within(f, func() (string, error) { return follow(path) })
	if err != nil {
		return ""
	}
	return real
}

func follow(path string) (string, error) {
	rest := ""
	for folder := path; ; {
		real, err := filepath.EvalSymlinks(folder)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		// A link whose target is missing leads there all the same.
		if target, linkErr := os.Readlink(folder); linkErr == nil && errors.Is(err, fs.ErrNotExist) {
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.Dir(folder), target)
			}
			return filepath.Join(target, rest), nil
		}
		up := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || up == folder {
			return "", err
		}
		rest = filepath.Join(filepath.Base(folder), rest)
		folder = up
	}
}
