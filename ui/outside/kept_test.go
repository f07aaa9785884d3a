package outside

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sayso/approver"
	"sayso/rules"
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
	add := func(to rules.Destination, b rules.Behavior, content ...string) rules.Update {
		u := rules.Update{Type: rules.AddRules, Behavior: b, Destination: to}
		for _, c := range content {
			u.Rules = append(u.Rules, rules.RuleValue{ToolName: "Bash", RuleContent: c})
		}
		return u
	}
	for name, tc := range map[string]struct {
		update rules.Update
		want   []string
	}{
		"there":                {add(rules.LocalSettings, rules.Allow, "git push *"), nil},
		"one of two":           {add(rules.LocalSettings, rules.Allow, "git push *", "ls *"), []string{"Bash(ls *)"}},
		"under another list":   {add(rules.LocalSettings, rules.Allow, "rm *"), []string{"Bash(rm *)"}},
		"in another file":      {add(rules.ProjectSettings, rules.Allow, "git push *"), []string{"Bash(git push *)"}},
		"no file at all":       {add(rules.UserSettings, rules.Deny, "x"), []string{"Bash(x)"}},
		"memory is not looked": {add(rules.Session, rules.Allow, "ls *"), nil},
		"a mode adds no rule":  {rules.Update{Type: rules.SetMode, Mode: rules.ModePlan, Destination: rules.LocalSettings}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Missing(home, cwd, []rules.Update{tc.update}); !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	e := approver.Entry{State: approver.Confirmed, Decision: approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []rules.Update{add(rules.LocalSettings, rules.Allow, "x")}}}
	if !ToLookAfter(e) {
		t.Error("a yes with a rule that ran is not looked after")
	}
	e.Kept.Known = true
	if ToLookAfter(e) {
		t.Error("it is looked after twice")
	}
}
