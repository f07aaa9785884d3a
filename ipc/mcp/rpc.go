package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"sayso/internal/openjson"
	"sayso/ipc"
)

// maxLine bounds one message, in bytes. It is more than the socket takes, so
// that a call that is too large for the socket can still be answered by its id.
const maxLine = 4 * ipc.MaxLine

// message is one JSON-RPC 2.0 message.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *ipc.Error      `json:"error,omitempty"`
}

// parse reads one line. With an error, the message holds the id where one was
// found, so that the error can be sent.
func parse(line []byte) (message, *ipc.Error) {
	if line[0] == '[' && json.Valid(line) {
		return message{}, &ipc.Error{Code: ipc.CodeInvalidRequest, Message: "a batch: send one message a line"}
	}
	var m message
	if err := openjson.Unmarshal(line, &m, nil); err != nil {
		if !json.Valid(line) {
			return message{}, &ipc.Error{Code: ipc.CodeParse, Message: "not JSON: " + err.Error()}
		}
		return message{}, &ipc.Error{Code: ipc.CodeInvalidRequest, Message: "not a JSON-RPC message: " + err.Error()}
	}
	switch {
	case m.ID != nil && m.ID[0] != '"' && m.ID[0] != '-' && (m.ID[0] < '0' || m.ID[0] > '9'):
		m.ID = nil
		return m, &ipc.Error{Code: ipc.CodeInvalidRequest, Message: `field "id": neither a text nor a number`}
	case m.JSONRPC != "2.0":
		return m, &ipc.Error{Code: ipc.CodeInvalidRequest, Message: fmt.Sprintf(`field "jsonrpc": %q is not "2.0"`, m.JSONRPC)}
	case m.Method == "" && m.Result == nil && m.Error == nil:
		return m, &ipc.Error{Code: ipc.CodeInvalidRequest, Message: `field "method": missing`}
	case !utf8.Valid(line):
		return m, &ipc.Error{Code: ipc.CodeParse, Message: "not UTF-8"}
	}
	return m, nil
}

// encode writes a message as one line with its end.
func encode(m message) ([]byte, error) {
	m.JSONRPC = "2.0"
	line, err := openjson.Encode(m)
	return append(line, '\n'), err
}

// errTooLong means that a line was longer than maxLine and was passed over.
var errTooLong = errors.New("message of more than 64 MiB")

// nextLine returns the next line that is not blank. After errTooLong the line's
// rest has been read, and the next line can be. What stands after the last line
// end is no message: the other side went in the middle of it.
func nextLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for tooLong := false; ; {
		part, err := r.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxLine; !tooLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return nil, err
		case tooLong:
			return nil, errTooLong
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

// atEnd reports whether reading ended as it should.
func atEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) }
