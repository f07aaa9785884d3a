package preview

import "sayso/internal/claude"

// webSearch shows what is looked for and where.
func webSearch(c Context) ([]string, bool) {
	in, ok := input[claude.WebSearchInput](c)
	if !ok || in.Query == "" || saysMore(in.Extra) {
		return nil, false
	}
	out := c.prose(in.Query, c.Styles.Strong)
	return append(out, c.facts(
		fact{"only from", domains(in.AllowedDomains)},
		fact{"not from", domains(in.BlockedDomains)},
	)...), true
}
