package outside

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
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
	verdict := func(command string) string {
		input, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		trace, ok := Trace(t.TempDir(), s, rules.Call{Tool: "Bash", Input: input})
		if !ok {
			t.Fatal("nothing is told")
		}
		if trace.Rule == nil {
			return string(trace.Decision)
		}
		return string(trace.Decision) + " by " + trace.Rule.Text
	}
	var got []string
	for _, part := range parts {
		got = append(got, verdict(part))
	}
	want := []string{"allow by Bash(git push *)", "ask by Bash(make *)", "deny by Read(/conf/**)", "none"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// Without a project told, the working directory is it.
	s.Project, s.Cwd = "", s.Project
	if v := verdict(parts[0]); v != want[0] {
		t.Errorf("without a project: %s", v)
	}
}

// A rule that Claude Code wrote into the project's settings is kept, whichever
// directory the agent was in.
func TestARuleIsLookedForInTheProject(t *testing.T) {
	s := moved(t, `{"permissions":{"allow":["Bash(git push *)"]}}`)
	u := claude.Update{Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.LocalSettings,
		Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: "git push *"}}}
	if missing := Missing(t.TempDir(), s.Root(), []claude.Update{u}); len(missing) > 0 {
		t.Errorf("missing: %q", missing)
	}
}

// Further working directories are absolute, whichever directory the agent is in.
func TestDirectoriesAreOfTheProjectsSettings(t *testing.T) {
	s := moved(t, `{"permissions":{"additionalDirectories":["../docs","~/notes","/srv/data"]}}`)
	t.Setenv("CLAUDE_CONFIG_DIR", t.TempDir())
	home := t.TempDir()
	want := []string{filepath.Join(filepath.Dir(s.Project), "docs"), filepath.Join(home, "notes"), "/srv/data"}
	if got := Directories(home, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Directories("", s); got != nil {
		t.Errorf("without a home directory: %q", got)
	}
	if got := Directories(home, approver.Session{}); got != nil {
		t.Errorf("without a project: %q", got)
	}
}
