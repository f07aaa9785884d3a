package outside

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sayso/approver"
	"sayso/rules"
)

// moved is a session whose agent did "cd src", in a project with settings.
func moved(t *testing.T, settings string) approver.Session {
	t.Helper()
	project := t.TempDir()
	s := approver.Session{Project: project, Cwd: filepath.Join(project, "src")}
	for _, dir := range []string{filepath.Join(project, ".claude"), s.Cwd} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(project, ".claude", "settings.local.json"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestVerdictsAreOfTheProjectsSettings(t *testing.T) {
	s := moved(t, `{"permissions":{"allow":["Bash(git push *)"],"ask":["Bash(make *)"],"deny":["Read(/conf/**)"]}}`)
	t.Setenv("CLAUDE_CONFIG_DIR", t.TempDir())
	parts := []string{"git push origin", "make all", "cat ../conf/x", "cat conf/x"}
	var got []string
	for _, v := range Verdicts(t.TempDir(), s, parts) {
		got = append(got, v.Words)
	}
	want := []string{"allowed by Bash(git push *)", "asked by Bash(make *)", "denied by Read(/conf/**)", "no rule"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// Without a project told, the working directory is it.
	s.Project, s.Cwd = "", s.Project
	if v := Verdicts(t.TempDir(), s, parts[:1]); len(v) != 1 || v[0].Words != want[0] {
		t.Errorf("without a project: %+v", v)
	}
}

// A rule that Claude Code wrote into the project's settings is kept, whichever
// directory the agent was in.
func TestARuleIsLookedForInTheProject(t *testing.T) {
	s := moved(t, `{"permissions":{"allow":["Bash(git push *)"]}}`)
	u := rules.Update{Type: rules.AddRules, Behavior: rules.Allow, Destination: rules.LocalSettings,
		Rules: []rules.RuleValue{{ToolName: "Bash", RuleContent: "git push *"}}}
	if missing := Missing(t.TempDir(), s.Root(), []rules.Update{u}); len(missing) > 0 {
		t.Errorf("missing: %q", missing)
	}
}
