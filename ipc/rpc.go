package ipc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// message is one JSON-RPC 2.0 message: a request (ID and Method), a
// notification (Method alone) or a response (ID with Result or Error).
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Codes of errors: the four of JSON-RPC, then sayso's own.
const (
	CodeParse          = -32700 // not JSON
	CodeInvalidRequest = -32600 // JSON, but no request
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602 // the message names the field
	CodeInternal       = -32603 // reading it failed in a way that nobody thought of
	CodeVersion        = -32000 // the two sides speak different protocols
	CodeUnavailable    = -32001 // sayso is quitting
	CodeForeign        = -32002 // it speaks in the name of a session that it is not
)

// Error is a JSON-RPC error object.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// maxID is how many bytes the id of a request may have.
const maxID = 256

// parseMessage reads one line. The error is ready to be sent.
func parseMessage(line []byte) (message, *Error) {
	var m message
	if err := openjson.Unmarshal(line, &m, nil); err != nil {
		if !json.Valid(line) {
			return m, &Error{CodeParse, "not JSON: " + err.Error()}
		}
		return m, &Error{CodeInvalidRequest, "not a JSON-RPC message: " + err.Error()}
	}
	if err := claude.CheckLimits(line); err != nil {
		if claude.CheckLimits(m.ID) != nil || len(m.ID) > maxID {
			m.ID = nil // not sent back
		}
		return m, &Error{CodeInvalidRequest, err.Error()}
	}
	if !utf8.Valid(line) {
		return m, &Error{CodeParse, errNotUTF8.Error()}
	}
	if m.JSONRPC != "2.0" {
		return m, &Error{CodeInvalidRequest, fmt.Sprintf(`field "jsonrpc": %q is not "2.0"`, m.JSONRPC)}
	}
	return m, nil
}

// encodeLine writes a message as one line with its end.
func encodeLine(m message) ([]byte, error) {
	m.JSONRPC = "2.0"
	line, err := openjson.Encode(m)
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
