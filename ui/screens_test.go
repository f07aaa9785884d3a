package ui_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

const screensDoc = "../docs/screens.md"

// TestTheDocumentedScreensAreTheProgramsOwn holds docs/screens.md to what the
// program draws. With -update it writes it anew.
func TestTheDocumentedScreensAreTheProgramsOwn(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Screens\n\nDrawn by the program, as text: `make golden` writes them anew.\n")
	for _, name := range []string{"suggestions", "plugin", "edit", "hidden", "long", "questions", "history", "empty"} {
		fmt.Fprintf(&b, "\n## %s\n", name)
		for _, size := range [][2]int{{48, 20}, {80, 24}, {120, 40}} {
			r := newRig(t, size[0], size[1])
			frames[name](r)
			rows := strings.Split(r.screen(), "\n")
			for i := range rows {
				rows[i] = strings.TrimRight(rows[i], " ")
			}
			fmt.Fprintf(&b, "\n%d × %d\n\n```\n%s\n```\n", size[0], size[1], strings.Join(rows, "\n"))
		}
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(screensDoc, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(screensDoc)
	if err != nil || string(got) != b.String() {
		t.Errorf("docs/screens.md is not what the program draws (%v); run make golden", err)
	}
}
