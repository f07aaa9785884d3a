package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

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

// PromptToolArguments is the call that needs a decision. The answer is a
// [PermissionResult] as the text of one text block.
type PromptToolArguments struct {
	ToolName  string          `json:"tool_name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Extra     openjson.Extra  `json:"-"`
}

// PromptToolMeta is what Claude Code adds beside the arguments.
type PromptToolMeta struct {
	ToolUseID     string          `json:"claudecode/toolUseId,omitempty"`
	ProgressToken json.RawMessage `json:"progressToken,omitempty"` // a number or a text
	Extra         openjson.Extra  `json:"-"`
}
