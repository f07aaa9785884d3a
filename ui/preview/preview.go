// Package preview shows what a tool call would do. Each tool has one renderer,
// and all of them stand in one map.
//
// A renderer gets the call as it came, hostile, and returns lines that are fit
// to be shown: sanitised, styled, and no wider than asked.
package preview

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/approver/claude"
	"sayso/ui/lines"
	"sayso/ui/sanitize"
	"sayso/ui/style"
)

// Context is what a renderer works with.
type Context struct {
	Ask    approver.Ask
	Width  int // cells
	Styles style.Styles
}

// Renderer returns the lines of a preview, and false when the input is not of
// the tool's shape: the call is then shown as any unknown one.
type Renderer func(Context) ([]string, bool)

// tool is how one tool is shown.
type tool struct {
	verb   string // "run a command"
	render Renderer
}

// tools holds every tool that is shown in a way of its own, by its name of
// today; an alias is shown as its tool.
var tools = map[string]tool{
	claude.ToolAgent:              {verb: "start a subagent"},
	claude.ToolAskUserQuestion:    {verb: "ask you"},
	claude.ToolBash:               {verb: "run a command", render: bash},
	claude.ToolEdit:               {verb: "change a file"},
	claude.ToolEnterPlanMode:      {verb: "start to plan"},
	claude.ToolExitPlanMode:       {verb: "carry out a plan"},
	claude.ToolGlob:               {verb: "look for files"},
	claude.ToolGrep:               {verb: "search in files"},
	claude.ToolListMcpResources:   {verb: "list resources"},
	claude.ToolMonitor:            {verb: "watch a command", render: monitor},
	claude.ToolNotebookEdit:       {verb: "change a notebook"},
	claude.ToolRead:               {verb: "read a file"},
	claude.ToolReadMcpResource:    {verb: "read a resource"},
	claude.ToolReadMcpResourceDir: {verb: "list resources"},
	claude.ToolSkill:              {verb: "use a skill"},
	claude.ToolTaskCreate:         {verb: "note a task"},
	claude.ToolTaskGet:            {verb: "read a task"},
	claude.ToolTaskList:           {verb: "list the tasks"},
	claude.ToolTaskOutput:         {verb: "read a background task"},
	claude.ToolTaskStop:           {verb: "stop a background task"},
	claude.ToolTaskUpdate:         {verb: "change a task"},
	claude.ToolTodoWrite:          {verb: "write the to-do list"},
	claude.ToolWebFetch:           {verb: "fetch a page"},
	claude.ToolWebSearch:          {verb: "search the web"},
	claude.ToolWrite:              {verb: "write a file"},
	claude.EventPreModelSwitch:    {verb: "run another model"}, // no tool, but asked about like one
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

// Subject returns the one line that tells this call from others of its tool: a
// command, a path, a URL. It is sanitised and not cut.
func Subject(ask approver.Ask) string {
	var in map[string]json.RawMessage
	if json.Unmarshal(ask.Input, &in) != nil {
		return ""
	}
	for _, key := range []string{"command", "file_path", "notebook_path", "path", "url", "query", "pattern", "description", "subject", "skill"} {
		var text string
		if json.Unmarshal(in[key], &text) == nil && text != "" {
			return sanitize.Line(text)
		}
	}
	return ""
}

// Render returns the preview of a call: its tool's own, or the arguments as a
// tree, and then what of the text is hidden.
func Render(c Context) []string {
	out, ok := []string(nil), false
	if t, _ := toolOf(c.Ask.Tool); t.render != nil {
		out, ok = t.render(c)
	}
	if !ok {
		out = tree(c)
	}
	if hidden := hiddenIn(c.Ask.Input, ""); len(hidden) > 0 {
		out = append(out, "")
		for _, line := range hidden {
			out = append(out, c.words(line, c.Styles.Note)...)
		}
	}
	return out
}

// hiddenIn says for each text of a JSON value which of its characters are
// hidden: "command: 1 hidden character: escape at 4".
func hiddenIn(raw json.RawMessage, name string) []string {
	members, _, ok := elements(raw)
	if !ok {
		if hidden := sanitize.Describe(scalar(raw)); hidden != "" {
			return []string{strings.TrimPrefix(sanitize.Line(name)+": "+hidden, ": ")}
		}
		return nil
	}
	var out []string
	for i, m := range members {
		if hidden := sanitize.Describe(m.name); hidden != "" {
			out = append(out, sanitize.Line(m.name)+": "+hidden)
		}
		inner := strings.TrimPrefix(name+"."+cmp.Or(m.name, strconv.Itoa(i+1)), ".")
		out = append(out, hiddenIn(m.value, inner)...)
	}
	return out
}

const (
	indent = 2
	pad    = "  "
)

// code shows text whose line ends and spaces matter. A row that goes on in the
// next one for want of room says so at the start of that.
func (c Context) code(text string, rest lipgloss.Style) []string {
	var out []string
	for _, line := range sanitize.Block(text) {
		for i, row := range lines.Wrap(line, c.Width-indent) {
			lead := pad
			if i > 0 {
				lead = c.Styles.Faint.Render("↪ ")
			}
			out = append(out, lead+c.Styles.Shown(row, rest))
		}
	}
	return out
}

// prose shows words, wrapped at spaces.
func (c Context) prose(text string, rest lipgloss.Style) []string {
	var out []string
	for _, line := range sanitize.Block(text) {
		out = append(out, c.words(line, rest)...)
	}
	return out
}

// words is prose for one line that is sanitised already.
func (c Context) words(line string, rest lipgloss.Style) []string {
	var out []string
	for _, row := range lines.WrapWords(line, c.Width-indent) {
		out = append(out, pad+c.Styles.Shown(row, rest))
	}
	return out
}
