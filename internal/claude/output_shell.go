package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// The records that tools leave behind. The published tables and what clients
// really store differ (the record of Edit has not one member in common), so
// these types name both and every member is optional: a comment marks where the
// members of the published table begin. Nothing is decided by a record; it is
// shown.

// BashOutput is the record of Bash.
type BashOutput struct {
	Stdout                    string          `json:"stdout,omitempty"` // the command's stdout and stderr as one stream
	Stderr                    string          `json:"stderr,omitempty"` // notices of the tool's own
	Interrupted               bool            `json:"interrupted,omitempty"`
	IsImage                   bool            `json:"isImage,omitempty"` // stdout is an image's data
	BackgroundTaskID          string          `json:"backgroundTaskId,omitempty"`
	BackgroundedByUser        bool            `json:"backgroundedByUser,omitempty"`
	BackgroundEndsWithTurn    bool            `json:"backgroundEndsWithFinalResponse,omitempty"` // no notice of its end will come
	TimedOutAfterMS           Number          `json:"timedOutAfterMs,omitempty"`                 // milliseconds; then it went to the background
	DangerouslyDisableSandbox bool            `json:"dangerouslyDisableSandbox,omitempty"`
	ReturnCodeInterpretation  string          `json:"returnCodeInterpretation,omitempty"` // of an exit status that is no error
	NoOutputExpected          bool            `json:"noOutputExpected,omitempty"`
	PersistedOutputPath       string          `json:"persistedOutputPath,omitempty"` // the whole output, where it was too long
	PersistedOutputSize       Number          `json:"persistedOutputSize,omitempty"` // bytes
	GitOperation              json.RawMessage `json:"gitOperation,omitempty"`        // commit, push, branch, pr
	Extra                     openjson.Extra  `json:"-"`
}

// MonitorOutput is the record of Monitor.
type MonitorOutput struct {
	TaskID     string         `json:"taskId,omitempty"`
	TimeoutMS  Number         `json:"timeoutMs,omitempty"` // milliseconds; 0 when persistent
	Persistent bool           `json:"persistent,omitempty"`
	Extra      openjson.Extra `json:"-"`
}

// TaskOutputOutput is the record of TaskOutput.
type TaskOutputOutput struct {
	RetrievalStatus string          `json:"retrieval_status,omitempty"` // success, timeout, not_ready
	Task            *BackgroundWork `json:"task,omitempty"`
	Extra           openjson.Extra  `json:"-"`
}

// BackgroundWork is the task of a [TaskOutputOutput]. What only some types of
// task have, such as exitCode, stands in Extra.
type BackgroundWork struct {
	TaskID      string         `json:"task_id,omitempty"`
	TaskType    string         `json:"task_type,omitempty"`
	Status      string         `json:"status,omitempty"`
	Description string         `json:"description,omitempty"`
	Output      string         `json:"output,omitempty"`
	Extra       openjson.Extra `json:"-"`
}

// TaskStopOutput is the record of TaskStop.
type TaskStopOutput struct {
	Message  string         `json:"message,omitempty"`
	TaskID   string         `json:"task_id,omitempty"`
	TaskType string         `json:"task_type,omitempty"`
	Command  string         `json:"command,omitempty"` // or the description
	Extra    openjson.Extra `json:"-"`
}
