package preview

import "sayso/internal/claude"

// skill shows the skill and what it is given.
func skill(c Context) ([]string, bool) {
	in, ok := input[claude.SkillInput](c)
	if !ok || in.Skill == "" || saysMore(in.Extra) {
		return nil, false
	}
	out := c.prose(in.Skill, c.Styles.Strong)
	if in.Args != "" {
		out = append(out, c.code(in.Args, nil)...)
	}
	return out, true
}
