package settings

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// What [ReadFile] refuses to read.
var (
	ErrNoFile = errors.New("it is no regular file")
	ErrLarge  = errors.New("it is too large")
)

// ReadFile reads a file that others may write too, of limit bytes at most. A
// pipe, on which a read would wait for ever, and a device, which may never end,
// are [ErrNoFile]; a larger file is [ErrLarge].
func ReadFile(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, ErrNoFile
	}
	content, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(content)) > limit {
		return nil, ErrLarge
	}
	return content, err
}
