package openjson_test

import (
	"bytes"
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/internal/openjson"
)

func TestMembersAndElementsStandWhereTheyStood(t *testing.T) {
	data := []byte(` { "a" : [1, "x]", {"b":"}"}] , "a\u0041":"\"" ,"n":-1.5e3,"t":true, "a":null } `)
	var got []string
	for name, raw := range openjson.Members(data) {
		got = append(got, name+"="+string(raw))
	}
	want := []string{`a=[1, "x]", {"b":"}"}]`, `aA="\""`, "n=-1.5e3", "t=true", "a=null"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = nil
	for raw := range openjson.Elements([]byte(`[1, "x]", {"b":"}"}, [], null]`)) {
		got = append(got, string(raw))
	}
	if want := []string{"1", `"x]"`, `{"b":"}"}`, "[]", "null"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever JSON there is, reading it in place finds what encoding/json finds.
func TestReadingInPlaceFindsWhatTheDecoderFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.MapOf(rapid.String(), rapid.OneOf(
			rapid.Map(rapid.String(), func(s string) any { return s }),
			rapid.Map(rapid.SliceOf(rapid.String()), func(s []string) any { return s }),
			rapid.Map(rapid.Float64(), func(f float64) any { return f }),
			rapid.Map(rapid.MapOf(rapid.String(), rapid.Bool()), func(m map[string]bool) any { return m }),
		)).Draw(t, "value")
		raw, err := json.Marshal(value)
		if err != nil {
			t.Skip(err)
		}
		if rapid.Bool().Draw(t, "indented") {
			var b bytes.Buffer
			if err := json.Indent(&b, raw, " ", "\t"); err != nil {
				t.Fatal(err)
			}
			raw = b.Bytes()
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		n := 0
		for name, value := range openjson.Members(raw) {
			if n++; string(want[name]) != string(value) {
				t.Fatalf("%q is %s, want %s", name, value, want[name])
			}
			var text string
			if value[0] == '"' && json.Unmarshal(value, &text) == nil {
				if got := openjson.Text(value); got != text {
					t.Fatalf("%s reads %q, want %q", value, got, text)
				}
				if got := openjson.Head(value, len(value)); got != text {
					t.Fatalf("the head of %s is %q, want %q", value, got, text)
				}
				most := rapid.IntRange(0, 12).Draw(t, "most")
				if got := openjson.Head(value, most); !strings.HasPrefix(text, got) || len(got) > most*2 {
					t.Fatalf("the first %d bytes of %s are %q", most, value, got)
				}
			}
		}
		if n != len(want) {
			t.Fatalf("%d members, want %d", n, len(want))
		}
	})
}

// Bytes that are no JSON are read to an end as well, without an index out of
// range.
func TestReadingInPlaceEndsOnAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(rapid.StringOfN(rapid.SampledFrom([]rune(`{}[]":,\u1a `)), 0, 40, -1).Draw(t, "data"))
		for _, value := range openjson.Members(data) {
			_ = openjson.Head(value, 3)
		}
		for value := range openjson.Elements(data) {
			_ = openjson.Text(value)
		}
		_ = openjson.Depth(data, 5)
		_ = openjson.Head(data, 3)
	})
}

func TestDepth(t *testing.T) {
	for data, want := range map[string]int{
		`1`: 0, `"[["`: 0, `[]`: 1, `{"a":[{"b":"\"[["}]}`: 3, `[[],[],[[]]]`: 3, strings.Repeat("[", 1000): 11,
	} {
		if got := openjson.Depth([]byte(data), 10); got != want {
			t.Errorf("%.20s: got %d, want %d", data, got, want)
		}
	}
}

// What is kept as it came is copied once, however large it is.
func TestAMemberIsCopiedOnce(t *testing.T) {
	raw := []byte(`{"type":"x","input":"` + strings.Repeat("y", 1<<20) + `"}`)
	var into struct {
		Type  string          `json:"type"`
		Input json.RawMessage `json:"input"`
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := openjson.Unmarshal(raw, &into); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	bytes := after.TotalAlloc - before.TotalAlloc
	if bytes > 3<<19 {
		t.Errorf("reading 1 MiB takes %d bytes of memory", bytes)
	}
}
