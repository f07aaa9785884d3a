//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/internal/e2e/claudetest"
	"sayso/internal/e2e/screentest"
)

// These tests run the real client with the built program as its hook, and press
// the keys of the real pane. What is claimed is shown by its effect: a file, a
// settings file, what the model is told.

// stage is a session of the real client beside a running sayso.
type stage struct {
	t       *testing.T
	bin     string
	model   *claudetest.Model
	session *claudetest.Session
	pane    *screentest.Screen
}

// newStage prepares a session whose PermissionRequest hook is sayso. The pane is
// not running yet.
func newStage(t *testing.T, turns ...claudetest.Turn) *stage {
	t.Helper()
	bin := binary(t)
	model := claudetest.NewModel(t, turns...)
	session := claudetest.NewSession(t, model, claudetest.HookSettings(shellQuote(bin)+" hook", 86400))
	return &stage{t: t, bin: bin, model: model, session: session}
}

// socket is where the session's sayso listens.
func (s *stage) socket() string { return filepath.Join(s.session.RuntimeDir, "sayso", "sayso.sock") }

// startPane starts sayso where the session's hooks find it.
func (s *stage) startPane() {
	s.t.Helper()
	s.pane = screentest.Start(s.t, screentest.Options{Argv: []string{s.bin}, Env: s.session.Env, Dir: s.session.Project, Cols: 100, Rows: 30})
	s.pane.WaitFor("Nothing waits for you.")
}

// headless starts the client with a prompt.
func (s *stage) headless(prompt string) *claudetest.Process {
	ctx, cancel := context.WithTimeout(context.Background(), claudetest.Patience)
	s.t.Cleanup(cancel)
	return s.session.Headless(ctx, claudetest.Run{Prompt: prompt})
}

// armed waits until the card of an ask, told by a text on it, takes keys.
func (s *stage) armed(text string) {
	s.t.Helper()
	armed(s.pane, text)
}

// quit quits a pane where nothing waits, and returns its status. A q that follows
// at once on other keys is typing and counts for nothing, so it is pressed as a
// person would: again.
func (s *stage) quit() int {
	s.t.Helper()
	for {
		s.pane.Press("q")
		select {
		case <-s.pane.Exited():
			return s.pane.Wait()
		case <-time.After(2 * time.Second):
		}
		if s.t.Context().Err() != nil {
			s.t.Fatal("the pane does not quit")
		}
	}
}

func armed(pane *screentest.Screen, text string) {
	pane.WaitUntil(func(screen string) bool {
		return strings.Contains(screen, text) && strings.Contains(screen, " y  Yes, once") && !strings.Contains(screen, "arming")
	})
}

func (s *stage) exists(name string) bool {
	_, err := os.Stat(filepath.Join(s.session.Project, name))
	return err == nil
}

// mustEnd waits for the run and checks that it ended well.
func (s *stage) mustEnd(p *claudetest.Process) claudetest.Result {
	s.t.Helper()
	r := p.Wait()
	if r.ExitCode != 0 {
		s.t.Errorf("the client exited with %d: %s", r.ExitCode, r.Stderr)
	}
	return r
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func touch(id, file string) claudetest.Block {
	return claudetest.ToolUse("Bash", map[string]any{"command": "touch " + file, "description": "Make " + file}).As(id)
}

func TestClientYesRunsTheCall(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.startPane()
	run := s.headless("go")
	s.armed("touch made")
	if s.exists("made") {
		t.Fatal("the call ran before it was allowed")
	}
	s.pane.Press("y")
	s.mustEnd(run)
	if !s.exists("made") {
		t.Errorf("the call did not run: %+v", s.model.ToolResults()["c1"])
	}
	s.pane.WaitFor("✓ yes")
}

func TestClientASuggestionIsKept(t *testing.T) {
	gitInit := func(id string) claudetest.Block {
		return claudetest.ToolUse("Bash", map[string]any{"command": "git init -q made"}).As(id)
	}
	s := newStage(t, claudetest.Turn{gitInit("c1")}, claudetest.Turn{gitInit("c2")})
	s.startPane()
	run := s.headless("go")
	s.armed("git init -q made")
	screen := s.pane.WaitFor("2  Yes, and allow from now on", ".claude/settings.local.json")
	s.pane.Press("2")
	s.mustEnd(run)
	if got := s.model.ToolResults()["c2"]; got.IsError {
		t.Errorf("the second call: %+v", got)
	}
	var settings struct {
		Permissions struct{ Allow []string }
	}
	data, err := os.ReadFile(filepath.Join(s.session.Project, ".claude", "settings.local.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &settings); err != nil {
		t.Fatal(err)
	}
	if len(settings.Permissions.Allow) == 0 {
		t.Fatalf("no rule in %s", data)
	}
	for _, rule := range settings.Permissions.Allow {
		if !strings.Contains(screen, "+ "+rule) {
			t.Errorf("the rule %s was kept, and was not on the card:\n%s", rule, screen)
		}
	}
	// Neither the same call in this session nor one in the next asks again.
	s.mustEnd(s.headless("again"))
	if code := s.quit(); code != 0 {
		t.Errorf("sayso exited with %d", code)
	}
}

func TestClientNoTellsTheModelWhy(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.startPane()
	run := s.headless("go")
	s.armed("touch made")
	s.pane.Press("r")
	s.pane.WaitFor("NO, and say why:", "enter send")
	s.pane.Type("use the notes folder")
	s.pane.WaitFor("use the notes folder")
	s.pane.Press("enter")
	s.mustEnd(run)
	if got := s.model.ToolResults()["c1"]; !got.IsError || !strings.Contains(got.Text, "use the notes folder") {
		t.Errorf("the model was told %+v", got)
	}
	if s.exists("made") {
		t.Error("the call ran although it was denied")
	}
}

func TestClientNoAndStopEndsTheTurn(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")}, claudetest.Turn{touch("c2", "more")})
	s.startPane()
	run := s.headless("go")
	s.armed("touch made")
	s.pane.Press("x")
	run.Wait()
	for _, r := range s.model.Requests() {
		if r.Main() && r.Turn > 0 {
			t.Errorf("the turn went on: the model was asked for turn %d", r.Turn)
		}
	}
	if s.exists("made") || s.exists("more") {
		t.Error("a call ran after the turn was stopped")
	}
}

func TestClientHandBackIsADenialWithoutATerminal(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.startPane()
	run := s.headless("go")
	s.armed("touch made")
	s.pane.Press("t")
	s.mustEnd(run)
	if got := s.model.ToolResults()["c1"]; !got.IsError {
		t.Errorf("the model was told %+v", got)
	}
	if s.exists("made") {
		t.Error("the call ran")
	}
	s.pane.WaitFor("handed back")
}

func TestClientHandBackLetsTheTerminalAnswer(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.startPane()
	client := s.session.Interactive(claudetest.Run{})
	client.Submit("go")
	s.armed("touch made")
	s.pane.Press("t")
	s.pane.WaitFor("handed back")
	client.Answer("1", "Do you want to proceed?")
	ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
	defer cancel()
	if got := s.model.WaitToolResult(ctx, "c1"); got.IsError || !s.exists("made") {
		t.Errorf("the terminal's yes did not run the call: %+v", got)
	}
}

func TestClientTwoSessionsGetTheirOwnAnswers(t *testing.T) {
	s := newStage(t)
	s.model.On("make alpha", claudetest.Turn{touch("a1", "alpha")})
	s.model.On("make beta", claudetest.Turn{touch("b1", "beta")})
	s.startPane()
	first := s.headless("make alpha")
	s.pane.WaitFor("touch alpha")
	second := s.headless("make beta")
	s.pane.WaitFor("1 of 2")
	s.pane.Press("tab")
	s.armed("2 of 2")
	s.pane.Press("n")
	s.mustEnd(second)
	s.armed("touch alpha")
	s.pane.Press("y")
	s.mustEnd(first)
	if !s.exists("alpha") || s.exists("beta") {
		t.Errorf("alpha was allowed and is there: %v; beta was denied and is there: %v", s.exists("alpha"), s.exists("beta"))
	}
	results := s.model.ToolResults()
	if results["a1"].IsError || !results["b1"].IsError {
		t.Errorf("the models were told %+v", results)
	}
}

func TestClientGoesOnWithoutSayso(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.mustEnd(s.headless("go"))
	if got := s.model.ToolResults()["c1"]; !got.IsError {
		t.Errorf("the model was told %+v", got)
	}
	if s.exists("made") {
		t.Error("the call ran although nobody allowed it")
	}
}

func TestClientGoesOnWhenSaysoIsKilled(t *testing.T) {
	s := newStage(t, claudetest.Turn{touch("c1", "made")})
	s.startPane()
	run := s.headless("go")
	s.pane.WaitFor("touch made")
	s.pane.Kill()
	s.mustEnd(run)
	if got := s.model.ToolResults()["c1"]; !got.IsError {
		t.Errorf("the model was told %+v", got)
	}
	if s.exists("made") {
		t.Error("the call ran although nobody allowed it")
	}
}
