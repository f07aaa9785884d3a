package openjson

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

var (
	extraType       = reflect.TypeFor[Extra]()
	rawType         = reflect.TypeFor[json.RawMessage]()
	unmarshalerType = reflect.TypeFor[json.Unmarshaler]()
	marshalerType   = reflect.TypeFor[json.Marshaler]()
	textReaderType  = reflect.TypeFor[encoding.TextUnmarshaler]()
	textWriterType  = reflect.TypeFor[encoding.TextMarshaler]()
)

// layout is what this package needs to know of a Go type. It is worked out once
// for each type.
type layout struct {
	reads  bool // the value is read here and not by encoding/json: an Extra is somewhere in it
	writes bool // likewise; also where it holds an interface, whose value may have an Extra
	text   bool // a string, or a type of strings
	object      // of a struct
}

// object is the members of a struct.
type object struct {
	members []member
	places  map[string]int // the place in members of each name
	extra   []int          // index of the field that takes the other members, nil where there is none
}

// member is one member that a struct names.
type member struct {
	name      string
	key       []byte // the name as it is written, with its colon
	index     []int
	typ       reflect.Type
	omitEmpty bool
	omitZero  bool
}

var layouts sync.Map // of *layout by reflect.Type

func layoutOf(typ reflect.Type) *layout {
	if known, ok := layouts.Load(typ); ok {
		return known.(*layout)
	}
	l := &layout{
		reads:  holds(typ, readsItself, false, map[reflect.Type]bool{}),
		writes: holds(typ, writesItself, true, map[reflect.Type]bool{}),
		text:   typ.Kind() == reflect.String && !readsItself(typ) && typ != reflect.TypeFor[json.Number](),
	}
	if typ.Kind() == reflect.Struct {
		l.object = objectOf(typ)
	}
	known, _ := layouts.LoadOrStore(typ, l)
	return known.(*layout)
}

// readsItself reports whether a type has a way of its own to be read.
func readsItself(typ reflect.Type) bool {
	pointer := reflect.PointerTo(typ)
	return pointer.Implements(unmarshalerType) || pointer.Implements(textReaderType)
}

// writesItself reports whether a type has a way of its own to be written.
func writesItself(typ reflect.Type) bool {
	pointer := reflect.PointerTo(typ)
	return pointer.Implements(marshalerType) || pointer.Implements(textWriterType)
}

// holds reports whether a struct with an Extra is in a value of the type, and not
// within one that reads or writes itself. Where interfaces count, one that can
// hold anything is taken to hold such a struct.
func holds(typ reflect.Type, itself func(reflect.Type) bool, interfaces bool, seen map[reflect.Type]bool) bool {
	if seen[typ] || typ == extraType || typ.Kind() != reflect.Interface && itself(typ) {
		return false
	}
	seen[typ] = true
	switch typ.Kind() {
	case reflect.Interface:
		return interfaces
	case reflect.Map:
		found := holds(typ.Elem(), itself, interfaces, seen)
		if found && typ.Key().Kind() != reflect.String {
			panic(fmt.Sprintf("openjson: the keys of %s are no texts", typ))
		}
		return found
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return holds(typ.Elem(), itself, interfaces, seen)
	case reflect.Struct:
		found := false
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.Type == extraType || (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-" && holds(f.Type, itself, interfaces, seen) {
				found = true
			}
		}
		return found
	}
	return false
}

// objectOf lays out a struct: the members of embedded structs stand in their
// place, and the Extra that is embedded the least deep is the struct's.
func objectOf(typ reflect.Type) object {
	o := object{places: map[string]int{}}
	depth := 0
	var add func(typ reflect.Type, index []int)
	add = func(typ reflect.Type, index []int) {
		for i := range typ.NumField() {
			f := typ.Field(i)
			at := append(append([]int(nil), index...), i)
			if f.Type == extraType {
				if o.extra == nil || len(at) < depth {
					o.extra, depth = at, len(at)
				}
				continue
			}
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case name == "-" && options == "", !f.IsExported() && !f.Anonymous:
				continue
			case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
				add(f.Type, at)
				continue
			case name == "":
				name = f.Name
			}
			m := member{name: name, key: append(quoted(name), ':'), index: at, typ: f.Type}
			for option := range strings.SplitSeq(options, ",") {
				m.omitEmpty = m.omitEmpty || option == "omitempty"
				m.omitZero = m.omitZero || option == "omitzero"
			}
			o.places[name] = len(o.members)
			o.members = append(o.members, m)
		}
	}
	add(typ, nil)
	return o
}

// leftOut reports whether the member is not written, as encoding/json has it
// for omitempty and omitzero.
func (m *member) leftOut(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		if m.omitEmpty {
			return v.Len() == 0
		}
	}
	return (m.omitEmpty || m.omitZero) && v.IsZero()
}

// takesNull reports whether the member's Go value can be null.
func (m *member) takesNull() bool {
	switch m.typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	}
	return false
}

// holdsTexts reports whether the member is a list or a map of texts, in which a
// null would read as an empty one.
func (m *member) holdsTexts() bool {
	switch m.typ.Kind() {
	case reflect.Slice, reflect.Map:
		return m.typ.Elem().Kind() == reflect.String
	}
	return false
}
