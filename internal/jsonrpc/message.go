// Package jsonrpc reads and writes JSON-RPC 2.0 messages, one on each line. It
// knows no method: the socket (ipc) and the MCP server (ipc/mcp) both speak
// through it.
package jsonrpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"sayso/internal/openjson"
)

// Message is one message: a request (ID and Method), a notification (Method
// alone) or a response (ID with Result or Error).
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"` // a number or a text as it was sent, so that it goes back unchanged
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// The codes that JSON-RPC gives to errors. From -32000 to -32099 a server has its
// own.
const (
	CodeParse          = -32700 // not JSON
	CodeInvalidRequest = -32600 // JSON, but no message
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602 // the message of the error names the field
	CodeInternal       = -32603
)

// Error is the error object of a response.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Errorf returns an error object with a message in the manner of fmt.Sprintf.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Parse reads one line. An error is ready to be sent, to the id of the message,
// which is nil where none was found that can be sent back. It is short, however long
// the line is: it may be shown to a person too.
func Parse(line []byte) (Message, *Error) {
	var m Message
	if err := openjson.Unmarshal(line, &m); err != nil {
		switch {
		case !json.Valid(line):
			return Message{}, Errorf(CodeParse, "not JSON: %v", err)
		case bytes.HasPrefix(bytes.TrimSpace(line), []byte("[")):
			return Message{}, Errorf(CodeInvalidRequest, "a batch: send one message a line")
		}
		return Message{}, Errorf(CodeInvalidRequest, "not a JSON-RPC message: %v", err)
	}
	if !validID(m) {
		m.ID = nil
		return m, Errorf(CodeInvalidRequest, `field "id": neither a text nor a number`)
	}
	if !utf8.Valid(line) {
		if !utf8.Valid(m.ID) {
			m.ID = nil
		}
		return m, Errorf(CodeParse, "not UTF-8")
	}
	if m.JSONRPC != "2.0" {
		return m, Errorf(CodeInvalidRequest, `field "jsonrpc": %.40q is not "2.0"`, m.JSONRPC)
	}
	return m, nil
}

// validID reports whether the id of a message is one that JSON-RPC allows: a text,
// a number or none; null in an error about a message that had none.
func validID(m Message) bool {
	if m.ID == nil {
		return true
	}
	switch first := m.ID[0]; {
	case first == '"', first == '-', '0' <= first && first <= '9':
		return true
	case first == 'n':
		return m.Method == "" && m.Error != nil
	}
	return false
}

// Encode returns a message as one line with its end.
func Encode(m Message) ([]byte, error) {
	m.JSONRPC = "2.0"
	line, err := openjson.Marshal(m)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(line, '\n') >= 0 {
		// A raw message that was never compacted would break the framing.
		var compact bytes.Buffer
		if err := json.Compact(&compact, line); err != nil {
			return nil, err
		}
		line = compact.Bytes()
	}
	return append(line, '\n'), nil
}
