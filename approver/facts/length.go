package facts

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// From these on a command is long.
const (
	longLines = 40
	longChars = 3000
	longGap   = 40 // spaces, after which the same line goes on
)

// length says that a command is longer than one sees at once, and that some of
// it is far to the right.
func length(l *look) []string {
	var out []string
	if len(l.command) > maxCommand {
		out = append(out, "the command is too long to check for what it deletes, downloads or writes")
	}
	if l.tangled {
		out = append(out, "the command is too tangled to check for what it deletes, downloads or writes")
	}
	if l.broken {
		out = append(out, "the command does not parse, so it was not checked for what it deletes, downloads or writes")
	}
	lines := strings.Split(strings.TrimRight(l.command, "\n"), "\n")
	switch chars := utf8.RuneCountInString(l.command); {
	case len(lines) >= longLines:
		out = append(out, fmt.Sprintf("the command is %d lines long", len(lines)))
	case chars >= longChars:
		out = append(out, fmt.Sprintf("the command is %d characters long", chars))
	}
	for i, line := range lines {
		if at := strings.Index(strings.TrimSpace(line), strings.Repeat(" ", longGap)); at >= 0 {
			out = append(out, fmt.Sprintf("on line %d there is more after a wide gap", i+1))
			break
		}
	}
	return out
}
