package watch

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sayso/ipc"
	"sayso/rules/settings"
)

func TestParse(t *testing.T) {
	list, errs := Parse("w.rules", []byte("\xef\xbb\xbf# mine\n\n  Bash(git push *)\r\nEdit(~/.ssh/**)\nBash(git push *)\nmcp__tickets__*\nWebFetch(domain:x.example)\n"))
	var got []string
	for _, r := range list {
		got = append(got, r.Text)
	}
	if want := []string{"Bash(git push *)", "Edit(~/.ssh/**)", "mcp__tickets__*", "WebFetch(domain:x.example)"}; len(errs) > 0 || !slices.Equal(got, want) {
		t.Errorf("got %q, %v", got, errs)
	}
	if list[1].Line != 4 {
		t.Errorf("the second rule stands in line %d", list[1].Line)
	}
}

func TestParseSaysWhereAndWhatToDo(t *testing.T) {
	for line, want := range map[string][]string{
		"Bash(git":      {"w.rules:2: ", "closing )", "write Tool or Tool(content)"},
		"Bash()":        {"w.rules:2: ", "nothing stands in the parentheses"},
		"Write(~/x)":    {"w.rules:2: ", "can match nothing", "Edit(…)", "correct it or delete the line"},
		"bash(ls)":      {"w.rules:2: ", "begin with a capital"},
		"Bash(ls \xff)": {"w.rules:2: ", "not UTF-8"},
	} {
		list, errs := Parse("w.rules", []byte("Read\n"+line+"\n"))
		if len(list) != 1 || len(errs) != 1 {
			t.Errorf("%q: rules %v, errors %v", line, list, errs)
			continue
		}
		for _, part := range want {
			if !strings.Contains(errs[0].Error(), part) {
				t.Errorf("%q: %v does not say %q", line, errs[0], part)
			}
		}
	}
}

func TestReadRefusesWhatIsNoFile(t *testing.T) {
	if _, errs := Read(t.TempDir()); len(errs) != 1 {
		t.Errorf("a folder: %v", errs)
	}
	if list, errs := Read(filepath.Join(t.TempDir(), "none")); len(list)+len(errs) > 0 {
		t.Errorf("no file: %v, %v", list, errs)
	}
	big := filepath.Join(t.TempDir(), "big")
	if err := os.WriteFile(big, make([]byte, maxSize+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errs := Read(big); len(errs) != 1 || !strings.Contains(errs[0].Error(), "1 MiB") {
		t.Errorf("a large file: %v", errs)
	}
}

// rig is a keeper that runs, with the file and what it said last.
type rig struct {
	t      *testing.T
	dir    string
	keeper *Keeper
	states chan State
	stop   func()
}

func newRig(t *testing.T, content string) *rig {
	r := &rig{t: t, dir: t.TempDir()}
	if content != "" {
		r.write(content)
	}
	r.start()
	return r
}

func (r *rig) path(name string) string { return filepath.Join(r.dir, name) }

func (r *rig) start() {
	r.t.Helper()
	r.startWith(settings.Watch)
}

func (r *rig) startWith(follow func(context.Context, []settings.File, func(settings.Snapshot)) error) {
	r.t.Helper()
	r.keeper = NewKeeper(r.path("watch.rules"), r.path("state/watch.accepted"), r.path("s.sock.watch"))
	r.keeper.follow = follow
	r.states = make(chan State, 100)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); r.keeper.Run(ctx, func(s State) { r.states <- s }) }()
	stopped := false
	r.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		<-ended
	}
	r.t.Cleanup(r.stop)
	r.wait(func(State) bool { return true })
}

// write replaces the file as an editor does.
func (r *rig) write(content string) {
	r.t.Helper()
	err := os.WriteFile(r.path("new"), []byte(content), 0o600)
	if err == nil {
		err = os.Rename(r.path("new"), r.path("watch.rules"))
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// wait returns the first state that ok holds for.
func (r *rig) wait(ok func(State) bool) State {
	r.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case s := <-r.states:
			if ok(s) {
				return s
			}
		case <-deadline:
			r.t.Fatalf("the awaited state did not come; it is %+v", r.keeper.State())
		}
	}
}

func (r *rig) marked() bool {
	_, err := os.Stat(r.path("s.sock.watch"))
	return err == nil
}

func (r *rig) watched(command string) bool {
	input, _ := json.Marshal(map[string]string{"command": command})
	return r.keeper.Question(ipc.WatchQuestion{ToolName: "Bash", ToolInput: input, Cwd: r.dir}).Watch
}

func (r *rig) accept(revision int) (State, error) { return r.keeper.Accept(revision) }

func TestARuleThatIsAddedCountsAtOnce(t *testing.T) {
	r := newRig(t, "")
	if r.marked() || r.watched("git push") {
		t.Fatal("without a rule something is watched")
	}
	r.write("Bash(git push *)\n")
	r.wait(func(s State) bool { return len(s.Rules) == 1 && s.Removed() == 0 })
	if !r.marked() || !r.watched("sudo git push origin") || r.watched("git pull") {
		t.Error("the rule does not count")
	}
	r.stop()
	if r.marked() {
		t.Error("the marker outlives the keeper")
	}
}

// An agent that takes a rule out, loosens it, empties or deletes the file
// changes nothing until the person accepts.
func TestARuleThatIsRemovedStaysUntilItIsAccepted(t *testing.T) {
	for name, change := range map[string]func(r *rig){
		"taken out": func(r *rig) { r.write("Bash(ls *)\n") },
		"loosened":  func(r *rig) { r.write("Bash(git push origin)\nBash(ls *)\n") },
		"commented": func(r *rig) { r.write("# Bash(git push *)\nBash(ls *)\n") },
		"emptied":   func(r *rig) { r.write("\n") },
		"deleted":   func(r *rig) { _ = os.Remove(r.path("watch.rules")) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "Bash(git push *)\nBash(ls *)\n")
			change(r)
			s := r.wait(func(s State) bool { return s.Removed() > 0 })
			if s.Rules[0].Text != "Bash(git push *)" || !s.Rules[0].Removed {
				t.Errorf("the state is %+v", s)
			}
			if !r.watched("git push --force") || !r.marked() {
				t.Error("the rule went by itself")
			}
			s, err := r.accept(s.Revision)
			if err != nil || s.Removed() != 0 {
				t.Fatalf("after the accept: %+v, %v", s, err)
			}
			if r.watched("git push --force") {
				t.Error("the rule stays although its going was accepted")
			}
			if r.marked() != (len(s.Rules) > 0) {
				t.Errorf("marker: %v with %d rules", r.marked(), len(s.Rules))
			}
		})
	}
}

func TestAnAcceptIsForWhatWasShown(t *testing.T) {
	r := newRig(t, "Bash(a *)\nBash(b *)\n")
	r.write("Bash(b *)\n")
	shown := r.wait(func(s State) bool { return s.Removed() == 1 })
	r.write("\n")
	now := r.wait(func(s State) bool { return s.Removed() == 2 })
	if _, err := r.accept(shown.Revision); !errors.Is(err, ErrOutdated) {
		t.Errorf("the error is %v", err)
	}
	if !r.watched("a x") || !r.watched("b x") {
		t.Error("a rule went that nobody saw go")
	}
	s, err := r.accept(now.Revision)
	if err != nil || r.watched("a x") {
		t.Errorf("accepted: %+v, %v", s, err)
	}
	if _, err := r.accept(now.Revision); !errors.Is(err, ErrOutdated) {
		t.Errorf("accepted twice: %v", err)
	}
}

func TestABrokenFileRemovesNothingAndCanNotBeAccepted(t *testing.T) {
	r := newRig(t, "Bash(a *)\n")
	r.write("Bash(a *\nBash(c *)\n")
	s := r.wait(func(s State) bool { return len(s.Problems) > 0 })
	if !r.watched("a x") || !r.watched("c x") {
		t.Error("a rule does not count")
	}
	if _, err := r.accept(s.Revision); err == nil || !strings.Contains(err.Error(), "watch.rules:1: ") {
		t.Errorf("the error is %v", err)
	}
	r.write("Bash(a *)\n")
	s = r.wait(func(s State) bool { return len(s.Problems) == 0 })
	if s.Removed() != 1 { // Bash(c *) was in force
		t.Errorf("the state is %+v", s)
	}
}

func TestARemovalWhileNoPaneRanIsShown(t *testing.T) {
	r := newRig(t, "Bash(a *)\nBash(b *)\n")
	r.stop()
	r.write("Bash(b *)\n")
	r.start()
	s := r.keeper.State()
	if s.Removed() != 1 || !r.watched("a x") {
		t.Fatalf("the state is %+v", s)
	}
	if _, err := r.accept(s.Revision); err != nil {
		t.Fatal(err)
	}
	r.stop()
	r.start()
	if s := r.keeper.State(); s.Removed() != 0 || len(s.Rules) != 1 {
		t.Errorf("after the accept and a new start: %+v", s)
	}
}

// The memory of a running keeper does not come from the file that it writes.
func TestTheRememberedRulesCountOnlyAtTheStart(t *testing.T) {
	r := newRig(t, "Bash(a *)\n")
	if err := os.Remove(r.path("state/watch.accepted")); err != nil {
		t.Fatal(err)
	}
	r.write("\n")
	r.wait(func(s State) bool { return s.Removed() == 1 })
	if !r.watched("a x") {
		t.Error("the rule went by itself")
	}
}

func TestTheMarkerComesBack(t *testing.T) {
	r := newRig(t, "Bash(a *)\n")
	if err := os.Remove(r.path("s.sock.watch")); err != nil {
		t.Fatal(err)
	}
	// A change that follows is seen later than the removal.
	r.write("Bash(a *)\nBash(b *)\n")
	s := r.wait(func(s State) bool { return len(s.Rules) == 2 })
	if !r.marked() {
		t.Error("no call is watched any more")
	}
	// What else happens in the folder is no change of the rules.
	if err := os.WriteFile(r.path("other"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(r.path("s.sock.watch")); err != nil {
		t.Fatal(err)
	}
	deadline, tick := time.After(20*time.Second), time.NewTicker(5*time.Millisecond)
	defer tick.Stop()
	for !r.marked() {
		select {
		case <-deadline:
			t.Fatal("the marker does not come back")
		case got := <-r.states:
			t.Fatalf("a change is told: %+v", got)
		case <-tick.C:
		}
	}
	if got := r.keeper.State(); got.Revision != s.Revision {
		t.Errorf("the revision went from %d to %d", s.Revision, got.Revision)
	}
}

func TestWhatCanNotBeKeptIsSaid(t *testing.T) {
	r := newRig(t, "")
	if err := os.WriteFile(r.path("state"), nil, 0o600); err != nil { // where a folder must be
		t.Fatal(err)
	}
	r.write("Bash(a *)\n")
	s := r.wait(func(s State) bool { return len(s.Rules) == 1 })
	if len(s.Problems) != 1 || !strings.Contains(s.Problems[0], "will not be noticed") || !r.watched("a x") {
		t.Errorf("the state is %+v", s)
	}
}

func TestQuestionsMatchAsAskRules(t *testing.T) {
	r := newRig(t, "Bash(git push *)\nEdit(secret/**)\nEdit(/root-of-project.txt)\nWebFetch(domain:x.example)\nmcp__tickets\nNotebookEdit\n")
	for _, tc := range []struct {
		tool, input string
		want        bool
	}{
		{"Bash", `{"command":"cd x && GIT_DIR=y /usr/bin/git push origin"}`, true},
		{"Bash", `{"command":"git status"}`, false},
		{"Write", `{"file_path":"` + r.dir + `/secret/a"}`, true},
		{"Edit", `{"file_path":"secret/b/c"}`, true},
		{"Edit", `{"file_path":"` + r.dir + `/root-of-project.txt"}`, true},
		{"Edit", `{"file_path":"open/a"}`, false},
		{"WebFetch", `{"url":"https://x.example/p"}`, true},
		{"WebFetch", `{"url":"https://y.example/p"}`, false},
		{"WebFetch", `{"url":"https://x。example/p"}`, true},
		{"WebFetch", `{"url":"https://\u200bx.ex\u00adample/p"}`, true},
		{"WebFetch", `{"url":"https://ｘ．ｅｘａｍｐｌｅ/p"}`, true},
		{"WebFetch", `{"url":"https:\\\\%78.example"}`, true},
		{"WebFetch", `{"url":"https://y.example@x.example"}`, true},
		{"WebFetch", `{"url":"file://x.example/p"}`, true},
		{"WebFetch", `{"url":"https://x.example@y.example"}`, false},
		{"WebFetch", `{"url":"https://y.example:x/"}`, true},
		{"WebFetch", `{"url":"y.example"}`, true},
		{"mcp__tickets__close", `{}`, true},
		{"mcp__other__close", `{}`, false},
		{"NotebookEdit", `{"notebook_path":"n"}`, true},
		{"Bash", `[1]`, false},
		{"", ``, false},
	} {
		got := r.keeper.Question(ipc.WatchQuestion{ToolName: tc.tool, ToolInput: json.RawMessage(tc.input), Cwd: r.dir})
		if got.Watch != tc.want || got.Watch != strings.HasPrefix(got.Reason, "you asked to see this: ") {
			t.Errorf("%s %s: %+v", tc.tool, tc.input, got)
		}
	}
}

// A rule for a path counts from where the session started, wherever its agent has
// gone since.
func TestAChangeOfDirectoryTakesNoRuleOutOfForce(t *testing.T) {
	r := newRig(t, "Edit(/deploy/**)\nEdit(conf/**)\n")
	for _, file := range []string{"deploy/x", "conf/y"} {
		input, err := json.Marshal(map[string]string{"file_path": filepath.Join(r.dir, file), "content": "x"})
		if err != nil {
			t.Fatal(err)
		}
		q := ipc.WatchQuestion{ToolName: "Write", ToolInput: input, Cwd: filepath.Join(r.dir, "src"), ProjectDir: r.dir}
		if !r.keeper.Question(q).Watch {
			t.Errorf("%s is not watched from another directory", file)
		}
	}
}
