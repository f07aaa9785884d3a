package rules_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sayso/internal/claude"
	"sayso/rules"
)

// The tables hold verdicts of Claude Code itself. This is where the session
// stood in which they were taken, by the names that the tables use: the rows
// for ~/ show that the folder did not lie in the home directory then.
var tablePlace = rules.Place{Cwd: "/home/dev/app", Home: "/home/dev", Relabelled: true}

// sourceOf is the settings file that a table calls by a short name.
var sourceOf = map[string]rules.Source{
	"local":   rules.Source(claude.LocalSettings),
	"project": rules.Source(claude.ProjectSettings),
	"user":    rules.Source(claude.UserSettings),
}

type tableRow struct {
	Where    string                                  `json:"where"`
	Behavior claude.Behavior                         `json:"behavior"`
	Rule     string                                  `json:"rule"`
	Settings map[string]map[claude.Behavior][]string `json:"settings"`
	Trusted  bool                                    `json:"trusted"`
	Tool     string                                  `json:"tool"`
	Input    json.RawMessage                         `json:"input"`
	Decision rules.Decision                          `json:"decision"`
	Matched  bool                                    `json:"matched"`

	Command string `json:"command"` // of the table of commands without a rule
	Unasked bool   `json:"unasked"`
}

func readTable(t *testing.T, name string) []tableRow {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", "oracle", name+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rows []tableRow
	n := 0
	scan := bufio.NewScanner(z)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		if n++; n%tableStep != 0 {
			continue
		}
		var row tableRow
		if err := json.Unmarshal(scan.Bytes(), &row); err != nil {
			t.Fatalf("%s, row %d: %v", name, n, err)
		}
		rows = append(rows, row)
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// score counts agreement by kind.
type score struct{ rows, agree, falseAllows, missed int }

// verdict is the outcome for one row.
type verdict struct {
	kind       string
	agree      bool
	falseAllow bool
	missed     bool // a deny or ask rule that the engine reached and we did not
	detail     string
}

// judge prints the scores by kind and fails below the bar.
func judge(t *testing.T, name string, percent int, verdicts []verdict) {
	t.Helper()
	kinds := map[string]*score{}
	var total score
	var differ []string
	for _, v := range verdicts {
		k := kinds[v.kind]
		if k == nil {
			k = &score{}
			kinds[v.kind] = k
		}
		for _, s := range []*score{k, &total} {
			s.rows++
			if v.agree {
				s.agree++
			}
			if v.falseAllow {
				s.falseAllows++
			}
			if v.missed {
				s.missed++
			}
		}
		if !v.agree {
			differ = append(differ, v.detail)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		k := kinds[kind]
		t.Logf("%-28s %6d of %6d agree (%6.2f %%), %d false allows", kind, k.agree, k.rows, 100*float64(k.agree)/float64(k.rows), k.falseAllows)
	}
	t.Logf("%-28s %6d of %6d agree (%6.2f %%), %d false allows", "all of "+name, total.agree, total.rows, 100*float64(total.agree)/float64(total.rows), total.falseAllows)
	for _, d := range differ {
		t.Log("differs: " + d)
	}
	if total.falseAllows > 0 {
		t.Errorf("%d false allows; there must be none", total.falseAllows)
	}
	if total.missed*1000 > total.rows {
		t.Errorf("%d deny or ask rules missed", total.missed)
	}
	if total.agree*100 < total.rows*percent {
		t.Errorf("%d of %d rows agree; the bar is %d %%", total.agree, total.rows, percent)
	}
}

func TestTableOneRule(t *testing.T) { testSingle(t, "rules", 99) }

func TestTableMCP(t *testing.T) { testSingle(t, "mcp", 99) }

func TestTableWeb(t *testing.T) { testSingle(t, "web", 99) }

// The bar is lower here: the commands are chosen to be hard, and Claude Code
// knows more programs and options that only read than [rules] vouches for.
func TestTableShell(t *testing.T) { testSingle(t, "shell", 98) }

func testSingle(t *testing.T, name string, percent int) {
	var verdicts []verdict
	for _, row := range readTable(t, name) {
		if row.Behavior == claude.Allow && row.Decision == rules.DecideAllow && !row.Matched {
			continue // allowed by the engine's own check: says nothing about the rule
		}
		rule := rules.Rule{Text: row.Rule, Behavior: row.Behavior, Source: sourceOf[row.Where]}
		settles, why := rules.Match(rule, rules.Call{Tool: row.Tool, Input: row.Input}, tablePlace)
		tool := row.Tool
		if strings.HasPrefix(tool, "mcp__") {
			tool = "MCP"
		}
		reason := "Claude Code knows more programs and options that only read, or we deny and ask more widely"
		if row.Tool == "WebFetch" {
			reason = "no program fetches such an address, and the rule is told as one that is good for nothing"
		}
		if strings.Contains(row.Rule, "(~/") {
			reason = "the table's folder did not really lie in its home; in a real one the rule reaches the file"
		}
		verdicts = append(verdicts, verdict{
			kind:       fmt.Sprintf("%s %s", tool, row.Behavior),
			agree:      settles == row.Matched,
			falseAllow: settles && row.Behavior == claude.Allow && row.Decision == rules.DecideAsk,
			missed:     !settles && row.Matched && row.Behavior != claude.Allow,
			detail: fmt.Sprintf("%s %s in %s, %s %s: we say %v (%s), the engine says %v; reason: %s",
				row.Behavior, row.Rule, row.Where, row.Tool, row.Input, settles, why, row.Matched, reason),
		})
	}
	judge(t, name, percent, verdicts)
}

func TestTableSeveralRules(t *testing.T) {
	var verdicts []verdict
	for _, row := range readTable(t, "several") {
		var list []rules.Rule
		for _, where := range slices.Sorted(maps.Keys(row.Settings)) {
			for _, behavior := range claude.Behaviors() {
				if behavior == claude.Allow && where == "project" && !row.Trusted {
					continue
				}
				for _, text := range row.Settings[where][behavior] {
					list = append(list, rules.Rule{Text: text, Behavior: behavior, Source: sourceOf[where]})
				}
			}
		}
		trace := rules.Compile(list, tablePlace).Decide(rules.Call{Tool: row.Tool, Input: row.Input})
		got, want := "", row.Rule
		if trace.Rule != nil {
			got = trace.Rule.Canonical()
		}
		decision := row.Decision
		if want == "" {
			decision = rules.DecideNone
		}
		verdicts = append(verdicts, verdict{
			kind:       fmt.Sprintf("%s → %s", row.Tool, cmp.Or(string(decision), "none")),
			agree:      trace.Decision == decision && got == want,
			falseAllow: trace.Decision == rules.DecideAllow && row.Decision != rules.DecideAllow,
			detail: fmt.Sprintf("%v trusted %v, %s %s: we say %s %s (%s), the engine says %s %s",
				row.Settings, row.Trusted, row.Tool, row.Input, trace.Decision, got, trace.Why, decision, want),
		})
	}
	judge(t, "several", 99, verdicts)
}

// What Claude Code runs without being asked needs no rule, so beside an allowed
// part it must be known. Saying so of too little makes a rule settle less; of too
// much, the call would be thought allowed and is not.
func TestTableUnasked(t *testing.T) {
	set := rules.Compile(local(claude.Allow, "Bash(zork)"), tablePlace)
	falseAllows, agree, rows := 0, 0, 0
	for _, row := range readTable(t, "unasked") {
		trace := set.Decide(callOf(t, "Bash", "zork && "+row.Command))
		allowed := trace.Decision == rules.DecideAllow
		rows++
		if allowed == row.Unasked {
			agree++
		}
		if allowed && !row.Unasked {
			falseAllows++
			t.Errorf("%q: Claude Code asks, and we say: %s", row.Command, trace.Why)
		}
	}
	t.Logf("%d of %d commands agree (%.2f %%), %d false allows", agree, rows, 100*float64(agree)/float64(rows), falseAllows)
	if agree*100 < rows*97 {
		t.Errorf("%d of %d commands agree; the bar is 97 %%", agree, rows)
	}
}
