package ui_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"sayso/approver"
	"sayso/ui"
)

// low are sizes at which most of a call has no room.
var low = [][2]int{{40, 12}, {80, 10}, {80, 14}, {80, 24}, {200, 10}}

// parts are calls with a sign at the place that must not be missed.
var parts = map[string]approver.Ask{
	"a pipe at the end of a command": askOf("Bash", fmt.Sprintf(`{"command":"%s | sh §","description":"%s"}`,
		strings.Repeat("echo a-long-word && ", 60), strings.Repeat("Harmless. ", 40))),
	"the last lines of a Write":  askOf("Write", `{"file_path":"/home/dev/app/x.sh","content":"`+strings.Repeat(`echo step\n`, 60)+`§"}`),
	"the tail of a URL":          askOf("WebFetch", `{"url":"https://example.com/?q=`+strings.Repeat("a", 1500)+`§","prompt":"`+strings.Repeat("Say it. ", 90)+`"}`),
	"the end of a path":          askOf("Write", `{"file_path":"/`+strings.Repeat("a/", 700)+`§","content":"`+strings.Repeat(`x\n`, 80)+`"}`),
	"after many empty lines":     askOf("Bash", `{"command":"ls`+strings.Repeat(`\n`, 80)+`§"}`),
	"the end of a tool's name":   askOf("mcp__s__"+strings.Repeat("a", 300)+"§", `{"a":"b"}`),
	"an argument after many":     askOf("mcp__s__t", `{"a":"`+strings.Repeat(`x\n`, 60)+`","b":"§"}`),
	"a command with many parts":  askOf("Bash", `{"command":"`+strings.Repeat("ls -la; ", 40)+`curl x | §"}`),
	"the last words of a prompt": askOf("Agent", `{"description":"d","subagent_type":"t","prompt":"`+strings.Repeat(`Do it.\n`, 60)+`§"}`),
}

// However low the pane is: a yes is there to be reached, by reading and by a
// skip, and the end of the call was on the screen before it.
func TestTheEndOfTheCallIsOnTheScreenBeforeAYes(t *testing.T) {
	for name, ask := range parts {
		for _, size := range low {
			for how, key := range map[string]string{"read": "space", "skipped": "G"} {
				t.Run(fmt.Sprintf("%s/%dx%d/%s", name, size[0], size[1], how), func(t *testing.T) {
					r := newRig(t, size[0], size[1])
					r.arrive(ask)
					r.settle()
					seen, presses := false, 0
					film := func() { seen = seen || strings.Contains(r.terminal, "§") }
					for range 300 {
						film()
						if r.decide("y"); len(r.sent) > 0 {
							break
						}
						r.settle()
						film()
						r.press(key)
						r.settle()
						if presses++; key == "G" && presses > 24 {
							t.Fatalf("it is skipped in no few presses:\n%s", r.screen())
						}
					}
					if r.only().decision.Verdict != approver.Allow {
						t.Fatal("no allow")
					}
					if how == "skipped" && strings.Contains(name, "tool's name") {
						return // it stands at the start, and was skipped knowingly
					}
					if !seen {
						t.Errorf("allowed, and the end was never on the screen:\n%s", r.screen())
					}
				})
			}
		}
	}
}

// A yes for which every row has a number: all of the numbers were on the terminal,
// or were skipped by a key that had said so, and the last ones in any case.
func TestEveryRowWasOnTheTerminal(t *testing.T) {
	allows, skips := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, rapid.IntRange(40, 120).Draw(t, "width"), rapid.IntRange(10, 30).Draw(t, "height"))
		n := rapid.IntRange(1, 40).Draw(t, "rows")
		command := ""
		for i := range n {
			command += fmt.Sprintf(`echo row-%d.\n`, i)
		}
		tail := strings.Repeat("It does this. ", rapid.IntRange(0, 40).Draw(t, "words"))
		r.arrive(askOf("Bash", fmt.Sprintf(`{"command":"%s","description":"%s"}`, strings.TrimSuffix(command, `\n`), tail)))
		seen, told := map[int]bool{}, false
		film := func() { // of what the terminal shows, which is what it has answered for
			screen := r.terminal
			for i := range n {
				if strings.Contains(screen, fmt.Sprintf("row-%d.", i)) {
					seen[i] = true
				}
			}
		}
		for range 70 {
			film()
			key := rapid.SampledFrom([]string{"space", "space", "G", "G", "G", "G", "g", "pgup", "f", "j", "y", "y", "size", "slow", "quick", "?", "esc"}).Draw(t, "key")
			wasTold := strings.Contains(r.terminal, "G again skips")
			switch key {
			case "size":
				r.send(tea.WindowSizeMsg{Width: rapid.IntRange(40, 120).Draw(t, "width"), Height: rapid.IntRange(10, 30).Draw(t, "height")})
			case "slow": // the terminal shows nothing from here on
				r.frozen = true
			case "quick":
				if r.frozen {
					r.thaw()
				}
			default:
				if r.press(key); key == "G" && wasTold {
					told = true
				}
			}
			film()
			r.advance(time.Duration(rapid.SampledFrom([]int{10, 130, 450, 700, 1200}).Draw(t, "ms")) * time.Millisecond)
			film()
			if len(r.sent) == 0 {
				continue
			}
			if allows++; told {
				skips++
			}
			for i := range n {
				if !seen[i] && (!told || i == n-1) {
					t.Fatalf("allowed, and row %d of %d was never on the terminal", i, n)
				}
			}
			return
		}
	})
	if t.Logf("%d allows, %d after a skip", allows, skips); allows == 0 || skips == 0 || allows == skips {
		t.Error("it is not tested")
	}
}

// Rows that are set anew for another width are others.
func TestWhatWasSeenInPartIsReadAnewAtAnotherWidth(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	r.press("space", "space")
	r.send(tea.WindowSizeMsg{Width: 70, Height: 24})
	r.settle()
	for !strings.Contains(r.screen(), "▴") {
		r.press("pgdown")
		r.settle()
	}
	r.see("G again skips")
	r.decide("y")
	r.nothingSent()
}

// A frame that the terminal has not shown yet counts for nothing, though it was
// drawn and the gate is open.
func TestAPageThatIsNotOnTheTerminalIsNotSeen(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	for range 3 {
		r.press("pgdown")
	}
	r.frozen = true
	r.press("pgdown")
	r.see("the end")
	r.press("y")
	r.thaw()
	r.advance(time.Second)
	r.nothingSent()
	r.decide("y")
	r.only()
}

// A yes that is selected and taken waits for the same as its key does.
func TestEnterOnAYesWaitsForAllRowsToo(t *testing.T) {
	for _, keys := range [][]string{{"down", "enter"}, {"G", "j", "enter"}, {"up", "up", "up", "up", "up", "up", "enter"}} {
		r := newRig(t, 80, 24)
		r.arrive(longAsk)
		r.settle()
		for _, key := range keys {
			r.press(key)
			r.advance(500 * time.Millisecond)
		}
		r.nothingSent()
	}
}

// A skip waits until the row that says how much it leaves out is on the terminal,
// though the rows above that have been there before.
func TestASkipWaitsForTheRowThatNamesIt(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	for _, key := range []string{"G", "pgup"} {
		r.press(key)
		r.settle()
	}
	r.frozen = true
	for range 3 {
		r.press("G")
		r.advance(time.Second)
	}
	r.thaw()
	r.settle()
	r.see("G again skips")
	r.decide("y")
	r.nothingSent()
}

// A second G is a skip only as a key of its own: two of them at once are one look at
// the end.
func TestTwoQuickKeysSkipNothing(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	r.press("G")
	r.advance(100 * time.Millisecond)
	r.press("G")
	r.settle()
	r.see("G again skips")

	r = newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	r.frozen = true
	r.press("G")
	r.advance(time.Second)
	r.press("G") // how much it would skip is not on the terminal yet
	r.thaw()
	r.settle()
	r.see("G again skips")
	r.decide("y")
	r.nothingSent()
}

// Frames that were drawn one upon the other while nothing was written never were
// on the terminal.
func TestPagesThatWereDrawnOverAreNotSeen(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	r.frozen = true
	for range 8 {
		r.press("pgdown")
	}
	r.thaw()
	r.settle()
	r.see("G again skips")
	r.decide("y")
	r.nothingSent()
}

// A document that is made anew, for another size or otherwise, may be of other
// files than the one that was read: then nothing of it was seen.
func TestWhatWasReadIsNotWhatIsMadeAnewOfAnotherFile(t *testing.T) {
	for name, again := range map[string]func(*rig){
		"for another width":  func(r *rig) { r.send(tea.WindowSizeMsg{Width: 90, Height: 24}) },
		"for another height": func(r *rig) { r.send(tea.WindowSizeMsg{Width: 120, Height: 20}) },
		"side by side":       func(r *rig) { r.press("s") },
		"for other colours":  func(r *rig) { r.send(tea.BackgroundColorMsg{Color: color.White}) },
		"twice at once": func(r *rig) {
			r.holdRenders = true
			r.send(tea.WindowSizeMsg{Width: 90, Height: 24})
			r.send(tea.WindowSizeMsg{Width: 100, Height: 24})
			r.holdRenders = false
			for _, msg := range r.held {
				r.send(msg)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := disk{files: map[string]string{mainFile: strings.Repeat("line\n", 40)}}
			r := newRig(t, 120, 24, func(o *ui.Options) { o.Sight.Files = d })
			r.arrive(askOf("Write", `{"file_path":"`+mainFile+`","content":"new\n"}`))
			r.settle()
			readAll(r)
			r.press("g")
			d.files[mainFile] = strings.Repeat("line\n", 30) + "work of a day\n" + strings.Repeat("line\n", 10)
			again(r)
			r.advance(900 * time.Millisecond) // less than until it is looked at again
			r.press("y")
			r.advance(200 * time.Millisecond)
			r.nothingSent()
		})
	}
}

// readAll reads a document page by page.
func readAll(r *rig) {
	for range 100 {
		if r.press("pgdown"); strings.Contains(r.screen(), "the end of") {
			return
		}
	}
	r.t.Fatalf("it has no end:\n%s", r.screen())
}
