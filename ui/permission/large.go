package permission

import (
	"context"
	"fmt"
	"strings"

	"sayso/approver"
	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// maxStart is how many bytes are shown of an input that is too large to be
// shown whole.
const maxStart = 32 << 10

// withheldWhy says why a yes does nothing on a card that does not show all.
const withheldWhy = "Not shown in full, so no yes: n says no, t asks in the terminal."

// tooLarge is the document of a call that is too large to be laid out: who asks
// and why, that it can't be allowed here, and the start of its input as it came.
func tooLarge(ask approver.Ask, width int, s style.Styles) card.Document {
	out := nameRows(ask, width, s)
	if said := card.Provenance(ask, width, s); len(said) > 0 {
		out = append(append(out, said...), "")
	}
	head := append(refusal(ask, width, s), "")
	start := sanitize.Head(string(ask.Input[:min(len(ask.Input), maxStart+1)]), maxStart)
	for _, line := range sanitize.Block(start) {
		for _, row := range lines.Wrap(line, width-2) {
			head = append(head, "  "+s.Shown(row, s.Text))
		}
	}
	out = append(out, head...)
	if rest := len(ask.Input) - len(start); rest > 0 {
		out = append(out, "  "+s.Note.Render(lines.Cut("… "+megabytes(rest)+" more", width-2)))
	}
	return card.Document{Rows: out, Withheld: true}
}

// withheld ends the rows of a document that is not whole, and says so at its
// end and its beginning.
func withheld(rows []string, ask approver.Ask, width int, s style.Styles) card.Document {
	said := refusal(ask, width, s)
	out := append(append([]string{}, said...), "")
	out = append(append(out, rows...), "")
	return card.Document{Rows: append(out, said...), Withheld: true}
}

// refusal says why no yes counts.
func refusal(ask approver.Ask, width int, s style.Styles) []string {
	text := fmt.Sprintf("Too large to show in full: %s. What can't be read can't be allowed here. n says no, t asks in the terminal.", megabytes(len(ask.Input)))
	var out []string
	for _, row := range lines.WrapWords(text, width-2) {
		out = append(out, " "+s.Deny.Render(row))
	}
	return out
}

func megabytes(n int) string {
	if n < 100_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return strings.Replace(fmt.Sprintf("%.1f MB", float64(n)/1e6), ".0 ", " ", 1)
}

// stopped reports whether a context has ended.
func stopped(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }
