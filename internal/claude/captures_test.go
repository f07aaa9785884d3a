package claude_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/claude"
)

const captureDir = "../../testdata/captures"

// captureTypes ties the first part of a capture's file name to its type. Hook
// captures are told apart by their event instead.
var captureTypes = map[string]func() any{
	"control-can_use_tool-": of[claude.ControlRequest],
	"mcp-tools-call-":       of[claude.PromptToolCall],
	"sdk-canUseTool-":       of[claude.SDKCanUseTool],
}

// emptyFor returns an empty value of the type of a capture, or nil where the
// capture has none.
func emptyFor(t *testing.T, file string, data []byte) any {
	t.Helper()
	if strings.HasPrefix(file, "hook-") {
		e, err := claude.ParseEvent(data)
		if err != nil {
			t.Fatal(err)
		}
		if _, unknown := e.(*claude.UnknownEvent); unknown {
			return nil
		}
		if got, want := e.Base().HookEventName, strings.Split(file, "-")[1]; got != want {
			t.Errorf("event %q in a file named after %q", got, want)
		}
		return reflect.New(reflect.TypeOf(e).Elem()).Interface()
	}
	for prefix, empty := range captureTypes {
		if strings.HasPrefix(file, prefix) {
			return empty()
		}
	}
	return nil
}

// eachCapture runs check for every capture, which must have a type.
func eachCapture(t *testing.T, check func(t *testing.T, empty func() any, data []byte)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(captureDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 90 {
		t.Fatalf("%d captures in %s: some are missing", len(files), captureDir)
	}
	for _, path := range files {
		file := filepath.Base(path)
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			v := emptyFor(t, file, data)
			if v == nil {
				t.Fatal("this capture has no type")
			}
			check(t, func() any { return reflect.New(reflect.TypeOf(v).Elem()).Interface() }, data)
		})
	}
}

func TestCapturesGoThroughUnchanged(t *testing.T) {
	eachCapture(t, func(t *testing.T, empty func() any, data []byte) {
		checkRoundTrip(t, empty(), data)
		checkRoundTrip(t, empty(), encode(t, withStrangers(decode(t, data))))
	})
}

func TestCapturesHoldNothingUnnamed(t *testing.T) {
	eachCapture(t, func(t *testing.T, empty func() any, data []byte) {
		if names := unnamed(reflect.TypeOf(empty()), decode(t, data), ""); len(names) > 0 {
			t.Errorf("no type names %q", names)
		}
	})
}

// Every tool input and record in the captures reads into its type and names
// nothing that the type does not.
func TestToolCallsOfCaptures(t *testing.T) {
	seen := map[string]bool{}
	check := func(t *testing.T, tool string, value any, parse func(string, json.RawMessage) (any, error)) {
		t.Helper()
		data := encode(t, value)
		v, err := parse(tool, data)
		if err != nil {
			t.Fatal(err)
		}
		switch v.(type) {
		case claude.Text, claude.Blocks:
			if diff := cmp.Diff(value, decode(t, encode(t, v))); diff != "" {
				t.Errorf("the response of %s changed (-in +out):\n%s", tool, diff)
			}
			return
		}
		if _, other := v.(*claude.OtherInput); other != strings.HasPrefix(tool, "mcp__") {
			t.Errorf("%s read as a %T", tool, v)
		}
		seen[tool] = true
		checkRoundTrip(t, reflect.New(reflect.TypeOf(v).Elem()).Interface(), data)
		if _, other := v.(*claude.OtherInput); other {
			return
		}
		for _, name := range unnamed(reflect.TypeOf(v), value, "") {
			if !strings.HasPrefix(name, "harness") { // the client's own bookkeeping
				t.Errorf("the type of %s does not name %q", tool, name)
			}
		}
	}
	eachCapture(t, func(t *testing.T, _ func() any, data []byte) {
		eachCall(decode(t, data), func(tool string, input, response any) {
			if input != nil {
				check(t, tool, input, claude.ParseInput)
			}
			if response != nil {
				check(t, tool, response, claude.ParseOutput)
			}
		})
	})
	for _, tool := range []string{"Bash", "Read", "Edit", "Write", "Glob", "Grep", "NotebookEdit", "WebFetch", "WebSearch",
		"Monitor", "TodoWrite", "TaskCreate", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "Agent", "Task", "Skill", "mcp__tickets__create"} {
		if !seen[tool] {
			t.Errorf("no capture of a call of %s was looked at", tool)
		}
	}
}

// One call has the tool's name of today in PostToolUse, and in PostToolBatch the
// name that the model used: they meet under the canonical one.
func TestOneCallMayHaveTwoNames(t *testing.T) {
	const id = "toolu_5_4_62"
	names := map[string]string{}
	eachCapture(t, func(t *testing.T, _ func() any, data []byte) {
		e, err := claude.ParseEvent(data)
		if err != nil {
			return // no hook's
		}
		switch e := e.(type) {
		case *claude.PostToolUse:
			if e.ToolUseID == id {
				names[claude.EventPostToolUse] = e.ToolName
			}
		case *claude.PostToolBatch:
			for _, c := range e.ToolCalls {
				if c.ToolUseID == id {
					names[claude.EventPostToolBatch] = c.ToolName
				}
			}
		}
	})
	if use, batch := names[claude.EventPostToolUse], names[claude.EventPostToolBatch]; use == "" || batch == "" || use == batch {
		t.Fatalf("the captures hold no such call: %q", names)
	} else if claude.CanonicalTool(use) != claude.CanonicalTool(batch) {
		t.Errorf("%s and %s have no name in common", use, batch)
	}
}

// eachCall finds the tool calls in a capture, whatever its form.
func eachCall(v any, visit func(tool string, input, response any)) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			eachCall(e, visit)
		}
	case map[string]any:
		for _, n := range [][2]string{{"tool_name", "tool_input"}, {"tool_name", "input"}, {"toolName", "input"}} {
			tool, named := v[n[0]].(string)
			if input, there := v[n[1]]; named && there {
				visit(tool, input, v["tool_response"])
				return // an MCP tool's arguments may look like a call too
			}
		}
		for _, e := range v {
			eachCall(e, visit)
		}
	}
}
