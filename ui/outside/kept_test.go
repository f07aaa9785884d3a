package outside

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
)

func TestMissing(t *testing.T) {
	home, cwd := t.TempDir(), t.TempDir()
	file := filepath.Join(cwd, ".claude", "settings.local.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"permissions":{"allow":["Bash(git push *)","WebSearch"],"deny":["Bash(rm *)"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	add := func(to claude.Destination, b claude.Behavior, content ...string) claude.Update {
		u := claude.Update{Type: claude.AddRules, Behavior: b, Destination: to}
		for _, c := range content {
			u.Rules = append(u.Rules, claude.RuleValue{ToolName: "Bash", RuleContent: c})
		}
		return u
	}
	for name, tc := range map[string]struct {
		update claude.Update
		want   []string
	}{
		"there":                {add(claude.LocalSettings, claude.Allow, "git push *"), nil},
		"one of two":           {add(claude.LocalSettings, claude.Allow, "git push *", "ls *"), []string{"Bash(ls *)"}},
		"under another list":   {add(claude.LocalSettings, claude.Allow, "rm *"), []string{"Bash(rm *)"}},
		"in another file":      {add(claude.ProjectSettings, claude.Allow, "git push *"), []string{"Bash(git push *)"}},
		"no file at all":       {add(claude.UserSettings, claude.Deny, "x"), []string{"Bash(x)"}},
		"memory is not looked": {add(claude.Session, claude.Allow, "ls *"), nil},
		"a mode adds no rule":  {claude.Update{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.LocalSettings}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Missing(home, cwd, []claude.Update{tc.update}); !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	e := approver.Entry{State: approver.Confirmed, Decision: approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{add(claude.LocalSettings, claude.Allow, "x")}}}
	if !ToLookAfter(e) {
		t.Error("a yes with a rule that ran is not looked after")
	}
	e.Kept.Known = true
	if ToLookAfter(e) {
		t.Error("it is looked after twice")
	}
}
