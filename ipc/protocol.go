package ipc

import (
	"encoding/json"
	"fmt"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ipc/wire"
)

// ProtocolVersion is the version of the protocol on the socket. Both sides say
// theirs in hello and part when they differ.
const ProtocolVersion = wire.Protocol

// Methods on the socket.
const (
	MethodHello  = "hello"    // request: HelloParams → HelloResult
	MethodAsk    = "ask"      // request: AskParams → AskResult or Printed, when the person has answered
	MethodEvent  = "event"    // request or notification: AskParams, any other hook payload → EventResult at once
	MethodList   = "list"     // request, no params → ListResult
	MethodStatus = "status"   // request, no params → StatusResult
	MethodWatch  = "watch"    // request: plugin.WatchQuestion → plugin.WatchAnswer, by the watch rules
	MethodKey    = "key"      // request: KeyParams; a session's module shows its key
	MethodCancel = "$/cancel" // notification: CancelParams withdraws an ask
	// MethodDelivered is a notification, DeliveredParams: the door has passed an
	// answer on. An answer whose door goes without it counts as lost.
	MethodDelivered = "delivered"
)

// HelloParams says who connects.
type HelloParams struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"` // of sayso, for people
}

// HelloResult says who listens.
type HelloResult struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
	PID      int    `json:"pid"`
}

// AskParams carries what a door was given, unchanged, and beside it what only
// the door can know. Where the payload itself says the same, the payload counts.
type AskParams struct {
	Door    approver.Door   `json:"door"`
	Payload json.RawMessage `json:"payload"`
	// TimeoutMS is how long the door waits, in milliseconds; 0 is for as long as
	// it takes. An ask that is not answered in time is handed back.
	TimeoutMS int64  `json:"timeout_ms,omitempty"`
	Cwd       string `json:"cwd,omitempty"` // the door's own directory
	// ProjectDir is where the session started, as the door's environment tells it
	// (CLAUDE_PROJECT_DIR); its agent may have changed the directory since. Of a
	// payload with a proof only what the proof covers counts. "" is the directory.
	ProjectDir string `json:"project_dir,omitempty"`
	SessionID  string `json:"session_id,omitempty"` // where the door is told it otherwise
	// Printed wants the answer of an ask as what the hook prints: a Printed in
	// place of an AskResult.
	Printed bool `json:"printed,omitempty"`
}

// KeyParams shows the key of a session. It goes over the socket and nowhere else.
type KeyParams struct {
	SessionID string `json:"session_id"`
	Key       string `json:"key"` // 32 bytes in hexadecimal
	// AtStart says that it came with the session's start, before its agent could
	// run anything.
	AtStart bool `json:"at_start,omitempty"`
}

// EventResult is what sayso has to say to an event.
type EventResult struct {
	Printed // a note for the model, with the end of the call
	// Hold wants the event to come again as an ask, because the person has
	// chosen to decide such events; HoldMS is the ask's TimeoutMS.
	Hold   bool  `json:"hold,omitempty"`
	HoldMS int64 `json:"hold_ms,omitempty"`
}

// CancelParams names the request that is not wanted any more.
type CancelParams struct {
	ID json.RawMessage `json:"id"`
}

// DeliveredParams names the request whose answer was passed on.
type DeliveredParams struct {
	ID json.RawMessage `json:"id"`
}

// StatusResult is how a sayso stands.
type StatusResult struct {
	Version string `json:"version"`
	PID     int    `json:"pid"`
	Waiting int    `json:"waiting"` // asks for the person
	Seen    int    `json:"seen"`    // asks that ever came
}

// ListResult is the asks that wait, in the order of their arrival.
type ListResult struct {
	Asks []ListedAsk `json:"asks"`
}

// ListedAsk is what a list tells of an ask: where it comes from and what it
// calls, but not the call's arguments, which may hold secrets.
type ListedAsk struct {
	ID        approver.ID   `json:"id"`
	Door      approver.Door `json:"door"`
	Tool      string        `json:"tool"`
	ToolUseID string        `json:"tool_use_id,omitempty"`
	SessionID string        `json:"session_id,omitempty"`
	Cwd       string        `json:"cwd,omitempty"`
	Project   string        `json:"project_dir,omitempty"` // where the session started, if that is told
	ArrivedAt time.Time     `json:"arrived_at"`
}

// AskResult is a decision on the wire.
type AskResult struct {
	Behavior           string          `json:"behavior"` // "allow", "deny" or "handBack"
	UpdatedInput       json.RawMessage `json:"updatedInput,omitempty"`
	UpdatedPermissions []claude.Update `json:"updatedPermissions,omitempty"`
	Message            string          `json:"message,omitempty"`
	Interrupt          bool            `json:"interrupt,omitempty"`
}

// resultOf puts a decision on the wire.
func resultOf(d approver.Decision) AskResult {
	return AskResult{
		Behavior:           d.Verdict.String(),
		UpdatedInput:       d.UpdatedInput,
		UpdatedPermissions: d.UpdatedPermissions,
		Message:            d.Message,
		Interrupt:          d.Interrupt,
	}
}

// decision reads a decision off the wire. Only the exact words count: whatever
// else stands there is an error, and an error hands back.
func (r AskResult) decision() (approver.Decision, error) {
	d := approver.Decision{
		UpdatedInput:       r.UpdatedInput,
		UpdatedPermissions: r.UpdatedPermissions,
		Message:            r.Message,
		Interrupt:          r.Interrupt,
	}
	switch r.Behavior {
	case approver.Allow.String():
		d.Verdict = approver.Allow
	case approver.Deny.String():
		d.Verdict = approver.Deny
	case approver.HandBack.String():
		return approver.Decision{}, nil
	default:
		return approver.Decision{}, fmt.Errorf("field %q: %q is no decision", "behavior", r.Behavior)
	}
	return d, nil
}
