package ui_test

import (
	"strings"
	"testing"

	"sayso/ui"
)

// An ask may name any directory, and the pane runs for weeks: no name that can't
// be one is looked up and kept.
func TestTheBranchOfNoDirectoryIsNotKept(t *testing.T) {
	var looked []int
	r := newRig(t, 80, 24, func(o *ui.Options) {
		o.Branch = func(cwd string) string {
			looked = append(looked, len(cwd))
			return "main"
		}
	})
	ask := lsAsk
	ask.Session.Cwd = "/" + strings.Repeat("x", 1<<20)
	r.arrive(ask)
	r.settle()
	r.decide("n")
	ask.Session.Cwd = "/app"
	r.arrive(ask)
	r.settle()
	r.see("main")
	if len(looked) != 1 || looked[0] != len("/app") {
		t.Errorf("looked up names of %v bytes", looked)
	}
}
