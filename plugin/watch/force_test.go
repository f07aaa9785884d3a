package watch

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sayso/ipc"
	"sayso/rules"
)

// counted returns a keeper with rules in force and the number of times that it
// compiled them.
func counted(list ...string) (*Keeper, *atomic.Int64) {
	var n atomic.Int64
	k := NewKeeper("", "", "")
	k.compile = func(list []rules.Rule, place rules.Place) *rules.Set {
		n.Add(1)
		return rules.Compile(list, place)
	}
	k.inForce = nil
	k.enforce(parsed(list...))
	return k, &n
}

func parsed(list ...string) []rules.Rule {
	found, errs := Parse("w.rules", []byte(strings.Join(list, "\n")))
	if len(errs) > 0 {
		panic(errs[0])
	}
	return found
}

func bash(command, cwd, project string) ipc.WatchQuestion {
	input, _ := json.Marshal(map[string]string{"command": command})
	return ipc.WatchQuestion{ToolName: "Bash", ToolInput: input, Cwd: cwd, ProjectDir: project}
}

func TestRulesAreCompiledOnce(t *testing.T) {
	for name, tc := range map[string]struct {
		cwd, project string
		want         int64
	}{
		"no project":   {"/p", "", 1},
		"at its root":  {"/p", "/p", 1},
		"beneath it":   {"/p/src", "/p", 2},
		"elsewhere":    {"/tmp", "/p", 2},
		"no directory": {"", "", 1},
	} {
		k, n := counted("Bash(git push *)", "Edit(/deploy/**)")
		for i := range 1000 {
			if k.Question(bash(fmt.Sprintf("ls %d", i), tc.cwd, tc.project)).Watch {
				t.Fatalf("%s: question %d is watched", name, i)
			}
		}
		if !k.Question(bash("git push origin", tc.cwd, tc.project)).Watch {
			t.Errorf("%s: the rule is out of force", name)
		}
		if n.Load() != tc.want {
			t.Errorf("%s: %d compilations, want %d", name, n.Load(), tc.want)
		}
	}
}

// A question at the root shares the set with one from beneath it.
func TestTheRootIsCompiledOnceForAll(t *testing.T) {
	k, n := counted("Edit(/deploy/**)")
	k.Question(bash("ls", "/p", "/p"))
	k.Question(bash("ls", "/p/src", "/p"))
	k.Question(bash("ls", "/p", ""))
	if n.Load() != 2 {
		t.Errorf("%d compilations, want 2", n.Load())
	}
}

// What a rule means depends on both directories: a set is not used for others.
func TestASetIsForItsPlace(t *testing.T) {
	k, _ := counted("Edit(/deploy/**)")
	write := func(file, cwd, project string) bool {
		input, _ := json.Marshal(map[string]string{"file_path": file, "content": "x"})
		return k.Question(ipc.WatchQuestion{ToolName: "Write", ToolInput: input, Cwd: cwd, ProjectDir: project}).Watch
	}
	for range 2 {
		for _, project := range []string{"/a", "/b"} {
			for _, cwd := range []string{"/a", "/b", "/a/deploy"} {
				if !write(filepath.Join(project, "deploy/x"), cwd, project) {
					t.Errorf("in %s of project %s the rule is out of force", cwd, project)
				}
				if write("/c/deploy/x", cwd, project) {
					t.Errorf("in %s of project %s the rule reaches elsewhere", cwd, project)
				}
			}
		}
	}
}

func TestOtherRulesAreCompiledAnew(t *testing.T) {
	k, n := counted("Bash(a *)")
	ask := func(command string) bool { return k.Question(bash(command, "/p", "/p")).Watch }
	if !ask("a x") || ask("b x") {
		t.Fatal("the first rules don't count")
	}
	k.enforce(parsed("Bash(a *)")) // nothing new
	if !ask("a x") || n.Load() != 1 {
		t.Fatalf("%d compilations of the same rules", n.Load())
	}
	k.enforce(parsed("Bash(a *)", "Bash(b *)"))
	if !ask("a x") || !ask("b x") || n.Load() != 2 {
		t.Errorf("%d compilations after a rule was added", n.Load())
	}
	k.enforce(parsed("Bash(b *)"))
	if ask("a x") || !ask("b x") || n.Load() != 3 {
		t.Errorf("%d compilations after a rule went", n.Load())
	}
}

// The file, and what the person accepts, take the same way.
func TestAChangeOfTheFileReachesCompiledRules(t *testing.T) {
	r := newRig(t, "Bash(a *)\n")
	if !r.watched("a x") || r.watched("b x") {
		t.Fatal("the first rules don't count")
	}
	r.write("Bash(b *)\n")
	s := r.wait(func(s State) bool { return s.Removed() == 1 })
	if !r.watched("a x") || !r.watched("b x") {
		t.Error("a rule is out of force")
	}
	if _, err := r.accept(s.Revision); err != nil {
		t.Fatal(err)
	}
	if r.watched("a x") || !r.watched("b x") {
		t.Error("what was accepted does not count")
	}
}

// Who asks from ever other directories makes nothing grow, and the rules hold.
func TestFewSetsAreKept(t *testing.T) {
	for _, size := range []int{1, 3000, maxRules} {
		list := []string{"Bash(git push *)"}
		for i := range size - 1 {
			list = append(list, fmt.Sprintf("WebFetch(domain:h%d.example)", i))
		}
		k, _ := counted(list...)
		most := max(2, min(maxSets, maxCompiled/size))
		for i := range most + 3 {
			if !k.Question(bash("git push", fmt.Sprintf("/p/%d", i), "/p")).Watch {
				t.Errorf("from directory %d the rule is out of force", i)
			}
			if got := len(k.inForce.sets); got > most {
				t.Fatalf("%d rules: %d sets, want %d at most", size, got, most)
			}
		}
	}
}

func TestQuestionsAtOnceCompileOnce(t *testing.T) {
	k, n := counted("Bash(git push *)")
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if cwd := fmt.Sprintf("/p/%d", i%2); !k.Question(bash("git push", cwd, "/p")).Watch {
				t.Errorf("in %s the rule is out of force", cwd)
			}
		})
	}
	wg.Wait()
	if n.Load() != 2 { // the first place settles it
		t.Errorf("%d compilations, want 2", n.Load())
	}
}

// A question against as many rules as there may be.
func BenchmarkQuestion(b *testing.B) {
	list := []string{"Bash(git push *)"}
	for i := range maxRules - 1 {
		list = append(list, fmt.Sprintf([]string{"Bash(tool%d run *)", "Edit(/pkg%d/**)", "WebFetch(domain:h%d.example)"}[i%3], i))
	}
	found := parsed(list...)
	q := bash("cd src && FOO=1 git pull origin main | tee log", "/p/src", "/p")
	b.Run("compiled", func(b *testing.B) {
		k, _ := counted()
		k.enforce(found)
		for b.Loop() {
			k.Question(q)
		}
	})
	b.Run("anew", func(b *testing.B) { // as after each change of the rules
		k, _ := counted()
		for b.Loop() {
			k.enforce(nil)
			k.enforce(found)
			k.Question(q)
		}
	})
}
