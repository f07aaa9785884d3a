package card

import (
	"sayso/ui/lines"
	"sayso/ui/style"
)

// Unlaid is the document of an ask whose own could not be made.
func Unlaid(width int, s style.Styles) Document {
	var out []string
	for _, row := range lines.WrapWords("This ask can't be shown: rendering it failed. What can't be read can't be allowed here. n says no, t asks in the terminal.", width-2) {
		out = append(out, " "+s.Deny.Render(row))
	}
	return Document{Rows: out, Withheld: true}
}
