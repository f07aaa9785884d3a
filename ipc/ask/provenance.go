package ask

import (
	"cmp"
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
)

// provenance says who made the request an ask, in the words of the desk.
func provenance(r claude.CanUseTool) approver.Provenance {
	p := approver.Provenance{
		Reason:      r.DecisionReason,
		ReasonType:  r.DecisionReasonType,
		Plugin:      plugin(r),
		Hook:        r.DecisionReasonHookEvent,
		BlockedPath: r.BlockedPath,
		Description: r.Description,
	}
	if m := r.MatchedAskRule; m != nil {
		p.Rule, p.RuleSource = rule(*m), m.Source
	}
	return p
}

// plugin returns the plugin whose hook made the request an ask, and "" where it
// was none.
func plugin(r claude.CanUseTool) string {
	name, ok := strings.CutPrefix(r.DecisionReasonHookSource, "plugin:")
	if !ok {
		name = ""
	}
	return cmp.Or(r.DecisionReasonHookPluginID, name)
}

// rule returns an ask rule as it stands in a settings file.
func rule(m claude.MatchedAskRule) string {
	if m.RuleContent == "" {
		return m.ToolName
	}
	return m.ToolName + "(" + m.RuleContent + ")"
}
