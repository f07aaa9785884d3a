//go:build linux || darwin

package e2e

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sayso/internal/e2e/claudetest"
	"sayso/internal/e2e/screentest"
	"sayso/internal/safefile"
)

// sidePane is a real client, and a real sayso that answers it by its keys.
type sidePane struct {
	*screentest.Screen
	t      *testing.T
	ctx    context.Context
	model  *claudetest.Model
	client *claudetest.Interactive // nil where it has no terminal
}

// paneOf starts the pane of a stage. Variables may be added to the session.
func paneOf(s *stage, env ...string) sidePane {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), claudetest.Patience)
	s.t.Cleanup(cancel)
	s.session.Env = append(s.session.Env, env...)
	s.startPane()
	return sidePane{s.pane, s.t, ctx, s.model, nil}
}

// beside starts sayso and then an interactive client in a mode, whose model
// takes the turns.
func beside(t *testing.T, mode string, env []string, turns ...claudetest.Turn) sidePane {
	t.Helper()
	s := newStage(t, turns...)
	p := paneOf(s, env...)
	p.client = s.session.Interactive(claudetest.Run{Prompt: "go", Mode: mode})
	return p
}

// ready waits until the texts are on the screen and its keys count.
func (p sidePane) ready(texts ...string) {
	p.t.Helper()
	p.WaitUntil(func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return !strings.Contains(screen, "arming")
	})
}

// pressFor presses a key until the texts are on the screen, as a person does whose
// key counted for nothing: on a busy machine the card may change, and arm again,
// between the frame that was ready and the key. What the key does may take seconds.
func (p sidePane) pressFor(key string, texts ...string) {
	p.t.Helper()
	missing := func(screen string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(screen, text) })
	}
	for presses := 0; missing(p.Text()); presses++ {
		if presses == 6 {
			p.t.Fatalf("%s does nothing:\n%s", key, p.Text())
		}
		p.Press(key)
		p.HoldsWithin(20*time.Second, func(screen string) bool { return !missing(screen) })
	}
}

// told waits for what the model reads as the result of a call.
func (p sidePane) told(id string, want ...string) claudetest.ToolResult {
	p.t.Helper()
	got := p.model.WaitToolResult(p.ctx, id)
	for _, w := range want {
		if !strings.Contains(got.Text, w) {
			p.t.Errorf("the model read %q, which does not hold %q", got.Text, w)
		}
	}
	return got
}

// questions is a call with two questions, the first of which has what JSON and
// terminals stumble over.
var questions = claudetest.ToolUse("AskUserQuestion", map[string]any{"questions": []any{
	map[string]any{
		"question": "Which \"database\" 🐘, and why?\nOne of them.", "header": "Database", "multiSelect": false,
		"options": []any{
			map[string]any{"label": "PostgreSQL ＜大＞", "description": "A server", "preview": "SELECT 1;\n"},
			map[string]any{"label": "SQLite", "description": "Embedded"},
		},
	},
	map[string]any{
		"question": "Which features?", "header": "Features", "multiSelect": true,
		"options": []any{
			map[string]any{"label": "Auth", "description": "Login"},
			map[string]any{"label": "Export", "description": "CSV"},
			map[string]any{"label": "Search, \"full\"", "description": "Of all texts", "preview": "SELECT 2;"},
		},
	},
}})

const firstQuestion = "Which \"database\" 🐘, and why?\nOne of them."

// What the model reads of each kind of answer, in one session.
func TestClientReadsAnswers(t *testing.T) {
	t.Parallel()
	p := beside(t, "", nil, claudetest.Turn{questions.As("labels")}, claudetest.Turn{questions.As("words")},
		claudetest.Turn{questions.As("reply")}, claudetest.Turn{questions.As("refusal")})

	p.ready("Which \"database\"")
	p.Press("down", "enter")
	p.ready("Which features?")
	p.Press("down", "down", "space")
	p.WaitFor("[x] Export")
	p.Press("down", "space")
	p.WaitFor("[x] Search")
	p.Press("enter")
	p.ready("What the agent will read", "2 answers: the quotes", "Send the answers")
	p.Press("enter")
	// A label with a comma in quotes: Claude Code counts it as a label still.
	got := p.told("labels", "Your questions have been answered", firstQuestion, "PostgreSQL ＜大＞", "selected preview:\nSELECT 1;",
		`"Which features?"="Export, "Search, \"full\"""`)
	if strings.Contains(got.Text, "Auth") || got.IsError {
		t.Errorf("the model read %q", got.Text)
	}

	p.ready("Which \"database\"", "Database ○")
	p.Press("3")
	p.WaitFor("Your own answer")
	p.Paste("DuckDB, \"in memory\"\nfor now")
	p.WaitFor("for now")
	p.Press("enter")
	p.ready("Which features?")
	p.Press("n")
	p.WaitFor("A note to your answer")
	p.Paste("the rest next week")
	p.WaitFor("next week")
	p.Press("enter", "tab")
	p.ready("no option, only your note", "note: the rest next week")
	p.Press("enter")
	p.told("words", "The user answered", "DuckDB, \"in memory\"\nfor now", "\"Which features?\"=(no option selected) notes: the rest next week")

	// A hook's input is checked against a schema that knows no reply, so through
	// this door the client takes it as an answer in the person's own words.
	p.ready("Which \"database\"", "Database ○")
	p.Press("b")
	p.WaitFor("Your reply, instead of answers")
	p.Paste("Let us talk about the budget first")
	p.ready("budget first")
	p.Press("enter")
	p.told("reply", "The user answered", "Let us talk about the budget first", "may request clarification")

	p.ready("Which \"database\"", "Database ○")
	p.Press("r")
	p.WaitFor("Why not, and what to do instead")
	p.Paste("ask me in the morning")
	p.WaitFor("in the morning")
	p.Press("enter")
	if got := p.told("refusal", "ask me in the morning"); !got.IsError {
		t.Errorf("the model read it as no error: %+v", got)
	}
}

// The other doors hand the input on as it is. Labels and previews are read there
// as through a hook, and a reply is read as one.
func TestClientReadsAnswersThroughTheOtherDoors(t *testing.T) {
	t.Parallel()
	turns := []claudetest.Turn{{questions.As("labels")}, {questions.As("reply")}}
	reply := func(t *testing.T, p sidePane) {
		t.Helper()
		p.ready("Which \"database\"")
		p.Press("down", "enter")
		p.ready("Which features?")
		p.Press("up", "up", "space")
		p.WaitFor("[x] Search")
		p.Press("enter")
		p.ready("One answer: the quotes", "Send the answers")
		p.Press("enter")
		p.told("labels", "Your questions have been answered", "PostgreSQL ＜大＞", "selected preview:\nSELECT 1;",
			`"Which features?"=""Search, \"full\""" selected preview:`+"\nSELECT 2;")

		p.ready("Which \"database\"", "Database ○")
		p.Press("b")
		p.WaitFor("Your reply, instead of answers")
		p.Paste("Let us talk about the budget first")
		p.ready("budget first")
		p.Press("enter")
		p.told("reply", "The user responded: Let us talk about the budget first")
	}
	t.Run("mcp", func(t *testing.T) {
		model := claudetest.NewModel(t, turns...)
		s := &stage{t: t, bin: binary(t), model: model, session: claudetest.NewSession(t, model, claudetest.Settings{})}
		p := paneOf(s)
		client := s.headlessWith("", viaMCP(t))
		reply(t, p)
		s.mustEnd(client)
	})
	t.Run("ask", func(t *testing.T) {
		s := newSDKStage(t, turns...)
		s.bin = binary(t)
		p := paneOf(s)
		host := sdkHost(t, s)
		if err := host.Start(); err != nil {
			t.Fatal(err)
		}
		reply(t, p)
		if err := host.Wait(); err != nil {
			t.Error(err)
		}
	})
}

// writePlan is the model's call that writes its plan to the file that the client
// names; exitPlan asks to carry it out.
var writePlan = claudetest.ToolUse("Write", map[string]any{"file_path": claudetest.PlanFile, "content": "# Plan\n\n1. Do it\n2. Test it\n"})

func exitPlan(id string) claudetest.Turn {
	return claudetest.Turn{claudetest.ToolUse("ExitPlanMode", map[string]any{}).As(id)}
}

func TestClientTakesAPlanAndItsMode(t *testing.T) {
	t.Parallel()
	p := beside(t, "plan", nil, claudetest.Turn{writePlan}, exitPlan("plan"), claudetest.Turn{
		claudetest.ToolUse("Write", map[string]any{"file_path": "made", "content": "x"}).As("made"),
	})
	p.ready("Do it", "The plan came with the ask")
	p.Press("down", "down")
	p.WaitFor("enter to confirm", "▸2")
	p.Press("enter")
	p.told("plan", "approved your plan")
	// The mode went along: in acceptEdits the edit runs and nobody is asked.
	if got := p.told("made"); got.IsError {
		t.Errorf("the edit after the plan: %+v", got)
	}
}

// A plan that is nowhere, one that is sent back, and one that is edited, in one
// session.
func TestClientReadsWhatBecameOfItsPlan(t *testing.T) {
	t.Parallel()
	editor := filepath.Join(t.TempDir(), "editor.sh")
	if err := claudetest.WriteExecutable(editor, []byte("#!/bin/sh\nprintf '3. Say “done”\\n' >> \"$1\"\n")); err != nil {
		t.Fatal(err)
	}
	p := beside(t, "plan", []string{"EDITOR=" + editor},
		exitPlan("lost"), claudetest.Turn{writePlan}, exitPlan("back"), exitPlan("edited"))

	p.ready("it was not found", "the transcript", ".jsonl")
	p.Press("n")
	if got := p.told("lost", "Keep planning"); !got.IsError {
		t.Errorf("the model read it as no error: %+v", got)
	}

	p.ready("Do it", "The plan came with the ask")
	p.Press("r")
	p.WaitFor("What should be different?")
	p.Paste("test it first")
	p.WaitFor("test it first")
	p.Press("enter")
	if got := p.told("back", "test it first"); !got.IsError {
		t.Errorf("the model read it as no error: %+v", got)
	}

	p.ready("Do it", "The plan came with the ask")
	p.pressFor("e", "+ │ 3. Say “done”", "You edited the plan")
	p.ready()
	p.Press("down")
	p.WaitFor("enter to confirm")
	p.Press("enter")
	p.told("edited", "Approved Plan (edited by user)", "2. Test it\n3. Say “done”")
}

// What the person had filled in stays when the ask is answered in the terminal.
func TestAnAnswerInTheTerminalKeepsTheDraft(t *testing.T) {
	t.Parallel()
	p := beside(t, "", nil, claudetest.Turn{questions})
	p.ready("Which \"database\"")
	p.Press("n")
	p.WaitFor("A note to your answer")
	p.Paste("half a thought")
	p.WaitFor("half a thought")
	p.client.WaitFor("SQLite")
	p.client.Press("esc")
	p.WaitFor("What you had filled in", "half a thought", "no longer waiting")
	p.Press("c")
	p.WaitFor("Copied")
	p.Press("esc")
	p.WaitFor("Nothing waits for you.")
	if !strings.Contains(p.Output(), "]52;c;") {
		t.Error("nothing went to the clipboard")
	}
}

// A read of a pipe would wait for ever, and the path of one may come in an ask.
func TestAPipeIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := safefile.ReadEnd(path, 10); err == nil || !strings.Contains(err.Error(), "regular") {
		t.Errorf("got %v", err)
	}
}
