package approver_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
)

var pushRule = claude.Update{
	Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.LocalSettings,
	Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: "git push *"}},
}

// The words of a no that has none tell the model what was declined.
func TestAWordlessNo(t *testing.T) {
	for tool, want := range map[string]string{
		"Bash":                     "declined this call",
		claude.ToolAskUserQuestion: "declined to answer",
		claude.ToolExitPlanMode:    "does not approve this plan",
	} {
		got, err := approver.Ask{Tool: tool}.Complete(approver.Decision{Verdict: approver.Deny})
		if err != nil || !strings.Contains(got.Message, want) {
			t.Errorf("%s: %q, %v", tool, got.Message, err)
		}
	}
}

func TestCompleteAllow(t *testing.T) {
	question := approver.Ask{Tool: claude.ToolAskUserQuestion, Input: json.RawMessage(`{"questions":[]}`)}
	plan := approver.Ask{Tool: claude.ToolExitPlanMode, Input: json.RawMessage(`{"plan":"x"}`)}
	byPlugin := bash("a")
	byPlugin.Provenance.Plugin = "guard"
	byRule := bash("a")
	byRule.Provenance.Rule = "Bash(make *)"
	limited := bash("a")
	limited.Limits.NoLastingRule = true

	for name, tc := range map[string]struct {
		ask  approver.Ask
		give approver.Decision
		err  string // "" when it may be sent
		want string // the input that goes out
	}{
		"plain":                       {ask: bash("a")},
		"with a rule":                 {ask: bash("a"), give: approver.Decision{UpdatedPermissions: []claude.Update{pushRule}}},
		"with another input":          {ask: bash("a"), give: approver.Decision{UpdatedInput: json.RawMessage(`{"command":"ls -l"}`)}, want: `{"command":"ls -l"}`},
		"an input that is no object":  {ask: bash("a"), give: approver.Decision{UpdatedInput: json.RawMessage(`["ls"]`)}, err: "updatedInput"},
		"an input that is null":       {ask: bash("a"), give: approver.Decision{UpdatedInput: json.RawMessage(`null`)}, err: "updatedInput"},
		"one invalid update of two":   {ask: bash("a"), give: approver.Decision{UpdatedPermissions: []claude.Update{pushRule, {Type: "x"}}}, err: "updatedPermissions[1]"},
		"a rule on a plugin's ask":    {ask: byPlugin, give: approver.Decision{UpdatedPermissions: []claude.Update{pushRule}}, err: approver.ErrNothingToRemember.Error()},
		"a rule on an ask rule's ask": {ask: byRule, give: approver.Decision{UpdatedPermissions: []claude.Update{pushRule}}, err: approver.ErrNothingToRemember.Error()},
		"a rule where none may be":    {ask: limited, give: approver.Decision{UpdatedPermissions: []claude.Update{pushRule}}, err: approver.ErrNothingToRemember.Error()},
		"a plan gets its input":       {ask: plan, want: `{"plan":"x"}`},
		"a bare yes to questions":     {ask: question, err: approver.ErrNoAnswer.Error()},
		"the input as it came":        {ask: question, give: approver.Decision{UpdatedInput: question.Input}, err: approver.ErrNoAnswer.Error()},
		"empty answers":               {ask: question, give: approver.Decision{UpdatedInput: json.RawMessage(`{"answers":{}}`)}, err: approver.ErrNoAnswer.Error()},
		"a blank answer":              {ask: question, give: approver.Decision{UpdatedInput: json.RawMessage(`{"answers":{"q":" ","r":""}}`)}, err: approver.ErrNoAnswer.Error()},
		"a blank reply":               {ask: question, give: approver.Decision{UpdatedInput: json.RawMessage(`{"answers":{},"response":"\n"}`)}, err: approver.ErrNoAnswer.Error()},
		"an answer beside a blank":    {ask: question, give: approver.Decision{UpdatedInput: json.RawMessage(`{"answers":{"q":"a","r":""}}`)}, want: `{"answers":{"q":"a","r":""}}`},
		"an answer":                   {ask: question, give: approver.Decision{UpdatedInput: json.RawMessage(`{"answers":{"q":"a"}}`)}, want: `{"answers":{"q":"a"}}`},
		"a reply":                     {ask: question, give: approver.Decision{UpdatedInput: json.RawMessage(`{"response":"later"}`)}, want: `{"response":"later"}`},
	} {
		t.Run(name, func(t *testing.T) {
			tc.give.Verdict = approver.Allow
			got, err := tc.ask.Complete(tc.give)
			if tc.err != "" {
				if err == nil || !strings.Contains(err.Error(), tc.err) {
					t.Errorf("got %v, want an error with %q", err, tc.err)
				}
				if got.Verdict == approver.Allow {
					t.Error("an allow came with the error")
				}
				return
			}
			if err != nil || got.Verdict != approver.Allow || string(got.UpdatedInput) != tc.want {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestADenyAlwaysCarriesAMessageAndNothingElse(t *testing.T) {
	got, err := bash("a").Complete(approver.Decision{
		Verdict: approver.Deny, Interrupt: true,
		UpdatedInput: json.RawMessage(`{}`), UpdatedPermissions: []claude.Update{pushRule},
	})
	if err != nil || got.Message != approver.DefaultDenyMessage || !got.Interrupt || got.UpdatedInput != nil || got.UpdatedPermissions != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, _ := bash("a").Complete(approver.Decision{Verdict: approver.Deny, Message: "use notes/"}); got.Message != "use notes/" {
		t.Errorf("the person's words became %q", got.Message)
	}
}

func TestTheZeroDecisionHandsBack(t *testing.T) {
	if got, err := bash("a").Complete(approver.Decision{Message: "x", UpdatedInput: json.RawMessage(`{}`)}); err != nil || got.Verdict != approver.HandBack || got.UpdatedInput != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	if (approver.Decision{}).Verdict.String() != "handBack" {
		t.Error("the zero verdict is not a hand-back")
	}
}

func TestFromPermissionRequest(t *testing.T) {
	const payload = `{"session_id":"s","transcript_path":"/t","cwd":"/home/dev/app","permission_mode":"plan","hook_event_name":"PermissionRequest",
		"agent_id":"a1","agent_type":"Explore","tool_name":"ExitPlanMode","tool_input":{"plan":"x"},
		"mcp_server":{"name":"tickets","source":"dynamic"},
		"sayso":{"reason":"why","plugin":"guard","rule":"R","hook":"PreToolUse","setting":"k","ceiling":"ask","approver":"person","isReadOnly":true,"tool_use_id":"toolu_1","description":"d","consent":"c"}}`
	var r claude.PermissionRequest
	if err := openjson.Unmarshal([]byte(payload), &r); err != nil {
		t.Fatal(err)
	}
	a := approver.FromPermissionRequest(r)
	want := approver.Provenance{Reason: "why", Plugin: "guard", Rule: "R", Hook: "PreToolUse", Setting: "k", Ceiling: "ask",
		Approver: "person", ReadOnly: true, Description: "d", Consent: "c"}
	if a.Provenance != want || a.ToolUseID != "toolu_1" || a.Agent != (approver.Agent{ID: "a1", Type: "Explore"}) ||
		!a.Limits.RequiresPerson || a.Session.Mode != claude.ModePlan || a.MCPServer.Name != "tickets" || string(a.Input) != `{"plan":"x"}` {
		t.Errorf("got %+v", a)
	}
	if a.OneKeyYes() || a.MayRemember() {
		t.Error("a plugin's ask about a plan may be waved through")
	}
}

func TestCompleteErrorsAreTold(t *testing.T) {
	if _, err := (approver.Ask{Tool: claude.ToolAskUserQuestion}).Complete(approver.Decision{Verdict: approver.Allow}); !errors.Is(err, approver.ErrNoAnswer) {
		t.Errorf("got %v", err)
	}
}
