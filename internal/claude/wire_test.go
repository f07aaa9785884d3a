package claude_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// decode returns the value of a JSON text with its numbers as they are written.
func decode(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return v
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	out, err := openjson.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checkRoundTrip reads data into v, writes it again and wants the same value.
func checkRoundTrip(t *testing.T, v any, data []byte) {
	t.Helper()
	if err := openjson.Unmarshal(data, v); err != nil {
		t.Errorf("%s: %v", data, err)
		return
	}
	if diff := cmp.Diff(decode(t, data), decode(t, encode(t, v))); diff != "" {
		t.Errorf("the round trip changed the value (-in +out):\n%s", diff)
	}
}

// textMaps are the members whose objects are no types: their keys are data, and
// a value of another kind has no place in them.
var textMaps = map[string]bool{"answers": true, "requestMeta": true}

// withStrangers returns v with two members more in every object: one that no
// type names, and for each member one whose name differs by case alone.
func withStrangers(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withStrangers(e)
		}
		return out
	case map[string]any:
		out := map[string]any{"zz_new": map[string]any{"n": json.Number("1.50"), "big": json.Number("12345678901234567890")}}
		for name, e := range v {
			if textMaps[name] {
				out[name] = e
				continue
			}
			out[name] = withStrangers(e)
			if upper := strings.ToUpper(name); upper != name {
				out[upper] = map[string]any{"not": "the member"}
			}
		}
		return out
	}
	return v
}

// member is a member that a Go type names, with the object that holds it.
type member struct {
	path   string // as an error names it
	owner  reflect.Type
	name   string
	typ    reflect.Type
	opt    bool // omitempty or omitzero
	object map[string]any
}

// members calls visit for each member of v, a decoded JSON value, that the type
// names, at every level.
func members(typ reflect.Type, v any, path string, visit func(member)) {
	switch typ.Kind() {
	case reflect.Pointer:
		members(typ.Elem(), v, path, visit)
	case reflect.Slice:
		list, _ := v.([]any)
		for _, e := range list {
			members(typ.Elem(), e, path, visit)
		}
	case reflect.Map:
		object, _ := v.(map[string]any)
		for _, e := range object {
			members(typ.Elem(), e, path, visit)
		}
	case reflect.Struct:
		object, isObject := v.(map[string]any)
		if !isObject {
			return
		}
		if typ == reflect.TypeFor[claude.WebSearchResult]() {
			typ = reflect.TypeFor[claude.WebSearchHits]()
		}
		for name, f := range namedFields(typ) {
			value, there := object[name]
			if !there {
				continue
			}
			at := strings.TrimPrefix(path+"."+name, ".")
			opt := strings.Contains(f.Tag.Get("json"), ",omit")
			visit(member{at, typ, name, f.Type, opt, object})
			members(f.Type, value, at, visit)
		}
	}
}

// namedFields returns the members that a struct type names.
func namedFields(typ reflect.Type) map[string]reflect.StructField {
	fields := map[string]reflect.StructField{}
	for _, f := range reflect.VisibleFields(typ) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.Anonymous && name != "" && name != "-" {
			fields[name] = f
		}
	}
	return fields
}

// unnamed returns the members of v, a decoded JSON value, that the type does
// not name, at every level.
func unnamed(typ reflect.Type, v any, path string) (out []string) {
	var walk func(typ reflect.Type, v any, path string)
	walk = func(typ reflect.Type, v any, path string) {
		switch typ.Kind() {
		case reflect.Pointer:
			walk(typ.Elem(), v, path)
		case reflect.Slice:
			list, _ := v.([]any)
			for _, e := range list {
				walk(typ.Elem(), e, path)
			}
		case reflect.Map:
			object, _ := v.(map[string]any)
			for _, e := range object {
				walk(typ.Elem(), e, path)
			}
		case reflect.Struct:
			if typ == reflect.TypeFor[claude.WebSearchResult]() {
				typ = reflect.TypeFor[claude.WebSearchHits]()
			}
			object, _ := v.(map[string]any)
			fields := namedFields(typ)
			for name, e := range object {
				at := strings.TrimPrefix(path+"."+name, ".")
				if f, named := fields[name]; named {
					walk(f.Type, e, at)
				} else {
					out = append(out, at)
				}
			}
		}
	}
	walk(typ, v, path)
	return out
}

func TestNumberKeepsItsDigits(t *testing.T) {
	for _, digits := range []string{"0", "-1", "120000", "1.50", "12345678901234567890", "1e400", "-0"} {
		var n claude.Number
		if err := json.Unmarshal([]byte(digits), &n); err != nil {
			t.Errorf("%s: %v", digits, err)
		}
		if out := string(encode(t, n)); out != digits {
			t.Errorf("%s was written as %s", digits, out)
		}
	}
	for _, bad := range []string{`"1"`, `"x"`, `true`, `{}`, `[1]`} {
		var n claude.Number
		if err := json.Unmarshal([]byte(bad), &n); err == nil {
			t.Errorf("%s was read as the number %q", bad, n)
		}
	}
	if f := claude.Number("1.5").Float(); f != 1.5 {
		t.Errorf("1.5 is %v as a float", f)
	}
	if f := claude.Number("").Float(); f != 0 {
		t.Errorf("an absent number is %v as a float", f)
	}
}

// A member that came empty is not the same as an absent one, and what the
// program sets later counts, once.
func TestEmptyMembersAndLaterChanges(t *testing.T) {
	const data = `{"file_path":"/a","old_string":"","new_string":"","replace_all":false}`
	var in claude.EditInput
	checkRoundTrip(t, &in, []byte(data))
	in.ReplaceAll = true
	want := `{"file_path":"/a","old_string":"","new_string":"","replace_all":true}`
	if got := string(encode(t, in)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// An answer that is read into an earlier one keeps nothing of it.
func TestReadingLeavesNothingBehind(t *testing.T) {
	for _, first := range []string{
		`{"behavior":"allow","updatedInput":{"a":1},"updatedPermissions":[{"type":"setMode"}]}`,
		`{"behavior":"deny","message":"m","interrupt":true,"later":1}`,
	} {
		var d claude.PermissionRequestDecision
		for _, data := range []string{first, `{"behavior":"deny"}`} {
			if err := openjson.Unmarshal([]byte(data), &d); err != nil {
				t.Fatal(err)
			}
		}
		if got := string(encode(t, d)); got != `{"behavior":"deny"}` {
			t.Errorf("after %s: %s", first, got)
		}
	}
}

func TestConstructedValuesWriteTheirMembersOnly(t *testing.T) {
	raw, err := openjson.Marshal(claude.BashInput{Command: "a < b && c", Timeout: "5"})
	if want := `{"command":"a < b && c","timeout":5}`; err != nil || string(raw) != want {
		t.Errorf("got %s (%v), want %s", raw, err, want)
	}
}
