package preview

import (
	"cmp"
	"encoding/json"
	"path"
	"strings"

	"sayso/approver"
	"sayso/internal/openjson"
	"sayso/internal/sanitize"
)

// maxSubject is how many bytes of a text a subject is made of. It is one line,
// cut to a row wherever it stands, and drawn with every frame.
const maxSubject = 500

// Subject returns the one line that tells this call from others of its tool: a
// command, a path from the session's project, a URL, what is asked, the title
// of a plan. It is sanitised, the start of it where it is long, and "" where
// nothing says it. It costs little however large the call is.
func Subject(ask approver.Ask) string {
	in := map[string]json.RawMessage{}
	for name, raw := range openjson.Members(ask.Input) {
		in[name] = raw
		if len(in) > maxSubject {
			break
		}
	}
	for _, key := range []string{"command", "file_path", "notebook_path", "path", "url", "query", "pattern", "description", "subject", "skill"} {
		if text := openjson.Head(in[key], maxSubject); text != "" {
			if rest, ok := below(path.Clean(text), ask.Session.Tree()); ok && strings.HasSuffix(key, "path") && !goesUp(text) {
				text = rest
			}
			return sanitize.Line(text)
		}
	}
	if plan := firstLine(openjson.Head(in["plan"], maxSubject)); plan != "" {
		return sanitize.Line(plan)
	}
	return sanitize.Line(sanitize.Head(strings.Join(asked(in["questions"]), " · "), maxSubject))
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
	for question := range openjson.Elements(raw) {
		var header, text string
		for name, value := range openjson.Members(question) {
			switch name {
			case "header":
				header = strings.TrimSpace(openjson.Head(value, maxSubject))
			case "question":
				text = firstLine(openjson.Head(value, maxSubject))
			}
		}
		if said := cmp.Or(header, text); said != "" {
			about = append(about, said)
		}
		if len(about) > maxAsked {
			break
		}
	}
	return about
}

// maxAsked is how many questions a subject tells of: a row has room for fewer.
const maxAsked = 20
