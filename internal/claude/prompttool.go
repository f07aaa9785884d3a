package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// PromptToolArguments is the arguments with which Claude Code calls an MCP
// permission prompt tool (--permission-prompt-tool): the call that needs a
// decision. The answer is a
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
