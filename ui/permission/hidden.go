package permission

import (
	"fmt"

	"sayso/approver"
	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// hiddenRows tells of hidden characters in what stands around the input of a
// call. What hides in the input itself is a note like others.
func hiddenRows(ask approver.Ask, width int, s style.Styles) []string {
	var out []string
	tell := func(what, text string) {
		said := sanitize.Describe(text)
		if said == "" {
			return
		}
		if out == nil {
			out = []string{""}
		}
		for _, row := range lines.WrapWords(what+": "+said, width-2) {
			out = append(out, "  "+s.Note.Render(row))
		}
	}
	p := ask.Provenance
	tell("tool's name", ask.Tool)
	tell("who asks", card.Asker(ask))
	tell("reason", p.Reason)
	tell("path", p.BlockedPath)
	tell("your words", p.Consent)
	tell("description", p.Description)
	tell("directory", ask.Session.Cwd)
	if ask.Session.Project != ask.Session.Cwd {
		tell("project", ask.Session.Project)
	}
	tell("agent", ask.Agent.Type)
	if m := ask.MCPServer; m != nil {
		tell("server", m.Name+" "+m.Source)
	}
	for i, u := range ask.Suggestions {
		for _, d := range u.Directories {
			tell(fmt.Sprintf("suggestion %d", i+1), d)
		}
		for _, r := range u.Rules {
			tell(fmt.Sprintf("suggestion %d", i+1), r.String())
		}
	}
	return out
}
