package ask_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/ipc/ask"
)

// snake, enveloped and camel are one request in its three forms, with every
// member that counts.
const (
	snake = `{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"cat <&>"},"tool_use_id":"u1","agent_id":"a1",
		"mcp_server":{"name":"tickets","source":"project"},"display_name":"Run","title":"Claude wants to run cat","description":"Print it",
		"permission_suggestions":[{"type":"setMode","mode":"plan","destination":"session"}],
		"blocked_path":"/etc/x","decision_reason":"outside \u001b[31mof it","decision_reason_type":"workingDir",
		"matched_ask_rule":{"source":"userSettings","tool_name":"Bash","rule_content":"cat *"},
		"default_to_no":true,"suppress_always_allow_rule":true,"requires_user_interaction":true}`
	enveloped = `{"type":"control_request","request_id":"r","request":` + snake + `}`
	camel     = `{"toolName":"Bash","input":{"command":"cat <&>"},"options":{"toolUseID":"u1","agentID":"a1","requestId":"r",
		"mcpServer":{"name":"tickets","source":"project"},"displayName":"Run","title":"Claude wants to run cat","description":"Print it",
		"suggestions":[{"type":"setMode","mode":"plan","destination":"session"}],
		"blockedPath":"/etc/x","decisionReason":"outside \u001b[31mof it","decisionReasonType":"workingDir",
		"matchedAskRule":{"source":"userSettings","toolName":"Bash","ruleContent":"cat *"},
		"defaultToNo":true,"suppressAlwaysAllowRule":true,"requiresUserInteraction":true}}`
)

func TestDecodeTakesAllThreeForms(t *testing.T) {
	want := approver.Ask{
		Agent:       approver.Agent{ID: "a1"},
		Tool:        "Bash",
		Input:       json.RawMessage(`{"command":"cat <&>"}`),
		ToolUseID:   "u1",
		MCPServer:   &claude.MCPServer{Name: "tickets", Source: "project"},
		Suggestions: []claude.Update{{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.Session}},
		Provenance: approver.Provenance{
			Reason: "outside \x1b[31mof it", ReasonType: claude.ReasonWorkingDir, BlockedPath: "/etc/x",
			Rule: "Bash(cat *)", RuleSource: "userSettings",
			Description: "Print it",
		},
		Limits: approver.Limits{DefaultToNo: true, NoLastingRule: true, RequiresPerson: true},
	}
	for name, payload := range map[string]string{"snake": snake, "enveloped": enveloped, "camel": camel} {
		got, err := ask.Decode(json.RawMessage(payload))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Each limit comes from its own member, and none from another.
func TestLimits(t *testing.T) {
	for member, want := range map[string]approver.Limits{
		`"x":true`:                          {},
		`"default_to_no":true`:              {DefaultToNo: true},
		`"suppress_always_allow_rule":true`: {NoLastingRule: true},
		`"requires_user_interaction":true`:  {RequiresPerson: true},
		`"default_to_no":false`:             {},
	} {
		got, err := ask.Decode(json.RawMessage(`{"tool_name":"Bash","input":{},` + member + `}`))
		if err != nil || got.Limits != want {
			t.Errorf("%s: %v, %+v; want %+v", member, err, got.Limits, want)
		}
	}
	for _, tool := range []string{"AskUserQuestion", "ExitPlanMode"} {
		got, err := ask.Decode(json.RawMessage(`{"tool_name":"` + tool + `","input":{}}`))
		if err != nil || !got.Limits.RequiresPerson {
			t.Errorf("%s needs no person: %v, %+v", tool, err, got.Limits)
		}
	}
}

// What an ask is for shows what may be answered: an ask rule and a plugin want
// every such call looked at.
func TestAskedOnPurpose(t *testing.T) {
	for member, plugin := range map[string]string{
		`"matched_ask_rule":{"source":"userSettings","tool_name":"Bash"}`:                              "",
		`"decision_reason_hook_source":"plugin:guard","decision_reason_hook_event":"tool.check"`:       "guard",
		`"decision_reason_hook_plugin_id":"guard@market","decision_reason_hook_source":"plugin:guard"`: "guard@market",
	} {
		got, err := ask.Decode(json.RawMessage(`{"tool_name":"Bash","input":{},` + member + `}`))
		if err != nil || got.OneKeyYes() || got.MayRemember() || got.Provenance.Plugin != plugin {
			t.Errorf("%s: %v, one key %t, may remember %t, plugin %q", member, err, got.OneKeyYes(), got.MayRemember(), got.Provenance.Plugin)
		}
	}
	got, err := ask.Decode(json.RawMessage(`{"tool_name":"Bash","input":{},"decision_reason_hook_source":"settings","decision_reason_hook_event":"PreToolUse"}`))
	if err != nil || got.Provenance.Plugin != "" || got.Provenance.Hook != "PreToolUse" {
		t.Errorf("a hook of the settings: %v, %+v", err, got.Provenance)
	}
}

func TestDecodeOfTheCaptures(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"control-can_use_tool-*", "sdk-canUseTool-*"} {
		found, err := filepath.Glob("../../testdata/captures/" + pattern + ".json")
		if err != nil || len(found) == 0 {
			t.Fatalf("captures %s: %v, %v", pattern, found, err)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ask.Decode(data)
		if err != nil || got.Tool == "" || got.ToolUseID == "" || !json.Valid(got.Input) {
			t.Errorf("%s: %v, %+v", path, err, got)
		}
		for member, there := range map[string]bool{
			`"requires_user_interaction": true`: got.Limits.RequiresPerson,
			`"permission_suggestions": [`:       len(got.Suggestions) > 0,
			`"suggestions": [`:                  len(got.Suggestions) > 0,
			`"decision_reason":`:                got.Provenance.Reason != "",
			`"decision_reason_type":`:           got.Provenance.ReasonType != "",
			`"blocked_path":`:                   got.Provenance.BlockedPath != "",
			`"mcp_server":`:                     got.MCPServer != nil,
			`"matched_ask_rule":`:               got.Provenance.Rule != "",
		} {
			if strings.Contains(string(data), member) && !there {
				t.Errorf("%s: %s was lost: %+v", path, member, got)
			}
		}
	}
}

// The Python SDK writes null for the content of a rule that covers the whole
// tool. The person can keep it, and what is sent is what the client takes.
func TestAWholeToolIsOfferedAsTheClientWritesIt(t *testing.T) {
	got, err := ask.Decode(json.RawMessage(`{"tool_name":"WebSearch","input":{},"permission_suggestions":[
		{"type":"addRules","rules":[{"toolName":"WebSearch","ruleContent":null},{"toolName":"Bash","ruleContent":"ls"}],"behavior":"allow","destination":"session"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Suggestions[0].Validate(); err != nil {
		t.Error(err)
	}
	out, err := openjson.Marshal(got.Suggestions[0].Rules)
	if want := `[{"toolName":"WebSearch"},{"toolName":"Bash","ruleContent":"ls"}]`; err != nil || string(out) != want {
		t.Errorf("got %s, %v; want %s", out, err, want)
	}
}

func TestBadRequests(t *testing.T) {
	for payload, want := range map[string]string{
		`null`:                              "object",
		`[]`:                                "array",
		`"text"`:                            "text where an object",
		`{}`:                                `"tool_name"`,
		`{"tool_name":"Bash"}`:              `"input"`,
		`{"tool_name":"Bash","input":"ls"}`: `"input"`,
		`{"tool_name":["Bash"],"input":{}}`: `"tool_name"`,
		`{"toolName":"Bash","input":{},"options":{"suggestions":"all"}}`: `"options.suggestions"`,
		`{"tool_name":"Bash","input":{},"default_to_no":"no"}`:           `"default_to_no"`,
		`{"subtype":"interrupt"}`:                                        `"subtype"`,
		`{"type":"control_cancel_request","request_id":"r"}`:             `"tool_name"`,
	} {
		if got, err := ask.Decode(json.RawMessage(payload)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want an error with %s", payload, got, err, want)
		}
	}
}

func TestEncode(t *testing.T) {
	input := json.RawMessage(`{"command":"echo <&>"}`)
	update := claude.Update{Type: claude.AddDirectories, Directories: []string{"/x"}, Destination: claude.Session}
	for name, tc := range map[string]struct {
		decision approver.Decision
		want     string
	}{
		"the input goes back": {approver.Decision{Verdict: approver.Allow},
			`{"behavior":"allow","updatedInput":{"command":"echo <&>"}}`},
		"another input, updates": {approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage("{\n}"), UpdatedPermissions: []claude.Update{update}},
			`{"behavior":"allow","updatedInput":{},"updatedPermissions":[{"type":"addDirectories","directories":["/x"],"destination":"session"}]}`},
		"deny": {approver.Decision{Verdict: approver.Deny, Message: "no\n"},
			`{"behavior":"deny","message":"no\n"}`},
		"deny and stop": {approver.Decision{Verdict: approver.Deny, Message: "no", Interrupt: true},
			`{"behavior":"deny","message":"no","interrupt":true}`},
	} {
		if got, err := ask.Encode(tc.decision, input); err != nil || string(got) != tc.want+"\n" {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, tc.want)
		}
	}
	if got, err := ask.Encode(approver.Decision{}, input); !errors.Is(err, ask.ErrHandedBack) || got != nil {
		t.Errorf("a hand-back: %v, %s", err, got)
	}
	bad := approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{{Type: claude.SetMode, Destination: claude.Session}}}
	if got, err := ask.Encode(bad, input); err == nil || got != nil {
		t.Errorf("an update that the client refuses went out: %s", got)
	}
}
