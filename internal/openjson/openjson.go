// Package openjson reads and writes JSON objects that may hold more members
// than a Go type names.
//
// Claude Code's payloads grow with every version. A type that dropped what it
// does not know would change a payload by carrying it, so every wire type of
// sayso keeps the rest in a field of type [Extra], which [Unmarshal] fills and
// [Marshal] writes. encoding/json knows nothing of it and would drop the rest, so
// such a type goes through this package alone. Names are compared exactly:
// encoding/json would take "Behavior" for "behavior", and an answer that only
// looks like an allow must not become one.
package openjson

import (
	"encoding/json"
	"maps"
	"slices"
)

// Extra holds the members of a JSON object that its Go type does not name,
// each with its value as it came. Those that it names and that came empty are
// there too; see [Unmarshal]. The field has the tag json:"-".
type Extra map[string]json.RawMessage

// HasNull reports whether the list or object raw holds a null.
func HasNull(raw []byte) bool {
	var list []*json.RawMessage
	var object map[string]*json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return slices.Contains(list, nil)
	}
	return json.Unmarshal(raw, &object) == nil && slices.Contains(slices.Collect(maps.Values(object)), nil)
}
