// Package safefile reads files that others may write too, the agent among them,
// and replaces files in one step.
//
// A path may lead anywhere: to a pipe on which a read waits for ever, to a device
// that never ends, to a file of any size. Reading opens without waiting, takes
// regular files alone, and is bounded.
package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// What is refused.
var (
	ErrNoFile = errors.New("it is not a regular file")
	ErrLarge  = errors.New("it is too large")
)

// Open opens a file for reading. Anything but a regular file is [ErrNoFile]; other
// errors are an *[fs.PathError]. Links are followed.
func Open(name string) (*os.File, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNoFile
	}
	if err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return f, nil
}

// Read returns a file of limit bytes at most. A larger one is [ErrLarge].
func Read(name string, limit int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(content)) > limit {
		return nil, ErrLarge
	}
	return content, err
}

// ReadStart returns the first bytes of a file, most of them at most.
func ReadStart(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// ReadEnd returns the last bytes of a file, most of them at most, and reports
// whether that is all of it. Its errors do not name the path.
func ReadEnd(name string, most int64) (data []byte, whole bool, err error) {
	f, err := Open(name)
	if err != nil {
		var inPath *fs.PathError
		if errors.As(err, &inPath) {
			err = inPath.Err
		}
		return nil, false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	from := max(info.Size()-most, 0)
	data, err = io.ReadAll(io.NewSectionReader(f, from, most))
	return data, from == 0, err
}

// Replace makes name a file with this content in one step, whatever is there: a
// reader finds the old one or the new one, and a link is replaced, not followed.
// The folder must exist. unchanged, unless nil, is asked last; its error is
// returned and nothing is replaced. Between that and the rename another writer may
// slip in: the window is a few microseconds, and no lock would bind the other one.
func Replace(name string, content []byte, mode fs.FileMode, unchanged func() error) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name()) // best effort: the error that counts is err
		}
	}()
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close()); err != nil {
		return fmt.Errorf("writing beside it: %w", err)
	}
	if unchanged != nil {
		if err := unchanged(); err != nil {
			return err
		}
	}
	return os.Rename(temp.Name(), name)
}
