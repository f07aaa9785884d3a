package claude

import "sayso/internal/openjson"

// BashInput is the input of Bash.
type BashInput struct {
	Command                   string         `json:"command"`
	Timeout                   Number         `json:"timeout,omitempty"`     // milliseconds
	Description               string         `json:"description,omitempty"` // the model's own words for what the command does
	RunInBackground           bool           `json:"run_in_background,omitempty"`
	DangerouslyDisableSandbox bool           `json:"dangerouslyDisableSandbox,omitempty"` // runs outside the sandbox
	Extra                     openjson.Extra `json:"-"`
}

// MonitorInput is the input of Monitor: a command or a WebSocket whose events
// reach the model, never both.
type MonitorInput struct {
	Command     string         `json:"command,omitempty"` // each line of its stdout is an event
	WS          *MonitorSocket `json:"ws,omitempty"`
	Description string         `json:"description"`
	TimeoutMS   Number         `json:"timeout_ms,omitempty"` // milliseconds; 300000 when absent
	Persistent  bool           `json:"persistent,omitempty"` // for as long as the session
	Extra       openjson.Extra `json:"-"`
}

// MonitorSocket is the WebSocket of a Monitor; each text frame is an event.
type MonitorSocket struct {
	URL       string         `json:"url"`
	Protocols []string       `json:"protocols,omitempty"`
	Extra     openjson.Extra `json:"-"`
}

// TaskOutputInput is the input of TaskOutput, once BashOutput.
type TaskOutputInput struct {
	TaskID  string         `json:"task_id"`
	Block   *bool          `json:"block,omitempty"`   // whether to wait for the end; true when absent
	Timeout Number         `json:"timeout,omitempty"` // milliseconds; 30000 when absent
	Extra   openjson.Extra `json:"-"`
}

// TaskStopInput is the input of TaskStop, once KillShell and KillBash.
type TaskStopInput struct {
	TaskID  string         `json:"task_id,omitempty"`
	ShellID string         `json:"shell_id,omitempty"` // the older name of TaskID
	Extra   openjson.Extra `json:"-"`
}
