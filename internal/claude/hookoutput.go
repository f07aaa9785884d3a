package claude

import (
	"errors"
	"fmt"
	"slices"

	"sayso/internal/openjson"
)

// HookOutput is what a hook prints on its stdout. Claude Code drops the whole
// of it when a part is wrong.
type HookOutput struct {
	HookSpecificOutput *HookSpecificOutput `json:"hookSpecificOutput,omitempty"`
	Extra              openjson.Extra      `json:"-"`
}

// HookSpecificOutput is the part of a hook's output that belongs to its event:
// a union by HookEventName, of which sayso prints four forms. The functions
// that end in Output make them.
type HookSpecificOutput struct {
	HookEventName            string                     `json:"hookEventName"`
	Decision                 *PermissionRequestDecision `json:"decision,omitempty"`                 // PermissionRequest
	Retry                    bool                       `json:"retry,omitempty"`                    // PermissionDenied: the model may try again
	AdditionalContext        string                     `json:"additionalContext,omitempty"`        // PostToolUse: the model reads it after the result
	PermissionDecision       Behavior                   `json:"permissionDecision,omitempty"`       // PreModelSwitch: allow, deny, ask
	PermissionDecisionReason string                     `json:"permissionDecisionReason,omitempty"` // PreModelSwitch
	Extra                    openjson.Extra             `json:"-"`
}

// PermissionRequestOutput answers a PermissionRequest.
func PermissionRequestOutput(d PermissionRequestDecision) HookOutput {
	return hookOutput(HookSpecificOutput{HookEventName: EventPermissionRequest, Decision: &d})
}

// PermissionDeniedOutput lets the model try a refused call again.
func PermissionDeniedOutput() HookOutput {
	return hookOutput(HookSpecificOutput{HookEventName: EventPermissionDenied, Retry: true})
}

// PostToolUseOutput gives the model a note after the result of the call. It
// works from a hook that Claude Code waits for.
func PostToolUseOutput(note string) HookOutput {
	return hookOutput(HookSpecificOutput{HookEventName: EventPostToolUse, AdditionalContext: note})
}

// PreModelSwitchOutput answers a PreModelSwitch. Allow skips the client's own
// question about the cache, deny cancels the switch, and ask has the client
// ask; where it can't, it refuses.
func PreModelSwitchOutput(decision Behavior, reason string) HookOutput {
	return hookOutput(HookSpecificOutput{
		HookEventName:            EventPreModelSwitch,
		PermissionDecision:       decision,
		PermissionDecisionReason: reason,
	})
}

func hookOutput(o HookSpecificOutput) HookOutput { return HookOutput{HookSpecificOutput: &o} }

// Validate returns nil when o holds the members of its event and no others, and
// otherwise what is wrong, by member.
func (o HookSpecificOutput) Validate() error {
	var errs []error
	member := func(name, event string, there bool) {
		if _, empty := o.Extra[name]; (there || empty) && o.HookEventName != event {
			errs = append(errs, fmt.Errorf("%s: does not go with %q", name, o.HookEventName))
		}
	}
	member("decision", EventPermissionRequest, o.Decision != nil)
	member("retry", EventPermissionDenied, o.Retry)
	member("additionalContext", EventPostToolUse, o.AdditionalContext != "")
	member("permissionDecision", EventPreModelSwitch, o.PermissionDecision != "")
	member("permissionDecisionReason", EventPreModelSwitch, o.PermissionDecisionReason != "")
	switch o.HookEventName {
	case EventPermissionRequest:
		if o.Decision == nil {
			errs = append(errs, errors.New("decision: missing"))
		} else if err := o.Decision.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("decision: %w", err))
		}
	case EventPreModelSwitch:
		if !slices.Contains(Behaviors(), o.PermissionDecision) {
			errs = append(errs, fmt.Errorf("permissionDecision: %q is none of allow, deny, ask", string(o.PermissionDecision)))
		}
	case EventPermissionDenied, EventPostToolUse:
	default:
		errs = append(errs, fmt.Errorf("hookEventName: no output for %q", o.HookEventName))
	}
	return errors.Join(errs...)
}
