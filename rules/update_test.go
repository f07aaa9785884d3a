package rules_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/rules"
)

// sample returns a valid update of the given kind.
func sample(kind rules.UpdateType, to rules.Destination) rules.Update {
	u := rules.Update{Type: kind, Destination: to}
	switch kind {
	case rules.SetMode:
		u.Mode = rules.ModeAcceptEdits
	case rules.AddDirectories, rules.RemoveDirectories:
		u.Directories = []string{"/tmp/outside"}
	default:
		u.Behavior = rules.Allow
		u.Rules = []rules.RuleValue{{ToolName: "Bash", RuleContent: "git push *"}, {ToolName: "WebSearch"}}
	}
	return u
}

func TestEveryKindAndDestinationIsValidAndSurvivesTheWire(t *testing.T) {
	for _, kind := range rules.UpdateTypes() {
		for _, to := range rules.Destinations() {
			want := sample(kind, to)
			if err := want.Validate(); err != nil {
				t.Errorf("%s to %s: %v", kind, to, err)
			}
			data, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got rules.Update
			if err := json.Unmarshal(data, &got); err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s changed on the wire (-want +got):\n%s", data, diff)
			}
		}
	}
}

func TestAnEmptyReplacementStaysOnTheWire(t *testing.T) {
	u := rules.Update{Type: rules.ReplaceRules, Rules: []rules.RuleValue{}, Behavior: rules.Deny, Destination: rules.Session}
	if err := u.Validate(); err != nil {
		t.Error(err)
	}
	data, err := json.Marshal(u)
	if err != nil || !strings.Contains(string(data), `"rules":[]`) {
		t.Errorf("got %s, %v: the empty list that clears the rules is gone", data, err)
	}
}

// What covers the whole tool may be written in two ways, and null is neither: the
// client drops an answer that holds it. A round trip makes none into another.
func TestARoundTripKeepsWhatWasWritten(t *testing.T) {
	for rule, valid := range map[string]bool{
		`{"toolName":"Bash"}`:                                       true,
		`{"toolName":"Bash","ruleContent":""}`:                      true,
		`{"toolName":"Bash","ruleContent":"ls"}`:                    true,
		`{"toolName":"Bash","ruleContent":"ls","later":[1.50]}`:     true,
		`{"toolName":"Bash","ruleContent":null}`:                    false,
		`{"toolName":"Bash","RuleContent":"ls","ruleContent":null}`: false,
	} {
		for _, more := range []string{``, `,"mode":null`, `,"mode":""`, `,"directories":[]`, `,"directories":null`, `,"later":{"a":null}`} {
			data := `{"type":"addRules","rules":[` + rule + `],"behavior":"allow","destination":"session"` + more + `}`
			var u rules.Update
			if err := json.Unmarshal([]byte(data), &u); err != nil {
				t.Errorf("%s: %v", data, err)
				continue
			}
			out, err := json.Marshal(u)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(value(t, []byte(data)), value(t, out)); diff != "" {
				t.Errorf("%s changed on the wire (-in +out):\n%s", data, diff)
			}
			if err := u.Validate(); (err == nil) != valid {
				t.Errorf("%s: %v, want it valid: %t", data, err, valid)
			}
		}
	}
}

// value returns the value of a JSON text with its numbers as they are written.
func value(t *testing.T, data []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return v
}

func TestValidateNamesWhatIsWrong(t *testing.T) {
	for name, tc := range map[string]struct {
		spoil func(*rules.Update)
		kind  rules.UpdateType
		want  string
	}{
		"unknown type":        {func(u *rules.Update) { u.Type = "addRule" }, rules.AddRules, `type: "addRule" is none of`},
		"no type":             {func(u *rules.Update) { u.Type = "" }, rules.AddRules, "type: missing"},
		"unknown destination": {func(u *rules.Update) { u.Destination = "disk" }, rules.AddRules, `destination: "disk"`},
		"no destination":      {func(u *rules.Update) { u.Destination = "" }, rules.SetMode, "destination: missing"},
		"unknown behavior":    {func(u *rules.Update) { u.Behavior = "Allow" }, rules.RemoveRules, `behavior: "Allow"`},
		"no rules":            {func(u *rules.Update) { u.Rules = nil }, rules.AddRules, "rules: none given"},
		"no rules to put":     {func(u *rules.Update) { u.Rules = nil }, rules.ReplaceRules, "rules: none given"},
		"rule without a tool": {func(u *rules.Update) { u.Rules[1].ToolName = " " }, rules.AddRules, "rules[1].toolName: empty"},
		"unknown mode":        {func(u *rules.Update) { u.Mode = "manual" }, rules.SetMode, `mode: "manual"`},
		"no directories":      {func(u *rules.Update) { u.Directories = nil }, rules.AddDirectories, "directories: none given"},
		"empty directory":     {func(u *rules.Update) { u.Directories[0] = "" }, rules.RemoveDirectories, "directories[0]: empty"},
	} {
		t.Run(name, func(t *testing.T) {
			u := sample(tc.kind, rules.LocalSettings)
			tc.spoil(&u)
			if err := u.Validate(); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

func TestUnknownMembersOfAnUpdateSurvive(t *testing.T) {
	const in = `{"type":"addRules","rules":[{"toolName":"Bash","until":"<noon>"}],"behavior":"allow","destination":"session","why":{"n":1.0}}`
	var u rules.Update
	if err := json.Unmarshal([]byte(in), &u); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(u)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	_ = json.Unmarshal([]byte(in), &a)
	_ = json.Unmarshal(out, &b)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("(-in +out):\n%s", diff)
	}
}
