package approver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/approver"
	"sayso/internal/openjson"
)

const provable = `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls","n":1.0},"sayso":{"reason":"r"}}`

func originOf(t interface{ Fatal(...any) }, key approver.Key, payload string) (approver.Origin, string) {
	covered, proof, err := approver.ReadProof(json.RawMessage(payload))
	if err != nil {
		return approver.FromElsewhere, ""
	}
	d := newDesk()
	if err := d.Introduce(approver.Introduction{SessionID: "s", Key: key}, nil); err != nil {
		t.Fatal(err)
	}
	a := bash("a")
	a.Session.ID, a.Proof = "s", proof
	if _, err := d.Submit(a); err != nil {
		t.Fatal(err)
	}
	return d.Snapshot().Waiting[0].Ask.Origin, string(covered)
}

// A proof holds for the payload that it was made of, however that is spelled, and
// for no other.
func TestAProofIsOfOnePayload(t *testing.T) {
	key := approver.Key{1, 2, 3}
	raw, err := approver.NewProver(key).Prove(json.RawMessage(provable))
	if err != nil {
		t.Fatal(err)
	}
	proved := string(raw)
	for name, tc := range map[string]struct {
		payload string
		want    approver.Origin
	}{
		"as it is":             {proved, approver.FromSession},
		"spelled otherwise":    {strings.Replace(strings.Replace(proved, `"n":1.0`, ` "n" : 1e0`, 1), `"ls"`, `"l\u0073"`, 1), approver.FromSession},
		"a member added":       {strings.Replace(proved, `{"hook`, `{"guard":{"x":1},"hook`, 1), approver.FromSession},
		"another command":      {strings.Replace(proved, `"ls"`, `"rm"`, 1), approver.FromElsewhere},
		"another event":        {strings.Replace(proved, `"PermissionRequest"`, `"SessionEnd"`, 1), approver.FromElsewhere},
		"another reason":       {strings.Replace(proved, `"reason":"r"`, `"reason":"x"`, 1), approver.FromElsewhere},
		"a rule added":         {strings.Replace(proved, `"reason":"r"`, `"reason":"r","rule":"Bash"`, 1), approver.FromElsewhere},
		"another number":       {strings.Replace(proved, `"n":1,`, `"n":2,`, 1), approver.FromElsewhere},
		"a member taken":       {strings.Replace(proved, `,"tool_name":"Bash"`, ``, 1), approver.FromElsewhere},
		"less covered":         {strings.Replace(proved, `"over":["hook_event_name",`, `"over":[`, 1), approver.FromElsewhere},
		"no proof":             {provable, approver.FromElsewhere},
		"a proof that is none": {strings.Replace(provable, `"reason":"r"`, `"proof":{"n":0,"over":[],"mac":""}`, 1), approver.FromElsewhere},
	} {
		if tc.payload == proved && name != "as it is" {
			t.Fatalf("%s: nothing was changed", name)
		}
		if got, _ := originOf(t, key, tc.payload); got != tc.want {
			t.Errorf("%s: origin %v, want %v", name, got, tc.want)
		}
	}
	if _, covered := originOf(t, key, strings.Replace(proved, `{"hook`, `{"guard":{"x":1},"hook`, 1)); strings.Contains(covered, "guard") || strings.Contains(covered, "proof") {
		t.Errorf("what is read is %s", covered)
	}
	if got, _ := originOf(t, approver.Key{9}, proved); got != approver.FromElsewhere {
		t.Errorf("with another key: %v", got)
	}
}

// No change of a byte leaves a proof whole, unless it leaves the payload's meaning.
func TestNoByteOfAProvedPayloadCanBeChanged(t *testing.T) {
	key := approver.Key{7}
	raw, err := approver.NewProver(key).Prove(json.RawMessage(provable))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		changed := []byte(string(raw))
		i := rapid.IntRange(0, len(changed)-1).Draw(t, "place")
		changed[i] = rapid.Byte().Draw(t, "byte")
		origin, _ := originOf(t, key, string(changed))
		var before, after any
		_ = json.Unmarshal(raw, &before)
		same := json.Unmarshal(changed, &after) == nil && equal(before, after)
		if !same && origin == approver.FromSession {
			t.Fatalf("%s passes for %s", changed, raw)
		}
	})
}

func equal(a, b any) bool {
	x, _ := openjson.Marshal(a)
	y, _ := openjson.Marshal(b)
	return string(x) == string(y)
}
