// Package hook is the door for Claude Code's hooks: the command "sayso hook"
// reads a hook's payload on stdin, asks the running sayso, and prints what
// Claude Code expects.
//
// It must never be the reason that a session stalls or that a call is allowed:
// without a sayso, or when anything is not as expected, it prints nothing and
// exits 0, and Claude Code goes on as if there were no hook.
package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"sayso/approver"
	"sayso/approver/claude"
	"sayso/ipc"
	"sayso/rules"
	"sayso/rules/openjson"
)

// eventTimeout bounds what an event that nobody must answer may cost.
const eventTimeout = 200 * time.Millisecond

// Run is the command. getenv finds the socket; version is said to the sayso
// that listens. The error says why nothing was printed; the caller exits 0 all
// the same.
func Run(ctx context.Context, stdin io.Reader, stdout io.Writer, getenv func(string) string, version string) error {
	payload, event, err := readPayload(stdin)
	if err != nil {
		return err
	}
	path, err := ipc.SocketPath(getenv)
	if err != nil {
		return err
	}
	client, err := ipc.Dial(path, version)
	if err != nil {
		return err
	}
	defer client.Close()
	if event != claude.EventPermissionRequest {
		return tell(ctx, client, event, payload, stdout)
	}
	decision, err := client.Ask(ctx, approver.DoorHook, payload)
	if err != nil {
		return err
	}
	out, err := Encode(decision)
	if err != nil || out == nil {
		return err
	}
	_, err = stdout.Write(out)
	return err
}

// tell passes an event on that nobody must answer. It costs at most
// eventTimeout, whatever sayso does.
func tell(ctx context.Context, client *ipc.Client, event string, payload json.RawMessage, stdout io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, eventTimeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = client.Close() }) // ends a write that hangs, too
	defer stop()
	result, err := client.Event(ctx, approver.DoorHook, payload)
	if err != nil || event != claude.EventPostToolUse || result.Note == "" {
		return err
	}
	line, err := openjson.Encode(claude.PostToolUseOutput(result.Note))
	if err != nil {
		return fmt.Errorf("encoding the note: %w", err)
	}
	_, err = stdout.Write(append(line, '\n'))
	return err
}

// readPayload reads the whole of stdin and returns it on one line, with the
// name of its event.
func readPayload(stdin io.Reader) (payload json.RawMessage, event string, err error) {
	raw, err := io.ReadAll(io.LimitReader(stdin, ipc.MaxPayload+1))
	if err != nil {
		return nil, "", fmt.Errorf("reading stdin: %w", err)
	}
	if len(raw) > ipc.MaxPayload {
		return nil, "", ipc.ErrLineTooLong
	}
	var head struct {
		Event string `json:"hook_event_name"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, "", fmt.Errorf("stdin is not a hook's payload: %w", err)
	}
	if head.Event == "" {
		return nil, "", errors.New(`stdin is not a hook's payload: no "hook_event_name"`)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, raw); err != nil {
		return nil, "", fmt.Errorf("stdin is not JSON: %w", err)
	}
	return line.Bytes(), head.Event, nil
}

// Decode makes an ask of a PermissionRequest payload.
func Decode(payload json.RawMessage) (approver.Ask, error) {
	var r claude.PermissionRequest
	if err := json.Unmarshal(payload, &r); err != nil {
		return approver.Ask{}, fmt.Errorf("PermissionRequest: %w", err)
	}
	switch {
	case r.HookEventName != claude.EventPermissionRequest:
		return approver.Ask{}, fmt.Errorf("field %q: %q is not PermissionRequest", "hook_event_name", r.HookEventName)
	case r.ToolName == "":
		return approver.Ask{}, fmt.Errorf("field %q: missing", "tool_name")
	}
	return approver.FromPermissionRequest(r), nil
}

// Encode returns what is printed for a decision, and nil for a hand-back. An
// answer that Claude Code would drop is an error.
func Encode(d approver.Decision) ([]byte, error) {
	var decision claude.PermissionRequestDecision
	switch d.Verdict {
	case approver.Allow:
		decision = claude.PermissionRequestDecision{
			Behavior:           rules.Allow,
			UpdatedInput:       d.UpdatedInput,
			UpdatedPermissions: d.UpdatedPermissions,
		}
	case approver.Deny:
		decision = claude.PermissionRequestDecision{
			Behavior:  rules.Deny,
			Message:   d.Message,
			Interrupt: d.Interrupt,
		}
	default:
		return nil, nil
	}
	if err := decision.Validate(); err != nil {
		return nil, fmt.Errorf("the answer can't be sent: %w", err)
	}
	line, err := openjson.Encode(claude.PermissionRequestOutput(decision))
	if err != nil {
		return nil, fmt.Errorf("encoding the answer: %w", err)
	}
	return append(line, '\n'), nil
}
