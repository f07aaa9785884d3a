// Package openjson reads and writes JSON objects that may hold more members
// than a Go type names.
//
// Claude Code's payloads grow with every version. A type that dropped what it
// does not know would change a payload by carrying it, so every wire type of
// sayso keeps the rest in an [Extra]. Names are compared exactly: encoding/json
// alone would take "Behavior" for "behavior", and an answer that only looks
// like an allow must not become one.
package openjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Extra holds the members of a JSON object that its Go type does not name,
// each with its value as it came.
type Extra map[string]json.RawMessage

// FieldError says which member of an object could not be read.
type FieldError struct {
	Field string // JSON name, a path such as "rules.toolName" when it is nested
	Err   error
}

func (e *FieldError) Error() string { return fmt.Sprintf("field %q: %v", e.Field, e.Err) }

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *FieldError) Unwrap() error { return e.Err }

// Unmarshal reads the object data into known, a pointer to a struct with json
// tags, and the members that the struct does not name into extra. Embedded
// structs are flattened, as encoding/json does it. The struct must not have an
// UnmarshalJSON of its own: callers pass a method-less alias of their type.
// A value of the wrong type is a *FieldError.
func Unmarshal(data []byte, known any, extra *Extra) error {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	if members == nil {
		return fmt.Errorf("null where an object is expected")
	}
	if err := decode(members, reflect.ValueOf(known).Elem()); err != nil {
		return err
	}
	*extra = nil
	if len(members) > 0 {
		*extra = Extra(members)
	}
	return nil
}

// decode moves the members that v names out of the map and into v.
func decode(members map[string]json.RawMessage, v reflect.Value) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous {
			if err := decode(members, v.Field(i)); err != nil {
				return err
			}
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		raw, ok := members[name]
		if !ok {
			continue
		}
		delete(members, name)
		if err := json.Unmarshal(raw, v.Field(i).Addr().Interface()); err != nil {
			return nest(name, err)
		}
	}
	return nil
}

// nest puts name in front of the field that err names.
func nest(name string, err error) error {
	if inner, ok := err.(*FieldError); ok {
		return &FieldError{Field: name + "." + inner.Field, Err: inner.Err}
	}
	return &FieldError{Field: name, Err: err}
}

// Marshal writes known, a struct with json tags and no MarshalJSON of its own,
// and then the members of extra in the order of their names. Text is not
// HTML-escaped: what came as "<" goes as "<".
func Marshal(known any, extra Extra) ([]byte, error) {
	out, err := Encode(known)
	if err != nil || len(extra) == 0 {
		return out, err
	}
	out = out[:len(out)-1] // the closing brace
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		key, err := Encode(name)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), extra[name]...)
	}
	return append(out, '}'), nil
}

// Encode is json.Marshal without the escaping of <, > and &.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
