package ipc

import (
	"sayso/internal/claude"
	"sayso/internal/jsonrpc"
)

// The codes of errors that are sayso's own, beside those of JSON-RPC. Of those,
// CodeInternal means that a handler failed in a way that nobody thought of.
const (
	CodeVersion     = -32000 // the two sides speak different protocols
	CodeUnavailable = -32001 // sayso is quitting
	CodeForeign     = -32002 // it speaks in the name of a session that it is not
)

// maxID is how many bytes the id of a request may have.
const maxID = 256

// parse reads one line and checks the limits of what it holds. The error is ready
// to be sent.
func parse(line []byte) (jsonrpc.Message, *jsonrpc.Error) {
	m, bad := jsonrpc.Parse(line)
	if bad == nil {
		if err := claude.CheckLimits(line); err != nil {
			bad = jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, "%v", err)
		}
	}
	if bad != nil && (claude.CheckLimits(m.ID) != nil || len(m.ID) > maxID) {
		m.ID = nil // not sent back
	}
	return m, bad
}
