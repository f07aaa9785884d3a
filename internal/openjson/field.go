package openjson

import (
	"bytes"
	"encoding/json"
	"iter"
	"reflect"
	"strings"
)

// field is one member that a struct names.
type field struct {
	name      string
	omitEmpty bool
	omitZero  bool
	value     reflect.Value
}

// fields yields the members that the struct v names, those of embedded structs
// in their place.
func fields(v reflect.Value) iter.Seq[field] {
	return func(yield func(field) bool) { eachField(v, yield) }
}

func eachField(v reflect.Value, yield func(field) bool) bool {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			if !eachField(v.Field(i), yield) {
				return false
			}
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		if !yield(field{name, options == "omitempty", options == "omitzero", v.Field(i)}) {
			return false
		}
	}
	return true
}

// read makes the member what raw says. What is kept as it came is copied once
// and not gone through again: it may have megabytes.
func (f field) read(raw json.RawMessage) error {
	if into, ok := f.value.Addr().Interface().(*json.RawMessage); ok {
		*into = bytes.Clone(raw)
		return nil
	}
	return json.Unmarshal(raw, f.value.Addr().Interface())
}

// leftOut reports whether the member is not written, as encoding/json has it
// for omitempty and omitzero.
func (f field) leftOut() bool {
	switch f.value.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		if f.omitEmpty {
			return f.value.Len() == 0
		}
	}
	return (f.omitEmpty || f.omitZero) && f.value.IsZero()
}

// takesNull reports whether the member's Go value can be null.
func (f field) takesNull() bool {
	switch f.value.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	}
	return false
}

// holdsTexts reports whether the member is a list or a map of texts, in which a
// null would read as an empty one.
func (f field) holdsTexts() bool {
	switch f.value.Kind() {
	case reflect.Slice, reflect.Map:
		return f.value.Type().Elem().Kind() == reflect.String
	}
	return false
}
