package permission

import (
	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/sanitize"
	"sayso/ui/style"
)

// Document returns everything that a person has to see of an ask before a yes:
// who asks and why, then the call itself. It is pure and may take long for a
// large call, so it may run outside of the update loop.
func Document(ask approver.Ask, width int, s style.Styles) []string {
	out := card.Provenance(ask, width, s)
	if len(out) > 0 {
		out = append(out, "")
	}
	out = append(out, preview.Render(preview.Context{Ask: ask, Width: width, Styles: s})...)
	if d := ask.Provenance.Description; d != "" {
		out = append(out, "")
		for _, line := range sanitize.Block(d) {
			for _, row := range lines.WrapWords(line, width-3) {
				out = append(out, "  "+s.Shown(row, s.Muted))
			}
		}
	}
	return out
}
