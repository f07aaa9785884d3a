package openjson

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// Marshal writes v without space between its parts, as json.Marshal does, but for
// two things: every struct in it is written with the members of its [Extra] behind
// its own, in the order of their names and without those that it wrote itself; and
// <, > and & are not escaped: what came as "<" goes as "<". Types that have a
// MarshalJSON of their own are written by it.
func Marshal(v any) ([]byte, error) {
	return finished(func(w *writer) error { return w.any(reflect.ValueOf(v)) })
}

// MarshalFields is [Marshal] for a struct whether or not it has a MarshalJSON of
// its own: it is what such a method writes the members with.
func MarshalFields(v any) ([]byte, error) {
	return finished(func(w *writer) error { return w.object(reflect.ValueOf(v)) })
}

func finished(write func(*writer) error) ([]byte, error) {
	var w writer
	if err := write(&w); err != nil {
		return nil, err
	}
	if !w.asItCame {
		return w.out.Bytes(), nil
	}
	var compact bytes.Buffer // it refuses what is no JSON too
	compact.Grow(w.out.Len())
	if err := json.Compact(&compact, w.out.Bytes()); err != nil {
		return nil, err
	}
	return compact.Bytes(), nil
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	var w writer
	if err := w.plain(text); err != nil {
		panic(err) // a text can always be written
	}
	return w.out.Bytes()
}

// writer writes one value.
type writer struct {
	out      bytes.Buffer
	asItCame bool // something of it was not made here, and may have space in it or be wrong
}

// plain writes what encoding/json is right for.
func (w *writer) plain(v any) error {
	enc := json.NewEncoder(&w.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	w.out.Truncate(w.out.Len() - 1) // its line end
	return nil
}

func (w *writer) raw(raw json.RawMessage) {
	if raw == nil {
		raw = json.RawMessage("null")
	}
	w.asItCame = true
	w.out.Write(raw)
}

func (w *writer) any(v reflect.Value) error {
	if !v.IsValid() {
		w.out.WriteString("null")
		return nil
	}
	if v.Type() == rawType {
		w.raw(v.Bytes())
		return nil
	}
	l := layoutOf(v.Type())
	if !l.writes {
		if v.CanAddr() && v.Kind() == reflect.Struct {
			v = v.Addr() // for a method of the pointer
		}
		return w.plain(v.Interface())
	}
	switch v.Kind() {
	case reflect.Struct:
		return w.object(v)
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return w.any(v.Elem())
		}
	case reflect.Slice:
		if !v.IsNil() {
			return w.list(v)
		}
	case reflect.Array:
		return w.list(v)
	case reflect.Map:
		if !v.IsNil() {
			return w.dictionary(v)
		}
	}
	w.out.WriteString("null")
	return nil
}

func (w *writer) list(v reflect.Value) error {
	w.out.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			w.out.WriteByte(',')
		}
		if err := w.any(v.Index(i)); err != nil {
			return err
		}
	}
	w.out.WriteByte(']')
	return nil
}

func (w *writer) dictionary(v reflect.Value) error {
	values := make(map[string]reflect.Value, v.Len())
	for each := v.MapRange(); each.Next(); {
		values[each.Key().String()] = each.Value()
	}
	w.out.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(values)) {
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.out.Write(quoted(name))
		w.out.WriteByte(':')
		if err := w.any(values[name]); err != nil {
			return err
		}
	}
	w.out.WriteByte('}')
	return nil
}

func (w *writer) object(v reflect.Value) error {
	l := layoutOf(v.Type())
	separator := byte('{')
	next := func(key []byte) {
		w.out.WriteByte(separator)
		w.out.Write(key)
		separator = ','
	}
	var extra Extra
	if l.extra != nil {
		extra = v.FieldByIndex(l.extra).Interface().(Extra)
	}
	left := map[string]bool{} // of the names in extra, those that v names and leaves out
	for i := range l.members {
		m := &l.members[i]
		value := v.FieldByIndex(m.index)
		if m.leftOut(value) {
			if _, ok := extra[m.name]; ok {
				left[m.name] = true
			}
			continue
		}
		next(m.key)
		if err := w.any(value); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		if _, named := l.places[name]; named && !left[name] { // set by us since it came: ours counts, and once
			continue
		}
		next(append(quoted(name), ':'))
		w.raw(extra[name])
	}
	if separator == '{' {
		w.out.WriteByte('{')
	}
	w.out.WriteByte('}')
	return nil
}
