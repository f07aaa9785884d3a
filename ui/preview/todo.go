package preview

import (
	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/ui/lines"
)

// signs stand before the entries of a list, for what they are at. The words
// beside an entry say the same.
var signs = map[string]string{"pending": "○ ", "in_progress": "▸ ", "completed": "✓ "}

// todoWrite shows the list as it will be.
func todoWrite(c Context) ([]string, bool) {
	in, ok := input[claude.TodoWriteInput](c)
	if !ok || saysMore(in.Extra) {
		return nil, false
	}
	if len(in.Todos) == 0 {
		return c.prose("an empty list", c.Styles.Muted), true
	}
	var out []string
	for _, todo := range in.Todos {
		if saysMore(todo.Extra) {
			return nil, false
		}
		out = append(out, c.entry(todo.Status, todo.Content, todo.ActiveForm)...)
	}
	return out, true
}

// entry shows one thing to do with what it is called while at it.
func (c Context) entry(status, content, doing string) []string {
	with := c.Styles.Text
	lead, known := signs[status]
	switch {
	case !known:
		lead, content = "· ", content+" ("+status+")"
	case status == "completed":
		with = c.Styles.Muted
	case status == "in_progress":
		with = c.Styles.Strong
	}
	lead = pad + with.Render(lead)
	inner := c
	inner.Width -= indent
	var out []string
	for _, row := range inner.prose(content, with) {
		out = append(out, lead+row[min(len(pad), len(row)):])
		lead = pad + pad
	}
	if doing == "" {
		return out
	}
	said := sanitize.Line(doing)
	if last := len(out) - 1; lines.Width(out[last])+2+lines.Width(said) <= c.Width {
		out[last] += pad + c.Styles.Shown(said, c.Styles.Muted)
		return out
	}
	for _, row := range inner.prose(doing, c.Styles.Muted) {
		out = append(out, pad+row)
	}
	return out
}
