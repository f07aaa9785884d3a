//go:build linux || darwin

package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/cli"
	"sayso/internal/e2e/claudetest"
	"sayso/internal/openjson"
	"sayso/ipc"
	"sayso/plugin"
)

// answering is a sayso without a screen that answers by tool_use_id and keeps
// what it was asked.
type answering struct {
	mu      sync.Mutex
	asked   map[string]approver.Ask
	answers map[string]approver.Decision
}

// serveAnswers starts one where the session's doors find it. A call without an
// answer is denied.
func serveAnswers(t *testing.T, session *claudetest.Session, answers map[string]approver.Decision) *answering {
	t.Helper()
	a := &answering{asked: map[string]approver.Ask{}, answers: answers}
	socket := filepath.Join(session.RuntimeDir, "s.sock")
	session.Setenv("SAYSO_SOCKET", socket)
	stop, err := serveDesk(socket, a.answer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return a
}

func (a *answering) answer(ask approver.Ask) approver.Decision {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked[ask.ToolUseID] = ask
	if d, ok := a.answers[ask.ToolUseID]; ok {
		return d
	}
	return approver.Decision{Verdict: approver.Deny, Message: "no answer was prepared"}
}

// ask returns what was asked for a call; ok is false when nothing was.
func (a *answering) ask(id string) (ask approver.Ask, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	ask, ok = a.asked[id]
	return ask, ok
}

// viaMCP returns the arguments with which the client asks through "sayso mcp".
func viaMCP(t *testing.T) []string {
	t.Helper()
	config, err := openjson.Marshal(map[string]any{"mcpServers": map[string]any{
		"sayso": map[string]any{"command": binary(t), "args": []string{"mcp"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return []string{"--permission-prompt-tool", "mcp__sayso__approve", "--mcp-config", string(config)}
}

// runMCP runs the client once on the turns, with its asks on the desk.
func runMCP(t *testing.T, mode string, answers map[string]approver.Decision, turns ...claudetest.Turn) (*stage, *answering, claudetest.Result) {
	t.Helper()
	model := claudetest.NewModel(t, turns...)
	s := &stage{t: t, model: model, session: claudetest.NewSession(t, model, claudetest.Settings{})}
	desk := serveAnswers(t, s.session, answers)
	return s, desk, s.mustEnd(s.headlessWith(mode, viaMCP(t)))
}

func bash(id, command string) claudetest.Block {
	return claudetest.ToolUse("Bash", map[string]any{"command": command}).As(id)
}

// forged is the model's own call of the tool, about a call that it made up.
func forged(id string) claudetest.Block {
	return claudetest.ToolUse("mcp__sayso__approve", map[string]any{
		"tool_name": "Bash", "input": map[string]any{"command": "rm -rf /"}, "tool_use_id": "invented",
	}).As(id)
}

// headlessWith starts the client with a mode and further arguments.
func (s *stage) headlessWith(mode string, args []string) *claudetest.Process {
	ctx, cancel := context.WithTimeout(context.Background(), claudetest.Patience)
	s.t.Cleanup(cancel)
	return s.session.Headless(ctx, claudetest.Run{Prompt: "go", Mode: mode, Args: args})
}

func TestClientAsksThroughMCP(t *testing.T) {
	const question = "Which <one> & \"why\"?"
	input := map[string]any{"questions": []any{map[string]any{
		"question": question, "header": "One", "multiSelect": false,
		"options": []any{map[string]any{"label": "Left", "description": "l"}, map[string]any{"label": "Right", "description": "r"}},
	}}}
	answered, err := openjson.Marshal(map[string]any{"questions": input["questions"], "answers": map[string]string{question: "Right"}})
	if err != nil {
		t.Fatal(err)
	}
	s, desk, result := runMCP(t, "", map[string]approver.Decision{
		"keep": {Verdict: approver.Allow, UpdatedPermissions: []claude.Update{{
			Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.LocalSettings,
			Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: "git init *"}},
		}}},
		"change":   {Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"command":"touch right"}`)},
		"deny":     {Verdict: approver.Deny, Message: "Not <this> one, please."},
		"handback": {},
		"question": {Verdict: approver.Allow, UpdatedInput: answered},
		"forged":   {Verdict: approver.Allow},
		"invented": {Verdict: approver.Allow},
	},
		claudetest.Turn{bash("keep", "git init -q one")},
		claudetest.Turn{bash("kept", "git init -q two")},
		claudetest.Turn{bash("change", "touch wrong")},
		claudetest.Turn{bash("deny", "touch denied")},
		claudetest.Turn{bash("handback", "touch handedback")},
		claudetest.Turn{claudetest.ToolUse(claude.ToolAskUserQuestion, input).As("question")},
		claudetest.Turn{forged("forged")},
	)
	told := s.model.ToolResults()

	// Allow with an update: the call runs, the rule lands, the next call is not asked about.
	if !s.exists("one") || !s.exists("two") {
		t.Errorf("the allowed calls did not run: %+v, %+v", told["keep"], told["kept"])
	}
	if _, asked := desk.ask("kept"); asked {
		t.Error("the rule that was kept did not settle the second call")
	}
	settings, err := os.ReadFile(filepath.Join(s.session.Project, ".claude", "settings.local.json"))
	if err != nil || !strings.Contains(string(settings), `"Bash(git init *)"`) {
		t.Errorf("the local settings: %v: %s", err, settings)
	}
	if !s.exists("right") || s.exists("wrong") {
		t.Errorf("the changed input did not run in place of the call's: %+v", told["change"])
	}
	if got := told["deny"]; s.exists("denied") || !got.IsError || got.Text != "Not <this> one, please." {
		t.Errorf("the denied call: %+v", got)
	}
	if got := told["handback"]; s.exists("handedback") || !got.IsError || !strings.Contains(got.Text, "handed this ask back") {
		t.Errorf("the call that was handed back: %+v", got)
	}
	if got := told["question"]; !strings.Contains(got.Text, `"="Right"`) || strings.Contains(got.Text, "did not answer") {
		t.Errorf("the model reads of the answer: %+v", got)
	}

	// The session is known, though the call does not tell it.
	ask, _ := desk.ask("keep")
	var head struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(result.Messages[0].Raw, &head); err != nil {
		t.Fatal(err)
	}
	if ask.Door != approver.DoorMCP || ask.Session.Cwd != s.session.Project || ask.Session.Project != s.session.Project || ask.Session.ID == "" || ask.Session.ID != head.SessionID {
		t.Errorf("the ask is of session %+v by door %q, want %q in %s", ask.Session, ask.Door, head.SessionID, s.session.Project)
	}

	// The tool through which the client asks is not the model's to call.
	if _, asked := desk.ask("invented"); asked {
		t.Error("the model put a card of its own before the person")
	}
	if got := told["forged"]; !got.IsError {
		t.Errorf("the model that asked by itself was told %+v", got)
	}
}

// Where the server is not the prompt tool's, the model sees the tool. It may be
// allowed to call it, and still puts no card before the person.
func TestClientModelCannotAskByItself(t *testing.T) {
	model := claudetest.NewModel(t, claudetest.Turn{forged("forged")})
	s := &stage{t: t, model: model, session: claudetest.NewSession(t, model, claudetest.Settings{})}
	desk := serveAnswers(t, s.session, nil)
	s.mustEnd(s.headlessWith("", append(viaMCP(t)[2:], "--allowedTools", "mcp__sayso__approve")))
	if got := model.ToolResults()["forged"]; !strings.Contains(got.Text, "not for the model") {
		t.Errorf("the model was told %+v", got)
	}
	if len(desk.asked) > 0 {
		t.Errorf("the person was asked: %+v", desk.asked)
	}
}

func TestClientPlanThroughMCP(t *testing.T) {
	plan := func(id string) claudetest.Turn {
		return claudetest.Turn{claudetest.ToolUse(claude.ToolExitPlanMode, struct{}{}).As(id)}
	}
	s, desk, _ := runMCP(t, "plan", map[string]approver.Decision{
		"first": {Verdict: approver.Deny, Message: "Think again."},
		"second": {Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"plan":"# Edited by hand"}`),
			UpdatedPermissions: []claude.Update{{Type: claude.SetMode, Mode: claude.ModeAcceptEdits, Destination: claude.Session}}},
	},
		claudetest.Turn{claudetest.ToolUse("Write", map[string]any{"file_path": claudetest.PlanFile, "content": "# The plan"}).As("w")},
		plan("first"), plan("second"),
		claudetest.Turn{claudetest.ToolUse("Write", map[string]any{"file_path": "edit.txt", "content": "x"}).As("edit")},
	)
	told := s.model.ToolResults()
	if got := told["first"]; !got.IsError || !strings.Contains(got.Text, "Think again.") {
		t.Errorf("the refused plan: %+v", got)
	}
	if got := told["second"]; got.IsError || !strings.Contains(got.Text, "# Edited by hand") {
		t.Errorf("the approved plan: %+v", got)
	}
	ask, ok := desk.ask("first")
	if !ok || !ask.Limits.RequiresPerson || !strings.Contains(string(ask.Input), "# The plan") {
		t.Errorf("the ask for the plan: %+v", ask)
	}
	if _, asked := desk.ask("edit"); asked || !s.exists("edit.txt") {
		t.Errorf("the mode that came with the yes did not hold: asked %t, told %+v", asked, told["edit"])
	}
}

func TestClientReadsThatNoSaysoRuns(t *testing.T) {
	model := claudetest.NewModel(t, claudetest.Turn{bash("c", "touch made")})
	s := &stage{t: t, model: model, session: claudetest.NewSession(t, model, claudetest.Settings{})}
	s.mustEnd(s.headlessWith("", viaMCP(t)))
	if got := model.ToolResults()["c"]; s.exists("made") || !got.IsError || !strings.Contains(got.Text, `No sayso is running`) || !strings.Contains(got.Text, `run "sayso" in a terminal`) {
		t.Errorf("the model was told %+v", got)
	}
}

func TestClientNoAndStopThroughMCP(t *testing.T) {
	model := claudetest.NewModel(t, claudetest.Turn{bash("stop", "touch made")}, claudetest.Turn{bash("after", "touch more")})
	s := &stage{t: t, model: model, session: claudetest.NewSession(t, model, claudetest.Settings{})}
	desk := serveAnswers(t, s.session, map[string]approver.Decision{"stop": {Verdict: approver.Deny, Message: "stop", Interrupt: true}})
	s.headlessWith("", viaMCP(t)).Wait() // its status is that of a turn that was stopped
	if _, asked := desk.ask("stop"); !asked {
		t.Fatal("nobody was asked")
	}
	for _, r := range model.Requests() {
		if r.Main() && r.Turn > 0 {
			t.Errorf("the turn went on: the model was asked for turn %d", r.Turn)
		}
	}
	if s.exists("made") || s.exists("more") {
		t.Error("a call ran after the turn was stopped")
	}
}

// Under a prompt tool the client asks through the hook and the tool at once. The
// person sees one card, the one that tells why, and its answer is the answer.
func TestClientAsksThroughTwoDoorsAboutOneCall(t *testing.T) {
	for name, tc := range map[string]struct {
		settings string
		rule     string
	}{
		"the engine's own ask": {`{}`, ""},
		"an ask rule":          {`{"permissions":{"ask":["Bash(git init *)"]}}`, "Bash(git init *)"},
	} {
		t.Run(name, func(t *testing.T) {
			s, args := withPlugin(t, claudetest.Turn{bash("c", "git init -q made")})
			dir := filepath.Join(s.session.Project, ".claude")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(tc.settings), 0o600); err != nil {
				t.Fatal(err)
			}
			came := make(chan approver.Door, 10)
			counted := map[approver.Door]ipc.Decoder{}
			for door, decode := range cli.Doors {
				counted[door] = func(payload json.RawMessage) (approver.Ask, error) {
					defer func() { came <- door }()
					return decode(payload)
				}
			}
			desk := holdDeskBehind(t, counted)
			s.session.Setenv("SAYSO_SOCKET", desk.socket) // for the tool; the plugin is told when it is written
			if err := plugin.Write(args[1], s.bin, desk.socket); err != nil {
				t.Fatal(err)
			}
			run := s.headlessWith("", append(args, viaMCP(t)...))
			both := map[approver.Door]bool{}
			for late := time.After(claudetest.Patience); len(both) < 2; {
				select {
				case door := <-came:
					both[door] = true
				case <-late:
					t.Fatalf("only %v asked", both)
				}
			}
			ask := desk.until("the hook's ask waits", func(s approver.Snapshot) bool {
				return len(s.Waiting) == 1 && s.Waiting[0].Ask.Door == approver.DoorHook
			}).Waiting[0].Ask
			if ask.ToolUseID != "c" || ask.Provenance.Rule != tc.rule || ask.OneKeyYes() != (tc.rule == "") {
				t.Errorf("the card is of %+v", ask)
			}
			if err := desk.Answer(ask.ID, approver.Decision{Verdict: approver.Allow}); err != nil {
				t.Fatal(err)
			}
			run.Wait()
			if got := s.model.ToolResults()["c"]; got.IsError || !s.exists("made") {
				t.Errorf("the allowed call did not run: %+v", got)
			}
			if end := desk.Snapshot(); end.Seen != 1 || len(end.Ended) != 1 || end.Ended[0].State != approver.Confirmed {
				t.Errorf("%d asks were seen, and it ended as %+v", end.Seen, end.Ended)
			}
		})
	}
}

// However the client goes, its card goes with it.
func TestClientEndWithdrawsThroughMCP(t *testing.T) {
	model := claudetest.NewModel(t, claudetest.Turn{bash("c", "touch made")})
	s := &stage{t: t, model: model, session: claudetest.NewSession(t, model, claudetest.Settings{})}
	desk := holdDesk(t)
	s.session.Setenv("SAYSO_SOCKET", desk.socket)
	for n, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		run := s.headlessWith("", viaMCP(t))
		desk.waiting(1)
		run.Signal(signal)
		desk.withdrawn(n + 1)
		run.Wait()
	}
}
