//go:build unix

package claudetest

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestClientIsFoundOrTheTestEnds(t *testing.T) {
	stub := func(says string) string {
		path := filepath.Join(t.TempDir(), "claude")
		if err := WriteExecutable(path, []byte("#!/bin/sh\necho '"+says+"'\n")); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tt := range []struct{ name, path, require, how, message string }{
		{"none", "", "", "skip", "skipped: the real client is not installed; set SAYSO_CLAUDE"},
		{"none, compulsory", "", "1", "fatal", "set SAYSO_CLAUDE"},
		{"a wrong path", "/nowhere/claude", "", "fatal", "/nowhere/claude"},
		{"another version", stub("2.1.3 (Claude Code)"), "", "fatal", "want " + PinnedVersion},
		{"a longer version", stub(PinnedVersion + "0 (Claude Code)"), "", "fatal", "want " + PinnedVersion},
		{"the right one", stub(PinnedVersion + " (Claude Code)"), "1", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("SAYSO_CLAUDE", tt.path)
			t.Setenv("SAYSO_REQUIRE_CLAUDE", tt.require)
			var got string
			end := outcome(t, func(tb testing.TB) { got = Client(tb) })
			if end.how != tt.how || !strings.Contains(end.message, tt.message) {
				t.Errorf("ended with %q %q, want %q %q", end.how, end.message, tt.how, tt.message)
			}
			if tt.how == "" && got != tt.path {
				t.Errorf("path %q, want %q", got, tt.path)
			}
		})
	}
}
