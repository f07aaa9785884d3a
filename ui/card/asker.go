package card

import (
	"sayso/approver"
	"sayso/internal/claude"
	"sayso/rules"
)

// Asker says in words who made the call an ask, or "". The text is as it came.
func Asker(ask approver.Ask) string {
	switch p := ask.Provenance; {
	case ask.Kind == approver.KindRefusal:
		return "Auto mode refused this call"
	case ask.Kind == approver.KindModelSwitch:
		return "The session is about to run another model"
	case p.Watched():
		return "sayso asks because of your watch rule"
	case p.Plugin != "":
		return p.Plugin + " asks"
	case p.Rule != "":
		return owner(p) + " ask rule: " + p.Rule + place(p)
	case p.Hook != "":
		return "A " + p.Hook + " hook asks"
	case p.Setting != "":
		return "The setting " + p.Setting + " asks"
	case p.ReasonType == claude.ReasonWorkingDir && p.Reason != "":
		return "" // the reason says the same
	default:
		return kinds[p.ReasonType]
	}
}

// kinds says who asks where a host names no more than the kind of thing. What
// is not here is said better by the reason, or by the call itself.
var kinds = map[claude.DecisionReasonType]string{
	claude.ReasonRule:            "A permission rule asks",
	claude.ReasonMode:            "The session's permission mode asks",
	claude.ReasonHook:            "A hook asks",
	claude.ReasonAsyncAgent:      "A subagent in the background asks",
	claude.ReasonSandboxOverride: "It would run outside the sandbox",
	claude.ReasonWorkingDir:      "It reaches outside the working directories",
	claude.ReasonSafetyCheck:     "A safety check asks",
	claude.ReasonClassifier:      "Auto mode's classifier asks",
}

// Bounds says what bounds the answer, a line each. The texts are as they came.
func Bounds(ask approver.Ask) (bounds []string) {
	switch c := ask.Provenance.Ceiling; c {
	case "", string(claude.Allow):
	case string(claude.Deny):
		bounds = append(bounds, "Your organization blocks this tool.")
	case string(claude.Ask):
		bounds = append(bounds, "Your organization requires asking for this tool.")
	default:
		bounds = append(bounds, "Your organization's limit for this tool: "+c)
	}
	if NobodyElse(ask) {
		bounds = append(bounds, "There is no terminal to ask in: if handed back, the call is refused.")
	}
	return bounds
}

// elsewhere is said of an ask that another process made in a session's name.
const elsewhere = "From another process, not from the session"

// unverified says why nothing proves that the ask is its session's own. Then
// sayso can't learn what becomes of the call: only its own end closes the card.
func unverified(ask approver.Ask) string {
	if ask.Proof != (approver.Proof{}) {
		return "Not verified: sayso does not have this session's key"
	}
	return "Not verified: this session runs without sayso's plugin"
}

// NobodyElse reports whether Claude Code said that it has no person to ask, as
// under -p. The ask came to the pane all the same, and its answer counts. That
// nothing is said of an approver means so only where the mod saw the call.
func NobodyElse(ask approver.Ask) bool {
	return ask.Door == approver.DoorHook && ask.ToolUseID != "" && ask.Provenance.Approver == ""
}

func owner(p approver.Provenance) string {
	if p.RuleSource == string(rules.ManagedSettings) {
		return "Your organization's"
	}
	return "Your"
}

// place is where the rule stands, as exactly as it is known.
func place(p approver.Provenance) string {
	where := p.RuleFile
	if where == "" {
		where = claude.Destination(p.RuleSource).File()
	}
	if where == "" {
		return ""
	}
	return " (" + where + ")"
}
