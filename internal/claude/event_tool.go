package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// PreToolUse is the payload of the PreToolUse hook: a call about to be checked
// (PreToolUseHookInput).
type PreToolUse struct {
	BaseHookInput
	ToolName  string          `json:"tool_name"`
	ToolInput json.RawMessage `json:"tool_input"` // as the model sent it; see [ParseInput]
	ToolUseID string          `json:"tool_use_id"`
	MCPServer *MCPServer      `json:"mcp_server,omitempty"` // for an mcp__* tool
	Extra     openjson.Extra  `json:"-"`
}

// PostToolUse is the payload of the PostToolUse hook: a call that ran
// (PostToolUseHookInput).
type PostToolUse struct {
	BaseHookInput
	ToolName     string          `json:"tool_name"`
	ToolInput    json.RawMessage `json:"tool_input"`    // as it ran, rewrites included
	ToolResponse json.RawMessage `json:"tool_response"` // the tool's record; see [ParseOutput]
	ToolUseID    string          `json:"tool_use_id"`
	DurationMS   Number          `json:"duration_ms,omitempty"` // milliseconds, without prompts and hooks
	MCPServer    *MCPServer      `json:"mcp_server,omitempty"`
	Extra        openjson.Extra  `json:"-"`
}

// PostToolUseFailure is the payload of the PostToolUseFailure hook: a call that
// ran and failed (PostToolUseFailureHookInput).
type PostToolUseFailure struct {
	BaseHookInput
	ToolName    string          `json:"tool_name"`
	ToolInput   json.RawMessage `json:"tool_input"`
	ToolUseID   string          `json:"tool_use_id"`
	Error       string          `json:"error"`                  // as the model reads it
	IsInterrupt bool            `json:"is_interrupt,omitempty"` // aborted, not failed by itself
	DurationMS  Number          `json:"duration_ms,omitempty"`  // milliseconds, without prompts and hooks
	MCPServer   *MCPServer      `json:"mcp_server,omitempty"`
	Extra       openjson.Extra  `json:"-"`
}

// PostToolBatch is the payload of the PostToolBatch hook: every call of one
// model message is settled, run or refused (PostToolBatchHookInput).
type PostToolBatch struct {
	BaseHookInput
	ToolCalls []PostToolBatchToolCall `json:"tool_calls"`
	Extra     openjson.Extra          `json:"-"`
}

// PostToolBatchToolCall is one call of a [PostToolBatch].
type PostToolBatchToolCall struct {
	ToolName     string          `json:"tool_name"` // as the model called it, an alias too; see [CanonicalTool]
	ToolInput    json.RawMessage `json:"tool_input"`
	ToolUseID    string          `json:"tool_use_id"`
	ToolResponse json.RawMessage `json:"tool_response,omitempty"` // here what the model reads, refusals included: a text or blocks
	Extra        openjson.Extra  `json:"-"`
}

// PermissionDenied is the payload of the PermissionDenied hook: auto mode
// refused a call (PermissionDeniedHookInput).
type PermissionDenied struct {
	BaseHookInput
	ToolName  string          `json:"tool_name"`
	ToolInput json.RawMessage `json:"tool_input"`
	ToolUseID string          `json:"tool_use_id"`
	Reason    string          `json:"reason"`
	MCPServer *MCPServer      `json:"mcp_server,omitempty"`
	Extra     openjson.Extra  `json:"-"`
}
