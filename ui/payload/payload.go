// Package payload puts members into a JSON object and leaves every other byte
// of it as it came.
//
// An answer goes back as the input with something added. Reading the input into
// Go values and writing them out again would change what nobody meant to
// change, such as a character that Go can't hold.
package payload

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// Object is the members of a JSON object, written one after the other.
type Object []byte

// Add writes a member. Both name and value are JSON.
func (o *Object) Add(name, value []byte) {
	if len(*o) > 0 {
		*o = append(*o, ',')
	}
	*o = append(append(append(*o, name...), ':'), value...)
}

// JSON returns the object.
func (o Object) JSON() json.RawMessage {
	return append(append([]byte{'{'}, o...), '}')
}

// Splice returns an object with the members of these names taken out, as often
// as they stand there, and more put in at its end. Every other member keeps its
// bytes and its place.
func Splice(raw json.RawMessage, more Object, names ...string) (json.RawMessage, error) {
	spans, err := members(raw)
	if err != nil {
		return nil, err
	}
	end := bytes.LastIndexByte(raw, '}')
	out := append([]byte{}, raw[:end]...)
	kept := make([][]byte, 0, len(spans))
	for _, s := range spans {
		if !slices.Contains(names, s.name) {
			kept = append(kept, raw[s.start:s.end])
		}
	}
	if len(kept) < len(spans) {
		out = append(append(out[:0:0], raw[:bytes.IndexByte(raw, '{')+1]...), bytes.Join(kept, []byte(","))...)
	}
	if len(kept) > 0 && len(more) > 0 {
		out = append(out, ',')
	}
	return append(append(out, more...), raw[end:]...), nil
}

// span is where one member of an object stands, from its name on.
type span struct {
	name       string
	start, end int
}

// members returns where the members of an object stand.
func members(raw json.RawMessage) ([]span, error) {
	if !json.Valid(raw) {
		return nil, errors.New("not JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("not a JSON object")
	}
	var out []span
	for dec.More() {
		before := int(dec.InputOffset())
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		start := before + bytes.IndexByte(raw[before:], '"')
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		text, _ := name.(string) // the decoder gives nothing else where a name stands
		out = append(out, span{text, start, int(dec.InputOffset())})
	}
	return out, nil
}
