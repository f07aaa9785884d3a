package ipc

import "encoding/json"

// WatchQuestion is what "sayso watch" reads on stdin.
type WatchQuestion struct {
	ToolName  string          `json:"tool_name"`
	ToolInput json.RawMessage `json:"tool_input"`
	Cwd       string          `json:"cwd"`
	// ProjectDir is where the session started, from which path rules count: the
	// agent may have changed its directory since. "" is Cwd.
	ProjectDir string `json:"project_dir,omitempty"`
	// PermissionMode is the mode as an event of the session, or of the subagent
	// that makes the call, last told it; "" before the first one. "auto" for a
	// call that the classifier is about to settle, which is always right.
	PermissionMode string `json:"permission_mode,omitempty"`
}

// WatchAnswer is what "sayso watch" prints.
type WatchAnswer struct {
	Watch  bool   `json:"watch"`
	Reason string `json:"reason,omitempty"` // "you asked to see this" when empty
}
