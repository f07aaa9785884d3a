package preview

import (
	"strings"

	"sayso/internal/claude"
)

// grep shows what is looked for, where, and what of it comes back.
func grep(c Context) ([]string, bool) {
	in, ok := input[claude.GrepInput](c)
	if !ok || in.Pattern == "" || saysMore(in.Extra) {
		return nil, false
	}
	return append(c.pattern(in.Pattern), c.facts(
		fact{"in", c.place(in.Path)},
		fact{"files", in.Glob},
		fact{"type", in.Type},
		fact{"shows", shows(in)},
		fact{"how", how(in)},
	)...), true
}

// shows says what a search brings back.
func shows(in *claude.GrepInput) string {
	words := map[string]string{
		"":                   "",
		"content":            "the lines",
		"files_with_matches": "the names of files",
		"count":              "the number of matches",
	}
	what, known := words[in.OutputMode]
	if !known {
		what = in.OutputMode
	}
	return listed(what,
		counted("from entry ", in.Offset, ""),
		atMost(in.HeadLimit),
		counted("", in.Before, " lines before"),
		counted("", in.After, " lines after"),
		counted("", in.Around, " lines around"),
		counted("", in.Context, " lines around"),
		when(in.LineNumbers != nil && !*in.LineNumbers, "without line numbers"),
		when(in.OnlyMatching, "only what matches"),
	)
}

// how says in which way a search compares.
func how(in *claude.GrepInput) string {
	return listed(when(in.CaseInsensitive, "ignoring case"), when(in.Multiline, "across lines"))
}

// atMost says a limit, of which 0 is none.
func atMost(n claude.Number) string {
	if n == "0" {
		return "without limit"
	}
	return counted("at most ", n, "")
}

// counted says a number that came, with words around it.
func counted(before string, n claude.Number, after string) string {
	if n == "" {
		return ""
	}
	return before + string(n) + after
}

// when returns words or none.
func when(so bool, words string) string {
	if so {
		return words
	}
	return ""
}

// listed joins what there is to say.
func listed(said ...string) string {
	var words []string
	for _, s := range said {
		if s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, ", ")
}
