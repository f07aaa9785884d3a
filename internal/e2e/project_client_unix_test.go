//go:build linux || darwin

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
	"sayso/plugin"
)

// inProject gives the session's project the folders and settings of the stories
// below, and the model its turns: a "P/" at the start of a text is the project.
func (s *stage) inProject(settings map[string]any, calls ...claudetest.Block) {
	s.t.Helper()
	for _, dir := range []string{".claude", "src", "conf"} {
		if err := os.MkdirAll(filepath.Join(s.session.Project, dir), 0o700); err != nil {
			s.t.Fatal(err)
		}
	}
	content, err := json.MarshalIndent(settings, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(s.session.Project, ".claude", "settings.json"), content, 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	var turns []claudetest.Turn
	for _, c := range calls {
		c.Input = json.RawMessage(strings.ReplaceAll(string(c.Input), `"P/`, `"`+s.session.Project+"/"))
		turns = append(turns, claudetest.Turn{c})
	}
	s.model.On("go", turns...)
}

func writes(id, file string) claudetest.Block {
	return claudetest.ToolUse("Write", map[string]any{"file_path": file, "content": "x"}).As(id)
}

// An agent that did "cd src" is still in its project: the card finds the rule that
// asked, takes the project's files for the project's, says where the agent is, and
// sees that a rule was kept. The project's environment moves none of it.
func TestClientAChangeOfDirectoryIsNotAnotherProject(t *testing.T) {
	for _, by := range []string{"by the plugin", "by a hook in a shell"} {
		t.Run(by, func(t *testing.T) {
			s, args := newStage(t), []string(nil)
			if by == "by the plugin" {
				s, args = withPlugin(t)
			}
			s.inProject(map[string]any{
				"env":         map[string]string{"CLAUDE_PROJECT_DIR": "/"},
				"permissions": map[string]any{"ask": []string{"Edit(/conf/**)"}},
			},
				bash("c0", "cd src"),
				writes("c1", "P/conf/a"), // asked by the project's rule
				bash("c2", "git init -q made"),
				writes("c3", "/opt/sayso-test/b"), // declined; below /tmp it would be nobody's loss
			)
			s.startPane()
			run := s.run("", args...)
			s.armed("conf/a")
			screen := s.pane.WaitFor("project/src")
			if by == "by the plugin" { // without it nothing tells that a rule asked
				s.pane.WaitFor("Edit(/conf/**)", ".claude/settings.json:")
			}
			if strings.Contains(screen, "outside of the project") {
				t.Errorf("the project's own file is told to be outside:\n%s", screen)
			}
			s.yes()

			s.armed("git init -q made")
			s.pane.WaitFor("project/src", "2  Yes, and allow from now on", ".claude/settings.local.json")
			s.pane.Press("2")

			s.armed("outside of the project")
			s.pane.Press("n")
			s.mustEnd(run)
			if !s.exists("conf/a") || !s.exists("src/made") {
				t.Error("what was allowed did not run")
			}
			if _, err := os.Stat(filepath.Join(s.session.Project, ".claude", "settings.local.json")); err != nil {
				t.Errorf("where the rule is kept: %v", err)
			}
			if by == "by the plugin" { // without it nothing tells that the call ran
				if screen := s.pane.WaitFor("kept"); strings.Contains(screen, "not kept") {
					t.Errorf("the rule is kept, and the pane says\n%s", screen)
				}
			}
		})
	}
}

// yes allows the ask on screen, confirmed where it wants that.
func (s *stage) yes() {
	s.t.Helper()
	s.pane.Press("y")
	if screen := s.pane.WaitUntil(func(screen string) bool {
		return strings.Contains(screen, "enter to confirm") || !strings.Contains(screen, "conf/a")
	}); strings.Contains(screen, "enter to confirm") {
		s.pane.Press("enter")
	}
}

// The variable by which Claude Code tells a hook the project can't be set by the
// project's settings, nor by the environment around the client.
func TestClientNobodySetsTheProject(t *testing.T) {
	desk := holdDesk(t)
	s := &stage{t: t, bin: binary(t), model: claudetest.NewModel(t)}
	s.session = claudetest.NewSession(t, s.model, claudetest.HookSettings(shellQuote(s.bin)+" hook --socket "+shellQuote(desk.socket), 86400))
	s.session.Setenv("CLAUDE_PROJECT_DIR", "/around")
	s.inProject(map[string]any{"env": map[string]string{"CLAUDE_PROJECT_DIR": "/evil"}}, bash("c0", "cd src"), bash("c1", "git init -q made"))
	run := s.run("")
	ask := desk.waiting(1)[0].Ask
	if ask.Session.Project != s.session.Project || ask.Session.Cwd != filepath.Join(s.session.Project, "src") {
		t.Errorf("the ask is of %+v, want it of %s", ask.Session, s.session.Project)
	}
	desk.yes(ask)
	s.mustEnd(run)
}

// The plugin's module says where the session started with each payload, and the
// proof covers it.
func TestClientTheModuleTellsTheProject(t *testing.T) {
	s, args := withPlugin(t)
	desk := holdDesk(t)
	if err := plugin.Write(args[1], s.bin, desk.socket); err != nil {
		t.Fatal(err)
	}
	s.inProject(map[string]any{}, bash("c0", "cd src"), bash("c1", "git init -q made"), bash("c2", "git init -q more"))
	run := s.headlessWith("", args)
	ask := desk.next(approver.FromSession)
	for range 2 {
		if ask.Session.Project != s.session.Project || ask.Session.Cwd != filepath.Join(s.session.Project, "src") {
			t.Errorf("the ask is of %+v, want it of %s", ask.Session, s.session.Project)
		}
		desk.yes(ask)
		first := ask.ID
		if ask.ToolUseID == "c2" {
			break
		}
		ask = desk.until("the next ask waits", func(snap approver.Snapshot) bool {
			return len(snap.Waiting) == 1 && snap.Waiting[0].Ask.ID != first
		}).Waiting[0].Ask
	}
	s.mustEnd(run)
}
