// Package hook is the door for Claude Code's hooks: the command "sayso hook"
// reads a hook's payload on stdin, asks the running sayso, and prints what
// Claude Code expects.
//
// It must never be the reason that a session stalls or that a call is allowed:
// without a sayso, or when anything is not as expected, it prints nothing and
// exits 0, and Claude Code goes on as if there were no hook.
package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/ipc"
	"sayso/ipc/wire"
)

// eventTimeout bounds what an event that nobody must answer may cost.
const eventTimeout = wire.EventMS * time.Millisecond

// Run is the command. getenv finds the socket and the project; version is said
// to the sayso that listens. The error says why nothing was printed; the caller exits 0 all
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
	if event == claude.EventKey {
		return introduce(ctx, client, payload)
	}
	p := ipc.AskParams{Door: approver.DoorHook, Payload: payload, ProjectDir: getenv("CLAUDE_PROJECT_DIR")}
	if event != claude.EventPermissionRequest {
		said, err := tell(ctx, client, p)
		if err != nil {
			return err
		}
		if !said.Hold {
			output, err := said.Line()
			if err != nil {
				return err
			}
			return printTo(stdout, output)
		}
		p.TimeoutMS = said.HoldMS
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ipc.WhenAbandoned(stdout, cancel) // a client that was killed reads no answer: the card must go
	return client.PrintFor(ctx, p, func(output []byte) error { return printTo(stdout, output) })
}

func printTo(stdout io.Writer, output []byte) error {
	if output == nil {
		return nil
	}
	_, err := stdout.Write(output)
	return err
}

// tell passes an event on that nobody must answer. It costs at most
// eventTimeout, whatever sayso does.
func tell(ctx context.Context, client *ipc.Client, p ipc.AskParams) (ipc.EventResult, error) {
	ctx, cancel := context.WithTimeout(ctx, eventTimeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = client.Close() }) // ends a write that hangs, too
	defer stop()
	return client.Event(ctx, p)
}

// keyTimeout bounds what the start of a session may wait for sayso to know its
// key.
const keyTimeout = wire.KeyMS * time.Millisecond

// introduce shows the key that the plugin's module passed on stdin.
func introduce(ctx context.Context, client *ipc.Client, payload json.RawMessage) error {
	var p ipc.KeyParams
	if err := openjson.Unmarshal(payload, &p); err != nil {
		return fmt.Errorf("stdin is not a session's key: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, keyTimeout)
	defer cancel()
	return client.Introduce(ctx, p)
}

// readPayload reads the whole of stdin and returns it on one line, with the
// name of its event.
func readPayload(stdin io.Reader) (payload json.RawMessage, event string, err error) {
	if payload, err = ipc.ReadPayload(stdin); err != nil {
		return nil, "", err
	}
	var head struct {
		Event string `json:"hook_event_name"`
	}
	if err := openjson.Unmarshal(payload, &head); err != nil {
		return nil, "", fmt.Errorf("stdin is not a hook's payload: %w", err)
	}
	if head.Event == "" {
		return nil, "", errors.New(`stdin is not a hook's payload: no "hook_event_name"`)
	}
	return payload, head.Event, nil
}

// Decode makes an ask of the payload of an event that a person can decide.
func Decode(payload json.RawMessage) (approver.Ask, error) {
	payload, proof, err := approver.ReadProof(payload)
	if err != nil {
		return approver.Ask{}, err
	}
	event, err := claude.ParseEvent(payload)
	if err != nil {
		return approver.Ask{}, err
	}
	ask, err := askOf(event)
	ask.Proof = proof
	return ask, err
}

func askOf(event claude.Event) (approver.Ask, error) {
	switch e := event.(type) {
	case *claude.PermissionRequest:
		if e.ToolName == "" {
			return approver.Ask{}, fmt.Errorf("field %q: missing", "tool_name")
		}
		if !claude.IsObject(e.ToolInput) {
			return approver.Ask{}, fmt.Errorf("field %q: not an object", "tool_input")
		}
		return approver.FromPermissionRequest(*e), nil
	case *claude.PermissionDenied:
		return approver.FromPermissionDenied(*e), nil
	case *claude.PreModelSwitch:
		return approver.FromModelSwitch(*e)
	}
	return approver.Ask{}, fmt.Errorf("field %q: nobody can decide a %q", "hook_event_name", event.Base().HookEventName)
}
