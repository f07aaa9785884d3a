package preview

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/rules/address"
	"sayso/ui/lines"
)

// webFetch shows the address with its host standing out, and what is asked of
// the page.
func webFetch(c Context) ([]string, bool) {
	in, ok := input[claude.WebFetchInput](c)
	if !ok || in.URL == "" || saysMore(in.Extra) {
		return nil, false
	}
	out := c.ends(c.url(in.URL))
	if n := in.Offset.Float(); n != 0 {
		out = append(out, c.sentence(fmt.Sprintf("from character %s on", in.Offset))...)
	}
	if in.Prompt != "" {
		out = append(append(out, ""), c.prose(in.Prompt, c.Styles.Text)...)
	}
	return out, true
}

// url shows an address. The host is strong, all else steps back; one without a
// host is plain. A host that is spelled otherwise than it is fetched is told; an
// address whose host can't be told has a note of its own.
func (c Context) url(raw string) []string {
	before, host, after := "", "", sanitize.Line(raw)
	rest := c.Styles.Text
	a, err := address.Parse(raw)
	if err == nil && a.Host != "" {
		before, host, after = sanitize.Line(raw[:a.From]), sanitize.Line(raw[a.From:a.To]), sanitize.Line(raw[a.To:])
		rest = c.Styles.Muted
	}
	whole := before + host + after
	from, to := len(before), len(before)+len(host)
	var out []string
	at, lead := 0, pad
	for _, row := range lines.Wrap(whole, c.Width-indent) {
		end := at + len(row)
		cut := func(a, b int, with lipgloss.Style) string {
			a, b = max(a, at), min(b, end)
			if a >= b {
				return ""
			}
			return c.Styles.Shown(whole[a:b], with)
		}
		out = append(out, lead+cut(0, from, rest)+cut(from, to, c.Styles.Strong)+cut(to, len(whole), rest))
		at, lead = end, c.ink.goesOn+" "
	}
	if err == nil && !a.Same() {
		out = append(out, c.prose("leads to "+a.Host, c.Styles.Note)...)
	}
	return out
}

// domains says a list of domains in one line.
func domains(list []string) string { return strings.Join(list, ", ") }
