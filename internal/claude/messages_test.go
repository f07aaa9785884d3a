package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// Messages of which sayso itself reads only a part; the captures and samples have
// them whole.

// ControlCancelRequest withdraws a [ControlRequest].
type ControlCancelRequest struct {
	Type      string         `json:"type"` // control_cancel_request
	RequestID string         `json:"request_id"`
	Extra     openjson.Extra `json:"-"`
}

// PromptToolCall is the JSON-RPC request in which Claude Code calls an MCP
// permission prompt tool (--permission-prompt-tool).
type PromptToolCall struct {
	JSONRPC string           `json:"jsonrpc"`
	ID      json.RawMessage  `json:"id"`     // a number or a text, to be echoed as it came
	Method  string           `json:"method"` // tools/call
	Params  PromptToolParams `json:"params"`
	Extra   openjson.Extra   `json:"-"`
}

// PromptToolParams is the params of a [PromptToolCall].
type PromptToolParams struct {
	Name      string              `json:"name"` // the tool's short name, such as approve
	Arguments PromptToolArguments `json:"arguments"`
	Meta      *PromptToolMeta     `json:"_meta,omitempty"`
	Extra     openjson.Extra      `json:"-"`
}
