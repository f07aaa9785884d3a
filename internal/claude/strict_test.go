package claude_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// eachMember calls check for each member of each sample, with the sample's
// value and the member in it.
func eachMember(t *testing.T, check func(t *testing.T, s sample, root any, m member)) {
	t.Helper()
	n := 0
	for _, s := range allSamples() {
		root := decode(t, []byte(s.json))
		if _, isObject := root.(map[string]any); !isObject {
			continue
		}
		members(reflect.TypeOf(s.empty()), root, "", func(m member) {
			n++
			was := m.object[m.name]
			check(t, s, root, m)
			m.object[m.name] = was
		})
	}
	if n < 600 {
		t.Errorf("only %d members were looked at", n)
	}
}

// wrongFor returns a value that a member of the type can't have, and false
// where the member takes anything.
func wrongFor(typ reflect.Type) (any, bool) {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch {
	case typ == reflect.TypeFor[json.RawMessage]():
		return nil, false
	case typ == reflect.TypeFor[claude.Number]():
		return "12", true
	case typ.Kind() == reflect.String:
		return json.Number("7"), true
	case typ.Kind() == reflect.Bool:
		return "true", true
	}
	return "text", true // lists, maps and objects
}

func TestWrongTypesNameTheMember(t *testing.T) {
	eachMember(t, func(t *testing.T, s sample, root any, m member) {
		wrong, there := wrongFor(m.typ)
		if !there {
			return
		}
		m.object[m.name] = wrong
		data := encode(t, root)
		err := openjson.Unmarshal(data, s.empty())
		var field *openjson.FieldError
		if !errors.As(err, &field) || field.Field != m.path {
			t.Errorf("%s: %s\ngot %v, want an error that names %q", s.name, data, err, m.path)
		}
	})
}

// Absent, null and empty are three things for a member that may be absent. One
// that may not be absent is not null either, unless null is one of its values.
func TestNullAndEmptyMembers(t *testing.T) {
	for _, text := range []string{`null`, `""`, `false`, `0`, `[]`, `{}`} {
		eachMember(t, func(t *testing.T, s sample, root any, m member) {
			empty := decode(t, []byte(text))
			if !takes(m.typ, empty) {
				return
			}
			m.object[m.name] = empty
			data := encode(t, root)
			if empty == nil && !m.opt && mustBeThere(m.typ) {
				err := openjson.Unmarshal(data, s.empty())
				var field *openjson.FieldError
				if !errors.As(err, &field) || field.Field != m.path {
					t.Errorf("%s: %q is null: got %v, want an error that names it", s.name, m.path, err)
				}
				return
			}
			checkRoundTrip(t, s.empty(), data)
		})
	}
}

func TestOptionalMembersMayBeAbsent(t *testing.T) {
	eachMember(t, func(t *testing.T, s sample, root any, m member) {
		if m.opt {
			delete(m.object, m.name)
			checkRoundTrip(t, s.empty(), encode(t, root))
		}
	})
}

// mustBeThere reports whether null is no value of the type.
func mustBeThere(typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.String, reflect.Bool, reflect.Struct:
		return true
	}
	return false
}

// takes reports whether the empty value v is one of the type's, null aside.
func takes(typ reflect.Type, v any) bool {
	if v == nil {
		// A struct that is optional is a pointer, so null suits all but it.
		return true
	}
	if typ.Kind() == reflect.Pointer && typ.Elem().Kind() != reflect.Struct {
		typ = typ.Elem()
	}
	if typ == reflect.TypeFor[json.RawMessage]() {
		return true
	}
	switch v.(type) {
	case string:
		return typ.Kind() == reflect.String && typ != reflect.TypeFor[claude.Number]()
	case bool:
		return typ.Kind() == reflect.Bool
	case json.Number:
		return typ == reflect.TypeFor[claude.Number]()
	case []any:
		return typ.Kind() == reflect.Slice
	case map[string]any:
		return typ.Kind() == reflect.Map
	}
	return false
}

func TestNullInAListOfTexts(t *testing.T) {
	for data, v := range map[string]any{
		`{"query":"q","allowed_domains":["a",null]}`:         new(claude.WebSearchInput),
		`{"requestMeta":{"anthropic/sources":null}}`:         new(claude.ToolRequestMeta),
		`{"questions":[],"answers":{"Which?":null}}`:         new(claude.AskUserQuestionInput),
		`{"questions":[],"answers":{"Which?":["a",null]}}`:   new(claude.AskUserQuestionInput),
		`{"questions":[],"answers":{"Which?":{"a":"text"}}}`: new(claude.AskUserQuestionInput),
		`{"tool_calls":[null]}`:                              new(claude.PostToolBatch),
		`{"results":[null]}`:                                 new(claude.WebSearchOutput),
	} {
		if err := openjson.Unmarshal([]byte(data), v); err == nil {
			t.Errorf("%s was read as %+v", data, v)
		}
	}
}

func TestWhatIsNoObject(t *testing.T) {
	for _, s := range allSamples() {
		for _, text := range []string{`null`, `"text"`, `7`, `true`, ``, `{`, `{}{}`} {
			if err := openjson.Unmarshal([]byte(text), s.empty()); err == nil {
				t.Errorf("%s was read from %q", s.name, text)
			}
		}
	}
}

// Whatever reads is written as something that reads to the same again.
func FuzzEventsAndTools(f *testing.F) {
	for _, s := range allSamples() {
		f.Add("Bash", []byte(s.json))
	}
	for _, tool := range claude.Tools() {
		for _, text := range append(toolInputs[tool.Name], toolOutputs[tool.Name]...) {
			f.Add(tool.Name, []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, tool string, data []byte) {
		for _, read := range []func([]byte) (any, error){
			func(b []byte) (any, error) { return claude.ParseEvent(b) },
			func(b []byte) (any, error) { return claude.ParseCanUseTool(b) },
			func(b []byte) (any, error) { return claude.ParseInput(tool, b) },
			func(b []byte) (any, error) { return claude.ParseOutput(tool, b) },
		} {
			v, err := read(data)
			if err != nil {
				continue
			}
			out := encode(t, v)
			again, err := read(out)
			if err != nil {
				t.Fatalf("%s was written as %s: %v", data, out, err)
			}
			if last := encode(t, again); string(last) != string(out) {
				t.Fatalf("%s was written as %s and then as %s", data, out, last)
			}
		}
	})
}
