package rules

import "strings"

// allowedWildcard reports whether an allow rule may have its wildcard where it
// is: after a server that is written out, mcp__SERVER__cr*.
func allowedWildcard(name string) bool {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok {
		return false
	}
	server, tool, ok := strings.Cut(rest, "__")
	return ok && server != "" && !strings.Contains(server, "*") && tool != ""
}

// namesTool reports whether the name in a rule stands for tool: the same name,
// the server of an MCP tool, or a pattern.
func namesTool(name, tool string) bool {
	switch {
	case name == tool:
		return true
	case strings.Contains(name, "*"):
		return star(name, tool)
	case strings.HasPrefix(name, "mcp__") && !strings.Contains(name[len("mcp__"):], "__"):
		return strings.HasPrefix(tool, name+"__")
	}
	return false
}

// star matches a pattern in which * is the only wildcard.
func star(pattern, s string) bool {
	return inOrder(strings.Split(pattern, "*"), s)
}

// skillMatches compares the content of a Skill rule with a skill's name: the
// name, or what it begins with and :* or " *".
func skillMatches(content, skill string) bool {
	if name, ok := strings.CutSuffix(content, ":*"); ok {
		return strings.HasPrefix(skill, name)
	}
	if name, ok := strings.CutSuffix(content, " *"); ok {
		return strings.HasPrefix(skill, name)
	}
	return strings.TrimPrefix(content, "/") == strings.TrimPrefix(skill, "/")
}
