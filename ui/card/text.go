package card

import (
	"strings"

	"sayso/internal/sanitize"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// Markdown sets a text in Markdown for a width. What it returns is fit to be
// shown, and no wider.
type Markdown func(text string, width int, s style.Styles) []string

// PlainText sets a text as it reads, fit to be shown. Prose is cut between
// words, below its own indentation; a line that is set in columns is cut where
// it must be.
func PlainText(text string, width int, s style.Styles) []string {
	var out []string
	for _, line := range sanitize.Block(strings.TrimRight(text, "\n")) {
		rest := strings.TrimLeft(line, " ")
		indent := min(len(line)-len(rest), width/2)
		rows := lines.Wrap(rest, width-indent)
		if !strings.Contains(rest, "  ") {
			rows = lines.WrapWords(rest, width-indent)
		}
		for _, row := range rows {
			out = append(out, strings.Repeat(" ", indent)+s.Shown(row, s.Text))
		}
	}
	return out
}
