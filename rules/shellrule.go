package rules

import (
	"strings"

	"sayso/rules/shell"
)

// shellRule is the content of a Bash rule.
type shellRule struct {
	form    shellForm
	exact   string // exact: the command; prefix: what it must begin with
	pattern []string
	open    bool // the pattern ends with an open end: it reaches behind xargs
	options bool // the pattern's final " *" may stand for nothing at all
}

type shellForm int

const (
	shellNone   shellForm = iota
	shellExact            // git push
	shellPrefix           // git push:*
	shellGlob             // git * origin
)

// compileShell reads the content of a shell rule; ignored says why it can match
// nothing.
func compileShell(content string) (r shellRule, ignored string) {
	if prefix, ok := strings.CutSuffix(content, ":*"); ok {
		prefix = shell.Collapse(prefix)
		switch {
		case prefix == "":
			return r, "no command stands before :*"
		case prefix != strings.Trim(prefix, " "):
			return r, "a blank beside the prefix keeps it from matching any command"
		}
		return shellRule{form: shellPrefix, exact: prefix}, ""
	}
	pattern := splitStars(strings.TrimSpace(content))
	if len(pattern) == 1 {
		if strings.TrimSpace(content) == "" {
			return r, "the command is empty"
		}
		if strings.TrimSpace(content) != content {
			return r, "a blank beside the command keeps it from matching"
		}
		return shellRule{form: shellExact, exact: content}, ""
	}
	last := len(pattern) - 1
	for i := range pattern {
		pattern[i] = strings.Join(blankRuns(pattern[i]), " ")
	}
	return shellRule{
		form:    shellGlob,
		pattern: pattern,
		open:    pattern[last] == "",
		options: last == 1 && pattern[1] == "" && strings.HasSuffix(pattern[0], " "),
	}, ""
}

// blankRuns splits at runs of blanks, keeping empty ends.
func blankRuns(s string) []string {
	s = strings.ReplaceAll(s, "\t", " ")
	for strings.Contains(s, "  ") {
		s = strings.ReplaceAll(s, "  ", " ")
	}
	return strings.Split(s, " ")
}

// splitStars cuts a pattern at its wildcards. \* is a star and \\ a backslash.
func splitStars(s string) []string {
	var parts []string
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '*' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case s[i] == '*':
			parts = append(parts, b.String())
			b.Reset()
		default:
			b.WriteByte(s[i])
		}
	}
	return append(parts, b.String())
}

// matches compares the rule with one spelling of a part: raw as written and
// collapsed with single blanks.
func (r shellRule) matches(raw, collapsed string) bool {
	switch r.form {
	case shellExact:
		return r.exact == raw
	case shellPrefix:
		return hasWords(collapsed, r.exact) || hasXargs(collapsed) && hasWords(collapsed[len("xargs "):], r.exact)
	case shellGlob:
		if r.glob(collapsed) {
			return true
		}
		return r.open && hasXargs(collapsed) && r.glob(collapsed[len("xargs "):])
	}
	return false
}

func hasXargs(s string) bool { return strings.HasPrefix(s, "xargs ") }

// hasWords reports whether s is prefix or goes on with a blank after it.
func hasWords(s, prefix string) bool {
	return strings.HasPrefix(s, prefix) && (len(s) == len(prefix) || s[len(prefix)] == ' ')
}

// glob matches the pattern's literal pieces in order.
func (r shellRule) glob(s string) bool {
	if r.options && s == strings.TrimSuffix(r.pattern[0], " ") {
		return true
	}
	return inOrder(r.pattern, s)
}
