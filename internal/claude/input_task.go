package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// TodoWriteInput is the input of TodoWrite: the whole list, anew.
type TodoWriteInput struct {
	Todos []Todo         `json:"todos"`
	Extra openjson.Extra `json:"-"`
}

// Todo is one entry of a todo list.
type Todo struct {
	Content    string         `json:"content"`
	Status     string         `json:"status"`     // pending, in_progress, completed
	ActiveForm string         `json:"activeForm"` // what is shown while at it
	Extra      openjson.Extra `json:"-"`
}

// TaskCreateInput is the input of TaskCreate.
type TaskCreateInput struct {
	Subject     string          `json:"subject"`
	Description string          `json:"description"`
	ActiveForm  string          `json:"activeForm,omitempty"`
	Metadata    json.RawMessage `json:"metadata,omitempty"` // an object of the caller's
	Extra       openjson.Extra  `json:"-"`
}

// TaskUpdateInput is the input of TaskUpdate: the members to change.
type TaskUpdateInput struct {
	TaskID       string          `json:"taskId"`
	Status       string          `json:"status,omitempty"` // pending, in_progress, completed, deleted
	Subject      string          `json:"subject,omitempty"`
	Description  string          `json:"description,omitempty"`
	ActiveForm   string          `json:"activeForm,omitempty"`
	AddBlocks    []string        `json:"addBlocks,omitempty"`    // ids of tasks that now wait for this one
	AddBlockedBy []string        `json:"addBlockedBy,omitempty"` // ids of tasks that this one now waits for
	Owner        string          `json:"owner,omitempty"`
	Metadata     json.RawMessage `json:"metadata,omitempty"`
	Extra        openjson.Extra  `json:"-"`
}

// TaskGetInput is the input of TaskGet.
type TaskGetInput struct {
	TaskID string         `json:"taskId"`
	Extra  openjson.Extra `json:"-"`
}

// TaskListInput is the input of TaskList, which names no member.
type TaskListInput struct {
	Extra openjson.Extra `json:"-"`
}
