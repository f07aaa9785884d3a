package claude

import (
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"sayso/rules/openjson"
)

// read makes v, a pointer to a wire type, what the object data says and nothing
// else. It is the whole of every UnmarshalJSON here, as write is of every
// MarshalJSON: together they carry an object through unchanged.
//
// An optional member that came empty ("", false, [], null) would vanish on the
// way out, because its Go value is that of an absent one. read keeps it in
// extra as it came, and write uses it for as long as the Go value is empty. So
// fields stay plain Go types and absent, null and empty stay three things. A
// required member that is absent reads as its zero value and is written so.
//
// Where encoding/json reads null as "nothing said", read is stricter: null for
// a required text, number or truth value is an error, not an empty value.
func read(data []byte, v any, extra *openjson.Extra) error {
	var members openjson.Extra
	if err := openjson.Unmarshal(data, &struct{}{}, &members); err != nil {
		return err
	}
	into := reflect.ValueOf(v).Elem()
	into.SetZero()
	for f := range wireFields(into) {
		raw, came := members[f.name]
		if !came {
			continue
		}
		if err := json.Unmarshal(raw, f.value.Addr().Interface()); err != nil {
			return nest(f.name, err)
		}
		switch {
		case f.leftOut(): // stays among the others
			continue
		case string(raw) == "null" && !f.takesNull(), f.holdsTexts() && hasNull(raw):
			return &openjson.FieldError{Field: f.name, Err: errNull}
		}
		delete(members, f.name)
	}
	*extra = nil
	if len(members) > 0 {
		*extra = members
	}
	return nil
}

// nest puts name in front of the field that err names.
func nest(name string, err error) error {
	if inner, ok := errors.AsType[*openjson.FieldError](err); ok {
		return &openjson.FieldError{Field: name + "." + inner.Field, Err: inner.Err}
	}
	return &openjson.FieldError{Field: name, Err: err}
}

var errNull = errors.New("null where a value is expected")

// write returns the wire form of v, a wire type, and the members of extra that
// v did not write itself. Text is not HTML-escaped.
func write(v any, extra openjson.Extra) ([]byte, error) {
	out := []byte{'{'}
	add := func(name string, value []byte) error {
		key, err := openjson.Encode(name)
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
	for f := range wireFields(reflect.ValueOf(v)) {
		if f.leftOut() {
			continue
		}
		value, err := openjson.Encode(f.value.Interface())
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

// wireField is one member that a wire type names.
type wireField struct {
	name      string
	omitEmpty bool
	omitZero  bool
	value     reflect.Value
}

// wireFields yields the members that the struct v names, those of embedded
// structs in their place.
func wireFields(v reflect.Value) iter.Seq[wireField] {
	return func(yield func(wireField) bool) { eachField(v, yield) }
}

func eachField(v reflect.Value, yield func(wireField) bool) bool {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous {
			if !eachField(v.Field(i), yield) {
				return false
			}
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		f := wireField{name, options == "omitempty", options == "omitzero", v.Field(i)}
		if !yield(f) {
			return false
		}
	}
	return true
}

// leftOut reports whether the member is not written, as encoding/json has it
// for omitempty and omitzero.
func (f wireField) leftOut() bool {
	switch f.value.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		if f.omitEmpty {
			return f.value.Len() == 0
		}
	}
	return (f.omitEmpty || f.omitZero) && f.value.IsZero()
}

// takesNull reports whether the member's Go value can be null.
func (f wireField) takesNull() bool {
	switch f.value.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	}
	return false
}

// holdsTexts reports whether the member is a list or a map of texts, in which a
// null would read as an empty one.
func (f wireField) holdsTexts() bool {
	switch f.value.Kind() {
	case reflect.Slice, reflect.Map:
		return f.value.Type().Elem().Kind() == reflect.String
	}
	return false
}

// hasNull reports whether the list or object raw holds a null.
func hasNull(raw []byte) bool {
	var list []*json.RawMessage
	var object map[string]*json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return slices.Contains(list, nil)
	}
	return json.Unmarshal(raw, &object) == nil && slices.Contains(slices.Collect(maps.Values(object)), nil)
}

// Number is a JSON number in the digits that it came in, so that none is
// rounded on its way through. "" is an absent one; a number in quotes is not a
// Number.
type Number string

// UnmarshalJSON reads a number and leaves n alone at null.
func (n *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var number json.Number // refuses what is no number; takes one in quotes
	if err := json.Unmarshal(data, &number); err != nil {
		return err
	}
	if data[0] == '"' {
		return errors.New("text where a number is expected")
	}
	*n = Number(data)
	return nil
}

// MarshalJSON writes the digits, and 0 for an absent number that must stand.
func (n Number) MarshalJSON() ([]byte, error) {
	if n == "" {
		return []byte("0"), nil
	}
	return []byte(n), nil
}

// Float returns the value, 0 for an absent number, and an infinity for one
// beyond a float64.
func (n Number) Float() float64 {
	value, _ := json.Number(n).Float64() // out of range: the infinity is returned too
	return value
}
