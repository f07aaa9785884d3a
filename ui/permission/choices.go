package permission

import (
	"fmt"
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/ui/card"
)

// kind is what a choice does.
type kind int

const (
	yes    kind = iota
	yesSay      // opens the field for a note
	no
	noSay // opens the field for a message
	noStop
	handBack
)

// allows reports whether a choice lets the call run.
func (k kind) allows() bool { return k == yes || k == yesSay }

// writes reports whether a choice opens the field for a message.
func (k kind) writes() bool { return k == yesSay || k == noSay }

// maxSuggestions is how many suggestions are offered one by one: with more, the
// choices would push the call itself off the screen.
const maxSuggestions = 5

// choice is one line of the list at the foot of a card.
type choice struct {
	kind    kind
	key     string // the key that the line names
	label   string
	short   string // for a row that several choices share
	where   string // the file or memory that a yes writes to
	place   string // the same in short
	details []detail
	repeats bool // the details stand at the choices above too
	updates []claude.Update
	answer  *approver.Decision // instead of what the kind says; for a Content
}

// choicesFor returns what a person can answer to an ask, and a sentence on what
// is not offered, or "".
func choicesFor(ask approver.Ask) (choices []choice, why string) {
	if few, ok := fewChoices[ask.Kind]; ok {
		return few.choices, few.why
	}
	choices = append(choices, choice{kind: yes, key: "y", label: "Yes, once"})
	var offered []claude.Update
	var left []string
	if ask.MayRemember() && ask.OneKeyYes() {
		for _, u := range ask.Suggestions {
			if err := u.Validate(); err != nil {
				left = append(left, "A suggestion can't be sent ("+sanitize.Line(firstLine(err.Error()))+").")
				continue
			}
			offered = append(offered, u)
		}
		if over := len(offered) - maxSuggestions; over > 0 {
			left = append(left, fmt.Sprintf("%d more suggestions are not shown.", over))
			offered = offered[:maxSuggestions]
		}
	}
	for _, u := range offered {
		choices = append(choices, suggestion([]claude.Update{u}))
	}
	if len(offered) > 1 {
		choices = append(choices, suggestion(offered))
	}
	for i := range choices {
		if i > 0 {
			choices[i].key = fmt.Sprint(i + 1)
		}
	}
	if ask.Origin == approver.FromSession {
		choices = append(choices, choice{kind: yesSay, key: "a", label: "Yes, and tell the agent…", short: "Yes, tell…"})
	}
	choices = append(choices, noes()...)
	if s := reasonForLess(ask); s != "" {
		left = append(left, s)
	}
	return choices, strings.Join(left, " ")
}

// fewChoices are those of asks that are about no call.
var fewChoices = map[approver.Kind]struct {
	choices []choice
	why     string
}{
	approver.KindModelSwitch: {choices: []choice{
		{kind: yes, key: "y", label: "Yes, switch the model"},
		{kind: no, key: "n", label: "No, stay with this one", short: "No, stay"},
		{kind: handBack, key: "t", label: "Back to the terminal", short: "Back"},
	}},
	approver.KindRefusal: {choices: []choice{
		{kind: yes, key: "y", label: "Let the agent try again"},
		{kind: no, key: "n", label: "Leave it refused", short: "Leave it"},
	}, why: "Auto mode refused this call. A second try may be refused again."},
}

// noes returns what every card offers beside a yes.
func noes() []choice {
	return []choice{
		{kind: no, key: "n", label: "No", short: "No"},
		{kind: noSay, key: "r", label: "No, and say why…", short: "No, why…"},
		{kind: noStop, key: "x", label: "No, and stop the turn", short: "No, stop"},
		{kind: handBack, key: "t", label: "Back to the terminal", short: "Back"},
	}
}

// reasonForLess says why an ask offers less than others.
func reasonForLess(ask approver.Ask) string {
	switch p := ask.Provenance; {
	case p.Plugin != "":
		who := "A plugin asked"
		if ask.Provenance.Watched() {
			who = "Your watch rule asked"
		}
		if card.NobodyElse(ask) {
			return who + ", so no rule can be kept."
		}
		return who + ", so no rule can be kept. The terminal shows nothing until you answer or hand back."
	case p.Rule != "":
		return "An ask rule wants you to see every call like this, so no rule can be kept."
	case ask.Limits.DefaultToNo, ask.Limits.RequiresPerson:
		return "Calls like this need a yes each time, so no rule can be kept."
	case ask.Limits.NoLastingRule:
		return "This call may not be remembered."
	}
	return ""
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// decision returns what taking a choice answers. message is for the choices that
// open the field.
func (c choice) decision(message string) approver.Decision {
	if c.answer != nil {
		return *c.answer
	}
	switch c.kind {
	case yes:
		return approver.Decision{Verdict: approver.Allow, UpdatedPermissions: c.updates}
	case yesSay:
		return approver.Decision{Verdict: approver.Allow, Note: message}
	case no:
		return approver.Decision{Verdict: approver.Deny}
	case noSay:
		return approver.Decision{Verdict: approver.Deny, Message: message}
	case noStop:
		return approver.Decision{Verdict: approver.Deny, Interrupt: true}
	}
	return approver.Decision{}
}

// beneath returns what stands at the right end of a choice in the words for a
// row of its own.
func (c choice) beneath() string {
	if c.answer != nil {
		return c.where
	}
	return "in " + c.where
}
