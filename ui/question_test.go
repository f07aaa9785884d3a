package ui_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui"
)

var (
	twoAsk = askOf("AskUserQuestion", `{"questions":[`+
		`{"question":"Which database?","header":"Database","options":[{"label":"PostgreSQL","description":"A server"},{"label":"SQLite","description":"A file"}]},`+
		`{"question":"Which features?","header":"Features","multiSelect":true,"options":[{"label":"Auth","description":""},{"label":"Export","description":""}]}]}`)
	planAsk = askOf("ExitPlanMode", `{"plan":"# Plan\n\n1. Do it\n"}`)
	manyAsk = askOf("AskUserQuestion", `{"questions":[{"question":"Which features?","header":"Features","multiSelect":true,"options":[`+
		strings.Repeat(`{"label":"Auth","description":"Two rows of words about it, so that few of them fit a low pane"},`, 5)+`{"label":"Last","description":""}]}]}`)
	lostAsk = askOf("ExitPlanMode", `{}`, `"transcript_path":"/t/s.jsonl"`)
)

// quick presses keys one right after the other, as a hand that knows them does.
func quick(r *rig, keys ...string) {
	for _, k := range keys {
		r.press(k)
		r.advance(90 * time.Millisecond)
	}
}

func TestQuestionsAreAnsweredByQuickKeys(t *testing.T) {
	r := newRig(t, 80, 24)
	id := r.arrive(twoAsk)
	r.settle()
	quick(r, "j", "j", "space", "enter", "1", "2", "1", "enter")
	r.see("What the agent will read")
	r.advance(time.Second)
	r.press("enter")
	got := r.only()
	if got.id != id || got.err != nil || !strings.HasSuffix(string(got.decision.UpdatedInput), `"answers":{"Which database?":"SQLite","Which features?":"Export"}}`) {
		t.Errorf("got %+v, %s", got, got.decision.UpdatedInput)
	}
}

func TestTheHistoryTellsWhatWasAnswered(t *testing.T) {
	r := newRig(t, 80, 30)
	r.arrive(twoAsk)
	r.settle()
	r.press("2")
	write(r, "n", "in a file", "enter")
	r.press("tab", "tab")
	r.settle()
	r.press("enter")
	r.only()
	r.press("h", "enter")
	for _, want := range []string{"Your answers", "Which database?", "  SQLite", "  Note: in a file"} {
		r.see(want)
	}

	r.press("esc", "esc")
	r.arrive(twoAsk)
	write(r, "b", "ask me later", "esc")
	r.decide("b")
	r.press("enter")
	r.press("h", "enter")
	r.see("Your answers")
	r.see("ask me later")
}

func TestKeysThatDoNotSendAnswers(t *testing.T) {
	filled := func(r *rig) {
		r.settle()
		r.press("2")
		r.advance(time.Second)
		r.press("tab", "tab")
		r.advance(time.Second)
		r.see("Send the answers")
	}
	for name, do := range map[string]func(*rig){
		"enter right after marks": func(r *rig) {
			r.settle()
			quick(r, "1", "2", "tab", "tab", "enter")
		},
		"a held enter": func(r *rig) {
			filled(r)
			r.send(tea.KeyPressMsg{Code: tea.KeyEnter, IsRepeat: true})
		},
		"enter after focus comes back": func(r *rig) {
			filled(r)
			r.send(tea.BlurMsg{})
			r.send(tea.FocusMsg{})
			r.press("enter")
		},
		"enter after a resize": func(r *rig) {
			filled(r)
			r.send(tea.WindowSizeMsg{Width: 90, Height: 30})
			r.press("enter")
		},
		"a click on the row that sends": func(r *rig) {
			filled(r)
			for y := range 24 {
				r.send(tea.MouseClickMsg{X: 9, Y: y, Button: tea.MouseLeft})
			}
		},
		"prose with all of the keys": func(r *rig) {
			r.settle()
			quick(r, "2", "space", "d", "b", "r", "x", "t", "n", "1")
		},
		"a word that begins with d": func(r *rig) {
			r.settle()
			quick(r, "d", "o")
		},
		"y": func(r *rig) {
			r.settle()
			r.decide("y")
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 80, 24)
			r.arrive(twoAsk)
			do(r)
			r.advance(time.Second)
			r.nothingSent()
		})
	}
}

func TestProseThatBeginsWithADigitChoosesNothing(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(twoAsk)
	r.settle()
	quick(r, "2", "space")
	r.see("●")
	quick(r, "a", "p", "p")
	r.see("Looks like typing")
	r.notSee("●")
}

// On the whole screen too, a digit marks the option that it stands at on the frame
// and no other: what is scrolled away, or has no row, no digit chooses.
func TestADigitMarksOnlyTheRowItStandsAt(t *testing.T) {
	atRow := regexp.MustCompile(`(?m)^ [ ▸] ([1-9]) \[ \] `)
	shown, hidden := 0, 0
	for _, size := range [][2]int{{40, 12}, {40, 16}, {48, 20}, {80, 24}, {120, 40}} {
		for _, d := range []string{"1", "2", "3", "4", "5", "6", "8", "9"} { // 7 is for words
			r := newRig(t, size[0], size[1])
			r.arrive(manyAsk)
			r.settle()
			before := r.screen()
			drawn := slices.ContainsFunc(atRow.FindAllStringSubmatch(before, -1), func(m []string) bool { return m[1] == d })
			r.press(d)
			r.advance(time.Second)
			if marked := strings.Contains(r.screen(), "[x]"); marked != drawn {
				t.Errorf("at %v: %s marks %v, drawn %v:\n%s", size, d, marked, drawn, before)
			}
			if drawn {
				shown++
			} else {
				hidden++
			}
			r.nothingSent()
		}
	}
	if shown == 0 || hidden == 0 {
		t.Errorf("%d digits were drawn, %d were not", shown, hidden)
	}
}

func TestANoteSurvivesWhatLooksLikeTypingAfterIt(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(twoAsk)
	r.settle()
	r.decide("n")
	r.press("h", "i", "enter", "d", "o")
	r.see("Looks like typing")
	r.see("n  hi")
	r.advance(time.Second)
	r.nothingSent()
}

func TestMarksBeforeTheGateOpensCountForNothing(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(twoAsk)
	quick(r, "1", "2", "1", "2")
	r.notSee("●")
}

func TestTabGoesThroughQuestionsAndBracketsThroughAsks(t *testing.T) {
	r := newRig(t, 120, 24)
	r.arrive(twoAsk)
	r.arrive(lsAsk)
	r.settle()
	r.press("tab")
	r.see("Which features?")
	r.see("1 of 2")
	r.see("] next ask")
	r.press("]")
	r.see("ls -la")
	r.advance(time.Second)
	r.press("tab")
	r.see("Which database?")
}

func TestADeclineIsHeldAsANoIs(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(twoAsk)
	r.settle()
	r.press("d")
	r.nothingSent()
	r.advance(time.Second)
	if got := r.only(); got.decision.Verdict != approver.Deny || !strings.Contains(got.decision.Message, "declined to answer") {
		t.Errorf("got %+v", got)
	}
}

func TestWhatWasFilledInStaysWhenTheAskEnds(t *testing.T) {
	r := newRig(t, 80, 24)
	id := r.arrive(twoAsk)
	r.arrive(lsAsk)
	r.settle()
	r.decide("n")
	r.press("h", "i")
	r.withdraw(id)
	r.deliver()
	r.see("no longer waiting")
	r.see("hi")
	r.see("ended · 1 wait")
	r.notSee("c context")
	r.press("y", "enter", "x") // still typing
	r.arrive(pushAsk)
	r.see("hi")
	r.press("c")
	r.see("Copied")
	r.press("tab", "1", "y")
	r.advance(time.Second)
	r.nothingSent()
	r.press("esc")
	r.see("ls -la")
	r.press("y")
	r.advance(time.Second)
	r.nothingSent() // the next card arms like any other
	r.decide("y")
	r.only()
}

func TestNothingStaysWhereNothingWasLost(t *testing.T) {
	t.Run("an untouched card", func(t *testing.T) {
		r := newRig(t, 80, 24)
		id := r.arrive(twoAsk)
		r.settle()
		r.withdraw(id)
		r.deliver()
		r.see("Nothing waits")
		r.see("Withdrawn")
	})
	t.Run("one's own answer", func(t *testing.T) {
		r := newRig(t, 80, 24)
		r.arrive(twoAsk)
		r.settle()
		r.decide("1")
		r.settle()
		r.decide("d")
		r.only()
		r.see("Nothing waits")
	})
	t.Run("and a message that was not sent stays", func(t *testing.T) {
		r := newRig(t, 80, 24)
		id := r.arrive(lsAsk)
		r.settle()
		r.decide("r")
		r.press("h", "i")
		r.withdraw(id)
		r.deliver()
		r.see("What you had filled in")
		r.see("hi")
	})
}

func TestAPlanIsEditedInTheEditor(t *testing.T) {
	var asked []string
	back, failure := "# Plan\n\n1. Do it well\n", error(nil)
	r := newRig(t, 80, 30, func(o *ui.Options) {
		o.Edit = func(text, suffix string, done func(string, error) tea.Msg) tea.Cmd {
			asked = append(asked, text+suffix)
			return func() tea.Msg { return done(back, failure) }
		}
	})
	r.arrive(planAsk)
	r.press("e")
	r.advance(time.Second)
	if len(asked) > 0 {
		t.Fatal("the editor opened while the gate was closed")
	}
	r.decide("e")
	if len(asked) != 1 || asked[0] != "# Plan\n\n1. Do it\n.md" {
		t.Fatalf("the editor got %q", asked)
	}
	r.see("+ │ 1. Do it well")
	r.press("down", "enter") // the gate is closed again
	r.nothingSent()
	r.settle()
	r.press("down", "enter")
	if got := r.only(); string(got.decision.UpdatedInput) != `{"plan":"# Plan\n\n1. Do it well\n"}` {
		t.Errorf("sent %s", got.decision.UpdatedInput)
	}

	t.Run("and a failure is told", func(t *testing.T) {
		failure = errors.New("vi: \x1b[2J not found")
		r.arrive(planAsk)
		r.settle()
		r.decide("e")
		r.see("Not edited: vi: ⟨ESC⟩[2J not found")
		r.see("1. Do it")
	})
}

func TestAPlanIsLookedForOutsideOfTheLoop(t *testing.T) {
	var read []string
	r := newRig(t, 80, 24, func(o *ui.Options) {
		o.Read = func(path string, _ int64) ([]byte, bool, error) {
			read = append(read, path)
			return []byte(`{"message":{"content":[{"type":"tool_use","name":"ExitPlanMode","input":{"plan":"# Told there"}}]}}`), true, nil
		}
	})
	r.arrive(lostAsk)
	r.see("Told there")
	r.see("read from the transcript /t/s.jsonl")
	if len(read) != 1 {
		t.Errorf("read %q", read)
	}
}

// n writes notes here, so the footer says how to decline, at every width.
func TestTheFooterSaysHowToDecline(t *testing.T) {
	for _, width := range []int{40, 48, 80, 120} {
		r := newRig(t, width, 12)
		r.arrive(twoAsk)
		r.settle()
		r.see("d decline")
	}
}
