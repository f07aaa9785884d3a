package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// Names of the signals that sayso's plugin sends in the shape of hook payloads.
// They are not Claude Code's own: the plugin makes them of the mod events of the
// same names.
const (
	EventToolRun  = "tool.run"
	EventToolCall = "tool.call"
)

// EventKey names what the plugin's module passes to "sayso hook" to show the key
// of its session. It is no event that anybody else hears of.
const EventKey = "sayso.key"

// Outcomes of a [ToolCall].
const (
	OutcomeOK    = "ok"    // another plugin answered in the tool's place
	OutcomeError = "error" // it ran, and the person stopped it
	OutcomeDeny  = "deny"  // it never ran
)

// ToolRun says that a call starts to run, whoever allowed it.
type ToolRun struct {
	BaseHookInput
	ToolName  string          `json:"tool_name"`
	ToolInput json.RawMessage `json:"tool_input"`
	ToolUseID string          `json:"tool_use_id"`
	Consent   string          `json:"consent,omitempty"` // the person's own words for the press behind the call
	// InputChanged says that the call starts with another input than it was checked
	// with: a hook's answer changed it, sayso's or another one's.
	InputChanged bool           `json:"input_changed,omitempty"`
	Extra        openjson.Extra `json:"-"`
}

// ToolCall says how a call ended where no hook of Claude Code does.
type ToolCall struct {
	BaseHookInput
	ToolName   string          `json:"tool_name"`
	ToolInput  json.RawMessage `json:"tool_input"`
	ToolUseID  string          `json:"tool_use_id"`
	Consent    string          `json:"consent,omitempty"`
	Outcome    string          `json:"outcome"`               // ok, error, deny
	DurationMS Number          `json:"duration_ms,omitempty"` // milliseconds
	Extra      openjson.Extra  `json:"-"`
}
