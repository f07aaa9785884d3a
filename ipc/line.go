package ipc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"sayso/ipc/wire"
)

// Sizes of messages, in bytes without the line end.
const (
	MaxLine    = wire.MaxLine
	MaxPayload = wire.MaxPayload // what a door may put into one, beside the envelope
)

// ErrLineTooLong means that the other side sent more than MaxLine bytes
// without a line end.
var ErrLineTooLong = errors.New("message of more than 16 MiB")

// ErrNoPayload means that a door was given nothing.
var ErrNoPayload = errors.New("stdin is empty")

// errNotUTF8 refuses text at every way in: what such bytes become is up to every
// reader, so what is shown could differ from what is run.
var errNotUTF8 = errors.New("not UTF-8")

// ReadPayload reads what a door is given on stdin, JSON in UTF-8 of at most
// MaxPayload bytes, and returns it on one line. It stops reading at the bound: an
// input without an end must not hold up a hook.
func ReadPayload(stdin io.Reader) (json.RawMessage, error) {
	raw, err := io.ReadAll(io.LimitReader(stdin, MaxPayload+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading stdin: %w", err)
	case len(raw) > MaxPayload:
		return nil, ErrLineTooLong
	case len(bytes.TrimSpace(raw)) == 0:
		return nil, ErrNoPayload
	case !utf8.Valid(raw):
		return nil, fmt.Errorf("stdin: %w", errNotUTF8)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, raw); err != nil {
		return nil, fmt.Errorf("stdin is not JSON: %w", err)
	}
	return line.Bytes(), nil
}

// lineReader cuts a stream into messages.
type lineReader struct {
	r     *bufio.Reader
	reach func(bytes int) error // asked before a line grows to so many bytes; may be nil
}

func newLineReader(r io.Reader) *lineReader { return &lineReader{r: bufio.NewReaderSize(r, 64<<10)} }

// next returns the next line without its end, as a slice of the caller's own.
// Memory grows with what arrives and never with what is announced. A last line
// without an end is io.ErrUnexpectedEOF: it may be half a message.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(part) > MaxLine+1 {
			return nil, ErrLineTooLong
		}
		if l.reach != nil {
			if err := l.reach(len(line) + len(part)); err != nil {
				return nil, err
			}
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}
