package facts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"sayso/internal/sanitize"
)

// hidden says for each text of the input which of its characters are hidden:
// "command: 1 hidden character: escape at 4". It goes through the input once,
// however deep that is nested.
func hidden(l *look) []string {
	dec := json.NewDecoder(bytes.NewReader(l.Input))
	dec.UseNumber() // any number, as large as it likes
	var out []string
	var in nest
	for {
		token, err := dec.Token()
		if err != nil { // the end, mostly
			return out
		}
		switch t := token.(type) {
		case json.Delim:
			if t == '[' || t == '{' {
				in = append(in, level{list: t == '['})
				continue
			}
			in = in[:len(in)-1]
		case string:
			said := sanitize.Describe(t)
			if in.takesName(t) {
				if said != "" {
					out = append(out, "name "+t+": "+said)
				}
				continue
			}
			if said != "" {
				out = append(out, strings.TrimPrefix(in.name()+": "+said, ": "))
			}
		}
		in.next()
	}
}

// nest is the path to a value: the members and list indexes that lead to it.
type nest []level

type level struct {
	list  bool
	named bool   // the name of the next value was read
	name  string // of it
	n     int    // values before it
}

// takesName reports whether a text is a name, and remembers it.
func (in nest) takesName(text string) bool {
	if len(in) == 0 {
		return false
	}
	last := &in[len(in)-1]
	if last.list || last.named {
		return false
	}
	last.name, last.named = text, true
	return true
}

// next records that a value is over.
func (in nest) next() {
	if len(in) > 0 {
		last := &in[len(in)-1]
		last.n++
		last.named = false
	}
}

// name returns the path as text, as in "edits.2.text". Of a deep one the
// middle is left out.
func (in nest) name() string {
	const most = 6
	var parts []string
	for i, l := range in {
		if len(in) > most && i >= most/2 && i < len(in)-most/2 {
			if i == most/2 {
				parts = append(parts, "…")
			}
			continue
		}
		name := strconv.Itoa(l.n + 1)
		if !l.list {
			name = cmp.Or(l.name, name)
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, ".")
}
