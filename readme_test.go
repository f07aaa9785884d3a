package main

import (
	"os"
	"strings"
	"testing"

	"sayso/ui/keys"
)

// The README's picture is a frame that the program drew, and its keys are those
// that the program knows.
func TestTheReadmeIsTrue(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	frame, err := os.ReadFile("ui/testdata/TestFrames/suggestions/80x24.golden")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```\n"+string(frame)+"```") {
		t.Error("the README's picture is not the frame suggestions/80x24 any more; put that in")
	}
	m := keys.Default()
	for _, b := range []struct{ key, desc string }{
		{m.Yes.Help().Key, m.Yes.Help().Desc}, {m.No.Help().Key, m.No.Help().Desc},
		{m.NoSay.Help().Key, m.NoSay.Help().Desc}, {m.NoStop.Help().Key, m.NoStop.Help().Desc},
	} {
		if want := "`" + b.key + "` " + strings.ReplaceAll(b.desc, "yes, once", "yes once"); !strings.Contains(string(readme), want) {
			t.Errorf("the README does not say %s", want)
		}
	}
}
