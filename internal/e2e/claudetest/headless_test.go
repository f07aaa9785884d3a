//go:build unix

package claudetest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheHooksAnswerIsWhatHappens is the hook's whole contract in one run:
// allow, deny with a message, and nothing.
func TestTheHooksAnswerIsWhatHappens(t *testing.T) {
	t.Parallel()
	model := NewModel(t, Turn{touch("yes")}, Turn{touch("no")}, Turn{touch("silent")}, Turn{Text("Finished.")})
	hook := newAnswering(t, map[string]string{"yes": allowed, "no": refused})
	s := NewSession(t, model, HookSettings(hook.command(), 60))
	p := s.Headless(within(t, Patience), Run{Prompt: "go"})
	p.WaitMessage(func(m StreamMessage) bool { return m.Type == "system" && m.Subtype == "init" })
	result := p.Wait()

	final, ok := result.Final()
	if !ok || result.ExitCode != 0 || final.Result != "Finished." {
		t.Fatalf("the run ended with %d, %+v, %s", result.ExitCode, final, p.dump())
	}
	told := model.ToolResults()
	for name, want := range map[string]struct {
		file  bool
		text  string // a part of what the model was told
		error bool
	}{
		"yes":    {true, "no output", false},
		"no":     {false, "ask me tomorrow", true},
		"silent": {false, "approval", true},
	} {
		got, file := told[name], exists(filepath.Join(s.Project, name))
		if file != want.file || got.IsError != want.error || !strings.Contains(got.Text, want.text) || !hook.asked(name) {
			t.Errorf("%s: file %t, hook run %t, told %+v, want %+v", name, file, hook.asked(name), got, want)
		}
	}
	var denied []string
	for _, d := range final.PermissionDenials {
		denied = append(denied, d.ToolUseID)
	}
	if got := strings.Join(denied, " "); got != "no silent" {
		t.Errorf("permission_denials: %q, want both refused calls", got)
	}
}

func TestTwoClientsOneModel(t *testing.T) {
	t.Parallel()
	model := NewModel(t).
		On("FIRST-SESSION", Turn{touch("one")}, Turn{Text("First.")}).
		On("SECOND-SESSION", Turn{touch("two")}, Turn{Text("Second.")})
	hook := newAnswering(t, map[string]string{"one": allowed, "two": allowed})
	ctx := within(t, Patience)
	a, b := NewSession(t, model, HookSettings(hook.command(), 60)), NewSession(t, model, HookSettings(hook.command(), 60))
	first, second := a.Headless(ctx, Run{Prompt: "FIRST-SESSION"}), b.Headless(ctx, Run{Prompt: "SECOND-SESSION"})
	for _, run := range []struct {
		p          *Process
		s          *Session
		says, file string
	}{{second, b, "Second.", "two"}, {first, a, "First.", "one"}} {
		if final, _ := run.p.Wait().Final(); final.Result != run.says {
			t.Errorf("result %q, want %q", final.Result, run.says)
		}
		if files, _ := filepath.Glob(filepath.Join(run.s.Project, "*")); len(files) != 1 || filepath.Base(files[0]) != run.file {
			t.Errorf("the project holds %q, want only %s", files, run.file)
		}
	}
}

// TestNothingOutlivesASession holds a hook for ever and ends the test around it.
func TestNothingOutlivesASession(t *testing.T) {
	if !findsMarked {
		t.Skip("this system does not show a process's environment in a file")
	}
	t.Parallel()
	Client(t)
	pipe := newFifo(t)
	var marker string
	t.Run("inner", func(t *testing.T) {
		s := NewSession(t, NewModel(t, Turn{touch("held")}), HookSettings("echo held > "+pipe.path+"; exec sleep 300", 600))
		marker = s.marker
		s.Headless(within(t, Patience), Run{Prompt: "go"})
		pipe.expect(t, "held")
		if len(marked(marker)) < 2 {
			t.Errorf("processes %v carry the marker, want client and hook", marked(marker))
		}
	})
	if left := marked(marker); len(left) > 0 {
		t.Errorf("processes %v outlived their session", left)
	}
}

func TestAContextEndsARun(t *testing.T) {
	t.Parallel()
	pipe := newFifo(t)
	s := NewSession(t, NewModel(t, Turn{touch("held")}), HookSettings("echo held > "+pipe.path+"; exec sleep 300", 600))
	ctx, cancel := context.WithCancel(within(t, Patience))
	defer cancel()
	p := s.Headless(ctx, Run{Prompt: "go"})
	pipe.expect(t, "held")
	cancel()
	end := outcome(t, func(tb testing.TB) {
		p.t = tb
		p.Wait()
	})
	if end.how != "fatal" || !strings.Contains(end.message, "still running") || !strings.Contains(end.message, `"init"`) {
		t.Errorf("ended with %q %.300q, want a failure that shows the output", end.how, end.message)
	}
}
