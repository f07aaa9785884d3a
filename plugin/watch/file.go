package watch

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"sayso/internal/claude"
	"sayso/internal/safefile"
	"sayso/rules"
)

// maxSize is the largest file that is read, in bytes.
const maxSize = 1 << 20

// source is where the matcher is told that a rule comes from. It makes "/x" in
// a path rule mean the session's project, not Claude Code's own folder.
const source rules.Source = "watchRules"

// Read reads a file of watch rules: one permission rule a line, # begins a
// comment line. The rules that can be read are returned beside the errors of
// the others, which name their line and say what to do. A file that does not
// exist has no rules.
func Read(name string) ([]rules.Rule, []error) {
	content, err := safefile.Read(name, maxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, safefile.ErrNoFile):
		return nil, []error{fmt.Errorf("%s: it is not a regular file; replace it with one", name)}
	case errors.Is(err, safefile.ErrLarge):
		return nil, []error{fmt.Errorf("%s: it is larger than 1 MiB; keep one rule per line", name)}
	case err != nil:
		return nil, []error{fmt.Errorf("reading the watch rules: %w; check its permissions", err)}
	}
	return Parse(name, content)
}

// Parse reads the content of a file of watch rules. A rule that stands there
// twice is returned once.
func Parse(name string, content []byte) (list []rules.Rule, errs []error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	seen := map[string]bool{}
	for i, line := range strings.Split(string(content), "\n") {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		fail := func(reason, do string) {
			errs = append(errs, fmt.Errorf("%s:%d: %s; %s", name, i+1, reason, do))
		}
		if !utf8.ValidString(text) {
			fail("the line is not UTF-8", "save the file as UTF-8")
			continue
		}
		rule := rules.Rule{Text: text, Behavior: claude.Ask, Source: source, File: name, Line: i + 1}
		if _, err := claude.ParseRule(text); err != nil {
			fail(err.Error(), "write Tool or Tool(content), as in Bash(git push *)")
			continue
		}
		// The place matters only to paths; any one tells whether a rule can match.
		if why := rules.Ignored(rule, rules.Place{Cwd: "/", Home: "/"}); why != "" {
			fail(fmt.Sprintf("rule %q can match nothing: %s", text, why), "correct it or delete the line")
			continue
		}
		if !seen[text] {
			seen[text] = true
			list = append(list, rule)
		}
	}
	return list, errs
}
