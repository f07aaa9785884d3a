package claude_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// sampleUpdate returns a valid update of the given kind.
func sampleUpdate(kind claude.UpdateType, to claude.Destination) claude.Update {
	u := claude.Update{Type: kind, Destination: to}
	switch kind {
	case claude.SetMode:
		u.Mode = claude.ModeAcceptEdits
	case claude.AddDirectories, claude.RemoveDirectories:
		u.Directories = []string{"/tmp/outside"}
	default:
		u.Behavior = claude.Allow
		u.Rules = []claude.RuleValue{{ToolName: "Bash", RuleContent: "git push *"}, {ToolName: "WebSearch"}}
	}
	return u
}

func TestEveryKindAndDestinationIsValidAndSurvivesTheWire(t *testing.T) {
	for _, kind := range claude.UpdateTypes() {
		for _, to := range claude.Destinations() {
			want := sampleUpdate(kind, to)
			if err := want.Validate(); err != nil {
				t.Errorf("%s to %s: %v", kind, to, err)
			}
			data, err := openjson.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got claude.Update
			if err := openjson.Unmarshal(data, &got); err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s changed on the wire (-want +got):\n%s", data, diff)
			}
		}
	}
}

func TestAnEmptyReplacementStaysOnTheWire(t *testing.T) {
	u := claude.Update{Type: claude.ReplaceRules, Rules: []claude.RuleValue{}, Behavior: claude.Deny, Destination: claude.Session}
	if err := u.Validate(); err != nil {
		t.Error(err)
	}
	data, err := openjson.Marshal(u)
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
			var u claude.Update
			if err := openjson.Unmarshal([]byte(data), &u); err != nil {
				t.Errorf("%s: %v", data, err)
				continue
			}
			out, err := openjson.Marshal(u)
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
		spoil func(*claude.Update)
		kind  claude.UpdateType
		want  string
	}{
		"unknown type":        {func(u *claude.Update) { u.Type = "addRule" }, claude.AddRules, `type: "addRule" is none of`},
		"no type":             {func(u *claude.Update) { u.Type = "" }, claude.AddRules, "type: missing"},
		"unknown destination": {func(u *claude.Update) { u.Destination = "disk" }, claude.AddRules, `destination: "disk"`},
		"no destination":      {func(u *claude.Update) { u.Destination = "" }, claude.SetMode, "destination: missing"},
		"unknown behavior":    {func(u *claude.Update) { u.Behavior = "Allow" }, claude.RemoveRules, `behavior: "Allow"`},
		"no rules":            {func(u *claude.Update) { u.Rules = nil }, claude.AddRules, "rules: none given"},
		"no rules to put":     {func(u *claude.Update) { u.Rules = nil }, claude.ReplaceRules, "rules: none given"},
		"rule without a tool": {func(u *claude.Update) { u.Rules[1].ToolName = " " }, claude.AddRules, "rules[1].toolName: empty"},
		"unknown mode":        {func(u *claude.Update) { u.Mode = "manual" }, claude.SetMode, `mode: "manual"`},
		"no directories":      {func(u *claude.Update) { u.Directories = nil }, claude.AddDirectories, "directories: none given"},
		"empty directory":     {func(u *claude.Update) { u.Directories[0] = "" }, claude.RemoveDirectories, "directories[0]: empty"},
	} {
		t.Run(name, func(t *testing.T) {
			u := sampleUpdate(tc.kind, claude.LocalSettings)
			tc.spoil(&u)
			if err := u.Validate(); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

func TestUnknownMembersOfAnUpdateSurvive(t *testing.T) {
	const in = `{"type":"addRules","rules":[{"toolName":"Bash","until":"<noon>"}],"behavior":"allow","destination":"session","why":{"n":1.0}}`
	var u claude.Update
	if err := openjson.Unmarshal([]byte(in), &u); err != nil {
		t.Fatal(err)
	}
	out, err := openjson.Marshal(u)
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
