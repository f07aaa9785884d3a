package preview

import (
	"sayso/internal/claude"
)

// glob shows the pattern and the folder.
func glob(c Context) ([]string, bool) {
	in, ok := input[claude.GlobInput](c)
	if !ok || in.Pattern == "" || saysMore(in.Extra) {
		return nil, false
	}
	out := c.pattern(in.Pattern)
	return append(out, c.facts(fact{"in", c.place(in.Path)})...), true
}

// pattern shows what is looked for.
func (c Context) pattern(p string) []string { return c.code(p, nil) }
