//go:build unix

package e2e

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sayso/internal/e2e/claudetest"
	"sayso/plugin"
)

// The plugin as "sayso install" brings it into the real client.

// settingsOfMine is a settings file that the client would lay out otherwise.
const settingsOfMine = `{
    "cleanupPeriodDays":   30,
    "permissions": {"ask": [],"allow": [
        "WebSearch"]},

    "env": {}
}
`

// installed is a stage with the plugin installed in the session's home. The
// program is a copy, so that it may be deleted.
func installed(t *testing.T, settings claudetest.Settings, turns ...claudetest.Turn) *stage {
	t.Helper()
	s := &stage{t: t, model: claudetest.NewModel(t, turns...)}
	s.session = claudetest.NewSession(t, s.model, settings)
	bin := t.TempDir()
	s.bin = filepath.Join(bin, "sayso")
	program, err := os.ReadFile(binary(t))
	if err == nil {
		err = claudetest.WriteExecutable(s.bin, program)
	}
	if err == nil {
		err = os.Symlink(claudetest.Client(t), filepath.Join(bin, "claude"))
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(s.session.Home, ".claude"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(s.settingsFile(), []byte(settingsOfMine), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.session.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	s.sayso("install")
	return s
}

func (s *stage) settingsFile() string {
	return filepath.Join(s.session.Home, ".claude", "settings.json")
}

// sayso runs the program and returns what it printed.
func (s *stage) sayso(args ...string) string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), claudetest.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.bin, args...)
	cmd.Env, cmd.Dir = s.session.Env, s.session.Project
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("sayso %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// guardDir is a copy of a plugin that asks, for the client writes into it.
func guardDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "guard")
	if err := os.CopyFS(dir, os.DirFS("plugin/testdata/guard")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (s *stage) run(mode string, args ...string) *claudetest.Process {
	ctx, cancel := context.WithTimeout(context.Background(), claudetest.Patience)
	s.t.Cleanup(cancel)
	return s.session.Headless(ctx, claudetest.Run{Prompt: "go", Mode: mode, Args: args})
}

// files returns every file beneath a directory.
func files(t *testing.T, dir string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			found[filepath.ToSlash(rel)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestClientInstallSessionUninstall(t *testing.T) {
	s := installed(t, claudetest.Settings{}, claudetest.Turn{touch("c1", "guarded")})
	with, err := os.ReadFile(s.settingsFile())
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range []string{`    "cleanupPeriodDays":   30,` + "\n", "{\"ask\": [],\"allow\": [\n        \"WebSearch\"]},\n\n"} {
		if !bytes.Contains(with, []byte(kept)) {
			t.Errorf("the layout is gone:\n%s", with)
		}
	}
	s.sayso("install")
	if again, err := os.ReadFile(s.settingsFile()); err != nil || !bytes.Equal(again, with) {
		t.Errorf("installed twice, the settings are %s, %v", again, err)
	}

	s.startPane()
	if said := s.sayso("doctor"); strings.Contains(said, "fail") || strings.Contains(said, "warn") || !strings.Contains(said, "reached the pane and came back") {
		t.Errorf("the doctor says\n%s", said)
	}
	run := s.run("", "--plugin-dir", guardDir(t))
	s.armed("guard asks")
	s.pane.WaitFor("the guard wants a look", "There is no terminal to ask in")
	s.pane.Press("y")
	s.pane.WaitFor("enter to confirm")
	s.pane.Press("enter")
	s.mustEnd(run)
	if !s.exists("guarded") {
		t.Errorf("the call did not run: %+v", s.model.ToolResults()["c1"])
	}
	s.quit()

	s.sayso("uninstall")
	if after, err := os.ReadFile(s.settingsFile()); err != nil || string(after) != settingsOfMine {
		t.Errorf("uninstalled, the settings are\n%s, %v", after, err)
	}
	for name := range files(t, s.session.Home) {
		clients := name == ".claude.json" || strings.HasPrefix(name, ".claude/")
		record := strings.HasPrefix(name, ".claude/projects/") // of a session, named after its folder
		if !clients || strings.Contains(name, "sayso") && !record {
			t.Errorf("%s is left behind", name)
		}
	}
	if said := s.sayso("uninstall"); !strings.Contains(said, "sayso was not installed.") {
		t.Errorf("uninstalled twice, it says\n%s", said)
	}

	// Removing it and installing it again must not leave it declined.
	s.sayso("install")
	if said := s.sayso("doctor"); !strings.Contains(said, "is installed and enabled") {
		t.Errorf("installed again, the doctor says\n%s", said)
	}
}

func TestClientInATerminalSomebodyElseCanBeAsked(t *testing.T) {
	s := installed(t, claudetest.Settings{}, claudetest.Turn{touch("c1", "guarded")})
	s.startPane()
	client := s.session.Interactive(claudetest.Run{Args: []string{"--plugin-dir", guardDir(t)}})
	client.Submit("go")
	s.armed("the guard wants a look")
	screen := s.pane.WaitFor("The terminal shows nothing until")
	if strings.Contains(screen, "Nobody can be asked") {
		t.Errorf("a person sits at the terminal, yet the card says\n%s", screen)
	}
	s.pane.Press("n")
	s.pane.WaitFor("✗ no")
}

func TestClientAskRuleIsShownWithItsFile(t *testing.T) {
	s := installed(t, claudetest.Settings{}, claudetest.Turn{
		claudetest.ToolUse("Write", map[string]any{"file_path": "made", "content": "x"}).As("c1"),
	})
	with := strings.Replace(settingsOfMine, `"ask": []`, `"ask": ["Write"]`, 1)
	if err := os.MkdirAll(filepath.Join(s.session.Project, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	local := filepath.Join(s.session.Project, ".claude", "settings.local.json")
	if err := os.WriteFile(local, []byte(with), 0o600); err != nil {
		t.Fatal(err)
	}
	s.startPane()
	run := s.run("")
	s.armed("Your ask rule: Write")
	s.pane.WaitFor("settings.local.json:3)")
	s.pane.Press("n")
	s.mustEnd(run)
}

func TestClientAWatchedCallAsksInAutoMode(t *testing.T) {
	bash := func(id, command string) claudetest.Block {
		return claudetest.ToolUse("Bash", map[string]any{"command": command}).As(id)
	}
	s := installed(t, claudetest.Settings{}, claudetest.Turn{bash("seen", "ls -a")}, claudetest.Turn{bash("unseen", "pwd")})
	config := filepath.Join(s.session.Home, ".config", "sayso")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "watch.rules"), []byte("# what I want to see\nBash(ls *)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.startPane()
	s.pane.WaitFor("1 watch rule in force")
	run := s.run("auto")
	s.armed("you asked to see this: Bash(ls *)")
	s.pane.Press("y")
	s.pane.WaitFor("enter to confirm")
	s.pane.Press("enter")
	s.mustEnd(run)
	for id, got := range s.model.ToolResults() {
		if got.IsError {
			t.Errorf("%s: %+v", id, got)
		}
	}
	if len(s.model.ToolResults()) != 2 {
		t.Errorf("the calls that ended: %+v", s.model.ToolResults())
	}
	s.pane.Press("h")
	if screen := s.pane.WaitFor("Activity"); strings.Contains(screen, "pwd") {
		t.Errorf("a call that nobody watches came to the pane:\n%s", screen)
	}
	marker := plugin.WatchMarker(filepath.Join(s.session.RuntimeDir, "sayso", "sayso.sock"))
	if _, err := os.Stat(marker); err != nil {
		t.Error(err)
	}
	s.pane.Press("esc")
	s.pane.WaitFor("Nothing waits for you.")
	s.pane.Press("ctrl+c") // types nothing, so it may follow the h at once
	s.pane.Wait()
	if _, err := os.Stat(marker); err == nil {
		t.Error("the marker outlives the pane")
	}
}

func TestClientGoesOnWhenTheInstalledSaysoIsGone(t *testing.T) {
	settings := claudetest.HookSettings(`printf %s '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'`, 10)
	s := installed(t, settings, claudetest.Turn{touch("c1", "made")})
	if err := os.Remove(s.bin); err != nil {
		t.Fatal(err)
	}
	r := s.mustEnd(s.run(""))
	if !s.exists("made") || r.Stderr != "" {
		t.Errorf("the call: %+v, and the client complained: %q", s.model.ToolResults()["c1"], r.Stderr)
	}
}
