package wire_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"sayso/internal/openjson"
	"sayso/ipc/wire"
)

// texts are JSON and nearly JSON.
var texts = []string{
	``, ` `, `{}`, `[]`, ` { } `, "[\n]", `{"a":1}`, ` {"a" : [1 ,2, {"b":null}] , "c":"d e" } `, "{\"a\":\n\"b\"}\r\n",
	`"a"`, `"a\n\u0041\/\\"`, `"\x"`, `"\u12g4"`, `"\u12"`, `"\`, `"a`, "\"a\nb\"", "\"\x00\"", `"` + "\xff" + `"`, `"é\ud800"`,
	`0`, `-0`, `01`, `-`, `1.`, `.5`, `1.5e+10`, `1e`, `1E-`, `1E5`, `+1`, `0x1`, `1 2`, `NaN`,
	`true`, `tru`, `truee`, `false`, `null`, `nul`, `True`,
	`{`, `}`, `[`, `]`, `{]`, `[}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `[1,]`, `[,]`, `[1 2]`, `{1:2}`, `{"a":1 "b":2}`, `{"a":1}}`, `[[]`, `{}{}`, `[{},[],""]`,
	`{"a":1,"a":2}`, "\ufeff{}", "{}\x00", `{"a":{"b":{"c":[[[{}]]]}}}`,
	strings.Repeat("[", 10000) + strings.Repeat("]", 10000), strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
	`1},"door":"mcp","payload":{"a":1`,
}

func TestCompactTakesWhatJSONIs(t *testing.T) {
	for _, text := range texts {
		checkCompact(t, []byte(text))
	}
	captures, err := filepath.Glob("../../testdata/captures/*.json")
	if err != nil || len(captures) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	for _, file := range captures {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		checkCompact(t, text)
	}
}

func FuzzCompact(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(checkCompact)
}

// checkCompact compares Compact, Member and Text with encoding/json and with what
// the pane reads.
func checkCompact(t *testing.T, text []byte) {
	got, ok := wire.Compact(text)
	var want bytes.Buffer
	wantOK := utf8.Valid(text) && json.Compact(&want, text) == nil
	if ok != wantOK || ok && !bytes.Equal(got, want.Bytes()) {
		t.Fatalf("%.200q became %.200q, %v; want %.200q, %v", text, got, ok, want.Bytes(), wantOK)
	}
	if !ok {
		return
	}
	var members struct {
		Extra openjson.Extra `json:"-"`
	}
	isObject := openjson.Unmarshal(got, &members) == nil
	for _, name := range []string{"a", "hook_event_name", "session_id", "tool_input", "missing"} {
		value, ok := wire.Member(got, name)
		if ok && !isObject || !ok && isObject && !bytes.Contains(got, []byte(`\`)) {
			t.Fatalf("Member(%.200q): %v", got, ok)
		}
		if ok && !bytes.Equal(value, members.Extra[name]) {
			t.Fatalf("%s of %.200q is %.200q, want %.200q", name, got, value, members.Extra[name])
		}
		if said, ok := wire.Text(value); ok {
			var want string
			if err := json.Unmarshal(value, &want); err != nil || said != want {
				t.Fatalf("%q says %q, want %q", value, said, want)
			}
		}
	}
}

func TestAnEscapedNameIsNotGuessedAt(t *testing.T) {
	if value, ok := wire.Member([]byte(`{"a":1,"\u0061":2}`), "a"); ok {
		t.Errorf("got %s", value)
	}
	if text, ok := wire.Text([]byte(`"\u0061"`)); ok {
		t.Errorf("got %q", text)
	}
}

func TestQuote(t *testing.T) {
	for _, text := range []string{"", "/home/dev/app", `a"b\c`, "\x00\n\x1f\x7f", "é\u2028😀", "a\xffb\xc3"} {
		var got string
		if err := json.Unmarshal(wire.Quote(nil, text), &got); err != nil || got != strings.ToValidUTF8(text, "\ufffd") {
			t.Errorf("%q became %s: %q, %v", text, wire.Quote(nil, text), got, err)
		}
	}
}
