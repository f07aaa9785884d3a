package preview

import (
	"encoding/json"
	"path"
	"strings"

	"sayso/approver"
	"sayso/ui/sanitize"
)

// Subject returns the one line that tells this call from others of its tool: a
// command, a path from the session's directory, a URL, what is asked, the title
// of a plan. It is sanitised and not cut, and "" where nothing says it.
func Subject(ask approver.Ask) string {
	var in map[string]json.RawMessage
	if json.Unmarshal(ask.Input, &in) != nil {
		return ""
	}
	for _, key := range []string{"command", "file_path", "notebook_path", "path", "url", "query", "pattern", "description", "subject", "skill"} {
		if text := textOf(in[key]); text != "" {
			if rest, ok := below(path.Clean(text), ask.Session.Cwd); ok && strings.HasSuffix(key, "path") && !goesUp(text) {
				text = rest
			}
			return sanitize.Line(text)
		}
	}
	if plan := firstLine(textOf(in["plan"])); plan != "" {
		return sanitize.Line(plan)
	}
	return sanitize.Line(strings.Join(asked(in["questions"]), " · "))
}

// textOf returns a JSON text, and "" for anything else.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// firstLine returns the first line of Markdown that says something.
func firstLine(markdown string) string {
	for line := range strings.Lines(markdown) {
		if line = strings.Trim(line, "# \t\r\n"); line != "" {
			return line
		}
	}
	return ""
}

// asked returns what questions are about, each by its header or else its text.
func asked(raw json.RawMessage) (about []string) {
	var questions []struct{ Header, Question string }
	if json.Unmarshal(raw, &questions) != nil {
		return nil
	}
	for _, q := range questions {
		if text := strings.TrimSpace(q.Header); text != "" {
			about = append(about, text)
		} else if text := firstLine(q.Question); text != "" {
			about = append(about, text)
		}
	}
	return about
}
