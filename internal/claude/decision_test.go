package claude_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// validity tells which JSON texts of a union are whole: "" for those that are,
// else a part of the error.
func checkValidity[T any](t *testing.T, validate func(T) error, cases map[string]string) {
	t.Helper()
	for data, want := range cases {
		var v T
		if err := openjson.Unmarshal([]byte(data), &v); err != nil {
			t.Errorf("%s: %v", data, err)
			continue
		}
		err := validate(v)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", data, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: got %v, want an error with %q", data, err, want)
		}
	}
}

func TestDecisionValidate(t *testing.T) {
	checkValidity(t, claude.PermissionRequestDecision.Validate, map[string]string{
		`{"behavior":"allow"}`:                       "",
		`{"behavior":"allow","updatedInput":{}}`:     "",
		`{"behavior":"deny"}`:                        "",
		`{"behavior":"deny","message":"m"}`:          "",
		`{"behavior":"deny","interrupt":true}`:       "",
		`{"behavior":"deny","message":"","later":1}`: "",
		`{}`:                                          "behavior",
		`{"Behavior":"allow"}`:                        "behavior",
		`{"behavior":"ask"}`:                          "behavior",
		`{"behavior":"Allow"}`:                        "behavior",
		`{"behavior":"allow","message":"m"}`:          "message",
		`{"behavior":"allow","message":""}`:           "message",
		`{"behavior":"allow","interrupt":true}`:       "interrupt",
		`{"behavior":"allow","interrupt":false}`:      "interrupt",
		`{"behavior":"allow","updatedInput":[]}`:      "updatedInput",
		`{"behavior":"allow","updatedInput":"ls"}`:    "updatedInput",
		`{"behavior":"allow","updatedInput":null}`:    "updatedInput",
		`{"behavior":"deny","updatedInput":{}}`:       "updatedInput",
		`{"behavior":"deny","updatedPermissions":[]}`: "updatedPermissions",
		`{"behavior":"allow","updatedPermissions":[{"type":"setMode","mode":"plan","destination":"session"},{"type":"setMode","mode":"x","destination":"session"}]}`: "updatedPermissions[1]: mode",
	})
}

func TestPermissionResultValidate(t *testing.T) {
	checkValidity(t, claude.PermissionResult.Validate, map[string]string{
		`{"behavior":"allow","updatedInput":{}}`:               "",
		`{"behavior":"deny","message":""}`:                     "",
		`{"behavior":"deny","message":"m","interrupt":true}`:   "",
		`{"behavior":"allow"}`:                                 "updatedInput: missing",
		`{"behavior":"deny"}`:                                  "message: missing",
		`{"behavior":"deny","message":null}`:                   "message: missing",
		`{"behavior":"allow","updatedInput":{},"message":"m"}`: "message",
		`{"message":"m"}`:                                      "behavior",
	})
	for want, r := range map[string]claude.PermissionResult{
		`{"behavior":"deny","message":""}`:                   claude.DenyResult("", false),
		`{"behavior":"deny","message":"m","interrupt":true}`: claude.DenyResult("m", true),
		`{"behavior":"allow","updatedInput":{"a":1.50},"updatedPermissions":[{"type":"addDirectories","directories":["/x"],"destination":"session"}]}`: claude.AllowResult(
			json.RawMessage(`{"a":1.50}`),
			[]claude.Update{{Type: claude.AddDirectories, Directories: []string{"/x"}, Destination: claude.Session}}),
		`{"behavior":"allow","updatedInput":{}}`: claude.AllowResult(json.RawMessage(`{}`), nil),
	} {
		if err := r.Validate(); err != nil {
			t.Errorf("%s: %v", want, err)
		}
		if got := string(encode(t, r)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestHookOutputs(t *testing.T) {
	for want, o := range map[string]claude.HookOutput{
		`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"m"}}}`: claude.PermissionRequestOutput(
			claude.PermissionRequestDecision{Behavior: claude.Deny, Message: "m"}),
		`{"hookSpecificOutput":{"hookEventName":"PermissionDenied","retry":true}}`:                                                claude.PermissionDeniedOutput(),
		`{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"n"}}`:                                          claude.PostToolUseOutput("n"),
		`{"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"ask"}}`:                                    claude.PreModelSwitchOutput(claude.Ask, ""),
		`{"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"deny","permissionDecisionReason":"dear"}}`: claude.PreModelSwitchOutput(claude.Deny, "dear"),
	} {
		if err := o.HookSpecificOutput.Validate(); err != nil {
			t.Errorf("%s: %v", want, err)
		}
		if got := string(encode(t, o)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	checkValidity(t, claude.HookSpecificOutput.Validate, map[string]string{
		`{}`:                                    "hookEventName",
		`{"hookEventName":"Stop"}`:              "hookEventName",
		`{"hookEventName":"PermissionRequest"}`: "decision: missing",
		`{"hookEventName":"PermissionRequest","decision":{"behavior":"ask"}}`:  "decision: behavior",
		`{"hookEventName":"PostToolUse","retry":true}`:                         "retry",
		`{"hookEventName":"PostToolUse","retry":false}`:                        "retry",
		`{"hookEventName":"PermissionDenied","additionalContext":"n"}`:         "additionalContext",
		`{"hookEventName":"PermissionDenied","decision":{"behavior":"allow"}}`: "decision",
		`{"hookEventName":"PermissionDenied","permissionDecision":"allow"}`:    "permissionDecision",
		`{"hookEventName":"PostToolUse","permissionDecisionReason":"r"}`:       "permissionDecisionReason",
		`{"hookEventName":"PreModelSwitch"}`:                                   "permissionDecision",
		`{"hookEventName":"PreModelSwitch","permissionDecision":"defer"}`:      "permissionDecision",
	})
}

func TestToolCallResultForm(t *testing.T) {
	for data, want := range map[string]claude.ToolCallForm{
		`{"result":{"stdout":""}}`:        claude.ToolCallAnswered,
		`{"result":null}`:                 claude.ToolCallAnswered,
		`{"ref":1,"text":""}`:             claude.ToolCallAnswered,
		`{"isError":true,"text":"boom"}`:  claude.ToolCallErrored,
		`{"isError":true}`:                claude.ToolCallErrored,
		`{"deny":"no"}`:                   claude.ToolCallDenied,
		`{"deny":""}`:                     claude.ToolCallDenied,
		`{}`:                              claude.ToolCallInvalid,
		`{"Deny":"no"}`:                   claude.ToolCallInvalid,
		`{"context":["n"]}`:               claude.ToolCallInvalid,
		`{"deny":"no","result":{}}`:       claude.ToolCallInvalid,
		`{"deny":"no","isError":true}`:    claude.ToolCallInvalid,
		`{"deny":"no","text":"x"}`:        claude.ToolCallInvalid,
		`{"deny":"no","context":["n"]}`:   claude.ToolCallInvalid,
		`{"deny":"no","ref":0}`:           claude.ToolCallInvalid,
		`{"deny":"no","isReadOnly":true}`: claude.ToolCallInvalid,
	} {
		var r claude.ToolCallResult
		if err := openjson.Unmarshal([]byte(data), &r); err != nil {
			t.Errorf("%s: %v", data, err)
			continue
		}
		if got := r.Form(); got != want {
			t.Errorf("%s has the form %d, want %d", data, got, want)
		}
		if (r.Validate() == nil) != (want != claude.ToolCallInvalid) {
			t.Errorf("%s: Validate says %v of form %d", data, r.Validate(), want)
		}
	}
}
