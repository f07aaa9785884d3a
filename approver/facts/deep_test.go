package facts_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sayso/approver/facts"
)

// An input may be nested as deep as a decoder reads. What hides at the bottom is
// found, in one pass: with one for each level this test does not end in time.
func TestHiddenFarBelow(t *testing.T) {
	const deep = 9000
	in := `{"n":1e400,"a":` + strings.Repeat("[0,", deep) + `{"k":"x\u200b","l\u200b":null}` + strings.Repeat("]", deep) + `,"z":["\u202e"]}`
	if !json.Valid([]byte(in)) {
		t.Fatal("the test's input is broken")
	}
	got := facts.Of(facts.Call{Tool: "Weird", Input: json.RawMessage(in), Cwd: "/x"})
	want := []string{
		"a.2.2.….2.2.k: 1 hidden character: zero-width space at 2",
		"name l⟨U+200B⟩: 1 hidden character: zero-width space at 2",
		"z.1: 1 hidden character: right-to-left override at 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
