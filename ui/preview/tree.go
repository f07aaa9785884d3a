package preview

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"sayso/internal/openjson"
	"sayso/internal/sanitize"
	"sayso/ui/lines"
)

// Bounds of a tree.
const (
	maxDepth = 6  // what lies deeper is shown as JSON
	maxName  = 20 // cells; a longer name does not push the values of the others aside
)

// tree shows the arguments of any call: one name a line in the order in which
// they came, texts as they read, several lines beneath their name.
func tree(c Context) []string {
	input := bytes.TrimSpace(c.Ask.Input)
	if len(input) == 0 || string(input) == "{}" {
		return []string{pad + c.Styles.Muted.Render("no arguments")}
	}
	return c.value(input, 0)
}

// value shows one JSON value beneath its name.
func (c Context) value(raw json.RawMessage, depth int) []string {
	members, list, ok := elements(raw)
	if !ok || depth >= maxDepth {
		return c.indented(depth, c.code(scalar(raw), nil))
	}
	names, widest := make([]string, len(members)), 0
	for i, m := range members {
		names[i] = sanitize.Line(m.name)
		if m.name == "" {
			names[i] = `""`
		}
		if list {
			names[i] = fmt.Sprintf("%d", i+1)
		}
		if w := lines.Width(names[i]); w <= maxName {
			widest = max(widest, w)
		}
	}
	var out []string
	for i, m := range members {
		if !c.budget.spend(1) {
			break
		}
		out = append(out, c.member(names[i], widest, m.value, depth)...)
	}
	return out
}

// member shows a name and its value: on one line where the value is one short
// line, else the value beneath.
// widest is how many cells the names beside it take.
func (c Context) member(name string, widest int, raw json.RawMessage, depth int) []string {
	gap := strings.Repeat(" ", max(widest-lines.Width(name), 0)+2)
	label := c.Styles.Shown(name, c.Styles.Muted) + gap
	lead := strings.Repeat(pad, depth+1)
	if children, list, ok := elements(raw); ok {
		if len(children) == 0 {
			return []string{lead + label + c.Styles.Muted.Render(map[bool]string{true: "(empty list)", false: "(empty)"}[list])}
		}
		return append(c.wrapped(name, depth), c.value(raw, depth+1)...)
	}
	text := scalar(raw)
	room := c.Width - lines.Width(lead) - lines.Width(name) - len(gap)
	if shown := sanitize.Block(text); len(shown) == 1 && lines.Width(shown[0]) <= room {
		return []string{lead + label + c.Styles.Shown(shown[0], c.Styles.Text)}
	}
	deeper := c
	deeper.Width -= len(pad) * (depth + 1)
	return append(c.wrapped(name, depth), c.indented(depth+1, deeper.code(text, nil))...)
}

// wrapped shows a name that has its line to itself.
func (c Context) wrapped(name string, depth int) []string {
	lead := strings.Repeat(pad, depth+1)
	var out []string
	for _, row := range lines.Wrap(name, c.Width-lines.Width(lead)) {
		out = append(out, lead+c.Styles.Shown(row, c.Styles.Muted))
	}
	return out
}

// indented moves lines to the right by so many levels.
func (c Context) indented(levels int, rows []string) []string {
	lead := strings.Repeat(pad, levels)
	for i := range rows {
		rows[i] = lead + rows[i]
	}
	return rows
}

type element struct {
	name  string // "" in a list
	value json.RawMessage
}

// elements takes an object or a list apart, in its order and with names that
// come twice both times. ok is false for any other value. Of more than can be
// shown it returns one more than that.
func elements(raw json.RawMessage) (out []element, list, ok bool) {
	switch raw = bytes.TrimLeft(raw, " \t\r\n"); {
	case len(raw) == 0:
		return nil, false, false
	case raw[0] == '{':
		for name, value := range openjson.Members(raw) {
			if out = append(out, element{name, value}); len(out) > MaxRows {
				break
			}
		}
	case raw[0] == '[':
		for value := range openjson.Elements(raw) {
			if out = append(out, element{value: value}); len(out) > MaxRows {
				break
			}
		}
	default:
		return nil, false, false
	}
	return out, raw[0] == '[', true
}

// scalar returns a text as it reads and anything else as it is written.
func scalar(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	var text string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}
