package payload_test

import (
	"encoding/json"
	"testing"

	"sayso/ui/payload"
)

func TestSplice(t *testing.T) {
	for name, tc := range map[string]struct{ raw, want string }{
		"at the end":               {`{"b":1,"a":2}`, `{"b":1,"a":2,"new":3}`},
		"nothing there":            {`{}`, `{"new":3}`},
		"bytes stay":               {" {\n \"b\" : 1.0e1 ,\t\"a\":\"\\u003c\\ud800\" }\n", " {\n \"b\" : 1.0e1 ,\t\"a\":\"\\u003c\\ud800\" ,\"new\":3}\n"},
		"replaced":                 {`{"b":1,"old":2,"a":3}`, `{"b":1,"a":3,"new":3}`},
		"twice there":              {`{"old":1,"b":1,"old":2}`, `{"b":1,"new":3}`},
		"the only one":             {`{"old":1}`, `{"new":3}`},
		"written in another way":   {`{"\u006fld":1,"b":1}`, `{"b":1,"new":3}`},
		"a name of another case":   {`{"Old":1}`, `{"Old":1,"new":3}`},
		"a name in a value":        {`{"b":{"old":"}"}}`, `{"b":{"old":"}"},"new":3}`},
		"a name with a brace":      {`{"{}":"{"}`, `{"{}":"{","new":3}`},
		"no object":                {`[1]`, ""},
		"null":                     {`null`, ""},
		"half an object":           {`{"b":1`, ""},
		"an object and then more":  {`{"b":1} {"c":1}`, ""},
		"nothing at all":           {``, ""},
		"a text that ends in }":    {`"}"`, ""},
		"members that need commas": {`{"old":1,"a":[1,2],"b":{"c":3}}`, `{"a":[1,2],"b":{"c":3},"new":3}`},
	} {
		t.Run(name, func(t *testing.T) {
			var more payload.Object
			more.Add([]byte(`"new"`), []byte(`3`))
			got, err := payload.Splice(json.RawMessage(tc.raw), more, "old")
			if (err != nil) != (tc.want == "") || string(got) != tc.want {
				t.Errorf("got %s, %v, want %s", got, err, tc.want)
			}
		})
	}
}

func TestTheInputIsNotWrittenOver(t *testing.T) {
	room := make([]byte, 0, 100)
	raw := append(room, `{"a":1}`...)
	var more payload.Object
	more.Add([]byte(`"b"`), []byte(`2`))
	if _, err := payload.Splice(raw, more); err != nil || string(raw) != `{"a":1}` || string(raw[:8:8]) == `{"a":1,"` {
		t.Errorf("the input became %s (%v)", raw[:20], err)
	}
}
