package openjson

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Unmarshal makes v, a pointer, what data says and nothing else. In every struct
// in it, however deep in lists, maps, pointers and other structs, the members that
// the struct does not name go into its field of type [Extra], where it has one.
// Embedded structs are flattened, as encoding/json does it. Types that have an
// UnmarshalJSON of their own are read by it. A value of the wrong kind is a
// [*FieldError].
//
// An optional member that came empty ("", false, [], null) would vanish on the
// way out, because its Go value is that of an absent one. Unmarshal keeps it in
// the Extra as it came, and Marshal writes it for as long as the Go value is
// empty. So fields stay plain Go types and absent, null and empty stay three
// things. A required member that is absent reads as its zero value and is written
// so.
//
// Where encoding/json reads null as "nothing said", Unmarshal is stricter: null
// for a required text, number or truth value is an error, not an empty value.
func Unmarshal(data []byte, v any) error {
	into := reflect.ValueOf(v).Elem()
	if into.Kind() == reflect.Struct && !readsItself(into.Type()) {
		return UnmarshalFields(data, v)
	}
	if !json.Valid(data) {
		return inWords(json.Unmarshal(data, &Extra{}))
	}
	if own, ok := v.(json.Unmarshaler); ok { // encoding/json may take null for "leave it as it is"
		return inWords(own.UnmarshalJSON(trim(data)))
	}
	into.SetZero()
	return inWords(read(data, into))
}

// UnmarshalFields is [Unmarshal] for a pointer to a struct whether or not it has
// an UnmarshalJSON of its own: it is what such a method reads the members with.
func UnmarshalFields(data []byte, v any) error {
	if !json.Valid(data) {
		return inWords(json.Unmarshal(data, &Extra{}))
	}
	return readObject(data, reflect.ValueOf(v).Elem())
}

// read makes v what raw, which is JSON, says. What is kept as it came is copied
// once and not gone through again: it may have megabytes.
func read(raw json.RawMessage, v reflect.Value) error {
	raw = trim(raw)
	if v.Type() == rawType {
		v.SetBytes(bytes.Clone(raw))
		return nil
	}
	l := layoutOf(v.Type())
	if l.text && raw[0] == '"' {
		v.SetString(Text(raw))
		return nil
	}
	if !l.reads {
		return json.Unmarshal(raw, v.Addr().Interface())
	}
	switch kind := v.Kind(); {
	case kind == reflect.Struct:
		return readObject(raw, v)
	case string(raw) == "null":
		v.SetZero()
		return nil
	case kind == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return read(raw, v.Elem())
	case kind == reflect.Slice && raw[0] == '[':
		return readList(raw, v)
	case kind == reflect.Map && raw[0] == '{':
		return readMap(raw, v)
	case kind == reflect.Array:
		panic("openjson: " + v.Type().String() + " is of a fixed length")
	}
	return json.Unmarshal(raw, v.Addr().Interface()) // it says what is wrong
}

func readList(raw json.RawMessage, v reflect.Value) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	for element := range Elements(raw) {
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		v.Index(n).SetZero()
		if err := read(element, v.Index(n)); err != nil {
			return err
		}
	}
	return nil
}

func readMap(raw json.RawMessage, v reflect.Value) error {
	v.Set(reflect.MakeMap(v.Type()))
	for name, value := range Members(raw) {
		element := reflect.New(v.Type().Elem()).Elem()
		if err := read(value, element); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), element)
	}
	return nil
}

// readObject makes the struct v what raw, which is JSON, says. Of a name that
// comes twice the last one counts, as everywhere in encoding/json. Errors are of
// the first member at fault, in the order of the struct.
func readObject(raw json.RawMessage, v reflect.Value) error {
	if i := skipSpace(raw, 0); raw[i] != '{' {
		if err := json.Unmarshal(raw, &Extra{}); err != nil {
			return inWords(err)
		}
		return errNoObject // it is null
	}
	v.SetZero()
	l := layoutOf(v.Type())
	came := make([]json.RawMessage, len(l.members))
	var extra Extra
	keep := func(name string, value json.RawMessage) {
		if extra == nil {
			extra = Extra{}
		}
		extra[name] = bytes.Clone(value)
	}
	for name, value := range Members(raw) {
		if i, ok := l.places[name]; ok {
			came[i] = value
		} else if l.extra != nil {
			keep(name, value)
		}
	}
	for i, value := range came {
		if value == nil {
			continue
		}
		m := &l.members[i]
		into := v.FieldByIndex(m.index)
		if err := read(value, into); err != nil {
			return nest(m.name, err)
		}
		switch {
		case m.leftOut(into):
			if l.extra != nil {
				keep(m.name, value)
			}
		case string(value) == "null" && !m.takesNull(), m.holdsTexts() && HasNull(value):
			return &FieldError{Field: m.name, Err: ErrNull}
		}
	}
	if l.extra != nil && extra != nil {
		v.FieldByIndex(l.extra).Set(reflect.ValueOf(extra))
	}
	return nil
}

func trim(raw json.RawMessage) json.RawMessage {
	return bytes.Trim(raw, " \t\r\n")
}
