package claude

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"sayso/internal/openjson"
)

// The two answers are unions on the wire: allow has some members, deny has
// others. Here each is one struct that holds the members of both forms, because
// that keeps whatever came for the way back; Validate says whether exactly one
// form is meant. An answer is validated before it is sent.

// PermissionRequestDecision is the answer to a PermissionRequest: behavior
// "allow" with a rewrite or updates, or "deny" with a message.
type PermissionRequestDecision struct {
	Behavior           Behavior        `json:"behavior"`
	UpdatedInput       json.RawMessage `json:"updatedInput,omitempty"`       // replaces the input whole
	UpdatedPermissions []Update        `json:"updatedPermissions,omitempty"` // one invalid entry voids the answer
	Message            string          `json:"message,omitempty"`            // what the model reads on a deny
	Interrupt          bool            `json:"interrupt,omitempty"`          // stops the turn; the message is then lost
	Extra              openjson.Extra  `json:"-"`
}

// Validate returns nil when d is exactly one of its two forms and Claude Code
// would take it, and otherwise what is wrong, by member.
func (d PermissionRequestDecision) Validate() error {
	return answer{
		behavior:     d.Behavior,
		updatedInput: d.UpdatedInput,
		updates:      d.UpdatedPermissions,
		message:      d.Message != "",
		interrupt:    d.Interrupt,
		extra:        d.Extra,
	}.validate()
}

// PermissionResult is the answer of the Agent SDK's canUseTool and of an MCP
// permission prompt tool. [AllowResult] and [DenyResult] make its two forms.
type PermissionResult struct {
	Behavior               Behavior        `json:"behavior"`
	UpdatedInput           json.RawMessage `json:"updatedInput,omitempty"`       // allow: the input to run, whole
	UpdatedPermissions     []Update        `json:"updatedPermissions,omitempty"` // allow
	Message                *string         `json:"message,omitempty"`            // deny: must stand there, "" included
	Interrupt              bool            `json:"interrupt,omitempty"`          // deny: the turn ends
	ToolUseID              string          `json:"toolUseID,omitempty"`
	DecisionClassification string          `json:"decisionClassification,omitempty"` // user_temporary, user_permanent, user_reject
	Extra                  openjson.Extra  `json:"-"`
}

// AllowResult returns the allow form. The input is the one to run: the ask's
// own where nothing changed, since an allow without one does not settle a call
// that needs the person.
func AllowResult(input json.RawMessage, updates []Update) PermissionResult {
	return PermissionResult{Behavior: Allow, UpdatedInput: input, UpdatedPermissions: updates}
}

// DenyResult returns the deny form. The model reads the message, unless
// interrupt ends the turn.
func DenyResult(message string, interrupt bool) PermissionResult {
	return PermissionResult{Behavior: Deny, Message: &message, Interrupt: interrupt}
}

// Validate returns nil when r is exactly one of its two forms and whole, and
// otherwise what is wrong, by member.
func (r PermissionResult) Validate() error {
	err := answer{
		behavior:     r.Behavior,
		updatedInput: r.UpdatedInput,
		updates:      r.UpdatedPermissions,
		message:      r.Message != nil,
		interrupt:    r.Interrupt,
		extra:        r.Extra,
	}.validate()
	switch {
	case r.Behavior == Allow && r.UpdatedInput == nil:
		err = errors.Join(err, errors.New("updatedInput: missing on an allow"))
	case r.Behavior == Deny && r.Message == nil:
		err = errors.Join(err, errors.New("message: missing on a deny"))
	}
	return err
}

// answer is what the two unions share.
type answer struct {
	behavior     Behavior
	updatedInput json.RawMessage
	updates      []Update
	message      bool
	interrupt    bool
	extra        openjson.Extra
}

func (a answer) validate() error {
	var errs []error
	misplaced := func(member string, there bool) {
		if _, empty := a.extra[member]; there || empty {
			errs = append(errs, fmt.Errorf("%s: does not go with %q", member, string(a.behavior)))
		}
	}
	switch a.behavior {
	case Allow:
		misplaced("message", a.message)
		misplaced("interrupt", a.interrupt)
		if a.updatedInput != nil && !IsObject(a.updatedInput) {
			errs = append(errs, errors.New("updatedInput: not an object"))
		}
		for i, u := range a.updates {
			if err := u.Validate(); err != nil {
				errs = append(errs, fmt.Errorf("updatedPermissions[%d]: %w", i, err))
			}
		}
	case Deny:
		misplaced("updatedInput", a.updatedInput != nil)
		misplaced("updatedPermissions", len(a.updates) > 0)
	default:
		errs = append(errs, fmt.Errorf("behavior: %q is neither allow nor deny", string(a.behavior)))
	}
	return errors.Join(errs...)
}

// IsObject reports whether raw is a JSON object, as a tool's input must be.
func IsObject(raw json.RawMessage) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) > 0 && raw[0] == '{' && json.Valid(raw)
}
