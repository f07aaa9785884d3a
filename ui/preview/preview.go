// Package preview shows what a tool call would do. Each tool has one renderer,
// and all of them stand in one map.
//
// A renderer gets the call as it came, hostile, and returns lines that are fit
// to be shown: sanitised, styled, and no wider than asked. It opens nothing:
// files it sees through [Files].
package preview

import (
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/internal/sanitize"
)

// Renderer returns the lines of a preview, and false when the input is not of
// the tool's shape or says more than the renderer shows: the call is then shown
// as any unknown one.
type Renderer func(Context) ([]string, bool)

// tool is how one tool is shown.
type tool struct {
	verb   string // "run a command"
	render Renderer
}

// tools holds every tool that is shown in a way of its own, by its name of
// today; an alias is shown as its tool.
var tools = map[string]tool{
	claude.ToolAgent:              {"start a subagent", agent},
	claude.ToolAskUserQuestion:    {"ask you", nil},
	claude.ToolBash:               {"run a command", bash},
	claude.ToolEdit:               {"change a file", edit},
	claude.ToolEnterPlanMode:      {"start to plan", enterPlan},
	claude.ToolExitPlanMode:       {"carry out a plan", nil},
	claude.ToolGlob:               {"look for files", glob},
	claude.ToolGrep:               {"search in files", grep},
	claude.ToolListMcpResources:   {"list resources", listResources},
	claude.ToolMonitor:            {"watch a command", monitor},
	claude.ToolNotebookEdit:       {"change a notebook", notebook},
	claude.ToolRead:               {"read a file", readFile},
	claude.ToolReadMcpResource:    {"read a resource", readResource},
	claude.ToolReadMcpResourceDir: {"list resources", readResource},
	claude.ToolSkill:              {"use a skill", skill},
	claude.ToolTaskCreate:         {"note a task", taskCreate},
	claude.ToolTaskGet:            {"read a task", taskGet},
	claude.ToolTaskList:           {"list the tasks", taskList},
	claude.ToolTaskOutput:         {"read a background task", taskOutput},
	claude.ToolTaskStop:           {"stop a background task", taskStop},
	claude.ToolTaskUpdate:         {"change a task", taskUpdate},
	claude.ToolTodoWrite:          {"write the to-do list", todoWrite},
	claude.ToolWebFetch:           {"fetch a page", webFetch},
	claude.ToolWebSearch:          {"search the web", webSearch},
	claude.ToolWrite:              {"write a file", write},
	claude.EventPreModelSwitch:    {"run another model", nil}, // no tool, but asked about like one
}

// IsChange reports whether a tool changes a file, so that old and new can be
// shown next to one another.
func IsChange(name string) bool {
	switch claude.CanonicalTool(name) {
	case claude.ToolEdit, claude.ToolWrite, claude.ToolNotebookEdit:
		return true
	}
	return false
}

// toolOf returns how a tool is shown.
func toolOf(name string) (tool, bool) {
	t, ok := tools[claude.CanonicalTool(name)]
	return t, ok
}

// Title returns the tool's name as a person reads it, and what it does in two
// or three words: "Bash", "run a command". A tool of an MCP server is "server →
// tool", "use a tool".
func Title(name string) (title, verb string) {
	if server, tool, ok := claude.SplitMCP(name); ok {
		return sanitize.Line(server) + " → " + sanitize.Line(tool), "use a tool"
	}
	if name == claude.EventPreModelSwitch {
		return "Model", tools[name].verb
	}
	if t, ok := toolOf(name); ok {
		return name, t.verb
	}
	return sanitize.Line(name), "use a tool"
}

// Render returns the preview of a call: its tool's own, or the arguments as a
// tree. It is pure but for what it reads by way of Files, and may take long for
// a large call.
func Render(c Context) []string {
	rows, _ := Show(c)
	return rows
}

func (c Context) render() []string {
	if t, _ := toolOf(c.Ask.Tool); t.render != nil {
		if out, ok := t.render(c); ok {
			return out
		}
	}
	return tree(c)
}

// saysMore reports whether an input has members that its type does not name.
// What is not shown must not be approved, so a renderer that finds some leaves
// the call to the tree. A known member that came empty is kept there as well,
// and says nothing.
func saysMore(extra openjson.Extra) bool {
	for _, value := range extra {
		switch string(value) {
		case `""`, "false", "null", "[]", "{}":
		default:
			return true
		}
	}
	return false
}

// input reads the call's arguments into the type of its tool.
func input[T any](c Context) (*T, bool) {
	parsed, err := claude.ParseInput(c.Ask.Tool, c.Ask.Input)
	if err != nil {
		return nil, false
	}
	in, ok := parsed.(*T)
	return in, ok
}
