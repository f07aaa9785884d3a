package rules

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"sayso/internal/claude"
)

// The beginnings under which a command is looked up are those that rules have,
// however long the command is.
func TestACommandIsLookedUpUnderTheRulesBeginnings(t *testing.T) {
	ix := newShellIndex()
	for i := range 1000 {
		ix.add(&compiled{Rule: Rule{Text: "x"}, order: i, shell: shellRule{form: shellPrefix, exact: fmt.Sprintf("git a%d b", i)}})
	}
	looked := 0
	for beginning := range ix.beginnings("git a17 b " + strings.Repeat("c ", 50_000)) {
		if looked += len(beginning); looked > 1000 {
			t.Fatal("the look-up grows with the command")
		}
	}
	for command, want := range map[string]bool{"git a17 b": true, "git a17 b c": true, "git a17 bc": false, "git a17": false, "git": false, "": false} {
		if got := ix.begins(command, false) != nil; got != want {
			t.Errorf("%q: %v", command, got)
		}
	}
}

// tangle are commands of about n bytes that take long to hold against rules.
var tangle = map[string]func(n int) string{
	"substitutions": func(n int) string { return strings.Repeat("$(a ", n/5) + "x" + strings.Repeat(")", n/5) },
	"wrappers":      func(n int) string { return strings.Repeat("timeout 1 ", n/10) + "x" },
	"open quote":    func(n int) string { return `a "` + strings.Repeat("b ", n/2) },
	"env":           func(n int) string { return strings.Repeat("env ", n/4) + "x" },
	"directories":   func(n int) string { return strings.Repeat("cd a && ", n/8) + "x" },
	"files there":   func(n int) string { return strings.Repeat("cd a/ && cat b && ", n/17) + "x" },
	"one long path": func(n int) string { return "cat " + strings.Repeat("a/", n/2) },
	"files":         func(n int) string { return "cat " + strings.Repeat("a ", n/2) },
	"removals":      func(n int) string { return "rm " + strings.Repeat("a ", n/2) },
	"shells":        func(n int) string { return strings.Repeat("bash -c 'rm a';", n/15) },
	"a script":      func(n int) string { return "bash -c '" + strings.Repeat("rm a;", n/5) + "'" },
	"assignments":   func(n int) string { return strings.Repeat("CI=b ", n/5) + "x" },
	"pipes":         func(n int) string { return strings.Repeat("a|", n/2) + "x" },
	"words":         func(n int) string { return "git push " + strings.Repeat("a ", n/2) },
	"broken":        func(n int) string { return "a ) " + strings.Repeat("a;", n/2) },
	"lines":         func(n int) string { return strings.Repeat("a \\\n", n/4) + "x" },
	"redirections":  func(n int) string { return strings.Repeat("a >b;", n/5) },
}

// crowd returns n rules of all kinds and behaviors.
func crowd(n int) (list []Rule) {
	forms := []string{"Bash(tool%d run:*)", "Bash(git push host%d)", "Bash(git push host%d *)", "Bash(* --flag%d)", "Edit(src/pkg%d/**)", "Read(//opt/data%d/*.csv)"}
	for i := range n {
		list = append(list, Rule{Text: fmt.Sprintf(forms[i%len(forms)], i), Behavior: claude.Behaviors()[i/len(forms)%3], Source: Source(claude.LocalSettings)})
	}
	return list
}

func shellCall(command string) Call {
	input, _ := json.Marshal(map[string]string{"command": command})
	return Call{Tool: "Bash", Input: input}
}

var crowdPlace = Place{Cwd: "/home/dev/app", Home: "/home/dev"}

// A verdict costs what the command is long, and not more than that. It is counted
// in bytes that are copied.
func TestAVerdictCostsWhatTheCommandIsLong(t *testing.T) {
	if raced {
		t.Skip("skipped: under the race detector memory tells nothing")
	}
	set := Compile(crowd(1000), crowdPlace)
	cost := func(command string) uint64 {
		call := shellCall(command)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		set.Decide(call)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name, command := range tangle {
		cost(command(1000))
		small, large, beyond := cost(command(4<<10)), cost(command(60<<10)), cost(command(1<<20))
		if large > 15*3*small+8<<20 || large > 128<<20 {
			t.Errorf("%s: %d bytes for 4 KiB, %d for 60 KiB", name, small, large)
		}
		if beyond > 16<<20 {
			t.Errorf("%s: %d bytes for 1 MiB, which is too long to be checked", name, beyond)
		}
	}
}

// The longest commands that are taken apart at all, against 1,000 rules.
func BenchmarkDecideTangled(b *testing.B) {
	set := Compile(crowd(1000), crowdPlace)
	for name, command := range tangle {
		call := shellCall(command(64<<10 - 100))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				set.Decide(call)
			}
		})
	}
}
