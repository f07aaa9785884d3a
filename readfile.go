package main

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// readEnd reads the end of a file, at most so many bytes, and says whether that
// is all of it. The path comes from outside: what is not a regular file, such
// as a pipe on which a read would wait for ever, is refused.
func readEnd(path string, most int64) (data []byte, whole bool, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, false, errors.Unwrap(err) // the path is told beside it
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, false, errors.New("not a regular file")
	}
	from := max(info.Size()-most, 0)
	data, err = io.ReadAll(io.NewSectionReader(f, from, most))
	return data, from == 0, err
}
