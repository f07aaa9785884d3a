package activity

import (
	"fmt"
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
)

func taskCreateOutcome(r claude.TaskCreateOutput, _ approver.Outcome) (s shown) {
	if r.Task != nil {
		s.say("Created task %s: %s", line(r.Task.ID), line(r.Task.Subject))
	}
	return s
}

func taskGetOutcome(r claude.TaskGetOutput, _ approver.Outcome) (s shown) {
	if r.Task == nil {
		s.say("There is none of that number")
		return s
	}
	s.say("%s", entryOf(*r.Task))
	s.text = r.Task.Description
	return s
}

func taskListOutcome(r claude.TaskListOutput, o approver.Outcome) (s shown) {
	if o.Rest == 0 { // else some found no room
		s.say("%s", count(len(r.Tasks), "task", "tasks"))
	}
	for _, task := range r.Tasks {
		s.say("%s", entryOf(task))
	}
	return s
}

// entryOf says a task of the task list on one line.
func entryOf(t claude.TaskEntry) string {
	out := fmt.Sprintf("%s  %s", line(t.ID), line(t.Subject))
	if t.Status != "" {
		out += ", " + line(status(t.Status))
	}
	if len(t.BlockedBy) > 0 {
		out += ", waits for " + line(strings.Join(t.BlockedBy, ", "))
	}
	return out
}

func taskUpdateOutcome(r claude.TaskUpdateOutput, _ approver.Outcome) (s shown) {
	switch change := r.StatusChange; {
	case r.TaskID == "":
	case !r.Success:
		s.said = append(s.said, texts("Task "+r.TaskID+" was not changed", r.Error)...)
	case change != nil:
		s.say("Task %s: from %s to %s", line(r.TaskID), line(status(change.From)), line(status(change.To)))
	default:
		s.say("Task %s: changed %s", line(r.TaskID), line(strings.Join(r.UpdatedFields, ", ")))
	}
	return s
}

func todoOutcome(r claude.TodoWriteOutput, _ approver.Outcome) (s shown) {
	s.said = texts(r.Message)
	if t := r.Stats; t != nil {
		s.say("%d of %d done, %d in progress", number(t.Completed), number(t.Total), number(t.InProgress))
	}
	for _, todo := range r.NewTodos {
		s.say("%s, %s", line(todo.Content), line(status(todo.Status)))
	}
	return s
}

// status says a status in words.
func status(s string) string { return strings.ReplaceAll(s, "_", " ") }
