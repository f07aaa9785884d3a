package openjson_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"sayso/internal/openjson"
)

// shapes has an open type in everything that a value can stand in.
type shapes struct {
	openBase
	List    []sampleInner            `json:"list,omitzero"`
	Dict    map[string]*sampleInner  `json:"dict,omitzero"`
	Deep    []map[string]sampleInner `json:"deep,omitzero"`
	Closed  *closed                  `json:"closed,omitempty"`
	Own     *own                     `json:"own,omitempty"`
	Again   *shapes                  `json:"again,omitempty"`
	Raw     json.RawMessage          `json:"raw,omitempty"`
	Any     any                      `json:"any,omitempty"`
	private int
	Extra   openjson.Extra `json:"-"`
}

// openBase has an Extra too, which the one of the outer struct hides.
type openBase struct {
	ID    string         `json:"id"`
	Extra openjson.Extra `json:"-"`
}

// closed keeps nothing itself.
type closed struct {
	Inner sampleInner `json:"inner"`
}

// own reads and writes itself, and upper case.
type own struct {
	Word  string         `json:"word"`
	Extra openjson.Extra `json:"-"`
}

func (o *own) UnmarshalJSON(data []byte) error {
	err := openjson.UnmarshalFields(data, o)
	o.Word = strings.ToLower(o.Word)
	return err
}

func (o own) MarshalJSON() ([]byte, error) {
	o.Word = strings.ToUpper(o.Word)
	return openjson.MarshalFields(o)
}

func TestWhatIsNotNamedIsKeptEverywhere(t *testing.T) {
	for _, data := range []string{
		`{"id":"a","zz":1.50,"é<":"<&>"}`,
		`{"id":"a","list":[]}`,
		`{"id":"a","list":[{"count":1,"x":[ ]},{"count":2}],"dict":{"a":null,"b":{"count":3,"x":"y"}}}`,
		`{"id":"a","deep":[{"k":{"count":1,"x":{}}},{}]}`,
		`{"id":"a","closed":{"inner":{"count":1,"x":1e400}}}`,
		`{"id":"a","own":{"word":"WORD","x":1}}`,
		`{"id":"a","again":{"id":"b","again":{"id":"c","list":[{"count":1,"x":2}],"y":true},"x":null}}`,
		`{"id":"a","raw":{"k":[1,2.50]},"any":[1,{"k":null}]}`,
		`{"id":"","dict":null,"list":null,"own":null}`,
	} {
		var s shapes
		if err := openjson.Unmarshal([]byte(data), &s); err != nil {
			t.Errorf("%s: %v", data, err)
			continue
		}
		if s.openBase.Extra != nil {
			t.Errorf("%s: the hidden Extra holds %v", data, s.openBase.Extra)
		}
		for name, v := range map[string]any{"value": s, "pointer": &s} {
			want := strings.ReplaceAll(data, "[ ]", "[]") // no space between the parts
			if out, err := openjson.Marshal(v); err != nil || string(out) != want {
				t.Errorf("%s of %s\nwrote %s, %v", name, data, out, err)
			}
		}
	}
}

func TestWhatIsWrittenFromAnInterface(t *testing.T) {
	inner := sampleInner{Count: 1, Extra: openjson.Extra{"x": json.RawMessage("2")}}
	for want, v := range map[string]any{
		`{"count":1,"x":2}`:               inner,
		`[{"count":1,"x":2}]`:             []any{&inner},
		`[{"count":1,"x":2},null]`:        [2]*sampleInner{&inner, nil},
		`{"a":{"count":1,"x":2},"b":"<"}`: map[string]any{"b": "<", "a": inner},
		`{"word":"A","x":2}`:              own{Word: "a", Extra: inner.Extra},
		`{"v":{"count":1,"x":2},"raw":[1]}`: struct {
			V   any             `json:"v"`
			Raw json.RawMessage `json:"raw"`
		}{inner, json.RawMessage("[ 1 ]")},
		`null`: nil,
		`"<"`:  "<",
	} {
		if out, err := openjson.Marshal(v); err != nil || string(out) != want {
			t.Errorf("got %s, %v, want %s", out, err, want)
		}
	}
	for _, raw := range []string{"{", "1 2", ""} {
		if out, err := openjson.Marshal(sampleInner{Extra: openjson.Extra{"x": json.RawMessage(raw)}}); err == nil {
			t.Errorf("%q was written as %s", raw, out)
		}
	}
}

func TestErrorsNameTheFieldHoweverDeep(t *testing.T) {
	for data, want := range map[string]string{
		`{"list":[{"count":1},{"count":"x"}]}`: `field "list.count": text where a whole number is expected`,
		`{"list":[null]}`:                      `field "list": null where an object is expected`,
		`{"list":{}}`:                          `field "list": object where a list is expected`,
		`{"dict":[]}`:                          `field "dict": array where an object is expected`,
		`{"dict":{"a":{"count":null}}}`:        `field "dict.count": null where a value is expected`,
		`{"closed":{"inner":{"count":true}}}`:  `field "closed.inner.count": bool where a whole number is expected`,
		`{"own":{"word":1}}`:                   `field "own.word": number where a text is expected`,
		`{"own":3}`:                            `field "own": number where an object is expected`,
		`{"again":{"again":{"id":[]}}}`:        `field "again.again.id": array where a text is expected`,
	} {
		var s shapes
		err := openjson.Unmarshal([]byte(data), &s)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", data, err, want)
		}
		if _, ok := errors.AsType[*openjson.FieldError](err); !ok {
			t.Errorf("%s: %T", data, err)
		}
	}
}

// What a value held before is gone, and of a name that comes twice the last
// counts.
func TestReadingStartsAnew(t *testing.T) {
	s := shapes{private: 1, Raw: json.RawMessage("1"), Extra: openjson.Extra{"old": json.RawMessage("1")}}
	s.List = []sampleInner{{Count: 1, Extra: openjson.Extra{"old": json.RawMessage("1")}}}
	if err := openjson.Unmarshal([]byte(`{"id":"a","id":"b","list":[{}],"x":1,"x":2}`), &s); err != nil {
		t.Fatal(err)
	}
	if out, err := openjson.Marshal(s); err != nil || string(out) != `{"id":"b","list":[{"count":0}],"x":2}` {
		t.Errorf("got %s, %v", out, err)
	}
	list := []sampleInner{{Count: 1}}
	if err := openjson.Unmarshal([]byte(` [ {"x":1} ] `), &list); err != nil || len(list) != 1 || list[0].Count != 0 || string(list[0].Extra["x"]) != "1" {
		t.Errorf("got %+v, %v", list, err)
	}
}
