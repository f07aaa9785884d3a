package ui_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// huge is how large the large asks of the benchmarks are: nearly as large as a
// line on the socket may be.
const huge = 15 << 20

// inputOf writes the input of a call as the client would.
func inputOf(of any) json.RawMessage {
	raw, err := openjson.Marshal(of)
	if err != nil {
		panic(err)
	}
	return raw
}

// largeAsks are asks of every shape that may be large.
var largeAsks = map[string]func() approver.Ask{
	"command of one line": func() approver.Ask {
		return callOf("Bash", map[string]any{"command": strings.Repeat("x", huge)})
	},
	"command of 1M lines": func() approver.Ask {
		return callOf("Bash", map[string]any{"command": strings.Repeat("echo 'a b' | x\n", 1<<20)})
	},
	"content": func() approver.Ask {
		return callOf("Write", map[string]any{"file_path": "/home/dev/app/x.go", "content": strings.Repeat("\tvalue := compute(1, \"x\")\n", huge/28)})
	},
	"old and new": func() approver.Ask {
		return callOf("Edit", map[string]any{"file_path": "/home/dev/app/x.go", "old_string": strings.Repeat("a b\n", huge/10), "new_string": strings.Repeat("a c\n", huge/10)})
	},
	"wide tree": func() approver.Ask {
		return approver.Ask{Tool: "mcp__a__b", Input: json.RawMessage(`{"a":[` + strings.Repeat("1,", huge/2) + `1]}`)}
	},
	"deep tree": func() approver.Ask {
		level := `{"a":[1,` + strings.Repeat("[", 40) + "2" + strings.Repeat("]", 40) + "]}"
		return approver.Ask{Tool: "mcp__a__b", Input: json.RawMessage(`{"a":[` + strings.Repeat(level+",", huge/len(level)-1) + level + `]}`)}
	},
	"plan": func() approver.Ask {
		return callOf("ExitPlanMode", map[string]any{"plan": strings.Repeat("- a step of *this* plan\n", huge/25)})
	},
}

func callOf(tool string, input any) approver.Ask {
	return approver.Ask{Tool: tool, Input: inputOf(input)}
}

// BenchmarkKeyWithLargeAsks times a key and the frame after it, with large asks
// waiting and with small ones, in turns: "x" is how many times longer it takes,
// "ms-worst" the longest that was seen.
func BenchmarkKeyWithLargeAsks(b *testing.B) {
	for name, ask := range largeAsks {
		b.Run(name, func(b *testing.B) { keysWithAsks(b, ask(), 1) })
	}
	b.Run("17 of them", func(b *testing.B) { keysWithAsks(b, largeAsks["content"](), 17) })
	for name, of := range map[string][]claude.RuleValue{ // as much as the doors let in
		"a rule of 16 KB":    {{ToolName: "Bash", RuleContent: strings.Repeat("git push ", 1800)}},
		"a rule of jamo":     {{ToolName: "Bash", RuleContent: strings.Repeat("\u1100", 5400)}},
		"a rule of stars":    {{ToolName: "Bash", RuleContent: strings.Repeat("*a", 8000)}},
		"a path of stars":    {{ToolName: "Edit", RuleContent: "/" + strings.Repeat("**/", 5000)}},
		"a path of braces":   {{ToolName: "Edit", RuleContent: "/" + strings.Repeat("{a,b}[!c]", 1500)}},
		"100 rules of 600 B": slices.Repeat([]claude.RuleValue{{ToolName: "Bash", RuleContent: strings.Repeat("git pu *", 80)}}, 100),
	} {
		b.Run(name, func(b *testing.B) {
			ask := pushAsk
			ask.Suggestions = []claude.Update{{Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.Session, Rules: of}}
			if err := ask.Check(); err != nil {
				b.Fatal(err)
			}
			keysWithAsks(b, ask, 1)
		})
	}
}

// BenchmarkCardOfAnAsk times what the update loop does when an ask comes to the
// screen: a card is made and set.
func BenchmarkCardOfAnAsk(b *testing.B) {
	for name, ask := range questions {
		b.Run(name, func(b *testing.B) {
			if err := ask.Check(); err != nil {
				b.Fatal(err)
			}
			keysWithAsks(b, ask, 1)
		})
	}
}

// questions are as much as the doors let in.
var questions = map[string]approver.Ask{
	"20 questions of 50 options": callOf("AskUserQuestion", map[string]any{"questions": slices.Repeat([]any{map[string]any{
		"question": "Which one?", "header": "One", "options": slices.Repeat([]any{map[string]any{"label": "this one", "description": "or not"}}, 50)}}, 20)}),
	"questions of 10 KB": callOf("AskUserQuestion", map[string]any{"questions": slices.Repeat([]any{map[string]any{
		"question": strings.Repeat("which one ", 1000), "header": "One", "options": []any{map[string]any{"label": "a", "description": strings.Repeat("this ", 500)}, map[string]any{"label": "b"}}}}, 10)}),
	"a question of jamo": callOf("AskUserQuestion", map[string]any{"questions": []any{map[string]any{
		"question": strings.Repeat("\u1100", 5000), "header": "One", "options": []any{map[string]any{"label": "a", "description": strings.Repeat("\u1100", 5000)}, map[string]any{"label": "b"}}}}}),
}

func keysWithAsks(b *testing.B, ask approver.Ask, n int) {
	small := newRig(b, 120, 40)
	small.arrive(pushAsk)
	large := newRig(b, 120, 40)
	for i := range n {
		of := ask
		of.Session.ID = fmt.Sprint("session ", i)
		of.Peer.PID = i + 1
		_, _ = large.offer(of) // the desk takes as many as it has room for
	}
	waits := len(large.desk.Snapshot().Waiting)
	large.deliver()
	for _, r := range []*rig{small, large} {
		r.settle()
		r.timers = nil
	}
	var took [2][]time.Duration
	for b.Loop() {
		for i, r := range []*rig{small, large} {
			for _, press := range []tea.KeyPressMsg{{Code: tea.KeyDown}, {Code: tea.KeySpace, Text: " "}, {Code: 'g', Text: "g"}} {
				r.now = r.now.Add(time.Second)
				start := time.Now()
				r.m, _ = r.m.Update(press)
				_ = r.m.View()
				took[i] = append(took[i], time.Since(start))
			}
		}
	}
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	median := func(d []time.Duration) time.Duration { slices.Sort(d); return d[len(d)/2] }
	b.ReportMetric(ms(median(took[1])), "ms-key")
	b.ReportMetric(ms(slices.Max(took[1])), "ms-worst")
	b.ReportMetric(float64(median(took[1]))/float64(median(took[0])), "x")
	b.ReportMetric(float64(waits), "waiting")
	runtime.GC()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	b.ReportMetric(float64(mem.HeapInuse)/(1<<20), "MiB-live")
	b.ReportMetric(0, "ns/op")
	runtime.KeepAlive(large)
}

// BenchmarkIdle times the frame that is drawn each second while nothing waits,
// after a day of many asks and events and after eight commands of 200 KB.
func BenchmarkIdle(b *testing.B) {
	for name, fill := range map[string]func(*rig){
		"a day": func(r *rig) {
			for range 600 {
				r.withdraw(r.arrive(pushAsk))
			}
		},
		"8 commands of 200 KB": func(r *rig) {
			for range 8 {
				r.withdraw(r.arrive(callOf("Bash", map[string]any{"command": strings.Repeat("echo x; ", 25_000)})))
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			r := newRig(b, 120, 40)
			fill(r)
			r.deliver()
			for b.Loop() {
				_ = r.m.View()
			}
		})
	}
}
