package tape_test

import (
	"strings"
	"testing"

	"sayso/approver/tape"
)

const header = `{"scenario":"x","version":1,"about":"Try it.","later":true}` + "\n"

func TestReadScenario(t *testing.T) {
	s, err := tape.ReadScenario("x.jsonl", strings.NewReader(header+`{"door":"hook","payload":{"a":1},"note":"look"}`+"\n\n"+`{"door":"mcp","payload":[]}`+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Scenario != "x" || s.About != "Try it." || len(s.Steps) != 2 || s.Steps[1].Door != "mcp" || string(s.Steps[0].Payload) != `{"a":1}` || string(s.Steps[0].Extra["note"]) != `"look"` {
		t.Errorf("got %+v", s)
	}
}

func TestReadScenarioNamesLineAndField(t *testing.T) {
	for data, want := range map[string]string{
		"":                                     "x.jsonl: no step in it",
		header:                                 "x.jsonl: no step in it",
		"not json\n":                           "x.jsonl:1: ",
		`{"scenario":"x","version":2}` + "\n":  `x.jsonl:1: field "version": 2`,
		header + `{"payload":{}}` + "\n":       `x.jsonl:2: field "door": missing`,
		header + `{"door":"hook"}` + "\n":      `x.jsonl:2: field "payload": missing`,
		header + `{"door":3,"payload":{}}`:     `x.jsonl:2: field "door"`,
		header + "\n" + `{"door":"hook",` + "": "x.jsonl:3: ",
	} {
		if _, err := tape.ReadScenario("x.jsonl", strings.NewReader(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", data, err, want)
		}
	}
}
