package ui_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
)

func TestACallIsEditedAndSeenBeforeItIsAllowed(t *testing.T) {
	for name, tc := range map[string]struct {
		ask          approver.Ask
		suffix, text string // what the editor is given
		back         string // and gives back
		want         string // the input that is sent
	}{
		"a command": {lsAsk, ".sh", "ls -la", "ls -la /tmp\n", `{"description":"List the files","command":"ls -la /tmp"}`},
		"a file": {askOf("Write", `{"file_path":"/home/dev/app/a.go","content":"package a\n"}`), ".go", "package a\n", "package b\n",
			`{"file_path":"/home/dev/app/a.go","content":"package b\n"}`},
		"the new text of a change": {askOf("Edit", `{"file_path":"/x/a.go;rm","old_string":"a","new_string":"b"}`), ".txt", "b", "c",
			`{"file_path":"/x/a.go;rm","old_string":"a","new_string":"c"}`},
		"any other input whole": {askOf("WebFetch", `{"url":"https://a.example/","prompt":"x"}`), ".json", "{\n  \"url\": \"https://a.example/\",\n  \"prompt\": \"x\"\n}\n",
			`{"url":"https://b.example/","prompt":"<&>"}`, `{"url":"https://b.example/","prompt":"<&>"}`},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 100, 40)
			r.editor = func(text, suffix string) (string, error) {
				if text != tc.text || suffix != tc.suffix {
					t.Errorf("the editor got %q as %s, want %q as %s", text, suffix, tc.text, tc.suffix)
				}
				return tc.back, nil
			}
			r.arrive(tc.ask)
			r.settle()
			r.decide("e")
			r.nothingSent()
			r.see("Your change")
			r.see("What would run")
			r.decide("y")
			r.nothingSent() // the card is new, and arms anew
			r.settle()
			r.press("G")
			r.settle()
			r.decide("y")
			got := r.only()
			if got.err != nil || got.decision.Verdict != approver.Allow || !sameJSON(t, got.decision.UpdatedInput, tc.want) || len(got.decision.UpdatedPermissions) > 0 {
				t.Errorf("sent %s, %+v", got.decision.UpdatedInput, got)
			}
		})
	}
}

func TestABrokenEditComesBackWithTheError(t *testing.T) {
	r := newRig(t, 100, 40)
	given := ""
	r.editor = func(text, _ string) (string, error) { given = text; return `{"url": `, nil }
	r.arrive(askOf("WebFetch", `{"url":"https://a.example/","prompt":"x"}`))
	r.settle()
	r.decide("e")
	r.see("Not accepted: this is not a JSON object")
	r.see("Yes, once")
	r.settle()
	r.decide("e")
	if given != `{"url": ` {
		t.Errorf("the second try starts from %q, what was written is lost", given)
	}
	r.nothingSent()
}

func TestAnEditThatChangesNothingOrFails(t *testing.T) {
	r := newRig(t, 100, 40)
	r.editor = func(text, _ string) (string, error) { return text + "\n", nil }
	r.arrive(lsAsk)
	r.settle()
	r.decide("e")
	r.see("Nothing was changed")
	r.editor = func(string, string) (string, error) { return "", errors.New("exit status 1") }
	r.settle()
	r.decide("e")
	r.see("Not edited: exit status 1")
	r.notSee("Your change")
	r.advance(time.Second)
	r.nothingSent()
}

func sameJSON(t *testing.T, a json.RawMessage, b string) bool {
	t.Helper()
	var x, y map[string]string
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatal(err)
	}
	if len(x) != len(y) {
		return false
	}
	for k, v := range x {
		if y[k] != v {
			return false
		}
	}
	return true
}

// A document that was asked for before an edit comes after it. It is not what a
// yes would now run, so it must neither stay nor count as seen.
func TestADocumentFromBeforeAnEditDoesNotCount(t *testing.T) {
	r := newRig(t, 100, 40)
	r.editor = func(string, string) (string, error) { return "rm -rf /\n", nil }
	r.arrive(lsAsk)
	r.settle()
	r.holdRenders = true
	r.send(tea.WindowSizeMsg{Width: 100, Height: 40}) // asks for a document, which is slow
	r.settle()
	r.decide("e")
	if len(r.held) < 2 {
		t.Fatalf("%d documents are on their way, want the old and the new one", len(r.held))
	}
	r.send(r.held[0])
	r.settle()
	r.decide("y")
	r.nothingSent()
	r.send(r.held[len(r.held)-1])
	r.see("rm -rf /")
	r.settle()
	r.decide("y")
	r.only()
}

// However low the pane is, a key that allows stands beside what it does.
func TestAnEditedYesSaysWhatItIsAtEverySize(t *testing.T) {
	long := strings.Repeat("ls -la\n", 30)
	for _, width := range []int{40, 48, 80, 120} {
		for height := 12; height <= 40; height++ {
			r := newRig(t, width, height)
			r.editor = func(text, _ string) (string, error) { return text + long, nil }
			r.arrive(lsAsk)
			r.settle()
			r.decide("e")
			r.settle()
			words := regexp.MustCompile(`(?m)^ y  Yes, (once, as you changed it|once, as you change?d?…|once, as you ch…|changed) *(read to the end first|\d+ lines not seen)? *$`)
			if !words.MatchString(r.screen()) {
				t.Fatalf("at %d x %d, while it is read, y has no words:\n%s", width, height, r.screen())
			}
			r.press("G")
			r.settle()
			if !words.MatchString(r.screen()) {
				t.Fatalf("at %d x %d y has no words:\n%s", width, height, r.screen())
			}
		}
	}
}

// What the field is for is told in the same words before and after an edit.
func TestTheFieldForANoIsNamedAlikeAfterAnEdit(t *testing.T) {
	r := newRig(t, 80, 24)
	r.editor = func(text, _ string) (string, error) { return text + " /tmp", nil }
	r.arrive(lsAsk)
	r.settle()
	r.decide("e")
	r.settle()
	r.decide("r")
	r.see("NO, and say why:")
	r.notSee("say why…")
}
