package plan

import (
	"encoding/json"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/ui/payload"
	"sayso/ui/permission"
)

// keepPlanning is what the model reads with a no that has no words.
var keepPlanning = approver.WordlessNo(claude.ToolExitPlanMode)

// mode is a mode in which the session may go on after a yes.
type mode struct {
	mode    claude.Mode
	label   string
	short   string
	meaning string
}

// modes are the modes that a yes may switch to, beside the one that asks before
// every step.
var modes = []mode{
	{claude.ModeAcceptEdits, "Yes, and accept edits", "+ edits", "edits run unasked"},
	{claude.ModeAuto, "Yes, in auto mode", "+ auto", "a classifier answers"},
	{claude.ModeBypassPermissions, "Yes, and bypass permissions", "+ bypass", "nothing asks"},
}

// content returns what the card shows and offers.
func (c *Card) content() permission.Content {
	return permission.Content{
		Document: c.document,
		Yes:      c.offers(),
		No:       approver.Decision{Verdict: approver.Deny, Message: keepPlanning},
		NoLabel:  "No, keep planning",
		SayLabel: "Keep planning, and say what to change…",
		Prompt:   "What should be different?",
		Why:      c.less(),
	}
}

// offers returns the ways to say yes.
func (c *Card) offers() []permission.Offer {
	label, brief, input := asksEachStep, "Yes", c.input()
	switch {
	case c.edited != "":
		label, brief = "Yes, to the plan as you edited it", "Yes, edited"
	case c.unseen():
		label, brief = "Yes, without having seen the plan", "Yes, unseen"
	}
	first := permission.Offer{
		Label: label, Short: brief, Where: "mode " + claude.ModeDefault.Name(),
		Decision: approver.Decision{Verdict: approver.Allow, UpdatedInput: input, UpdatedPermissions: switchTo(claude.ModeDefault)},
	}
	if !c.ask.MayRemember() {
		// Without a mode in the answer the client goes back to the one from before
		// the plan, which may be one that asks about nothing.
		if label == asksEachStep {
			first.Label = "Yes, to the plan"
		}
		first.Where, first.Decision.UpdatedPermissions = "mode from before", nil
	}
	out := []permission.Offer{first}
	if c.less() != "" {
		return out
	}
	for _, m := range modes {
		// The client ignores this one in silence, unless the session began with it.
		if m.mode == claude.ModeBypassPermissions && c.ask.Session.Mode != m.mode {
			continue
		}
		out = append(out, permission.Offer{
			Label: m.label, Short: m.short, Where: m.meaning,
			Decision: approver.Decision{Verdict: approver.Allow, UpdatedInput: input, UpdatedPermissions: switchTo(m.mode)},
		})
	}
	return out
}

// asksEachStep is the label of the yes after which every step asks.
const asksEachStep = "Yes, and ask before each step"

// switchTo returns what makes the session go on in a mode.
func switchTo(m claude.Mode) []claude.Update {
	return []claude.Update{{Type: claude.SetMode, Mode: m, Destination: claude.Session}}
}

// less says why fewer modes are offered than usual.
func (c *Card) less() string {
	switch {
	case !c.ask.MayRemember():
		return "A plugin or a rule asked: a yes brings back the mode from before."
	case c.unseen():
		return "You have not seen the plan, so no other mode can be chosen with this yes."
	}
	return ""
}

// unseen reports whether there is no plan to read, or none yet.
func (c *Card) unseen() bool { return c.text() == "" }

// input returns the input that goes back: as it came, or with the plan that the
// person edited. The client counts a yes only with an input present.
func (c *Card) input() json.RawMessage {
	if c.edited == "" {
		if len(c.ask.Input) == 0 {
			return json.RawMessage(`{}`)
		}
		return c.ask.Input
	}
	text, err := openjson.Marshal(c.edited)
	if err != nil {
		panic(err) // a string always encodes
	}
	var more payload.Object
	more.Add([]byte(`"plan"`), text)
	out, err := payload.Splice(c.ask.Input, more, "plan")
	if err != nil { // the input is no object, and could not be echoed either
		return more.JSON()
	}
	return out
}
