package claude

import (
	"encoding/json"
	"fmt"
	"strings"

	"sayso/internal/openjson"
)

// Names of the built-in tools, as Claude Code writes them today.
const (
	ToolAgent              = "Agent"
	ToolAskUserQuestion    = "AskUserQuestion"
	ToolBash               = "Bash"
	ToolEdit               = "Edit"
	ToolEnterPlanMode      = "EnterPlanMode"
	ToolExitPlanMode       = "ExitPlanMode"
	ToolGlob               = "Glob"
	ToolGrep               = "Grep"
	ToolListMcpResources   = "ListMcpResourcesTool"
	ToolMonitor            = "Monitor"
	ToolNotebookEdit       = "NotebookEdit"
	ToolRead               = "Read"
	ToolReadMcpResource    = "ReadMcpResourceTool"
	ToolReadMcpResourceDir = "ReadMcpResourceDirTool"
	ToolSkill              = "Skill"
	ToolTaskCreate         = "TaskCreate"
	ToolTaskGet            = "TaskGet"
	ToolTaskList           = "TaskList"
	ToolTaskOutput         = "TaskOutput"
	ToolTaskStop           = "TaskStop"
	ToolTaskUpdate         = "TaskUpdate"
	ToolTodoWrite          = "TodoWrite"
	ToolWebFetch           = "WebFetch"
	ToolWebSearch          = "WebSearch"
	ToolWrite              = "Write"
)

// Tool is what this package knows of a built-in tool.
type Tool struct {
	Name    string
	Aliases []string // older names that Claude Code still takes

	// NewInput returns a pointer to an empty input of the tool.
	NewInput func() any
	// NewOutput returns a pointer to an empty record of the tool; it is nil
	// where the record has no type.
	NewOutput func() any
}

// tools is the one place that ties a tool's name to its shapes, in the order of
// the names. A new tool is one line here.
var tools = []Tool{
	{ToolAgent, []string{"Task"}, empty[AgentInput], empty[AgentOutput]},
	{ToolAskUserQuestion, nil, empty[AskUserQuestionInput], empty[AskUserQuestionOutput]},
	{ToolBash, nil, empty[BashInput], empty[BashOutput]},
	{ToolEdit, nil, empty[EditInput], empty[EditOutput]},
	{ToolEnterPlanMode, nil, empty[EnterPlanModeInput], empty[EnterPlanModeOutput]},
	{ToolExitPlanMode, nil, empty[ExitPlanModeInput], empty[ExitPlanModeOutput]},
	{ToolGlob, nil, empty[GlobInput], empty[GlobOutput]},
	{ToolGrep, nil, empty[GrepInput], empty[GrepOutput]},
	{ToolListMcpResources, []string{"ListMcpResources"}, empty[ListMcpResourcesInput], empty[ListMcpResourcesOutput]},
	{ToolMonitor, nil, empty[MonitorInput], empty[MonitorOutput]},
	{ToolNotebookEdit, nil, empty[NotebookEditInput], empty[NotebookEditOutput]},
	{ToolRead, nil, empty[ReadInput], empty[ReadOutput]},
	{ToolReadMcpResourceDir, []string{"ReadMcpResourceDir"}, empty[ReadMcpResourceInput], nil},
	{ToolReadMcpResource, []string{"ReadMcpResource"}, empty[ReadMcpResourceInput], empty[ReadMcpResourceOutput]},
	{ToolSkill, nil, empty[SkillInput], nil},
	{ToolTaskCreate, nil, empty[TaskCreateInput], empty[TaskCreateOutput]},
	{ToolTaskGet, nil, empty[TaskGetInput], empty[TaskGetOutput]},
	{ToolTaskList, nil, empty[TaskListInput], empty[TaskListOutput]},
	{ToolTaskOutput, []string{"BashOutput"}, empty[TaskOutputInput], empty[TaskOutputOutput]},
	{ToolTaskStop, []string{"KillShell", "KillBash"}, empty[TaskStopInput], empty[TaskStopOutput]},
	{ToolTaskUpdate, nil, empty[TaskUpdateInput], empty[TaskUpdateOutput]},
	{ToolTodoWrite, nil, empty[TodoWriteInput], empty[TodoWriteOutput]},
	{ToolWebFetch, nil, empty[WebFetchInput], empty[WebFetchOutput]},
	{ToolWebSearch, nil, empty[WebSearchInput], empty[WebSearchOutput]},
	{ToolWrite, nil, empty[WriteInput], empty[WriteOutput]},
}

func empty[T any]() any { return new(T) }

// byName finds a tool by its name or one of its aliases.
var byName = func() map[string]Tool {
	m := map[string]Tool{}
	for _, t := range tools {
		m[t.Name] = t
		for _, alias := range t.Aliases {
			m[alias] = t
		}
	}
	return m
}()

// Tools returns the built-in tools in the order of their names.
func Tools() []Tool { return append([]Tool(nil), tools...) }

// CanonicalTool returns the name under which Claude Code knows the tool today:
// Agent for Task. Other names, those of MCP tools included, come back as they
// are. Names are compared exactly.
func CanonicalTool(name string) string {
	if t, known := byName[name]; known {
		return t.Name
	}
	return name
}

// ParseInput reads a call's arguments into the tool's input type, such as
// *[BashInput]; an alias reads as its tool. The input of a tool without a type,
// an MCP tool say, is an *[OtherInput]. Errors name the member at fault; the
// call can then still be shown from its raw arguments.
func ParseInput(tool string, raw json.RawMessage) (any, error) {
	input := any(new(OtherInput))
	if t, known := byName[tool]; known {
		input = t.NewInput()
	}
	if err := openjson.Unmarshal(raw, input); err != nil {
		return nil, fmt.Errorf("%s input: %w", tool, err)
	}
	return input, nil
}

// OtherInput is the input of a tool that has no type here: all of it is in
// Extra.
type OtherInput struct {
	Extra openjson.Extra `json:"-"`
}

// SplitMCP splits the name of an MCP tool, mcp__SERVER__TOOL, as Claude Code
// does: the server ends at the first "__" after it. A server whose name holds
// "__" is cut short, so a payload's mcp_server is the better word where there
// is one.
func SplitMCP(name string) (server, tool string, ok bool) {
	rest, isMCP := strings.CutPrefix(name, "mcp__")
	if !isMCP {
		return "", "", false
	}
	server, tool, _ = strings.Cut(rest, "__")
	if server == "" || tool == "" {
		return "", "", false
	}
	return server, tool, true
}
