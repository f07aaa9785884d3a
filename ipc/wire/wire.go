// Package wire is what both ends of the socket must agree on, and what the hook's
// quick way needs of it. Its imports stay few: every start of a hook waits for their
// initialisation.
package wire

// Protocol is the version of the protocol on the socket. Both sides say theirs in
// hello and part when they differ.
const Protocol = 3

// Version is what sayso calls itself to people and to the other side of the
// socket.
const Version = "0.1.0"

// Sizes of messages, in bytes without the line end.
const (
	MaxLine    = 16 << 20
	MaxPayload = MaxLine - 1<<10 // what a door may put into one, beside the envelope
)

// MaxPath is the longest socket path, in bytes, that every supported system
// takes: macOS allows 104 with the closing NUL, Linux 108.
const MaxPath = 103

// How long a hook waits, in milliseconds.
const (
	DialMS    = 500  // for the way to the socket: a listening sayso accepts at once
	EventMS   = 200  // for the whole of an event that nobody must answer
	KeyMS     = 1500 // at the start of a session, until sayso knows its key
	ConfirmMS = 100  // for the write that tells sayso of a delivered answer
)
