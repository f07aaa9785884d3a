package preview

import (
	"strings"

	"sayso/internal/claude"
)

// monitor shows the command or the socket that is watched.
func monitor(c Context) ([]string, bool) {
	in, ok := input[claude.MonitorInput](c)
	if !ok || saysMore(in.Extra) || (in.Command == "") == (in.WS == nil) {
		return nil, false
	}
	how := []string{"watched until it ends", limit(in.TimeoutMS)}
	if in.Persistent {
		how = []string{"watched as long as the session lasts", limit(in.TimeoutMS)}
	}
	if in.WS == nil {
		return c.command(in.Command, in.Description, how...), true
	}
	if saysMore(in.WS.Extra) {
		return nil, false
	}
	out := c.ends(c.url(in.WS.URL))
	if in.Description != "" {
		out = append(out, c.prose(in.Description, c.Styles.Muted)...)
	}
	out = append(out, c.sentence(how...)...)
	return append(out, c.facts(fact{"protocols", strings.Join(in.WS.Protocols, ", ")})...), true
}
