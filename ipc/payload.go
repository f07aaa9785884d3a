package ipc

import (
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

// errNotUTF8 refuses such text here as jsonrpc does on the socket: what the bytes
// become is up to every reader, so what is shown could differ from what is run.
var errNotUTF8 = errors.New("stdin: not UTF-8")

// ErrNoPayload means that a door was given nothing.
var ErrNoPayload = errors.New("stdin is empty")

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
		return nil, errNotUTF8
	}
	var line bytes.Buffer
	if err := json.Compact(&line, raw); err != nil {
		return nil, fmt.Errorf("stdin is not JSON: %w", err)
	}
	return line.Bytes(), nil
}
