package ipc

import (
	"encoding/json"
	"fmt"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// Printed is what the hook prints, in the client's own words. The pane writes them,
// so that every start of a hook is spared it.
type Printed struct {
	Output json.RawMessage `json:"output,omitempty"` // an object; none to print nothing
}

// Line returns what is printed, nil for nothing. Anything but an object is an
// error.
func (p Printed) Line() ([]byte, error) {
	switch {
	case p.Output == nil:
		return nil, nil
	case !claude.IsObject(p.Output):
		return nil, fmt.Errorf("field %q: not an object", "output")
	}
	return append(p.Output, '\n'), nil
}

// answerOf writes the decision over an ask in the words of its event. An answer
// that Claude Code would drop is an error.
func answerOf(kind approver.Kind, d approver.Decision) (none Printed, err error) {
	if d.Verdict == approver.HandBack {
		return none, nil
	}
	switch kind {
	case approver.KindCall:
		answer := claude.PermissionRequestDecision{Behavior: claude.Deny, Message: d.Message, Interrupt: d.Interrupt}
		if d.Verdict == approver.Allow {
			answer = claude.PermissionRequestDecision{
				Behavior: claude.Allow, UpdatedInput: d.UpdatedInput, UpdatedPermissions: d.UpdatedPermissions,
			}
		}
		return printed(claude.PermissionRequestOutput(answer))
	case approver.KindRefusal:
		if d.Verdict != approver.Allow {
			return none, nil // it stays refused
		}
		return printed(claude.PermissionDeniedOutput())
	case approver.KindModelSwitch:
		if d.Verdict == approver.Allow {
			return printed(claude.PreModelSwitchOutput(claude.Allow, "allowed in sayso"))
		}
		return printed(claude.PreModelSwitchOutput(claude.Deny, d.Message))
	}
	return none, fmt.Errorf("an ask of kind %d has no answer", kind)
}

// noteOf writes what the model shall read at the end of a call.
func noteOf(event, note string) (none Printed, err error) {
	if event != claude.EventPostToolUse || note == "" {
		return none, nil
	}
	return printed(claude.PostToolUseOutput(note))
}

func printed(out claude.HookOutput) (none Printed, err error) {
	if err := out.HookSpecificOutput.Validate(); err != nil {
		return none, fmt.Errorf("the answer can't be sent: %w", err)
	}
	raw, err := openjson.Marshal(out)
	if err != nil {
		return none, fmt.Errorf("encoding the answer: %w", err)
	}
	return Printed{Output: raw}, nil
}
