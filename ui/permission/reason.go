package permission

import (
	"fmt"
	"time"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/sanitize"
	"sayso/ui/style"
)

// bar stands beside words that are not sayso's own.
const bar = "▌ "

// Document returns everything that a person has to see of an ask before a yes:
// who asks and why, then the call itself. It is pure and may take long for a
// large call, so it may run outside of the update loop.
func Document(ask approver.Ask, width int, s style.Styles) []string {
	var out []string
	quote := func(text string, with lipgloss.Style) {
		for _, line := range sanitize.Block(text) {
			for _, row := range lines.WrapWords(line, width-3) {
				out = append(out, " "+s.Ask.Render(bar)+s.Shown(row, with))
			}
		}
	}
	p := ask.Provenance
	if who := card.Asker(ask); who != "" {
		quote(who, s.Ask)
	}
	if p.Reason != "" {
		quote(p.Reason, s.Text)
	}
	for _, bound := range card.Bounds(ask) {
		quote(bound, s.Ask)
	}
	if p.Consent != "" {
		quote("You said: "+p.Consent, s.Muted)
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	out = append(out, preview.Render(preview.Context{Ask: ask, Width: width, Styles: s})...)
	if p.Description != "" {
		out = append(out, "")
		for _, line := range sanitize.Block(p.Description) {
			for _, row := range lines.WrapWords(line, width-3) {
				out = append(out, "  "+s.Shown(row, s.Muted))
			}
		}
	}
	return out
}

// badges returns what stands at the right end of the title.
func badges(ask approver.Ask, now time.Time, narrow bool) string {
	age := Age(now.Sub(ask.ArrivedAt))
	var out string
	if a := ask.Agent; a.ID != "" || a.Type != "" {
		out += "subagent " + sanitize.Line(a.Type) + " · "
	}
	if ask.Provenance.ReadOnly {
		out += "read-only · "
	}
	if m := ask.MCPServer; m != nil && m.Source != "" {
		out += "from " + sanitize.Line(m.Source) + " · "
	}
	if !narrow && age != "just now" {
		age += " ago"
	}
	return out + age
}

// Age says how long ago something was.
func Age(d time.Duration) string {
	switch {
	case d < 2*time.Second:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}
