package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// SubtypeCanUseTool is the request.subtype of a permission request in the host
// protocol; the other is the type of its message.
const (
	SubtypeCanUseTool  = "can_use_tool"
	TypeControlRequest = "control_request"
)

// ControlRequest is a message of the host protocol in which Claude Code asks
// its host whether a tool may run (SDKControlRequest with can_use_tool).
type ControlRequest struct {
	Type      string         `json:"type"` // control_request
	RequestID string         `json:"request_id"`
	Request   CanUseTool     `json:"request"`
	Extra     openjson.Extra `json:"-"`
}

// CanUseTool is the permission request of the host protocol
// (SDKControlPermissionRequest). Its texts may carry terminal escapes.
type CanUseTool struct {
	Subtype                    string             `json:"subtype"` // can_use_tool
	ToolName                   string             `json:"tool_name"`
	MCPServer                  *MCPServer         `json:"mcp_server,omitempty"`
	DisplayName                string             `json:"display_name,omitempty"`
	Title                      string             `json:"title,omitempty"` // a whole sentence
	Description                string             `json:"description,omitempty"`
	Input                      json.RawMessage    `json:"input"`
	PermissionSuggestions      []Update           `json:"permission_suggestions,omitzero"`
	BlockedPath                string             `json:"blocked_path,omitempty"`
	DecisionReason             string             `json:"decision_reason,omitempty"`
	DecisionReasonType         DecisionReasonType `json:"decision_reason_type,omitempty"`
	DecisionReasonCode         string             `json:"decision_reason_code,omitempty"`
	DecisionReasonRuleSource   string             `json:"decision_reason_rule_source,omitempty"`    // with type rule: the settings that held it
	DecisionReasonHookEvent    string             `json:"decision_reason_hook_event,omitempty"`     // with type hook: PreToolUse, tool.check
	DecisionReasonHookSource   string             `json:"decision_reason_hook_source,omitempty"`    // with type hook: plugin:NAME, skill:NAME, settings
	DecisionReasonHookPluginID string             `json:"decision_reason_hook_plugin_id,omitempty"` // with type hook: NAME@MARKETPLACE
	ClassifierApprovable       *bool              `json:"classifier_approvable,omitempty"`          // nil: no safety check was involved
	MatchedAskRule             *MatchedAskRule    `json:"matched_ask_rule,omitempty"`
	SuppressAlwaysAllowRule    bool               `json:"suppress_always_allow_rule,omitempty"` // offer no lasting rule
	DefaultToNo                bool               `json:"default_to_no,omitempty"`              // open on no, no one-key yes
	RequiresUserInteraction    bool               `json:"requires_user_interaction,omitempty"`  // no grant may answer
	ServerPolicyAskOnly        bool               `json:"server_policy_ask_only,omitempty"`
	ToolUseID                  string             `json:"tool_use_id"`
	AgentID                    string             `json:"agent_id,omitempty"`
	Extra                      openjson.Extra     `json:"-"`
}

// MatchedAskRule is the person's own ask rule that forced a request.
type MatchedAskRule struct {
	Source      string         `json:"source"`
	ToolName    string         `json:"tool_name"`
	RuleContent string         `json:"rule_content,omitempty"`
	Extra       openjson.Extra `json:"-"`
}

// DecisionReasonType is the kind of thing that made a call an ask.
type DecisionReasonType string

// The kinds. Of a compound command the type is subcommandResults even where a
// safety check is nested in it.
const (
	ReasonRule                 DecisionReasonType = "rule"
	ReasonMode                 DecisionReasonType = "mode"
	ReasonSubcommandResults    DecisionReasonType = "subcommandResults"
	ReasonPermissionPromptTool DecisionReasonType = "permissionPromptTool"
	ReasonHook                 DecisionReasonType = "hook"
	ReasonAsyncAgent           DecisionReasonType = "asyncAgent"
	ReasonSandboxOverride      DecisionReasonType = "sandboxOverride"
	ReasonWorkingDir           DecisionReasonType = "workingDir"
	ReasonSafetyCheck          DecisionReasonType = "safetyCheck"
	ReasonClassifier           DecisionReasonType = "classifier"
	ReasonOther                DecisionReasonType = "other"
)

// DecisionReasonTypes returns the kinds that this package knows; newer clients
// may have more.
func DecisionReasonTypes() []DecisionReasonType {
	return []DecisionReasonType{
		ReasonRule, ReasonMode, ReasonSubcommandResults, ReasonPermissionPromptTool, ReasonHook, ReasonAsyncAgent,
		ReasonSandboxOverride, ReasonWorkingDir, ReasonSafetyCheck, ReasonClassifier, ReasonOther,
	}
}
