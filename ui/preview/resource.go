package preview

import "sayso/internal/claude"

// listResources shows whose resources are listed.
func listResources(c Context) ([]string, bool) {
	in, ok := input[claude.ListMcpResourcesInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	if in.Server == "" {
		return c.prose("of all servers", c.Styles.Text), true
	}
	return c.facts(fact{"server", in.Server}), true
}

// readResource shows the server and the resource, for one that is read and for
// one that is listed alike.
func readResource(c Context) ([]string, bool) {
	in, ok := input[claude.ReadMcpResourceInput](c)
	if !ok || in.URI == "" || saysMore(in.Extra) {
		return nil, false
	}
	return append(c.ends(c.url(in.URI)), c.facts(fact{"server", in.Server})...), true
}
