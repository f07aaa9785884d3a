package facts_test

import (
	"encoding/json"
	"slices"
	"testing"

	"sayso/approver/facts"
)

// A project and a home below a folder for temporary files are no less theirs.
func TestAProjectInATemporaryFolder(t *testing.T) {
	for command, want := range map[string][]string{
		"echo x > .git/hooks/pre-commit": {"writes .git/hooks/pre-commit, a hook that git runs on its own"},
		"echo x >> ~/.bashrc":            {"writes ~/.bashrc, which a shell runs when it starts"},
		"echo x > .claude/settings.json": {"writes .claude/settings.json, which holds Claude Code's settings"},
		"echo x > /tmp/other":            nil,
		"echo x > /dev/null":             nil,
		"echo x > src/a.go":              nil,
	} {
		input, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		got := facts.Of(facts.Call{Tool: "Bash", Input: input, Cwd: "/tmp/box/app", Home: "/tmp/box"})
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}
