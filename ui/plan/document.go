package plan

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// document returns what sets everything that has to be seen before a yes.
func (c *Card) document(width int, s style.Styles) card.Maker {
	ask, found, looking, edited, set, read := c.ask, c.found, c.looking, c.edited, c.outside.Markdown, c.outside.Read
	if set == nil {
		set = card.PlainText
	}
	rows := func() []string {
		out := card.Provenance(ask, width, s)
		if len(out) > 0 {
			out = append(out, "")
		}
		say := func(text string, look lipgloss.Style) {
			for _, line := range sanitize.Block(text) {
				for _, row := range lines.WrapWords(line, width-2) {
					out = append(out, " "+s.Shown(row, look))
				}
			}
		}
		plan := func(text string) {
			for _, row := range set(text, width-3, s) {
				out = append(out, "  "+row)
			}
			if hidden := sanitize.Describe(text); hidden != "" {
				out = append(out, "")
				say(hidden, s.Note)
			}
		}
		switch {
		case looking:
			say("Looking for the plan…", s.Muted)
		case edited != "":
			say("You edited the plan. A yes approves your text, and the agent reads that you changed it.", s.Note)
			out = append(append(out, diff(found.Text, edited, width, s)...), "")
			say("The plan as you edited it", s.Muted)
			plan(edited)
		case found.Text == "":
			say("The plan can't be shown: it was not found. A yes would approve what you have not seen; the terminal may show it: t.", s.Deny)
			say("Looked for it in", s.Muted)
			for _, where := range found.Looked {
				out = append(out, hanging("· ", where, width, s, s.Muted)...)
			}
		default:
			plan(found.Text)
			out = append(out, "")
			say("The plan "+found.Where, s.Muted)
			if found.Doubt != "" {
				say(found.Doubt, s.Note)
			}
		}
		for _, more := range beside(ask) {
			say(more, s.Note)
		}
		return out
	}
	// A yes is for the text that the person wrote, or that came with the ask. One
	// from a file of its own may be written anew meanwhile.
	if in := inputOf(ask); looking || edited != "" || in.Plan != "" || in.PlanFilePath == "" {
		return func(context.Context) card.Document { return card.Document{Rows: rows()} }
	}
	holds := func() bool { return Find(ask, read).Text == found.Text }
	return func(context.Context) card.Document { return card.Document{Rows: rows(), Holds: holds} }
}

// beside says what the call carries beside its plan: a yes is for that too.
func beside(ask approver.Ask) []string {
	in := inputOf(ask)
	var out []string
	for _, p := range in.AllowedPrompts {
		out = append(out, fmt.Sprintf("It also asks for %s: %s", p.Tool, p.Prompt))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Extra)) {
		if slices.Contains([]string{"plan", "planFilePath", "allowedPrompts"}, name) {
			continue // it came empty
		}
		out = append(out, fmt.Sprintf("It also carries %s: %s", name, in.Extra[name]))
	}
	return out
}

// hanging sets a text with a sign in front of its first row.
func hanging(sign, text string, width int, s style.Styles, look lipgloss.Style) []string {
	var out []string
	lead := "   " + sign
	for _, row := range lines.WrapWords(text, max(width-lines.Width(lead)-1, 1)) {
		out = append(out, look.Render(lead)+s.Shown(row, look))
		lead = strings.Repeat(" ", lines.Width(lead))
	}
	return out
}

// diff sets what changed between two plans, line by line.
func diff(before, after string, width int, s style.Styles) []string {
	return preview.Diff(preview.Context{Width: width, Styles: s}, "plan.md", before, after)
}
