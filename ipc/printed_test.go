package ipc

import (
	"encoding/json"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
)

func TestWhatTheHookPrints(t *testing.T) {
	rule := claude.Update{Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.Session, Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: "ls *"}}}
	for name, tc := range map[string]struct {
		kind approver.Kind
		give approver.Decision
		want string // "" for nothing printed
		bad  bool
	}{
		"allow": {approver.KindCall, approver.Decision{Verdict: approver.Allow},
			`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`, false},
		"allow with all": {approver.KindCall, approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"a":"<&>"}`), UpdatedPermissions: []claude.Update{rule}},
			`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"a":"<&>"},"updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls *"}],"behavior":"allow","destination":"session"}]}}}`, false},
		"a note is not printed here": {approver.KindCall, approver.Decision{Verdict: approver.Allow, Note: "later"},
			`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`, false},
		"deny": {approver.KindCall, approver.Decision{Verdict: approver.Deny, Message: "no"},
			`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}`, false},
		"deny and stop": {approver.KindCall, approver.Decision{Verdict: approver.Deny, Message: "no", Interrupt: true},
			`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no","interrupt":true}}}`, false},
		"hand back":      {approver.KindCall, approver.Decision{}, "", false},
		"invalid update": {approver.KindCall, approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{{Type: "x"}}}, "", true},
		"try again": {approver.KindRefusal, approver.Decision{Verdict: approver.Allow},
			`{"hookSpecificOutput":{"hookEventName":"PermissionDenied","retry":true}}`, false},
		"stay refused": {approver.KindRefusal, approver.Decision{Verdict: approver.Deny, Message: "x"}, "", false},
		"switch": {approver.KindModelSwitch, approver.Decision{Verdict: approver.Allow},
			`{"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"allow","permissionDecisionReason":"allowed in sayso"}}`, false},
		"do not switch": {approver.KindModelSwitch, approver.Decision{Verdict: approver.Deny, Message: "stay"},
			`{"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"deny","permissionDecisionReason":"stay"}}`, false},
		"nobody decides that": {99, approver.Decision{Verdict: approver.Allow}, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := answerOf(tc.kind, tc.give)
			if (err != nil) != tc.bad {
				t.Fatalf("error %v", err)
			}
			if got := string(out.Output); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
