package claude

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"sayso/internal/openjson"
)

// Names of hook events, as they stand in hook_event_name.
const (
	EventNotification       = "Notification"
	EventPermissionDenied   = "PermissionDenied"
	EventPermissionRequest  = "PermissionRequest"
	EventPostCompact        = "PostCompact"
	EventPostModelSwitch    = "PostModelSwitch"
	EventPostToolBatch      = "PostToolBatch"
	EventPostToolUse        = "PostToolUse"
	EventPostToolUseFailure = "PostToolUseFailure"
	EventPreCompact         = "PreCompact"
	EventPreModelSwitch     = "PreModelSwitch"
	EventPreToolUse         = "PreToolUse"
	EventSessionEnd         = "SessionEnd"
	EventSessionStart       = "SessionStart"
	EventStop               = "Stop"
	EventSubagentStart      = "SubagentStart"
	EventSubagentStop       = "SubagentStop"
	EventUserPromptSubmit   = "UserPromptSubmit"
)

// Event is the payload of a hook, a pointer to one of the types that carry the
// event's name ([PermissionRequest], [PostToolUse] …) or to an [UnknownEvent].
type Event interface {
	// Base returns the members that every payload shares.
	Base() BaseHookInput
	// InProject says where the session started, for a payload that does not.
	InProject(dir string)
}

// events makes an empty payload for each event that has a type. A new event is
// one line here.
var events = map[string]func() Event{
	EventNotification:       event[Notification],
	EventPermissionDenied:   event[PermissionDenied],
	EventPermissionRequest:  event[PermissionRequest],
	EventPostCompact:        event[PostCompact],
	EventPostModelSwitch:    event[PostModelSwitch],
	EventPostToolBatch:      event[PostToolBatch],
	EventPostToolUse:        event[PostToolUse],
	EventPostToolUseFailure: event[PostToolUseFailure],
	EventPreCompact:         event[PreCompact],
	EventPreModelSwitch:     event[PreModelSwitch],
	EventPreToolUse:         event[PreToolUse],
	EventSessionEnd:         event[SessionEnd],
	EventSessionStart:       event[SessionStart],
	EventStop:               event[Stop],
	EventSubagentStart:      event[SubagentStart],
	EventSubagentStop:       event[SubagentStop],
	EventToolCall:           event[ToolCall],
	EventToolRun:            event[ToolRun],
	EventUserPromptSubmit:   event[UserPromptSubmit],
}

func event[T any, P interface {
	*T
	Event
}]() Event {
	return P(new(T))
}

// Events returns the names of the events that have a type, sorted.
func Events() []string { return slices.Sorted(maps.Keys(events)) }

// ParseEvent reads a hook's payload into the type of its hook_event_name. An
// event of a newer client is an [UnknownEvent], not an error. Errors name the
// member at fault.
func ParseEvent(payload []byte) (Event, error) {
	if err := CheckLimits(payload); err != nil {
		return nil, fmt.Errorf("hook payload: %w", err)
	}
	var head struct {
		Name string `json:"hook_event_name"`
	}
	if err := openjson.Unmarshal(payload, &head); err != nil {
		return nil, fmt.Errorf("hook payload: %w", err)
	}
	if head.Name == "" {
		return nil, &openjson.FieldError{Field: "hook_event_name", Err: errors.New("missing")}
	}
	newEvent, known := events[head.Name]
	if !known {
		newEvent = event[UnknownEvent]
	}
	e := newEvent()
	if err := openjson.Unmarshal(payload, e); err != nil {
		return nil, fmt.Errorf("%s: %w", head.Name, err)
	}
	return e, nil
}

// UnknownEvent is the payload of an event that has no type here; what is its
// own stands in Extra.
type UnknownEvent struct {
	BaseHookInput
	Extra openjson.Extra `json:"-"`
}
