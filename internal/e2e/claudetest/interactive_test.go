//go:build unix

package claudetest

import (
	"path/filepath"
	"regexp"
	"testing"
)

// TestTheDialogInTheTerminal answers the client's own dialog by key, once with
// a hook that had nothing to say and three times beside one that still waits.
// The order of the lines on the pipe is the proof: the first hook is told of
// nothing when the person says yes, the others get SIGTERM.
func TestTheDialogInTheTerminal(t *testing.T) {
	t.Parallel()
	model := NewModel(t,
		Turn{touch("silent")}, Turn{touch("held-yes")}, Turn{touch("held-no")}, // "No" ends the turn
		Turn{touch("held-esc")}, Turn{Text("Finished.")},
	)
	pipe := newFifo(t)
	script := filepath.Join(t.TempDir(), "hook.sh")
	writeFile(t, script, `
name=$(grep -o '"touch [a-z-]*"' | tr -d '"' | cut -d' ' -f2)
echo "asked $name" > `+pipe.path+`
[ "$name" != silent ] || exit 0
trap 'echo "terminated $name" > `+pipe.path+`; exit 0' TERM
sleep 300 & wait
`)
	s := NewSession(t, model, HookSettings("exec /bin/sh "+script, 600))
	ctx := within(t, Patience)
	c := s.Interactive(Run{})
	answer := func(key, name string) {
		t.Helper()
		pipe.expect(t, "asked "+name)
		c.Answer(key, "touch "+name, "Do you want to proceed?")
	}
	ran := func(name string) {
		t.Helper()
		if got := model.WaitToolResult(ctx, name); got.IsError || !exists(filepath.Join(s.Project, name)) {
			t.Errorf("%s: told %+v, file %t, want it to have run", name, got, exists(filepath.Join(s.Project, name)))
		}
	}

	c.Submit("please begin")
	answer("1", "silent")
	ran("silent")

	answer("1", "held-yes")
	ran("held-yes")

	no := regexp.MustCompile(`(\d)\. No`).FindStringSubmatch(c.Dialog("touch held-no", "No"))
	if no == nil {
		t.Fatalf("no choice is called No:\n%s", c.Text())
	}
	answer(no[1], "held-no")
	pipe.expect(t, "terminated held-no")

	c.WaitFor("─\n❯")
	c.Submit("please go on")
	answer("esc", "held-esc")
	pipe.expect(t, "terminated held-esc")
	c.WaitFor("─\n❯")
	for _, name := range []string{"held-no", "held-esc"} {
		if exists(filepath.Join(s.Project, name)) {
			t.Errorf("%s ran", name)
		}
	}
}

func TestAnInteractiveRunThatBeginsWithItsPrompt(t *testing.T) {
	t.Parallel()
	model := NewModel(t, Turn{Text("Heard you.")})
	s := NewSession(t, model, Settings{})
	c := s.Interactive(Run{Prompt: "say something", Mode: "plan"})
	c.WaitFor("Heard you.", "plan mode on")
	c.Press("ctrl+c")
	c.WaitFor("again to exit")
	c.Press("ctrl+c")
	if code := c.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
