package claude_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

func TestToolTable(t *testing.T) {
	tools := claude.Tools()
	names := map[string]string{}
	for _, tool := range tools {
		for _, name := range append([]string{tool.Name}, tool.Aliases...) {
			if other, twice := names[name]; twice {
				t.Errorf("%s names both %s and %s", name, other, tool.Name)
			}
			names[name] = tool.Name
			if got := claude.CanonicalTool(name); got != tool.Name {
				t.Errorf("CanonicalTool(%q) = %q, want %q", name, got, tool.Name)
			}
		}
		short := strings.TrimSuffix(tool.Name, "Tool")
		if got := typeName(tool.NewInput()); got != short+"Input" && tool.Name != claude.ToolReadMcpResourceDir {
			t.Errorf("the input of %s is a %s", tool.Name, got)
		}
		if tool.NewOutput != nil && typeName(tool.NewOutput()) != short+"Output" {
			t.Errorf("the record of %s is a %T", tool.Name, tool.NewOutput())
		}
	}
	if !slices.IsSortedFunc(tools, func(a, b claude.Tool) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the tool table is not in the order of the names")
	}
	for _, name := range toolNames {
		if names[name] != name {
			t.Errorf("%s is not in the tool table", name)
		}
	}
}

func typeName(v any) string { return reflect.TypeOf(v).Elem().Name() }

func TestCanonicalTool(t *testing.T) {
	for name, want := range map[string]string{
		"Task": "Agent", "BashOutput": "TaskOutput", "KillShell": "TaskStop", "KillBash": "TaskStop",
		"ListMcpResources": "ListMcpResourcesTool", "ReadMcpResource": "ReadMcpResourceTool",
		"task": "task", "bash": "bash", "TaskX": "TaskX", "": "", "mcp__a__Task": "mcp__a__Task",
	} {
		if got := claude.CanonicalTool(name); got != want {
			t.Errorf("CanonicalTool(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestParseInput(t *testing.T) {
	for _, tc := range []struct {
		tool, input string
		want        any
	}{
		{"Task", `{"description":"d","prompt":"p"}`, &claude.AgentInput{Description: "d", Prompt: "p"}},
		{"KillBash", `{"shell_id":"7"}`, &claude.TaskStopInput{ShellID: "7"}},
		{"Bash", `{"command":"ls","timeout":5}`, &claude.BashInput{Command: "ls", Timeout: "5"}},
		{"bash", `{"command":"ls"}`, &claude.OtherInput{Extra: openjson.Extra{"command": json.RawMessage(`"ls"`)}}},
		{"mcp__x__y", `{}`, &claude.OtherInput{}},
	} {
		got, err := claude.ParseInput(tc.tool, json.RawMessage(tc.input))
		if err != nil || !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s %s: got %#v (%v), want %#v", tc.tool, tc.input, got, err, tc.want)
		}
	}
	for _, input := range []string{``, `null`, `[]`, `"ls"`, `{"command":["ls"]}`, `{"command":null}`, `{"command":"ls"`} {
		if got, err := claude.ParseInput("Bash", json.RawMessage(input)); err == nil {
			t.Errorf("Bash %s was read as %#v", input, got)
		}
	}
	_, err := claude.ParseInput("Monitor", json.RawMessage(`{"description":"d","ws":{"url":7}}`))
	var fieldErr *openjson.FieldError
	if !errors.As(err, &fieldErr) || fieldErr.Field != "ws.url" {
		t.Errorf("got %v, want an error that names ws.url", err)
	}
}

func TestParseOutput(t *testing.T) {
	for _, tc := range []struct {
		tool, output string
		want         any
	}{
		{"Bash", `{"stdout":"x"}`, &claude.BashOutput{Stdout: "x"}},
		{"Bash", `"no thanks"`, claude.Text("no thanks")},
		{"Read", `[{"type":"text","text":"x"},{"type":"image"}]`, claude.Blocks{{Type: "text", Text: "x"}, {Type: "image"}}},
		{"mcp__x__y", `[{"type":"text"}]`, claude.Blocks{{Type: "text"}}},
		{"mcp__x__y", `[{"a":1}]`, json.RawMessage(`[{"a":1}]`)},
		{"mcp__x__y", `[]`, json.RawMessage(`[]`)},
		{"Skill", `{"a":1}`, json.RawMessage(`{"a":1}`)},
	} {
		got, err := claude.ParseOutput(tc.tool, json.RawMessage(tc.output))
		if err != nil || !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s %s: got %#v (%v), want %#v", tc.tool, tc.output, got, err, tc.want)
		}
	}
	blocks := claude.Blocks{{Type: "text", Text: "x"}, {Type: "image"}, {Type: "text", Text: "y"}}
	if got := blocks.String(); got != "x\ny" {
		t.Errorf("blocks read %q", got)
	}
	for tool, output := range map[string]string{"Bash": `null`, "Read": `[]`, "mcp__x__y": `{`, "Skill": ``} {
		if got, err := claude.ParseOutput(tool, json.RawMessage(output)); err == nil {
			t.Errorf("%s %s was read as %#v", tool, output, got)
		}
	}
}

func TestSplitMCP(t *testing.T) {
	for name, want := range map[string][2]string{
		"mcp__tickets__create":   {"tickets", "create"},
		"mcp__a__b__c":           {"a", "b__c"},
		"mcp__my_srv__do_it":     {"my_srv", "do_it"},
		"mcp__plugin_x_y__tool_": {"plugin_x_y", "tool_"},
	} {
		server, tool, ok := claude.SplitMCP(name)
		if !ok || server != want[0] || tool != want[1] {
			t.Errorf("SplitMCP(%q) = %q, %q, %v", name, server, tool, ok)
		}
	}
	for _, name := range []string{"", "Bash", "mcp__", "mcp__a", "mcp__a__", "mcp____b", "mcp_a_b", "MCP__a__b", " mcp__a__b"} {
		if server, tool, ok := claude.SplitMCP(name); ok || server != "" || tool != "" {
			t.Errorf("SplitMCP(%q) = %q, %q, %v", name, server, tool, ok)
		}
	}
}

func TestAnswer(t *testing.T) {
	var in claude.AskUserQuestionInput
	if err := openjson.Unmarshal([]byte(`{"questions":[],"answers":{"a":"x","b":["x","y"],"c":[],"d":["x, y","z"]}}`), &in); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{"a": "x", "b": "x, y", "c": "", "d": `"x, y", z`} {
		if got := in.Answers[question].String(); got != want {
			t.Errorf("answer %s reads %q, want %q", question, got, want)
		}
	}
	if got := string(encode(t, claude.TextAnswer("x", "y"))); got != `"x, y"` {
		t.Errorf("a chosen answer is written %s", got)
	}
}

func TestJoinLabels(t *testing.T) {
	for want, labels := range map[string][]string{
		``:                                {},
		`A`:                               {"A"},
		`A, B`:                            {"A", "B"},
		`"A, B"`:                          {"A, B"},
		`"A, B", C`:                       {"A, B", "C"},
		`a,b, c`:                          {"a,b", "c"},
		`"say \"hi\"", C`:                 {`say "hi"`, "C"},
		`"\\u2028, \\"`:                   {`\u2028, \`},
		"\"\u2028, \u2029<&>\\u0007\\n\"": {"\u2028, \u2029<&>\a\n"},
	} {
		if got := claude.JoinLabels(labels...); got != want {
			t.Errorf("%q are joined as %s, want %s", labels, got, want)
		}
	}
}

func TestSearchResultIsOneOfTwo(t *testing.T) {
	text := "x"
	for _, r := range []claude.WebSearchResult{{}, {Text: &text, Hits: &claude.WebSearchHits{}}} {
		if out, err := openjson.Marshal(r); err == nil {
			t.Errorf("%+v was written as %s", r, out)
		}
	}
}
