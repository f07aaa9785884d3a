package openjson_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/rules/openjson"
)

type base struct {
	ID string `json:"id"`
}

type sample struct {
	base
	Name  string         `json:"name,omitempty"`
	List  []string       `json:"list,omitzero"`
	Inner *sampleInner   `json:"inner,omitempty"`
	Extra openjson.Extra `json:"-"`
}

type sampleInner struct {
	Count int            `json:"count"`
	Extra openjson.Extra `json:"-"`
}

func (s *sampleInner) UnmarshalJSON(b []byte) error {
	type plain sampleInner
	return openjson.Unmarshal(b, (*plain)(s), &s.Extra)
}

func (s sampleInner) MarshalJSON() ([]byte, error) {
	type plain sampleInner
	return openjson.Marshal(plain(s), s.Extra)
}

func read(t *testing.T, data string) (sample, error) {
	t.Helper()
	var s sample
	type plain sample
	err := openjson.Unmarshal([]byte(data), (*plain)(&s), &s.Extra)
	return s, err
}

func TestRoundTripKeepsWhatTheTypeDoesNotName(t *testing.T) {
	for name, data := range map[string]string{
		"known only":         `{"id":"a","name":"b"}`,
		"unknown members":    `{"id":"a","zeta":{"x":[1,2.50,1e400]},"alpha":null}`,
		"unknown and nested": `{"id":"a","inner":{"count":3,"later":"<&>"}}`,
		"empty list stays":   `{"id":"","list":[]}`,
		"other case is new":  `{"id":"a","Name":"not the name"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, err := read(t, data)
			if err != nil {
				t.Fatal(err)
			}
			type plain sample
			out, err := openjson.Marshal(plain(s), s.Extra)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(members(t, data), members(t, string(out))); diff != "" {
				t.Errorf("the round trip changed the value (-in +out):\n%s", diff)
			}
		})
	}
}

func TestNamesAreExact(t *testing.T) {
	s, err := read(t, `{"ID":"upper","NAME":"upper"}`)
	if err != nil {
		t.Fatal(err)
	}
	if s.ID != "" || s.Name != "" {
		t.Errorf("a member in another case was taken: %+v", s)
	}
}

func TestErrorsNameTheField(t *testing.T) {
	for data, field := range map[string]string{
		`{"name":3}`:                 "name",
		`{"inner":{"count":"many"}}`: "inner.count",
		`{"list":["a",1]}`:           "list",
	} {
		_, err := read(t, data)
		var fieldErr *openjson.FieldError
		if !errors.As(err, &fieldErr) || fieldErr.Field != field {
			t.Errorf("%s: got %v, want an error that names field %q", data, err, field)
		}
	}
	for _, data := range []string{``, `[]`, `null`, `"text"`, `{`} {
		if _, err := read(t, data); err == nil {
			t.Errorf("%q was read as an object", data)
		}
	}
}

// members decodes with numbers kept as text, so that 2.50 and 1e400 compare as written.
func members(t *testing.T, data string) map[string]json.RawMessage {
	t.Helper()
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(data), &m); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return m
}
