package permission

import (
	"fmt"
	"strings"

	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/rules"
)

// detail is one thing that a yes writes.
type detail struct {
	text  string // as it will stand there, after a sign
	says  string // what that covers, in words; "" for nothing to say
	warns bool   // which is more than one may think
}

// suggestion makes one choice of updates that go together.
func suggestion(updates []claude.Update) choice {
	c := choice{kind: yes, updates: updates}
	if len(updates) > 1 {
		for _, u := range updates {
			where, _ := whereOf(u.Destination)
			if u.Type == claude.SetMode {
				c.details = append(c.details, detail{text: "+ mode " + u.Mode.Name() + ", " + where})
				continue
			}
			c.details = append(append(c.details, detailsOf(u)...), detail{says: "in " + where})
		}
		n := fmt.Sprintf("%d changes", len(updates))
		c.label, c.short, c.where, c.place, c.repeats = "Yes, and all of these", "Yes, all of these", n, n, true
		return c
	}
	u := updates[0]
	c.details = detailsOf(u)
	c.label, c.short = labelOf(u)
	c.where, c.place = whereOf(u.Destination)
	return c
}

// detailsOf returns what an update writes.
func detailsOf(u claude.Update) []detail {
	sign := "+ "
	if u.Type == claude.RemoveRules || u.Type == claude.RemoveDirectories {
		sign = "− "
	}
	var out []detail
	for _, r := range u.Rules {
		d := detail{text: sign + sanitize.Line(r.String())}
		if u.Type == claude.AddRules && u.Behavior == claude.Allow {
			d.says, d.warns = breadth(r)
		}
		out = append(out, d)
	}
	for _, dir := range u.Directories {
		out = append(out, detail{text: sign + sanitize.Line(dir)})
	}
	return out
}

// breadth says what an allow rule covers, where that is certain, and warns when
// it lets nearly anything through.
func breadth(r claude.RuleValue) (says string, warns bool) {
	for _, f := range rules.Check([]rules.Rule{{Text: r.String(), Behavior: claude.Allow}}, rules.Place{}) {
		if f.Kind == rules.FoundBroad {
			what, _, _ := strings.Cut(f.Why, ";") // what to write instead is of no use here
			return sanitize.Line(what), true
		}
	}
	if claude.CanonicalTool(r.ToolName) != claude.ToolBash || r.RuleContent == "" {
		return "", false
	}
	for _, end := range []string{":*", " *"} {
		if head, ok := strings.CutSuffix(r.RuleContent, end); ok && !strings.ContainsAny(head, `*\`) {
			return "any " + sanitize.Line(head), false
		}
	}
	if !strings.ContainsAny(r.RuleContent, `*\`) {
		return "exactly this", false
	}
	return "", false
}

// labelOf says what an update does, in the words of a person's yes, and the same
// in short.
func labelOf(u claude.Update) (label, short string) {
	switch u.Type {
	case claude.AddRules:
		switch u.Behavior {
		case claude.Allow, claude.Deny, claude.Ask:
			return "Yes, and " + string(u.Behavior) + " from now on", "Yes, and " + string(u.Behavior)
		}
	case claude.ReplaceRules:
		return fmt.Sprintf("Yes, and replace all %s rules with", u.Behavior), "Yes, replace rules"
	case claude.RemoveRules:
		return fmt.Sprintf("Yes, and remove %s rules", u.Behavior), "Yes, remove rules"
	case claude.SetMode:
		if u.Mode == claude.ModeAcceptEdits {
			return "Yes, and accept edits", "Yes, accept edits"
		}
		return "Yes, and switch to mode " + u.Mode.Name(), "Yes, mode " + u.Mode.Name()
	case claude.AddDirectories:
		return "Yes, and add to the working directories", "Yes, add folder"
	case claude.RemoveDirectories:
		return "Yes, and remove from the working directories", "Yes, drop folder"
	}
	label = "Yes, and " + sanitize.Line(string(u.Type))
	return label, label
}

// whereOf says where an update is kept, as a person knows the place, and the
// same in short.
func whereOf(d claude.Destination) (where, place string) {
	switch d {
	case claude.Session:
		return "this session", "this session"
	case claude.CLIArg:
		return "this run of claude", "this run"
	case claude.ProjectSettings:
		return d.File() + ", shared with the team", "team's settings"
	case claude.UserSettings:
		return d.File() + ", all your projects", "your settings"
	}
	return d.File(), "local settings"
}
