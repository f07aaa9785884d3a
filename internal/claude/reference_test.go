package claude_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sayso/internal/claude"
)

// sample is one form of a type of Claude Code's published tables, with every
// member that the tables name for it.
type sample struct {
	name  string // as the tables write it; of a tool, NAME input or NAME output
	form  string // of a union; "" where there is one form
	empty func() any
	json  string
}

func of[T any]() any { return new(T) }

// hook returns a hook's payload with the members that all share.
func hook(event, rest string) string {
	if !strings.Contains(rest, `"sayso":`) {
		rest = `"sayso":{"project":"/x"},` + rest
	}
	return `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/w","prompt_id":"p","permission_mode":"default",` +
		`"effort":{"level":"high"},"agent_id":"a","agent_type":"Explore","hook_event_name":"` + event + `",` + rest + `}`
}

const (
	call        = `"tool_name":"mcp__x__y","tool_input":{"a":1.50},"tool_use_id":"toolu_1","mcp_server":{"name":"x","source":"user"}`
	modelSwitch = `"from_model":"m1","to_model":"m2","requested_model":"opus","source":"command","context_tokens":120000,` +
		`"prompt_cache_warm":true,"cache_ttl":"5m","estimated_cache_write_usd":0.75,"pricing":"catalog"`
	modelDefault = `"from_model":"m1","to_model":"m2","requested_model":null,"source":"picker","context_tokens":0,` +
		`"prompt_cache_warm":false,"cache_ttl":"1h","estimated_cache_write_usd":0,"pricing":"default"`
	ruleList = `"rules":[{"toolName":"Bash","ruleContent":"git *"},{"toolName":"Read"}],"behavior":"allow","destination":"localSettings"`
)

// typeSamples covers the table of tool calls, checks and descriptions and the
// table of classic events.
var typeSamples = []sample{
	{"ToolCallReserved", "", of[claude.ToolCallReserved], `{"tool":"Bash","tool_use_id":"t","consent":"yes, push it"}`},
	{"ToolCallReserved", "query", of[claude.ToolCallReserved], `{"tool":"Bash"}`},
	{"ToolCallResult", "deny", of[claude.ToolCallResult], `{"deny":"not today"}`},
	{"ToolCallResult", "answered", of[claude.ToolCallResult], `{"result":{"stdout":"x"},"context":["note"],"ref":3,"text":"x","isReadOnly":true}`},
	{"ToolCallResult", "error", of[claude.ToolCallResult], `{"isError":true,"result":"boom","text":"boom","ref":4,"context":["note"],"isReadOnly":true}`},
	{"ToolCheckInput", "call", of[claude.ToolCheckInput], `{"tool":"Bash","input":{"command":"ls"},"tool_use_id":"t","agentId":"a","isReadOnly":true,"approver":"person","ceiling":"ask"}`},
	{"ToolCheckInput", "query", of[claude.ToolCheckInput], `{"tool":"Bash","input":null}`},
	{"ToolCheckResult", "", of[claude.ToolCheckResult], `{"decision":"ask","reason":"r","rule":"Bash(git push:*)","hook":"PreToolUse","setting":"permissions.x","plugin":"guard","decider":"person","ceiling":"ask"}`},
	{"ToolDescribeInput", "", of[claude.ToolDescribeInput], `{"tool":"Bash","description":"runs","isDeferred":true,"provider":{"plugin":"engine","tier":"core"}}`},
	{"ToolDescribeResult", "front", of[claude.ToolDescribeResult], `{"description":"runs","isDeferred":false}`},
	{"ToolDescribeResult", "deferred", of[claude.ToolDescribeResult], `{"description":"runs","isDeferred":true}`},
	{"ToolDescribeResult", "as it was", of[claude.ToolDescribeResult], `{"description":"runs"}`},
	{"ToolEnvelope", "", of[claude.ToolEnvelope], `{"tool":"Bash","tool_use_id":"t"}`},
	{"ToolInfo", "", of[claude.ToolInfo], `{"name":"Bash","description":"runs","mcp":false}`},
	{"ToolInputOf", "", of[claude.ToolInputOf], `{"tool":"Bash","tool_use_id":"t"}`},
	{"ToolNamed", "", of[claude.ToolNamed], `{"tool":"Bash"}`},
	{"ToolRequestMeta", "", of[claude.ToolRequestMeta], `{"requestMeta":{"anthropic/sources":"x"}}`},
	{"ToolRequestMeta", "clears", of[claude.ToolRequestMeta], `{"requestMeta":{}}`},
	{"ToolResultSummary", "", of[claude.ToolResultSummary], `{"tool_use_id":"t","text":"x","isError":false,"result":{"stdout":"x"},"meta":{"claude/plugins":{"a":1}}}`},
	{"ToolSpec", "", of[claude.ToolSpec], `{"name":"n","description":"d","inputSchema":{"type":"object"},"isDeferred":false}`},
	{"ToolUseSummary", "answered", of[claude.ToolUseSummary], `{"tool_use_id":"t","tool":"Agent","input":{"prompt":"p"},"result":{"status":"completed"},"text":"x","agentId":"a","durationMs":12.5,"meta":{"k":1}}`},
	{"ToolUseSummary", "error", of[claude.ToolUseSummary], `{"tool_use_id":"t","tool":"Bash","input":{},"result":"boom","text":"boom","isError":true}`},
	{"ToolUseSummary", "in flight", of[claude.ToolUseSummary], `{"tool_use_id":"t","tool":"Bash","input":{}}`},

	{"NotificationHookInput", "", of[claude.Notification], hook("Notification", `"message":"m","title":"t","notification_type":"idle_prompt"`)},
	{"PermissionDeniedHookInput", "", of[claude.PermissionDenied], hook("PermissionDenied", call+`,"reason":"r"`)},
	{"PermissionRequestDecision", "allow", of[claude.PermissionRequestDecision], `{"behavior":"allow","updatedInput":{"command":"ls"},"updatedPermissions":[{"type":"setMode","mode":"plan","destination":"session"}]}`},
	{"PermissionRequestDecision", "deny", of[claude.PermissionRequestDecision], `{"behavior":"deny","message":"no","interrupt":true}`},
	{"PermissionRequestHookInput", "", of[claude.PermissionRequest], hook("PermissionRequest",
		`"tool_name":"mcp__x__y","tool_input":{"a":1},"permission_suggestions":[{"type":"addDirectories","directories":["/x"],"destination":"session"}],`+
			`"mcp_server":{"name":"x","source":"user"},"sayso":{"project":"/x","reason":"r","plugin":"p","rule":"Write","hook":"PreToolUse","setting":"s","ceiling":"ask",`+
			`"approver":"person","isReadOnly":true,"tool_use_id":"t","description":"d","consent":"c"}`)},
	{"PermissionRuleValue", "", of[claude.RuleValue], `{"toolName":"Bash","ruleContent":"git *"}`},
	{"PermissionRuleValue", "whole tool", of[claude.RuleValue], `{"toolName":"Bash"}`},
	{"PermissionUpdate", "addRules", of[claude.Update], `{"type":"addRules",` + ruleList + `}`},
	{"PermissionUpdate", "replaceRules", of[claude.Update], `{"type":"replaceRules",` + ruleList + `}`},
	{"PermissionUpdate", "removeRules", of[claude.Update], `{"type":"removeRules",` + ruleList + `}`},
	{"PermissionUpdate", "setMode", of[claude.Update], `{"type":"setMode","mode":"acceptEdits","destination":"session"}`},
	{"PermissionUpdate", "addDirectories", of[claude.Update], `{"type":"addDirectories","directories":["/x"],"destination":"userSettings"}`},
	{"PermissionUpdate", "removeDirectories", of[claude.Update], `{"type":"removeDirectories","directories":["/x"],"destination":"projectSettings"}`},
	{"PostCompactHookInput", "", of[claude.PostCompact], hook("PostCompact", `"trigger":"auto","compact_summary":"s"`)},
	{"PostModelSwitchHookInput", "", of[claude.PostModelSwitch], hook("PostModelSwitch", modelSwitch)},
	{"PostModelSwitchHookInput", "default", of[claude.PostModelSwitch], hook("PostModelSwitch", modelDefault)},
	{"PostToolBatchHookInput", "", of[claude.PostToolBatch], hook("PostToolBatch", `"tool_calls":[{"tool_name":"Bash","tool_input":{},"tool_use_id":"t","tool_response":"x"}]`)},
	{"PostToolBatchToolCall", "", of[claude.PostToolBatchToolCall], `{"tool_name":"Bash","tool_input":{},"tool_use_id":"t","tool_response":{"a":1}}`},
	{"PostToolBatchToolCall", "no response", of[claude.PostToolBatchToolCall], `{"tool_name":"Bash","tool_input":{},"tool_use_id":"t"}`},
	{"PostToolUseFailureHookInput", "", of[claude.PostToolUseFailure], hook("PostToolUseFailure", call+`,"error":"boom","is_interrupt":true,"duration_ms":7`)},
	{"PostToolUseHookInput", "", of[claude.PostToolUse], hook("PostToolUse", call+`,"tool_response":{"a":1},"duration_ms":7`)},
	{"PreCompactHookInput", "", of[claude.PreCompact], hook("PreCompact", `"trigger":"manual","custom_instructions":"keep the plan"`)},
	{"PreCompactHookInput", "none given", of[claude.PreCompact], hook("PreCompact", `"trigger":"auto","custom_instructions":null`)},
	{"PreModelSwitchHookInput", "", of[claude.PreModelSwitch], hook("PreModelSwitch", modelSwitch)},
	{"PreModelSwitchHookInput", "default", of[claude.PreModelSwitch], hook("PreModelSwitch", modelDefault)},
}

// otherSamples covers the shapes that stand in no table: the Agent SDK, the
// host protocol, the prompt tool, the events without a table, what sayso prints.
var otherSamples = []sample{
	{"ToolRun", "", of[claude.ToolRun], hook("tool.run", `"tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t","consent":"Deploy","input_changed":true`)},
	{"ToolCall", "", of[claude.ToolCall], hook("tool.call", `"tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t","consent":"Deploy","outcome":"deny","duration_ms":7`)},
	{"PreToolUse", "", of[claude.PreToolUse], hook("PreToolUse", call)},
	{"SessionStart", "", of[claude.SessionStart], hook("SessionStart", `"source":"resume","model":"m","session_title":"t","seconds_since_last_response":1.5,"context_tokens":9,"prompt_cache_likely_expired":true,"estimated_cache_write_usd":0.1`)},
	{"SessionEnd", "", of[claude.SessionEnd], hook("SessionEnd", `"reason":"logout"`)},
	{"Stop", "", of[claude.Stop], hook("Stop", stopMembers)},
	{"SubagentStart", "", of[claude.SubagentStart], hook("SubagentStart", `"agent_id":"b"`)},
	{"SubagentStop", "", of[claude.SubagentStop], hook("SubagentStop", stopMembers+`,"agent_transcript_path":"/a.jsonl"`)},
	{"UserPromptSubmit", "", of[claude.UserPromptSubmit], hook("UserPromptSubmit", `"prompt":"go","source":"user","session_title":"t"`)},
	{"PermissionResult", "allow", of[claude.PermissionResult], `{"behavior":"allow","updatedInput":{},"updatedPermissions":[],"toolUseID":"t","decisionClassification":"user_temporary"}`},
	{"PermissionResult", "deny", of[claude.PermissionResult], `{"behavior":"deny","message":"","interrupt":true}`},
	{"ControlRequest", "", of[claude.ControlRequest], `{"type":"control_request","request_id":"r","request":` + canUseTool + `}`},
	{"ControlCancelRequest", "", of[claude.ControlCancelRequest], `{"type":"control_cancel_request","request_id":"r"}`},
	{"SDKCanUseTool", "", of[claude.SDKCanUseTool], sdkCanUseTool},
	{"PromptToolCall", "", of[claude.PromptToolCall], `{"jsonrpc":"2.0","id":"7","method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"Bash","input":{},"tool_use_id":"t"},"_meta":{"claudecode/toolUseId":"t","progressToken":"x"}}}`},
	{"HookOutput", "PermissionRequest", of[claude.HookOutput], `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`},
	{"HookOutput", "PermissionDenied", of[claude.HookOutput], `{"hookSpecificOutput":{"hookEventName":"PermissionDenied","retry":true}}`},
	{"HookOutput", "PostToolUse", of[claude.HookOutput], `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"n"}}`},
	{"HookOutput", "PreModelSwitch", of[claude.HookOutput], `{"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"deny","permissionDecisionReason":"dear"}}`},
	{"UnknownEvent", "", of[claude.UnknownEvent], hook("Later", `"session_id":"s"`)},
}

const (
	stopMembers = `"stop_hook_active":false,"last_assistant_message":"m","background_tasks":[{"id":"1","type":"shell","status":"running",` +
		`"description":"d","command":"c","agent_type":"a","server":"s","tool":"t","name":"n"}],` +
		`"session_crons":[{"id":"1","schedule":"0 9 * * *","recurring":true,"prompt":"p"}]`
	canUseTool = `{"subtype":"can_use_tool","tool_name":"Bash","mcp_server":{"name":"x","source":"sdk"},"display_name":"Bash","title":"t","description":"d",` +
		`"input":{"command":"ls"},"permission_suggestions":[],"blocked_path":"/etc","decision_reason":"r","decision_reason_type":"hook",` +
		`"decision_reason_code":"c","decision_reason_rule_source":"flagSettings","decision_reason_hook_event":"tool.check",` +
		`"decision_reason_hook_source":"plugin:x","decision_reason_hook_plugin_id":"x@m","classifier_approvable":false,` +
		`"matched_ask_rule":{"source":"userSettings","tool_name":"Bash","rule_content":"ls"},"suppress_always_allow_rule":true,` +
		`"default_to_no":true,"requires_user_interaction":true,"server_policy_ask_only":true,"tool_use_id":"t","agent_id":"a"}`
	sdkCanUseTool = `{"toolName":"Bash","input":{"command":"ls"},"options":{"suggestions":[],"blockedPath":"/etc","mcpServer":{"name":"x","source":"sdk"},` +
		`"decisionReason":"r","decisionReasonType":"hook","decisionReasonCode":"c","title":"t","displayName":"Bash","description":"d",` +
		`"defaultToNo":true,"suppressAlwaysAllowRule":true,"requiresUserInteraction":true,"serverPolicyAskOnly":true,` +
		`"matchedAskRule":{"source":"userSettings","toolName":"Bash","ruleContent":"ls"},"toolUseID":"t","agentID":"a","requestId":"q"}}`
)

// typeNames is every type that the two tables of types name.
var typeNames = []string{
	"ToolCallReserved", "ToolCallResult", "ToolCheckInput", "ToolCheckResult", "ToolDescribeInput", "ToolDescribeResult",
	"ToolEnvelope", "ToolInfo", "ToolInputOf", "ToolNamed", "ToolRequestMeta", "ToolResultSummary", "ToolSpec", "ToolUseSummary",
	"NotificationHookInput", "PermissionDeniedHookInput", "PermissionRequestDecision", "PermissionRequestHookInput",
	"PermissionRuleValue", "PermissionUpdate", "PostCompactHookInput", "PostModelSwitchHookInput", "PostToolBatchHookInput",
	"PostToolBatchToolCall", "PostToolUseFailureHookInput", "PostToolUseHookInput", "PreCompactHookInput", "PreModelSwitchHookInput",
}

func allSamples() []sample { return slices.Concat(typeSamples, toolSamples(), otherSamples) }

func TestEveryReferenceTypeHasASample(t *testing.T) {
	named := map[string]bool{}
	for _, s := range allSamples() {
		named[s.name] = true
	}
	for _, name := range typeNames {
		if !named[name] {
			t.Errorf("%s has no sample", name)
		}
	}
	for _, name := range toolNames {
		for _, side := range []string{" input", " output"} {
			if !named[name+side] {
				t.Errorf("%s%s has no sample", name, side)
			}
		}
	}
}

func TestSamplesGoThroughUnchanged(t *testing.T) {
	for _, s := range allSamples() {
		t.Run(s.name+" "+s.form, func(t *testing.T) {
			value := decode(t, []byte(s.json))
			checkRoundTrip(t, s.empty(), []byte(s.json))
			checkRoundTrip(t, s.empty(), encode(t, withStrangers(value)))
			if names := unnamed(reflect.TypeOf(s.empty()), value, ""); len(names) > 0 {
				t.Errorf("the type does not name %q", names)
			}
		})
	}
}

// A member that no sample has might be misspelt: nothing would notice.
func TestSamplesHaveEveryMember(t *testing.T) {
	present := map[reflect.Type]map[string]bool{}
	for _, s := range allSamples() {
		members(reflect.TypeOf(s.empty()), decode(t, []byte(s.json)), "", func(m member) {
			if present[m.owner] == nil {
				present[m.owner] = map[string]bool{}
			}
			present[m.owner][m.name] = true
		})
	}
	if len(present) < 80 {
		t.Errorf("%d types have samples, that is too few", len(present))
	}
	for typ, names := range present {
		for name := range namedFields(typ) {
			if !names[name] {
				t.Errorf("no sample of %s has the member %q", typ, name)
			}
		}
	}
}
