package mcp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/ipc/mcp"
)

func TestDecodeOfTheCaptures(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/mcp-*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("captures: %v, %v", paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var call struct {
			Params struct {
				Arguments json.RawMessage `json:"arguments"`
			} `json:"params"`
		}
		if err := json.Unmarshal(data, &call); err != nil {
			t.Fatal(err)
		}
		var want claude.PromptToolArguments
		if err := openjson.Unmarshal(call.Params.Arguments, &want); err != nil {
			t.Fatal(err)
		}
		got, err := mcp.Decode(call.Params.Arguments)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if diff := cmp.Diff(approver.Ask{Tool: want.ToolName, Input: want.Input, ToolUseID: want.ToolUseID}, got); diff != "" || got.Tool == "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, tool := range []string{"AskUserQuestion", "ExitPlanMode"} {
		ask, err := mcp.Decode(json.RawMessage(`{"tool_name":"` + tool + `","input":{}}`))
		if err != nil || !ask.Limits.RequiresPerson {
			t.Errorf("%s: %v, limits %+v; want one that a person answers", tool, err, ask.Limits)
		}
	}
	for payload, want := range map[string]string{
		"":                                  "arguments",
		"nothing":                           "arguments",
		"null":                              "null where an object is expected",
		`[]`:                                "arguments",
		`"text"`:                            "arguments",
		`{}`:                                `"tool_name": missing`,
		`{"input":{}}`:                      `"tool_name": missing`,
		`{"TOOL_NAME":"Bash","input":{}}`:   `"tool_name": missing`,
		`{"tool_name":7,"input":{}}`:        `"tool_name"`,
		`{"tool_name":null,"input":{}}`:     `"tool_name"`,
		`{"tool_name":"Bash"}`:              `"input": not an object`,
		`{"tool_name":"Bash","input":null}`: `"input": not an object`,
		`{"tool_name":"Bash","input":"ls"}`: `"input": not an object`,
		`{"tool_name":"Bash","input":[]}`:   `"input": not an object`,
		`{"tool_name":"B","input":{},"tool_use_id":1}`:                                                `"tool_use_id"`,
		`{"tool_name":"` + strings.Repeat("B", 2000) + `","input":{}}`:                                `"tool_name": too large`,
		`{"tool_name":"B","input":{"a":` + strings.Repeat("[", 150) + strings.Repeat("]", 150) + `}}`: "nested more than 100 deep",
	} {
		if ask, err := mcp.Decode(json.RawMessage(payload)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v; want an error with %s", payload, ask, err, want)
		}
	}
}

func TestEncode(t *testing.T) {
	input := json.RawMessage(`{"command":"echo <&>"}`)
	update := claude.Update{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.Session}
	for name, tc := range map[string]struct {
		decision approver.Decision
		want     string
	}{
		"the input goes back": {approver.Decision{Verdict: approver.Allow},
			`{"behavior":"allow","updatedInput":{"command":"echo <&>"}}`},
		"another input": {approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{ "command": "ls" }`)},
			`{"behavior":"allow","updatedInput":{"command":"ls"}}`},
		"updates": {approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{update}},
			`{"behavior":"allow","updatedInput":{"command":"echo <&>"},"updatedPermissions":[{"type":"setMode","mode":"plan","destination":"session"}]}`},
		"deny": {approver.Decision{Verdict: approver.Deny, Message: "no"},
			`{"behavior":"deny","message":"no"}`},
		"deny and stop": {approver.Decision{Verdict: approver.Deny, Message: "no", Interrupt: true},
			`{"behavior":"deny","message":"no","interrupt":true}`},
		"deny without words": {approver.Decision{Verdict: approver.Deny},
			`{"behavior":"deny","message":""}`},
	} {
		if got, err := mcp.Encode(tc.decision, input); err != nil || got != tc.want {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, tc.want)
		}
	}
	got, err := mcp.Encode(approver.Decision{}, input)
	if err != nil || !strings.HasPrefix(got, `{"behavior":"deny","message":"sayso handed this ask back`) {
		t.Errorf("a hand-back: %v, %s", err, got)
	}
	for name, bad := range map[string]approver.Decision{
		"input a text": {Verdict: approver.Allow, UpdatedInput: json.RawMessage(`"x"`)},
		"an update that the client refuses": {Verdict: approver.Allow,
			UpdatedPermissions: []claude.Update{update, {Type: claude.SetMode, Destination: claude.Session}}},
	} {
		if got, err := mcp.Encode(bad, input); err == nil {
			t.Errorf("%s went out as %s", name, got)
		}
	}
}
