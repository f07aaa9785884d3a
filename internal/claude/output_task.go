package claude

import "sayso/internal/openjson"

// TodoWriteOutput is the record of TodoWrite.
type TodoWriteOutput struct {
	OldTodos []Todo         `json:"oldTodos,omitzero"`
	NewTodos []Todo         `json:"newTodos,omitzero"`
	Message  string         `json:"message,omitempty"` // published table from here on
	Stats    *TodoStats     `json:"stats,omitempty"`
	Extra    openjson.Extra `json:"-"`
}

// TodoStats counts the entries of a todo list by status.
type TodoStats struct {
	Total      Number         `json:"total"`
	Pending    Number         `json:"pending"`
	InProgress Number         `json:"in_progress"`
	Completed  Number         `json:"completed"`
	Extra      openjson.Extra `json:"-"`
}

// TaskCreateOutput is the record of TaskCreate.
type TaskCreateOutput struct {
	Task  *TaskEntry     `json:"task,omitempty"`
	Extra openjson.Extra `json:"-"`
}

// TaskGetOutput is the record of TaskGet.
type TaskGetOutput struct {
	Task  *TaskEntry     `json:"task,omitempty"` // null where no task has the id
	Extra openjson.Extra `json:"-"`
}

// TaskListOutput is the record of TaskList.
type TaskListOutput struct {
	Tasks []TaskEntry    `json:"tasks,omitzero"`
	Extra openjson.Extra `json:"-"`
}

// TaskEntry is a task of the task list; each tool gives a part of it.
type TaskEntry struct {
	ID          string         `json:"id"`
	Subject     string         `json:"subject"`
	Description string         `json:"description,omitempty"`
	Status      string         `json:"status,omitempty"` // pending, in_progress, completed
	Owner       string         `json:"owner,omitempty"`
	Blocks      []string       `json:"blocks,omitzero"`
	BlockedBy   []string       `json:"blockedBy,omitzero"`
	Extra       openjson.Extra `json:"-"`
}

// TaskUpdateOutput is the record of TaskUpdate.
type TaskUpdateOutput struct {
	Success       bool           `json:"success,omitempty"`
	TaskID        string         `json:"taskId,omitempty"`
	UpdatedFields []string       `json:"updatedFields,omitzero"`
	Error         string         `json:"error,omitempty"`
	StatusChange  *StatusChange  `json:"statusChange,omitempty"`
	Extra         openjson.Extra `json:"-"`
}

// StatusChange is what became of a task's status.
type StatusChange struct {
	From  string         `json:"from"`
	To    string         `json:"to"`
	Extra openjson.Extra `json:"-"`
}
