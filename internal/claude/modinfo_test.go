package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// ToolInfo is one tool of $.tool.list.
type ToolInfo struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	MCP         bool           `json:"mcp"` // the tool of an MCP server
	Extra       openjson.Extra `json:"-"`
}

// ToolDeferral says where a tool waits: true behind ToolSearch, false in front
// of the model. Absent leaves it to the engine, so it is used by pointer.
type ToolDeferral = bool

// ToolDescribeInput is the input of tool.describe: a tool's description when
// its schema is first shown to the model.
type ToolDescribeInput struct {
	Tool        string         `json:"tool"`
	Description string         `json:"description"`
	IsDeferred  bool           `json:"isDeferred,omitempty"` // true or absent
	Provider    Origin         `json:"provider"`
	Extra       openjson.Extra `json:"-"`
}

// Origin is a plugin and its tier: {engine, core} for what is built in,
// mcp:SERVER for the tool of a configured server.
type Origin struct {
	Plugin string         `json:"plugin"`
	Tier   string         `json:"tier"`
	Extra  openjson.Extra `json:"-"`
}

// ToolDescribeResult is what a tool.describe hook returns.
type ToolDescribeResult struct {
	Description string         `json:"description"`
	IsDeferred  *ToolDeferral  `json:"isDeferred,omitempty"`
	Extra       openjson.Extra `json:"-"`
}

// ToolSpec is what $.tool.register takes; the model calls the tool
// mcp__PLUGIN__NAME.
type ToolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema,omitempty"` // a JSON schema object
	IsDeferred  *ToolDeferral   `json:"isDeferred,omitempty"`
	Extra       openjson.Extra  `json:"-"`
}

// ToolUseSummary is one call of an assistant message, with what became of it
// once the transcript holds that.
type ToolUseSummary struct {
	ToolUseID  string                     `json:"tool_use_id"`
	Tool       string                     `json:"tool"`
	Input      json.RawMessage            `json:"input"`
	Result     json.RawMessage            `json:"result,omitempty"`     // the tool's record, or the error text
	Text       string                     `json:"text,omitempty"`       // as the model read it; absent in flight
	IsError    bool                       `json:"isError,omitempty"`    // true or absent
	AgentID    string                     `json:"agentId,omitempty"`    // of an Agent call: the agent it started
	DurationMS Number                     `json:"durationMs,omitempty"` // of an Agent call that ran to its end; milliseconds
	Meta       map[string]json.RawMessage `json:"meta,omitempty"`       // from the MCP server to plugins; the model never reads it
	Extra      openjson.Extra             `json:"-"`
}

// ToolResultSummary is one tool result of a user message.
type ToolResultSummary struct {
	ToolUseID string                     `json:"tool_use_id"`
	Text      string                     `json:"text"`
	IsError   bool                       `json:"isError"`
	Result    json.RawMessage            `json:"result,omitempty"`
	Meta      map[string]json.RawMessage `json:"meta,omitempty"`
	Extra     openjson.Extra             `json:"-"`
}
