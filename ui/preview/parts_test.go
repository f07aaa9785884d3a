package preview_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/themes"
	"sayso/ui/preview"
)

// told returns what a card says of a command beneath it, and the engine's trace.
func told(t interface{ Fatal(...any) }, set *rules.Set, command string, width int) (rows []string, trace rules.Trace) {
	raw, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	c := context("Bash", string(raw), width, themes.Dark())
	plain := len(preview.Render(c))
	c.Trace = func(call rules.Call) (rules.Trace, bool) {
		trace = set.Decide(call)
		return trace, true
	}
	for i, row := range preview.Render(c) {
		if i > plain { // and the row between
			rows = append(rows, strings.TrimSpace(ansi.Strip(row)))
		}
	}
	return rows, trace
}

// Once the card held each part against the rules as if it were a call of its own,
// and said "allowed" of calls that ask, and "denied" of parts that nothing denies.
func TestTheCardSaysWhatTheEngineSays(t *testing.T) {
	set := ruleSet(map[claude.Behavior][]string{
		claude.Allow: {"Bash(ls *)", "Bash(git *)"},
		claude.Deny:  {"Bash(rm *)"},
	})
	for command, want := range map[string]string{
		"(ls a; git status)":         "all 2 parts would run unasked: Bash(ls *), Bash(git *)|asks because: a subshell",
		"ls a & git status":          "all 2 parts would run unasked: Bash(ls *), Bash(git *)|asks because: & runs a command past the check",
		"bash -c 'rm -rf x' && ls a": "no rule  bash -c 'rm -rf x'|1 part would run unasked: Bash(ls *)",
		"eval 'rm x'":                "asks because: eval evaluates its arguments as shell code",
		"cd /tmp && git status":      "all 2 parts would run unasked: Bash(git *), only reads|asks because: git runs after a change of directory, where it may find hooks of others",
		"git push && echo hi >x":     "no rule  echo hi|1 part would run unasked: Bash(git *)|asks because: output into a file: x",
		"git status && make":         "no rule  make|1 part would run unasked: Bash(git *)",
		"git status && rm x":         "denied by Bash(rm *)  rm x|1 part would run unasked: Bash(git *)",
		"rm x":                       "denied by Bash(rm *): it matches the command",
		"ls\r\ngit status":           "asks because: it holds control characters",
		"make":                       "",
		"git status":                 "",
	} {
		rows, trace := told(t, set, command, 120)
		got := strings.Join(rows, "|")
		if got != want {
			t.Errorf("%q\ngot  %s\nwant %s\n(%s)", command, got, want, trace.Why)
		}
	}
}

var (
	times     = regexp.MustCompile(`  ×(\d+)$`)
	moreParts = regexp.MustCompile(`^and (\d+) more parts? that needs? a yes$`)
	unasked   = regexp.MustCompile(`^(?:(\d+) parts?|all (\d+) parts|it) would run unasked: (.*)$`)
)

// For any command and rules, what the card says is the trace's.
func TestThePartsOfTheCardAreTheTraces(t *testing.T) {
	pieces := []string{"ls a", "git status", "git push", "make", "rm x", "cd b", "eval 'rm x'", "bash -c 'ls'", "cat <x", "echo $(make)", "echo a >b", "FOO=1 make", "timeout 5 rm x"}
	joints := []string{" && ", "; ", " | ", " || ", " & ", "\n"}
	texts := []string{"Bash(ls *)", "Bash(git *)", "Bash(git push *)", "Bash(rm *)", "Bash(make)", "Bash(eval *)", "Bash(timeout *)", "Bash", "Edit(/etc/**)"}
	rapid.Check(t, func(t *rapid.T) {
		written := map[claude.Behavior][]string{}
		for _, b := range []claude.Behavior{claude.Allow, claude.Ask, claude.Deny} {
			written[b] = rapid.SliceOfN(rapid.SampledFrom(texts), 0, 3).Draw(t, string(b))
		}
		command := rapid.SampledFrom(pieces).Draw(t, "first")
		for range rapid.IntRange(0, 14).Draw(t, "more") {
			command += rapid.SampledFrom(joints).Draw(t, "joint") + rapid.SampledFrom(pieces).Draw(t, "piece")
		}
		if rapid.IntRange(0, 5).Draw(t, "in a subshell") == 0 {
			command = "(" + command + ")"
		}
		rows, trace := told(t, ruleSet(written), command, 400)
		said := strings.Join(rows, "\n")
		if len(rows) > 8 {
			t.Fatalf("%d rows:\n%s", len(rows), said)
		}
		var asked, free int
		labels := map[string]bool{}
		for _, p := range trace.Parts {
			if !p.NeedsYes() {
				free++
				continue
			}
			asked++
			label := "no rule"
			if p.Rule != nil {
				label = map[rules.Decision]string{rules.DecideAsk: "asked by ", rules.DecideDeny: "denied by "}[p.Decision] + p.Rule.Text
			}
			labels[label+"  "+strings.SplitN(p.Text, "\n", 2)[0]] = true
		}
		counted, loose := 0, 0
		for _, row := range rows {
			if m := moreParts.FindStringSubmatch(row); m != nil {
				n, _ := strconv.Atoi(m[1])
				counted += n
				continue
			}
			if m := unasked.FindStringSubmatch(row); m != nil {
				n, _ := strconv.Atoi(m[1] + m[2])
				loose += max(n, 1)
				for _, by := range strings.Split(m[3], ", ") {
					if by != "only reads" && !strings.Contains(fmt.Sprint(written[claude.Allow]), by) {
						t.Fatalf("%q would let it run:\n%s", by, said)
					}
				}
				continue
			}
			if strings.HasPrefix(row, "asks because: ") {
				if row != "asks because: "+trace.Because {
					t.Fatalf("%q, and the engine says %q", row, trace.Because)
				}
				continue
			}
			if len(trace.Parts) < 2 || !labels[squeeze(times.ReplaceAllString(row, ""))] {
				if trace.Rule == nil || !strings.HasSuffix(row, " by "+trace.Rule.Text+": "+trace.Why) {
					t.Fatalf("%q is not of the trace %+v", row, trace)
				}
				continue
			}
			n := 1
			if m := times.FindStringSubmatch(row); m != nil {
				n, _ = strconv.Atoi(m[1])
			}
			counted += n
		}
		if len(trace.Parts) > 1 && (counted != asked || loose != free) {
			t.Fatalf("%d parts ask and %d are told; %d run unasked and %d are told:\n%s\n%s", asked, counted, free, loose, command, said)
		}
		if trace.Because != "" && !strings.Contains(said, "asks because: ") {
			t.Fatalf("the engine asks because of %q, and the card does not say so:\n%s", trace.Because, said)
		}
	})
}

// squeeze makes the blanks between a label and its part two.
func squeeze(row string) string {
	label, rest, _ := strings.Cut(row, "  ")
	return label + "  " + strings.TrimSpace(rest)
}
