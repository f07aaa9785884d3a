package e2e

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"sayso/plugin/setup"
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
	// The hook that is put in by hand is what "sayso install" would print.
	entry, err := setup.ManualEntry("/home/you/.local/bin/sayso", "/run/user/1000/sayso/sayso.sock")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(readme), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	var shown, printed any
	if err := errors.Join(json.Unmarshal([]byte(example), &shown), json.Unmarshal([]byte("{"+entry+"}"), &printed)); err != nil || !reflect.DeepEqual(shown, printed) {
		t.Errorf("the README shows another hook than sayso does: %v, %v, %v", shown, printed, err)
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
