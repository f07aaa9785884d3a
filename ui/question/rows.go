package question

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/permission"
)

// column is where labels begin: a marker, a number, and what tells a choice.
func column(q question) int {
	n := 6 + len(fmt.Sprint(len(q.Options)+1))
	if q.MultiSelect {
		return n + 2
	}
	return n
}

// head sets the question itself, with who asks above the first.
func (c *Card) head(width int) []line {
	q, r := c.question()
	var out []line
	if c.tab == 0 {
		for _, row := range card.Provenance(c.ask, width, c.styles) {
			out = append(out, line{row, -1})
		}
	}
	out = c.words(out, -1, " ", q.Question.plain, c.styles.Strong, width)
	if q.Description.plain != "" {
		out = c.words(out, -1, " ", q.Description.plain, c.styles.Muted, width)
	}
	if q.Kind == "number" && q.Min != "" && q.Max != "" {
		text := fmt.Sprintf("A number from %s to %s %s", q.Min, q.Max, q.Unit.plain)
		out = c.words(out, -1, " ", text, c.styles.Muted, width)
	}
	note := func(text string) { out = c.words(out, -1, " ", text, c.styles.Note, width) }
	if why := q.blocked(); why != "" {
		note(why)
		return append(out, line{"", -1})
	}
	if q.MultiSelect {
		out = c.words(out, -1, " ", "Choose as many as you like.", c.styles.Muted, width)
	}
	if r.given != "" {
		note("Came with the ask: " + sanitize.Line(r.given))
		note("It is sent unless you choose another; backspace takes it back.")
	}
	return append(out, line{"", -1})
}

// hidden tells which texts of a question hold characters that hide.
func (q question) hidden() []string {
	var out []string
	tell := func(where, text string) {
		if what := sanitize.Describe(text); what != "" {
			out = append(out, where+": "+what)
		}
	}
	tell("The question", q.Question.plain+q.Description.plain)
	for i, o := range q.Options {
		tell(fmt.Sprintf("Option %d", i+1), o.Label.plain)
		tell(fmt.Sprintf("What option %d says", i+1), o.Description.plain)
		tell(fmt.Sprintf("The preview of option %d", i+1), o.Preview.plain)
	}
	return out
}

// options sets what can be chosen, what to know about it, and at the end the
// person's own note, of so many rows.
func (c *Card) options(q question, r reply, width int) (out []line, own int) {
	left := column(q)
	for i, o := range q.Options {
		label := sanitize.Line(o.Label.plain)
		if o.Label.blank() {
			label = "(no label)"
		}
		out = c.option(out, q, i, r.chosen[i], label, width)
		if o.Description.plain != "" {
			out = c.words(out, i, strings.Repeat(" ", left), o.Description.plain, c.styles.Muted, width)
		}
	}
	other := len(q.Options)
	out = c.option(out, q, other, r.useOwn, "Something else…", width)
	if !textOf(r.own).blank() && c.writing != ownWords {
		look, text := c.styles.Text, r.own
		if !r.useOwn {
			look, text = c.styles.Faint, r.own+"\n(kept, and not chosen)"
		}
		out = c.words(out, other, strings.Repeat(" ", left), text, look, width)
	}
	if q.blocked() != "" {
		return out, 0
	}
	for i, note := range append(q.doubts(), c.hides[c.tab]...) {
		if i == 0 {
			out = append(out, line{"", -1})
		}
		out = c.words(out, -1, "   ", note, c.styles.Note, width)
	}
	start := len(out) + 1
	number := strings.Repeat(" ", 3)
	if textOf(r.notes).blank() {
		return append(out, line{"", -1}, line{number + c.styles.Working.Render("n") + "  " + c.styles.Muted.Render("add a note"), -1}), 2
	}
	out = c.words(append(out, line{"", -1}), -1, number+"   ", r.notes, c.styles.Text, width)
	out[start].text = number + c.styles.Working.Render("n") + "  " + strings.TrimPrefix(out[start].text, number+"   ")
	return out, len(out) - start + 1
}

// option sets the first rows of an option: the marker, its number, whether it
// is chosen, its label.
func (c *Card) option(out []line, q question, i int, chosen bool, label string, width int) []line {
	left := column(q)
	marker, numbers, look := " ", c.styles.Working, c.styles.Text
	if i == c.at[c.tab] {
		marker, numbers, look = c.styles.Focus.Render("▸"), c.styles.Focus, c.styles.Focus
	}
	if q.blocked() != "" {
		numbers, look = c.styles.Faint, c.styles.Muted
	}
	number := fmt.Sprint(i + 1)
	pad := strings.Repeat(" ", max(len(fmt.Sprint(len(q.Options)+1))-len(number), 0))
	sign := map[bool]string{true: "●", false: " "}[chosen]
	if q.MultiSelect {
		sign = map[bool]string{true: "[x]", false: "[ ]"}[chosen]
	}
	signs := c.styles.Muted
	if chosen {
		signs = c.styles.Allow
	}
	first := " " + marker + " " + pad + numbers.Render(number) + " " + signs.Render(sign) + " "
	for n, row := range lines.WrapWords(label, width-left-1) {
		if n > 0 {
			first = strings.Repeat(" ", left)
		}
		out = append(out, line{first + c.styles.Shown(row, look), i})
	}
	return out
}

// words adds a text between words, each row behind the same lead.
func (c *Card) words(out []line, option int, lead, text string, look lipgloss.Style, width int) []line {
	rows := c.wraps.of(setText{text, width, lead + look.Render("x")}, func() (rows []string) {
		for _, block := range sanitize.Block(text) {
			for _, row := range lines.WrapWords(block, max(width-lines.Width(lead)-1, 1)) {
				rows = append(rows, lead+c.styles.Shown(row, look))
			}
		}
		return rows
	})
	for _, row := range rows {
		out = append(out, line{row, option})
	}
	return out
}

// answers sets the review: every question with the answer as the agent will
// read it.
func (c *Card) answers() []line {
	out := []line{{" " + c.styles.Strong.Render("What the agent will read"), -1}}
	for _, row := range card.Provenance(c.ask, c.width, c.styles) {
		out = append(out, line{row, -1})
	}
	const lead = "     "
	out = append(out, line{"", -1})
	for i, q := range c.in.questions {
		r := c.replies[i]
		sign, look := "○", c.styles.Note
		if r.answered(q) {
			sign, look = "●", c.styles.Allow
		}
		asked := c.styles.Shown(lines.Cut(strings.Join(sanitize.Block(q.Question.plain), " "), c.width-7), c.styles.Muted)
		number := c.styles.Working.Render(fmt.Sprint(i + 1))
		out = append(out, line{" " + look.Render(sign) + " " + number + " " + asked, i})
		switch {
		case q.blocked() != "":
			out = c.words(out, i, lead, "can't be told apart from another; b replies", c.styles.Note, c.width)
		case !r.answered(q):
			out = c.words(out, i, lead, "not answered", c.styles.Note, c.width)
		case len(r.parts(q)) == 0:
			out = c.words(out, i, lead, "no option, only your note", c.styles.Text, c.width)
		default:
			out = c.words(out, i, lead, r.plain(q), c.styles.Text, c.width)
		}
		if r.given != "" || r.notes != "" && r.notes == c.in.notes[q.Question.plain] {
			out = c.words(out, i, lead, "came with the ask", c.styles.Note, c.width)
		}
		if doubt := r.doubt(q); doubt != "" {
			out = c.words(out, i, lead, doubt, c.styles.Note, c.width)
		}
		if !textOf(r.notes).blank() && q.blocked() == "" {
			out = c.words(out, i, lead, "note: "+r.notes, c.styles.Muted, c.width)
		}
	}
	if c.in.response != "" {
		out = c.words(out, -1, " ", "A reply came with the ask. Your answers replace it: "+sanitize.Line(c.in.response), c.styles.Note, c.width)
	}
	return out
}

// unreadable shows an ask whose questions are of no known form.
func (c *Card) unreadable() []line {
	out := c.words(nil, -1, " ", "These questions can't be shown one by one: "+c.err.Error()+". This is what came. You can reply in your own words, decline, or answer in the terminal.", c.styles.Note, c.width)
	out = append(out, line{"", -1})
	for _, row := range permission.Document(c.ask, c.width, c.styles, permission.Sight{}) {
		out = append(out, line{row, -1})
	}
	return out
}
