package claude

import (
	"sayso/internal/openjson"
)

// BaseHookInput holds the members that every hook payload shares.
type BaseHookInput struct {
	SessionID      string  `json:"session_id"`
	TranscriptPath string  `json:"transcript_path,omitempty"` // JSON lines, written by the client
	Cwd            string  `json:"cwd"`
	PromptID       string  `json:"prompt_id,omitempty"` // absent before the session's first prompt
	PermissionMode Mode    `json:"permission_mode,omitempty"`
	Effort         *Effort `json:"effort,omitempty"`
	AgentID        string  `json:"agent_id,omitempty"` // set inside a subagent, and only there
	AgentType      string  `json:"agent_type,omitempty"`
	HookEventName  string  `json:"hook_event_name"`
	Sayso          *Sayso  `json:"sayso,omitempty"` // added by sayso's plugin
}

// Base returns the shared members; it makes every hook payload an [Event].
func (b BaseHookInput) Base() BaseHookInput { return b }

// InProject says where the session started, for a payload that does not.
func (b *BaseHookInput) InProject(dir string) {
	if b.Sayso == nil {
		b.Sayso = &Sayso{}
	}
	if b.Sayso.Project == "" {
		b.Sayso.Project = dir
	}
}

// Effort is how hard the model is told to think.
type Effort struct {
	Level string         `json:"level"` // low, medium, high, xhigh, max
	Extra openjson.Extra `json:"-"`
}

// MCPServer is where an mcp__* tool comes from (McpServerProvenance). The name
// is the key in the configuration: untrusted text.
type MCPServer struct {
	Name   string         `json:"name"`
	Source string         `json:"source,omitempty"` // sdk, plugin, user, project, local, dynamic, managed … an open set
	Extra  openjson.Extra `json:"-"`
}
