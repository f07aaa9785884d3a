package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// ToolCheckDecision is a verdict on a call: allow, ask or deny. The words are
// those of a rule's behavior.
type ToolCheckDecision = Behavior

// ToolCheckApprover is who answers an ask; "" when nobody can be asked.
type ToolCheckApprover string

// The approvers.
const (
	ApproverPerson ToolCheckApprover = "person"
	ApproverHost   ToolCheckApprover = "host" // a hosted session's callback or prompt tool
)

// ToolCheckInput is the input of a mod's tool.check: a call to be decided.
type ToolCheckInput struct {
	Tool       string            `json:"tool"`
	Input      json.RawMessage   `json:"input"`
	ToolUseID  string            `json:"tool_use_id,omitempty"` // absent on a query
	AgentID    string            `json:"agentId,omitempty"`     // absent on the main loop and on a query
	IsReadOnly bool              `json:"isReadOnly,omitempty"`  // true or absent
	Approver   ToolCheckApprover `json:"approver,omitempty"`
	Ceiling    ToolCheckDecision `json:"ceiling,omitempty"` // the most that the organization lets the tool reach
	Extra      openjson.Extra    `json:"-"`
}

// ToolCheckResult is what tool.check answers: the verdict and what stands
// behind it.
type ToolCheckResult struct {
	Decision ToolCheckDecision `json:"decision"`
	Reason   string            `json:"reason,omitempty"`
	Rule     string            `json:"rule,omitempty"`    // the settings rule that decided, as written
	Hook     string            `json:"hook,omitempty"`    // the classic hook event that decided; absent on a query
	Setting  string            `json:"setting,omitempty"` // the key of the option whose check asked
	Plugin   string            `json:"plugin,omitempty"`  // the plugin whose hook made the ask
	Decider  string            `json:"decider,omitempty"` // host, person; gone from clients since 2.1.307
	Ceiling  ToolCheckDecision `json:"ceiling,omitempty"`
	Extra    openjson.Extra    `json:"-"`
}
