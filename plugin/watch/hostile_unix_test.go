//go:build unix

package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"sayso/rules/settings"
)

// What an agent, which runs as the same user, may put where the keeper reads
// and writes: none of it may hold the keeper up or switch the watching off.

// fifo puts a pipe where a file is looked for: who opens it waits for ever.
func (r *rig) fifo(name string) {
	r.t.Helper()
	path := r.path(name)
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		r.t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// remembered returns the rules in the keeper's own file, or "".
func (r *rig) remembered() string {
	info, err := os.Lstat(r.path("state/watch.accepted"))
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	content, err := os.ReadFile(r.path("state/watch.accepted"))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(content)
}

// until waits for something that is told by no state.
func (r *rig) until(what string, ok func() bool) {
	r.t.Helper()
	deadline, tick := time.After(20*time.Second), time.NewTicker(5*time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-deadline:
			r.t.Fatalf("it does not come to be that %s", what)
		case <-tick.C:
		}
	}
}

func TestAPipeHoldsNothingUp(t *testing.T) {
	for _, name := range []string{"watch.rules", "state/watch.accepted", "s.sock.watch"} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "Bash(a *)\n")
			r.stop()
			r.fifo(name)
			r.start()
			watched := r.watched("a x")
			if problem := strings.Join(r.keeper.State().Problems, "\n"); name == "watch.rules" && !strings.Contains(problem, "not a regular file") {
				t.Errorf("nothing is said of it: %q", problem)
			}
			info, err := os.Stat(r.path("s.sock.watch"))
			if !watched || err != nil || !info.Mode().IsRegular() {
				t.Errorf("watched: %v, the marker: %v, %v", watched, info, err)
			}
			r.fifo(name) // and again while it runs
			r.write("Bash(b *)\n")
			r.wait(func(s State) bool { return s.Removed() == 1 })
			if !r.watched("a x") || !r.watched("b x") {
				t.Error("a rule is out of force")
			}
		})
	}
}

// The mod asks whether the marker exists, and a link to nowhere does not.
func TestAMarkerThatIsNoFileIsReplaced(t *testing.T) {
	r := newRig(t, "Bash(a *)\n")
	if err := os.Remove(r.path("s.sock.watch")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(r.path("nowhere"), r.path("s.sock.watch")); err != nil {
		t.Fatal(err)
	}
	r.until("the marker is a file", func() bool {
		info, err := os.Lstat(r.path("s.sock.watch"))
		return err == nil && info.Mode().IsRegular()
	})
}

// What is written goes to the keeper's own file and through no link.
func TestALinkIsNotWrittenThrough(t *testing.T) {
	r := newRig(t, "Bash(a *)\n")
	precious := r.path("precious")
	err := os.WriteFile(precious, []byte("mine"), 0o600)
	if err == nil {
		err = os.Remove(r.path("state/watch.accepted"))
	}
	if err == nil {
		err = os.Symlink(precious, r.path("state/watch.accepted"))
	}
	if err != nil {
		t.Fatal(err)
	}
	r.write("Bash(a *)\nBash(b *)\n")
	r.until("the rules are remembered", func() bool { return r.remembered() == "Bash(a *)\nBash(b *)\n" })
	if content, err := os.ReadFile(precious); err != nil || string(content) != "mine" {
		t.Errorf("the file behind the link holds %q, %v", content, err)
	}
}

// Who alters the memory of a running keeper, and then the rules, finds the
// memory restored: the next start shows what is missing.
func TestTheMemoryIsRestoredAtOnce(t *testing.T) {
	r := newRig(t, "Bash(a *)\nBash(b *)\n")
	for _, alter := range []func(string) error{
		func(name string) error { return os.WriteFile(name, []byte("Bash(b *)\n"), 0o600) },
		os.Remove,
	} {
		if err := alter(r.path("state/watch.accepted")); err != nil {
			t.Fatal(err)
		}
		r.until("the rules are remembered", func() bool { return r.remembered() == "Bash(a *)\nBash(b *)\n" })
	}
}

// What was in force and can't be read any more is not passed over in silence.
func TestAMemoryThatCanNotBeReadIsTold(t *testing.T) {
	r := newRig(t, "Bash(a *)\nBash(b *)\n")
	r.stop()
	if err := os.WriteFile(r.path("state/watch.accepted"), []byte("Bash(a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.start()
	problems := r.keeper.State().Problems
	if len(problems) != 1 || !strings.Contains(problems[0], "rules of the last run") {
		t.Errorf("the problems are %q", problems)
	}
}

// A file with very many rules neither holds the keeper up nor makes its answers
// too late, and a rule of the person's is not pushed out.
func TestVeryManyRules(t *testing.T) {
	r := newRig(t, "Bash(git push *)\n")
	var many strings.Builder
	for i := range maxRules + 5 {
		fmt.Fprintf(&many, "Bash(a%d *)\n", i)
	}
	r.write(many.String())
	s := r.wait(func(s State) bool { return len(s.Rules) > 1 })
	if len(s.Rules) != maxRules || s.Removed() != 1 || len(s.Problems) != 1 || !strings.Contains(s.Problems[0], "6 of its rules are not in force") {
		t.Errorf("%d rules, %d removed, problems %q", len(s.Rules), s.Removed(), s.Problems)
	}
	if !r.watched("git push") || !r.watched("a0 x") || r.watched("a10004 x") {
		t.Error("a rule is out of force, or too many are in it")
	}
	if _, err := r.accept(s.Revision); err == nil || !r.watched("git push") {
		t.Errorf("what was left out is accepted: %v", err)
	}
}

// Where the system lets nobody follow files, the rules of the start count.
func TestRulesCountWhereNoFileCanBeFollowed(t *testing.T) {
	dir := t.TempDir()
	r := &rig{t: t, dir: dir}
	r.write("Bash(a *)\n")
	follow := func(context.Context, []settings.File, func(settings.Snapshot)) error {
		return errors.New("too many watches")
	}
	r.startWith(follow)
	if problems := r.keeper.State().Problems; len(problems) != 1 || !strings.Contains(problems[0], "too many watches") {
		t.Errorf("the problems are %q", problems)
	}
	if !r.watched("a x") || !r.marked() {
		t.Error("no call is watched")
	}
	r.stop()
	if r.marked() {
		t.Error("the marker outlives the keeper")
	}
}
