//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"sayso/internal/claude"
	"sayso/internal/e2e/claudetest"
	"sayso/rules"
	"sayso/rules/settings"
)

// Settings files that sayso edited are read by the real client, with the effect
// that the matcher predicts. No hook is set and there is no terminal, so what no
// rule allows is refused.
func TestClientReadsTheSettingsThatSaysoEdited(t *testing.T) {
	commands := map[string]string{
		"c1": "git init -q by-local",
		"c2": "git init -q by-local && git init -q denied-part",
		"c3": "mktemp -d ./by-user.XXXX",
		"c4": "git init -q asked",
		"c5": "git init --bare -q not-covered",
	}
	var calls claudetest.Turn
	for _, id := range []string{"c1", "c2", "c3", "c4", "c5"} {
		calls = append(calls, claudetest.ToolUse("Bash", map[string]any{"command": commands[id]}).As(id))
	}
	model := claudetest.NewModel(t, calls)
	session := claudetest.NewSession(t, model, claudetest.Settings{})

	// Files that somebody wrote before, in their own form.
	claudeDir := func(dir string) string { return filepath.Join(dir, ".claude") }
	for path, text := range map[string]string{
		filepath.Join(claudeDir(session.Project), "settings.local.json"): "{\n   \"other\" : [1,2 ,3],\n   \"permissions\": {\"allow\": [\"Bash(mktemp *)\", \"Bash(git init *)\"]}\n}\n",
		filepath.Join(claudeDir(session.Home), "settings.json"):          "{\"theme\":\"dark\"}",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files := settings.Files(session.Home, session.Project, nil)
	update := func(to claude.Destination, kind claude.UpdateType, behavior claude.Behavior, contents ...string) {
		t.Helper()
		u := claude.Update{Type: kind, Behavior: behavior, Destination: to}
		for _, c := range contents {
			u.Rules = append(u.Rules, claude.RuleValue{ToolName: "Bash", RuleContent: c})
		}
		file, ok := settings.Find(files, to)
		if !ok {
			t.Fatalf("no file for %s in %+v", to, files)
		}
		if _, err := settings.Update(file, u); err != nil {
			t.Fatal(err)
		}
	}
	update(claude.LocalSettings, claude.RemoveRules, claude.Allow, "mktemp *", "git init *")
	update(claude.LocalSettings, claude.AddRules, claude.Allow, "git init -q *")
	update(claude.UserSettings, claude.AddRules, claude.Allow, "mktemp *")
	update(claude.UserSettings, claude.AddRules, claude.Deny, "git init -q denied-part")
	update(claude.ProjectSettings, claude.ReplaceRules, claude.Ask, "git init -q asked")

	loaded := settings.Load(files)
	if len(loaded.Problems) > 0 {
		t.Fatal(loaded.Problems)
	}
	set := rules.Compile(loaded.Rules, rules.Place{Cwd: session.Project, Home: session.Home, Follow: settings.Links})

	ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
	defer cancel()
	session.Headless(ctx, claudetest.Run{Prompt: "go"}).Wait()
	results := model.ToolResults()
	allowed := 0
	for id, command := range commands {
		input, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		predicted := set.Decide(rules.Call{Tool: "Bash", Input: input})
		ran := !results[id].IsError
		if ran != (predicted.Decision == rules.DecideAllow) {
			t.Errorf("%s: predicted %s (%s), but ran is %v: %s", command, predicted.Decision, predicted.Why, ran, results[id].Text)
		}
		if ran {
			allowed++
		}
	}
	if allowed != 2 {
		t.Errorf("%d calls were allowed, want the two that rules cover: %+v", allowed, results)
	}
}
