// Package openjson reads and writes JSON objects that may hold more members
// than a Go type names.
//
// Claude Code's payloads grow with every version. A type that dropped what it
// does not know would change a payload by carrying it, so every wire type of
// sayso keeps the rest in an [Extra]: [Unmarshal] and [Marshal] are the whole of
// its UnmarshalJSON and MarshalJSON. Names are compared exactly: encoding/json
// alone would take "Behavior" for "behavior", and an answer that only looks like
// an allow must not become one.
package openjson

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// Extra holds the members of a JSON object that its Go type does not name,
// each with its value as it came. Those that it names and that came empty are
// there too; see [Unmarshal].
type Extra map[string]json.RawMessage

// Unmarshal makes v, a pointer to a struct with json tags, what the object data
// says and nothing else, and puts the members that the struct does not name into
// extra, where that is not nil. Embedded structs are flattened, as encoding/json
// does it. A value of the wrong kind is a [*FieldError].
//
// An optional member that came empty ("", false, [], null) would vanish on the
// way out, because its Go value is that of an absent one. Unmarshal keeps it in
// extra as it came, and Marshal writes it for as long as the Go value is empty.
// So fields stay plain Go types and absent, null and empty stay three things. A
// required member that is absent reads as its zero value and is written so.
//
// Where encoding/json reads null as "nothing said", Unmarshal is stricter: null
// for a required text, number or truth value is an error, not an empty value.
func Unmarshal(data []byte, v any, extra *Extra) error {
	members, err := membersOf(data)
	if err != nil {
		return err
	}
	into := reflect.ValueOf(v).Elem()
	into.SetZero()
	for f := range fields(into) {
		raw, came := members[f.name]
		if !came {
			continue
		}
		if err := f.read(raw); err != nil {
			return nest(f.name, err)
		}
		switch {
		case f.leftOut(): // stays among the others
			continue
		case string(raw) == "null" && !f.takesNull(), f.holdsTexts() && HasNull(raw):
			return &FieldError{Field: f.name, Err: ErrNull}
		}
		delete(members, f.name)
	}
	if extra == nil {
		return nil
	}
	*extra = nil
	for name, raw := range members {
		if *extra == nil {
			*extra = make(Extra, len(members))
		}
		(*extra)[name] = bytes.Clone(raw)
	}
	return nil
}

// membersOf returns the members of an object where they stand in data. Of a name
// that comes twice the last one counts, as everywhere in encoding/json.
func membersOf(data []byte) (Extra, error) {
	if !json.Valid(data) {
		return nil, inWords(json.Unmarshal(data, &Extra{}))
	}
	if i := skipSpace(data, 0); data[i] != '{' {
		if err := json.Unmarshal(data, &Extra{}); err != nil {
			return nil, inWords(err)
		}
		return nil, errNoObject // it is null
	}
	members := Extra{}
	for name, raw := range Members(data) {
		members[name] = raw
	}
	return members, nil
}

// Marshal writes v, a struct with json tags, and then the members of extra that
// v did not write itself, in the order of their names.
func Marshal(v any, extra Extra) ([]byte, error) {
	out := []byte{'{'}
	add := func(name string, value []byte) error {
		key, err := Encode(name)
		if err != nil {
			return err
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, key...), ':'), value...)
		return nil
	}
	written := map[string]bool{}
	for f := range fields(reflect.ValueOf(v)) {
		if f.leftOut() {
			continue
		}
		value, err := Encode(f.value.Interface())
		if err != nil {
			return nil, err
		}
		if err := add(f.name, value); err != nil {
			return nil, err
		}
		written[f.name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		if written[name] { // set by us since it came: ours counts, and once
			continue
		}
		if err := add(name, extra[name]); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}

// Encode is json.Marshal without the escaping of <, > and &: what came as "<"
// goes as "<".
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// HasNull reports whether the list or object raw holds a null.
func HasNull(raw []byte) bool {
	var list []*json.RawMessage
	var object map[string]*json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return slices.Contains(list, nil)
	}
	return json.Unmarshal(raw, &object) == nil && slices.Contains(slices.Collect(maps.Values(object)), nil)
}
