package approver

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sayso/internal/claude"
)

// Verdict is the kind of a decision. The zero value is HandBack, so that a
// decision that nobody filled in allows nothing.
type Verdict int

// The three verdicts.
const (
	HandBack Verdict = iota // Claude Code goes on as if sayso were not there
	Allow
	Deny
)

// String returns the verdict as it stands on the socket.
func (v Verdict) String() string {
	switch v {
	case Allow:
		return "allow"
	case Deny:
		return "deny"
	}
	return "handBack"
}

// Decision is what a person answered.
type Decision struct {
	Verdict            Verdict
	UpdatedInput       json.RawMessage // allow: replaces the tool's input whole; nil keeps it
	UpdatedPermissions []claude.Update // allow: applied by Claude Code with the answer
	Message            string          // deny: what the model reads
	Interrupt          bool            // deny: the turn ends, and the message is not delivered
	Note               string          // allow: what the model reads when the call has ended; see [Desk.Observe]
}

// DefaultDenyMessage is what the model reads when the person said no without
// words. A deny without a message was lost or refused by some clients.
const DefaultDenyMessage = "The person declined this call. Don't try it again in another form; ask how to go on."

// WordlessNo returns what stands in the place of the person's words in a no to
// a tool: a question that is declined and a plan that is sent back are no calls
// to keep away from.
func WordlessNo(tool string) string {
	switch tool {
	case claude.ToolAskUserQuestion:
		return "The person declined to answer. Don't ask the same again; go on with what you know, or ask how to go on."
	case claude.ToolExitPlanMode:
		return "The person does not approve this plan. Keep planning; ask what should be different."
	}
	return DefaultDenyMessage
}

// Errors of [Ask.Complete].
var (
	ErrNothingToRemember = errors.New("this ask may not be remembered, so a yes can't carry rules")
	ErrNoAnswer          = errors.New("a bare yes answers no question: give answers or a reply")
)

// Complete returns d in the form in which it may be sent as the answer to a,
// or an error that says why it can't be sent. It is the last gate before the
// socket: an update that Claude Code would refuse voids the whole answer there,
// so it is refused here.
func (a Ask) Complete(d Decision) (Decision, error) {
	switch d.Verdict {
	case Allow:
		return a.completeAllow(d)
	case Deny:
		if d.Message == "" {
			d.Message = WordlessNo(a.Tool)
		}
		return Decision{Verdict: Deny, Message: d.Message, Interrupt: d.Interrupt}, nil
	}
	return Decision{}, nil
}

func (a Ask) completeAllow(d Decision) (Decision, error) {
	if a.Kind != KindCall {
		return Decision{Verdict: Allow}, nil // there is no call to change and nothing to keep
	}
	if len(d.UpdatedPermissions) > 0 && !a.MayRemember() {
		return Decision{}, ErrNothingToRemember
	}
	for i, u := range d.UpdatedPermissions {
		if err := u.Validate(); err != nil {
			return Decision{}, fmt.Errorf("updatedPermissions[%d]: %w", i, err)
		}
	}
	if d.UpdatedInput != nil && !claude.IsObject(d.UpdatedInput) {
		return Decision{}, errors.New("updatedInput: not a JSON object")
	}
	if a.Tool == claude.ToolAskUserQuestion && !hasAnswer(d.UpdatedInput) {
		return Decision{}, ErrNoAnswer
	}
	if NeedsPerson(a.Tool) && d.UpdatedInput == nil {
		// The client counts an allow for such a tool only with an input present.
		d.UpdatedInput = a.Input
	}
	return Decision{Verdict: Allow, UpdatedInput: d.UpdatedInput, UpdatedPermissions: d.UpdatedPermissions, Note: d.Note}, nil
}

// hasAnswer reports whether the input of AskUserQuestion carries what the model
// is to read: at least one answer, or a reply in free text, that says something.
func hasAnswer(input json.RawMessage) bool {
	var in struct {
		Answers  map[string]string `json:"answers"`
		Response string            `json:"response"`
	}
	if json.Unmarshal(input, &in) != nil {
		return false
	}
	for _, answer := range in.Answers {
		if strings.TrimSpace(answer) != "" {
			return true
		}
	}
	return strings.TrimSpace(in.Response) != ""
}

// Result returns the decision over a call with the given input in the form of
// the Agent SDK and the prompt tool, and false for a hand-back, which has none
// there. An allow always carries an input: without one some clients refuse it,
// and it settles nothing for a tool that needs the person.
func (d Decision) Result(input json.RawMessage) (claude.PermissionResult, bool) {
	switch d.Verdict {
	case Allow:
		if d.UpdatedInput != nil {
			input = d.UpdatedInput
		}
		return claude.AllowResult(input, d.UpdatedPermissions), true
	case Deny:
		return claude.DenyResult(d.Message, d.Interrupt), true
	}
	return claude.PermissionResult{}, false
}
