package openjson_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/openjson"
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

func read(t *testing.T, data string) (sample, error) {
	t.Helper()
	var s sample
	err := openjson.Unmarshal([]byte(data), &s)
	return s, err
}

func TestRoundTripKeepsWhatTheTypeDoesNotName(t *testing.T) {
	for name, data := range map[string]string{
		"known only":         `{"id":"a","name":"b"}`,
		"unknown members":    `{"id":"a","zeta":{"x":[1,2.50,1e400]},"alpha":null}`,
		"unknown and nested": `{"id":"a","inner":{"count":3,"later":"<&>"}}`,
		"empty list stays":   `{"id":"","list":[]}`,
		"other case is new":  `{"id":"a","Name":"not the name"}`,
		"empty members":      `{"id":"a","name":"","inner":null}`,
		"null members":       `{"id":"a","name":null,"list":null}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, err := read(t, data)
			if err != nil {
				t.Fatal(err)
			}
			out, err := openjson.Marshal(s)
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
	for data, want := range map[string]string{
		`{"name":3}`:                 `field "name": number where a text is expected`,
		`{"id":null}`:                `field "id": null where a value is expected`,
		`{"inner":{"count":"many"}}`: `field "inner.count": text where a whole number is expected`,
		`{"inner":{"count":1.5}}`:    `field "inner.count": number where a whole number is expected`,
		`{"inner":[]}`:               `field "inner": array where an object is expected`,
		`{"list":["a",1]}`:           `field "list": number where a text is expected`,
		`{"list":["a",null]}`:        `field "list": null where a value is expected`,
		`{"list":{}}`:                `field "list": object where a list is expected`,
		`[]`:                         `array where an object is expected`,
		`"text"`:                     `text where an object is expected`,
		`null`:                       `null where an object is expected`,
		``:                           `unexpected end`,
		`{`:                          `unexpected end`,
	} {
		_, err := read(t, data)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", data, err, want)
		}
		var field *openjson.FieldError
		if strings.HasPrefix(want, "field") != errors.As(err, &field) {
			t.Errorf("%s: %T", data, err)
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
