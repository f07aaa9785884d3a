package claude_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// The three forms of one request say the same.
func TestParseCanUseTool(t *testing.T) {
	var want claude.CanUseTool
	if err := openjson.Unmarshal([]byte(canUseTool), &want); err != nil {
		t.Fatal(err)
	}
	envelope := `{"type":"control_request","request_id":"r","request":` + canUseTool + `}`
	for _, data := range []string{canUseTool, envelope} {
		got, err := claude.ParseCanUseTool([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n(-want +got):\n%s", data, diff)
		}
	}

	got, err := claude.ParseCanUseTool([]byte(sdkCanUseTool))
	if err != nil {
		t.Fatal(err)
	}
	// What the SDK does not pass on to canUseTool.
	want.DecisionReasonRuleSource = ""
	want.DecisionReasonHookEvent = ""
	want.DecisionReasonHookSource = ""
	want.DecisionReasonHookPluginID = ""
	want.ClassifierApprovable = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("camel case (-want +got):\n%s", diff)
	}
}

func TestBadCanUseTool(t *testing.T) {
	for data, field := range map[string]string{
		`{"subtype":"can_use_tool","input":{}}`:                 "tool_name",
		`{}`:                                                    "tool_name",
		`{"TOOL_NAME":"Bash","input":{}}`:                       "tool_name",
		`{"tool_name":"Bash"}`:                                  "input",
		`{"tool_name":"Bash","input":"ls"}`:                     "input",
		`{"tool_name":"Bash","input":null}`:                     "input",
		`{"toolName":"Bash","input":[],"options":{}}`:           "input",
		`{"subtype":"interrupt","tool_name":"Bash","input":{}}`: "subtype",
		`{"type":"control_response","request":{"tool_name":"Bash","input":{}}}`: "type",
		`{"type":"control_request","request":{"tool_name":7}}`:                  "request.tool_name",
		`{"toolName":"Bash","input":{},"options":{"defaultToNo":"no"}}`:         "options.defaultToNo",
		`{"tool_name":"Bash","input":{},"default_to_no":1}`:                     "default_to_no",
	} {
		_, err := claude.ParseCanUseTool([]byte(data))
		var fieldErr *openjson.FieldError
		if !errors.As(err, &fieldErr) || fieldErr.Field != field {
			t.Errorf("%s: got %v, want an error that names %q", data, err, field)
		}
	}
	for _, data := range []string{
		``, `null`, `[]`, `"x"`,
		`{"tool_name":"Bash","toolName":"Read","input":{}}`,
		`{"tool_name":"Bash","input":{},"request":{"tool_name":"Read","input":{}}}`,
		`{"toolName":"Bash","input":{},"request":{"tool_name":"Read","input":{}}}`,
	} {
		if r, err := claude.ParseCanUseTool([]byte(data)); err == nil {
			t.Errorf("%s was read as a request for %s", data, r.ToolName)
		}
	}
}
