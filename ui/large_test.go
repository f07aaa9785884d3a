package ui_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui"
	"sayso/ui/preview"
)

// tooLargeAsks are asks that no card shows whole.
var tooLargeAsks = map[string]approver.Ask{
	"a command of one line":   callOf("Bash", map[string]any{"command": strings.Repeat("x", preview.MaxInput)}),
	"a command of lines":      callOf("Bash", map[string]any{"command": strings.Repeat("a\n", preview.MaxRows+1)}),
	"lines spelled at length": askOf("Bash", `{"command":"`+strings.Repeat(`x\u000a`, preview.MaxRows+1)+`"}`),
	"many rows of a line":     callOf("Write", map[string]any{"file_path": "/a", "content": strings.Repeat("\x01", preview.MaxInput/6-100)}),
	"a wide tree":             askOf("mcp__a__b", `{"a":[`+strings.Repeat("1,", preview.MaxRows)+`1]}`),
	"a plan":                  callOf("ExitPlanMode", map[string]any{"plan": strings.Repeat("- a step\n", 40_000)}),
	"questions":               callOf("AskUserQuestion", map[string]any{"questions": []any{}, "later": strings.Repeat("x", 300<<10)}),
}

// What can't be read can't be allowed, whatever key is pressed and however far
// the person reads. The card says so, and a no goes out as ever.
func TestWhatIsTooLargeCantBeAllowed(t *testing.T) {
	for name, ask := range tooLargeAsks {
		t.Run(name, func(t *testing.T) {
			ask.Origin = approver.FromSession
			r := newRig(t, 48, 20)
			r.editor = func(text, _ string) (string, error) {
				t.Errorf("the editor gets %d bytes", len(text))
				return text, nil
			}
			r.arrive(ask)
			r.settle()
			r.see("can't be allowed here")
			for _, keys := range [][]string{{"y"}, {"G"}, {"y"}, {"y", "enter"}, {"1"}, {"2"}, {"a"}, {"down"}, {"enter"}, {"e"}} {
				for _, key := range keys {
					r.press(key)
					r.advance(time.Second)
				}
				for _, s := range r.sent {
					t.Fatalf("%v sent %v", keys, s.decision)
				}
				r.press("esc")
				r.advance(time.Second)
			}
			r.press("g")
			r.see("Too large to show")
			r.advance(time.Second)
			r.decide("n")
			if s := r.only(); s.decision.Verdict != approver.Deny || s.err != nil {
				t.Errorf("sent %+v", s)
			}
		})
	}
}

// As much as a card takes is shown whole, and allowed when it was read.
func TestWhatIsLargeAndCanBeReadIsAllowed(t *testing.T) {
	r := newRig(t, 120, 40)
	r.arrive(callOf("Write", map[string]any{"file_path": "/a.txt", "content": strings.Repeat("some line of a long file\n", 50_000)}))
	r.settle()
	r.press("G")
	r.advance(time.Second)
	r.press("G")
	r.advance(time.Second)
	r.decide("y")
	if s := r.only(); s.decision.Verdict != approver.Allow {
		t.Errorf("sent %+v", s)
	}
}

// brokenFiles fail in a way that nobody thought of.
type brokenFiles struct{ oneFile }

func (brokenFiles) Read(string) preview.File { panic("a fault in a preview") }

// A document that can't be made is the ask's problem: the pane lives, the ask
// can't be allowed, and the next one can.
func TestADocumentThatCantBeMadeIsTheAsksProblem(t *testing.T) {
	r := newRig(t, 80, 24, func(o *ui.Options) { o.Sight.Files = brokenFiles{} })
	r.arrive(callOf("Write", map[string]any{"file_path": "/a", "content": "x"}))
	r.arrive(lsAsk)
	r.settle()
	r.see("This ask can't be shown")
	r.see("can't be allowed here")
	r.decide("y")
	r.nothingSent()
	r.advance(time.Second)
	r.decide("n")
	r.settle()
	r.decide("y")
	if len(r.sent) != 2 || r.sent[1].decision.Verdict != approver.Allow {
		t.Errorf("sent %+v", r.sent)
	}
}

// changingFiles hold at first, and fail when they are looked at again.
type changingFiles struct {
	oneFile
	broken *bool
}

func (f changingFiles) Read(path string) preview.File {
	if *f.broken {
		panic("a fault in a preview")
	}
	return f.oneFile.Read(path)
}

// A yes whose document can't be looked at again is not sent.
func TestAYesThatCantBeCheckedIsNotSent(t *testing.T) {
	broken := false
	r := newRig(t, 80, 24, func(o *ui.Options) { o.Sight.Files = changingFiles{broken: &broken} })
	r.arrive(callOf("Write", map[string]any{"file_path": "/a", "content": "x"}))
	r.settle()
	broken = true
	r.decide("y")
	r.nothingSent()
}

// The making of a document ends when another is asked for: nobody waits for it.
func TestTheMakingOfADocumentEndsWhenAnotherIsAskedFor(t *testing.T) {
	r := newRig(t, 120, 40)
	_, slow := r.m.Update(ui.DeskMsg{}) // nothing waits yet
	r.run(slow)
	id, err := r.offer(callOf("Bash", map[string]any{"command": strings.Repeat("echo 'a b' | x\n", preview.MaxRows-1)}))
	if err != nil {
		t.Fatal(err)
	}
	_, first := r.m.Update(ui.DeskMsg{Snapshot: r.desk.Snapshot()})
	_, second := r.m.Update(tea.WindowSizeMsg{Width: 100, Height: 40})
	if got := rows(first); got != 0 {
		t.Errorf("the first document of %s was made: %d messages", id, got)
	}
	if got := rows(second); got != 1 {
		t.Errorf("%d documents were made of the second", got)
	}
}

// rows runs a command and counts the documents that come of it.
func rows(cmd tea.Cmd) int {
	if cmd == nil {
		return 0
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		n := 0
		for _, c := range msg {
			n += rows(c)
		}
		return n
	default:
		if strings.HasSuffix(fmt.Sprintf("%T", msg), ".renderedMsg") {
			return 1
		}
	}
	return 0
}

// A key and the frame after it cost the same with large asks waiting as with
// small ones, and the same while large ones are remembered.
func TestAFrameCostsTheSameWhateverTheSizeOfAnAsk(t *testing.T) {
	cost := func(size int) (allocs float64, bytes uint64) {
		r := newRig(t, 120, 40)
		for i := range 6 {
			ask := callOf("Bash", map[string]any{"command": "echo " + strings.Repeat("x ", size/2)})
			ask.Session.ID = fmt.Sprint(i)
			id := r.arrive(ask)
			if i%2 == 0 {
				r.withdraw(id)
			}
		}
		r.deliver()
		r.settle()
		r.timers = nil
		frame := func() {
			for _, press := range []tea.KeyPressMsg{{Code: tea.KeyDown}, {Code: tea.KeySpace, Text: " "}, {Code: 'h', Text: "h"}, {Code: tea.KeyEnter}, {Code: tea.KeyEscape}, {Code: tea.KeyEscape}} {
				r.now = r.now.Add(time.Second)
				r.m, _ = r.m.Update(press)
				_ = r.m.View()
			}
		}
		var before, after runtime.MemStats
		frame()
		runtime.ReadMemStats(&before)
		allocs = testing.AllocsPerRun(5, frame)
		runtime.ReadMemStats(&after)
		return allocs, after.TotalAlloc - before.TotalAlloc
	}
	const enough = 40_000 // more than any row and any part of a detail shows
	smallAllocs, smallBytes := cost(enough)
	largeAllocs, largeBytes := cost(8 << 20)
	if largeAllocs > 1.5*smallAllocs || largeBytes > 2*smallBytes {
		t.Errorf("a frame takes %.0f allocations of %d bytes with asks of 8 MiB, and %.0f of %d with such of 40 kB",
			largeAllocs, largeBytes, smallAllocs, smallBytes)
	}
}

// Other asks are alike by what they hold, not by their size.
func TestAlikeIsWhatHoldsTheSame(t *testing.T) {
	r := newRig(t, 120, 40)
	ask := func(command string) approver.Ask { return askOf("Bash", `{"command":"`+command+`"}`) }
	r.arrive(ask("echo aaaa"))
	r.arrive(ask("echo bbbb"))
	r.arrive(askOf("Bash", `{"command":"echo aaa\u0061"}`))
	r.arrive(askOf("mcp__a__b", `{"n":9007199254740992}`))
	r.arrive(askOf("mcp__a__b", `{"n":9007199254740993}`)) // the same to who reads numbers as the client does, and not on the card
	for range 5 {
		r.settle()
		r.press("=")
		r.notSee("alike")
		r.press("tab")
	}
	r.arrive(ask("echo aaaa"))
	r.settle()
	r.press("=")
	r.see("for all 2 alike")
}

// Who asks may name the longest names that a door takes: the frame stays a frame.
func TestTheLongestNamesThatADoorTakes(t *testing.T) {
	long := strings.Repeat("\u1100", 300)
	ask := lsAsk
	ask.Tool, ask.Session.Cwd, ask.Agent.Type = "mcp__"+long+"__"+long, "/"+strings.Repeat(long, 10), long
	ask.Provenance = approver.Provenance{Reason: strings.Repeat(long, 20), Description: strings.Repeat(long, 20), Consent: long}
	for _, size := range [][2]int{{48, 20}, {120, 40}} {
		r := newRig(t, size[0], size[1])
		r.arrive(ask)
		r.arrive(ask)
		r.settle()
		if rows := strings.Split(r.screen(), "\n"); len(rows) != size[1] {
			t.Errorf("%d rows, want %d", len(rows), size[1])
		}
	}
}
