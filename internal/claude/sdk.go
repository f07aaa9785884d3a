package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// SDKCanUseTool is the three arguments of the Agent SDK's canUseTool as one
// object.
type SDKCanUseTool struct {
	ToolName string          `json:"toolName"`
	Input    json.RawMessage `json:"input"`
	Options  SDKOptions      `json:"options"`
	Extra    openjson.Extra  `json:"-"`
}

// SDKOptions is the third argument of canUseTool, its signal left out: the
// members of [CanUseTool] in camel case.
type SDKOptions struct {
	Suggestions             []Update           `json:"suggestions,omitzero"`
	BlockedPath             string             `json:"blockedPath,omitempty"`
	MCPServer               *MCPServer         `json:"mcpServer,omitempty"`
	DecisionReason          string             `json:"decisionReason,omitempty"`
	DecisionReasonType      DecisionReasonType `json:"decisionReasonType,omitempty"`
	DecisionReasonCode      string             `json:"decisionReasonCode,omitempty"`
	Title                   string             `json:"title,omitempty"`
	DisplayName             string             `json:"displayName,omitempty"`
	Description             string             `json:"description,omitempty"`
	DefaultToNo             bool               `json:"defaultToNo,omitempty"`
	SuppressAlwaysAllowRule bool               `json:"suppressAlwaysAllowRule,omitempty"`
	RequiresUserInteraction bool               `json:"requiresUserInteraction,omitempty"`
	ServerPolicyAskOnly     bool               `json:"serverPolicyAskOnly,omitempty"`
	MatchedAskRule          *SDKMatchedAskRule `json:"matchedAskRule,omitempty"`
	ToolUseID               string             `json:"toolUseID"`
	AgentID                 string             `json:"agentID,omitempty"`
	RequestID               string             `json:"requestId"`
	Extra                   openjson.Extra     `json:"-"`
}

// SDKMatchedAskRule is a [MatchedAskRule] in camel case.
type SDKMatchedAskRule struct {
	Source      string         `json:"source"`
	ToolName    string         `json:"toolName"`
	RuleContent string         `json:"ruleContent,omitempty"`
	Extra       openjson.Extra `json:"-"`
}

// Request returns the call in the form of the host protocol, so that a door
// that takes both reads one. Members that neither type names stay behind.
func (c SDKCanUseTool) Request() CanUseTool {
	o := c.Options
	r := CanUseTool{
		Subtype:                 SubtypeCanUseTool,
		ToolName:                c.ToolName,
		MCPServer:               o.MCPServer,
		DisplayName:             o.DisplayName,
		Title:                   o.Title,
		Description:             o.Description,
		Input:                   c.Input,
		PermissionSuggestions:   o.Suggestions,
		BlockedPath:             o.BlockedPath,
		DecisionReason:          o.DecisionReason,
		DecisionReasonType:      o.DecisionReasonType,
		DecisionReasonCode:      o.DecisionReasonCode,
		SuppressAlwaysAllowRule: o.SuppressAlwaysAllowRule,
		DefaultToNo:             o.DefaultToNo,
		RequiresUserInteraction: o.RequiresUserInteraction,
		ServerPolicyAskOnly:     o.ServerPolicyAskOnly,
		ToolUseID:               o.ToolUseID,
		AgentID:                 o.AgentID,
	}
	if m := o.MatchedAskRule; m != nil {
		r.MatchedAskRule = &MatchedAskRule{Source: m.Source, ToolName: m.ToolName, RuleContent: m.RuleContent}
	}
	return r
}
