package notes

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"sayso/ui/sanitize"
)

// hidden says for each text of the input which of its characters are hidden:
// "command: 1 hidden character: escape at 4".
func hidden(l *look) []string { return hiddenIn(l.Input, "") }

func hiddenIn(raw json.RawMessage, name string) []string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	first, err := dec.Token()
	if err != nil {
		return nil
	}
	if text, ok := first.(string); ok {
		if said := sanitize.Describe(text); said != "" {
			return []string{strings.TrimPrefix(name+": "+said, ": ")}
		}
		return nil
	}
	var out []string
	for i := 1; dec.More(); i++ {
		key := ""
		if first == json.Delim('{') {
			token, _ := dec.Token()
			key, _ = token.(string)
			if said := sanitize.Describe(key); said != "" {
				out = append(out, "name "+key+": "+said)
			}
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return out
		}
		out = append(out, hiddenIn(value, strings.TrimPrefix(name+"."+cmp.Or(key, strconv.Itoa(i)), "."))...)
	}
	return out
}
