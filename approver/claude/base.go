package claude

import (
	"sayso/rules"
	"sayso/rules/openjson"
)

// Names of hook events, as they stand in hook_event_name.
const (
	EventPermissionRequest = "PermissionRequest"
)

// BaseHookInput holds the members that every hook payload shares.
type BaseHookInput struct {
	SessionID      string     `json:"session_id"`
	TranscriptPath string     `json:"transcript_path,omitempty"` // JSON lines, written by the client
	Cwd            string     `json:"cwd"`
	PromptID       string     `json:"prompt_id,omitempty"`
	PermissionMode rules.Mode `json:"permission_mode,omitempty"`
	Effort         *Effort    `json:"effort,omitempty"`
	AgentID        string     `json:"agent_id,omitempty"` // set inside a subagent
	AgentType      string     `json:"agent_type,omitempty"`
	HookEventName  string     `json:"hook_event_name"`
}

// Effort is how hard the model is told to think.
type Effort struct {
	Level string         `json:"level"`
	Extra openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (e *Effort) UnmarshalJSON(data []byte) error {
	type plain Effort
	return openjson.Unmarshal(data, (*plain)(e), &e.Extra)
}

// MarshalJSON writes the wire form.
func (e Effort) MarshalJSON() ([]byte, error) {
	type plain Effort
	return openjson.Marshal(plain(e), e.Extra)
}

// MCPServer is where an mcp__* tool comes from (McpServerProvenance).
type MCPServer struct {
	Name   string         `json:"name"`
	Source string         `json:"source,omitempty"` // such as "user", "project", "dynamic"
	Extra  openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (s *MCPServer) UnmarshalJSON(data []byte) error {
	type plain MCPServer
	return openjson.Unmarshal(data, (*plain)(s), &s.Extra)
}

// MarshalJSON writes the wire form.
func (s MCPServer) MarshalJSON() ([]byte, error) {
	type plain MCPServer
	return openjson.Marshal(plain(s), s.Extra)
}
