// Package ask is the door for hosts of the Agent SDK: the command "sayso ask"
// reads one permission request on stdin, asks the person at the running sayso,
// and prints the PermissionResult that canUseTool returns.
//
// It prints nothing where there is no answer, and its error says why, so that a
// host never takes a failure for a yes. The end of the process withdraws the ask.
package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/ipc"
)

// ErrHandedBack means that the person wants to be asked elsewhere, or ended
// sayso: the host's own dialog has to decide, or nobody.
var ErrHandedBack = errors.New("the ask was handed back without an answer; the host has to ask in its own way")

// Run is the command. getenv finds the socket; version is said to the sayso
// that listens. With an error nothing was printed: ErrHandedBack,
// [ipc.ErrNotRunning] and [ipc.ErrGone] among others.
func Run(ctx context.Context, stdin io.Reader, stdout io.Writer, getenv func(string) string, version string) error {
	payload, err := readPayload(stdin)
	if err != nil {
		return err
	}
	request, err := Decode(payload)
	if err != nil {
		return err
	}
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "" // a directory that was removed; the card then shows none
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ipc.WhenAbandoned(stdout, cancel) // a host that was killed reads no answer: the card must go
	// The session id in the environment is not sent: where there is one, it is
	// that of a Claude Code around the host, and not the one that asks. So is the
	// project there: the host's own directory is the session's.
	err = ipc.Once(ctx, getenv, version, ipc.AskParams{Door: approver.DoorAsk, Payload: payload, Cwd: cwd, ProjectDir: cwd},
		func(d approver.Decision) error {
			out, err := Encode(d, request.Input)
			if err != nil {
				return err
			}
			_, err = stdout.Write(out)
			return err
		})
	if errors.Is(err, ipc.ErrNotRunning) {
		// Hosts pass this line on to the model, and it to the person.
		return fmt.Errorf("%w; run \"sayso\" in a terminal to start one", ipc.ErrNotRunning)
	}
	return err
}

// readPayload reads the whole of stdin and returns it on one line.
func readPayload(stdin io.Reader) (json.RawMessage, error) {
	payload, err := ipc.ReadPayload(stdin)
	switch {
	case errors.Is(err, ipc.ErrLineTooLong):
		// Read to the end all the same: a host that is still writing would get a
		// broken pipe, which ends some of them.
		_, _ = io.Copy(io.Discard, stdin)
		return nil, fmt.Errorf("stdin: %w", err)
	case errors.Is(err, ipc.ErrNoPayload):
		return nil, fmt.Errorf("%w, want one permission request", err)
	}
	return payload, err
}

// Encode returns what is printed for a decision about a call with the given
// input, a line of JSON, and ErrHandedBack for a hand-back.
func Encode(d approver.Decision, input json.RawMessage) ([]byte, error) {
	result, ok := d.Result(input)
	if !ok {
		return nil, ErrHandedBack
	}
	if err := result.Validate(); err != nil {
		return nil, fmt.Errorf("the answer can't be sent: %w", err)
	}
	line, err := openjson.Marshal(result)
	if err != nil {
		return nil, fmt.Errorf("encoding the answer: %w", err)
	}
	return append(line, '\n'), nil
}

// Decode makes an ask of a permission request in any of its three forms: the
// can_use_tool request, its control_request, and the arguments of canUseTool as
// {toolName, input, options}. Errors name the field.
func Decode(payload json.RawMessage) (approver.Ask, error) {
	r, err := claude.ParseCanUseTool(payload)
	if err != nil {
		return approver.Ask{}, fmt.Errorf("not a permission request: %w", err)
	}
	return approver.Ask{
		Agent:       approver.Agent{ID: r.AgentID},
		Tool:        r.ToolName,
		Input:       r.Input,
		ToolUseID:   r.ToolUseID,
		MCPServer:   r.MCPServer,
		Suggestions: offered(r.PermissionSuggestions),
		Provenance:  provenance(r),
		Limits: approver.Limits{
			DefaultToNo:    r.DefaultToNo,
			NoLastingRule:  r.SuppressAlwaysAllowRule,
			RequiresPerson: r.RequiresUserInteraction || approver.NeedsPerson(r.ToolName),
		},
	}, nil
}

// offered returns what a host offers to remember, in the words of the client. The
// Python SDK writes null for the content of a rule that has none, over which the
// client would drop the answer.
func offered(updates []claude.Update) []claude.Update {
	for _, u := range updates {
		for _, rule := range u.Rules {
			if rule.RuleContent == "" && string(rule.Extra["ruleContent"]) == "null" {
				delete(rule.Extra, "ruleContent")
			}
		}
	}
	return updates
}
