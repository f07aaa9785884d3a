package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// PermissionRequest is the payload of the PermissionRequest hook: a call that
// somebody must decide (PermissionRequestHookInput).
type PermissionRequest struct {
	BaseHookInput
	ToolName              string          `json:"tool_name"`
	ToolInput             json.RawMessage `json:"tool_input"`
	PermissionSuggestions []Update        `json:"permission_suggestions,omitzero"`
	MCPServer             *MCPServer      `json:"mcp_server,omitempty"`
	Extra                 openjson.Extra  `json:"-"`
}

// Sayso is what sayso's plugin adds to a payload under the key "sayso": to each,
// where the session started; to a PermissionRequest, why this call became an ask.
// The client itself sends none of it. The names are those of ToolCheckInput,
// ToolCheckResult and ToolCallReserved.
type Sayso struct {
	Project     string         `json:"project,omitempty"` // its agent may have changed the directory since
	Reason      string         `json:"reason,omitempty"`
	Plugin      string         `json:"plugin,omitempty"`   // the plugin whose hook made the ask
	Rule        string         `json:"rule,omitempty"`     // the settings rule that decided, as written
	Hook        string         `json:"hook,omitempty"`     // the classic hook event, such as PreToolUse
	Setting     string         `json:"setting,omitempty"`  // the key of the option that asked
	Ceiling     string         `json:"ceiling,omitempty"`  // the most that the organization lets the call reach
	Approver    string         `json:"approver,omitempty"` // person, host, or absent when nobody can be asked
	IsReadOnly  bool           `json:"isReadOnly,omitempty"`
	ToolUseID   string         `json:"tool_use_id,omitempty"`
	Description string         `json:"description,omitempty"` // the tool's own description
	Consent     string         `json:"consent,omitempty"`     // the person's own words for the press behind the call
	Extra       openjson.Extra `json:"-"`
}
