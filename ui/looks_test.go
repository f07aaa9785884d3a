package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"sayso/internal/claude"
)

func footer(r *rig) string {
	rows := strings.Split(r.screen(), "\n")
	return rows[len(rows)-1]
}

func TestTheFooterNamesWhatEnterDoes(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	r.settle()
	if got := footer(r); !strings.Contains(got, "↑↓ choose") || strings.Contains(got, "enter") {
		t.Errorf("with nothing selected: %q", got)
	}
	r.press("down")
	if got := footer(r); !strings.Contains(got, "enter take it") || !strings.Contains(got, "esc select none") {
		t.Errorf("with a choice selected: %q", got)
	}
	r.press("esc", "enter")
	r.advance(time.Second)
	r.nothingSent()
}

// Whatever hides is told, with its count and place, wherever it stands.
func TestWhatHidesIsToldInEveryField(t *testing.T) {
	const bidi = `\u202e`
	for what, more := range map[string]string{
		"reason":       `"sayso":{"reason":"ab` + bidi + `"}`,
		"who asks":     `"sayso":{"plugin":"ab` + bidi + `"}`,
		"your words":   `"sayso":{"reason":"x","consent":"ab` + bidi + `"}`,
		"description":  `"sayso":{"description":"ab` + bidi + `"}`,
		"agent":        `"agent_id":"1","agent_type":"ab` + bidi + `"`,
		"server":       `"mcp_server":{"name":"ab` + bidi + `","source":"user"}`,
		"suggestion 1": `"permission_suggestions":[{"type":"addDirectories","directories":["ab` + bidi + `"],"destination":"session"}]`,
	} {
		t.Run(what, func(t *testing.T) {
			r := newRig(t, 110, 40)
			r.arrive(askOf("Bash", `{"command":"ls"}`, more))
			r.settle()
			r.see(what + ": 1 hidden character: right-to-left override at 3")
		})
	}
	r := newRig(t, 110, 40)
	ask := lsAsk
	ask.Tool = "mcp__a\u202e__b"
	r.arrive(ask)
	r.settle()
	r.see("tool's name: 1 hidden character: right-to-left override at 7")
}

// Which tool it is stands there in full, on a narrow screen too.
func TestTheToolsNameIsNeverCut(t *testing.T) {
	for _, name := range []string{
		"mcp__playwright__browser_click",
		"mcp__a_server_of_some_length__and_a_tool_that_deletes_whatever_it_is_given",
	} {
		ask := askOf("mcp", `{"ref":"e12"}`, `"agent_id":"a1","agent_type":"Explore"`, `"mcp_server":{"name":"s","source":"project"}`)
		ask.Tool = name
		server, tool, _ := claude.SplitMCP(name)
		for _, size := range [][2]int{{40, 12}, {48, 20}, {80, 24}} {
			r := newRig(t, size[0], size[1])
			r.arrive(ask)
			r.settle()
			if got := strings.Join(strings.Fields(r.screen()), ""); !strings.Contains(got, server+"→"+tool) {
				t.Errorf("%s at %v:\n%s", name, size, r.screen())
			}
		}
	}
}

// Whoever comes back to the pane has nothing selected that a stray enter takes.
func TestComingBackNothingIsSelected(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	r.settle()
	r.press("down")
	r.send(tea.BlurMsg{})
	r.advance(time.Minute)
	r.send(tea.FocusMsg{})
	r.advance(time.Minute)
	r.press("enter")
	r.advance(time.Second)
	r.nothingSent()
}

func TestEscLeavesTheFullScreen(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(longAsk)
	r.settle()
	r.press("f")
	r.notSee("Yes, once")
	first := strings.Split(r.screen(), "\n")[3]
	r.press("j", "j", "down") // there is nothing to choose, so they read on
	if got := strings.Split(r.screen(), "\n")[3]; got == first {
		t.Errorf("the text stays at %q", got)
	}
	r.press("esc")
	r.see("Yes, once")
}

func TestSideBySideIsOfferedWhereItHasRoom(t *testing.T) {
	edit := askOf("Edit", `{"file_path":"/home/dev/app/src/main.go","old_string":"hi","new_string":"ho"}`)
	r := newRig(t, 80, 24)
	r.arrive(edit)
	r.settle()
	r.notSee("s side by side")
	r.press("s")
	r.see("needs 90 columns")
	r = newRig(t, 100, 24)
	r.arrive(edit)
	r.settle()
	r.see("s side by side")
	r.press("s")
	r.see("s one below the other")
	if !slices.ContainsFunc(strings.Split(r.screen(), "\n"), func(row string) bool {
		return strings.Contains(row, `println("hi")`) && strings.Contains(row, `println("ho")`)
	}) {
		t.Errorf("old and new are not next to one another:\n%s", r.screen())
	}
}

func TestSixteenColoursAreTheTerminalsOwn(t *testing.T) {
	r := newRig(t, 80, 24)
	r.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI})
	r.arrive(guardAsk)
	r.settle()
	if got := r.m.View().Content; !strings.Contains(got, "\x1b[33m") || strings.Contains(got, "\x1b[38;") {
		t.Errorf("the ask is not in the terminal's own yellow:\n%q", got)
	}
}

func TestTheNextAsksAreNamedWholeOrCounted(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(lsAsk)
	for i := range 9 {
		r.arrive(askOf("Edit", fmt.Sprintf(`{"file_path":"/home/dev/app/src/file%d.go","old_string":"a","new_string":"b"}`, i)))
	}
	row := strings.Split(r.screen(), "\n")[22]
	for _, want := range []string{"Edit src/file0.go · app just now", "Edit src/file1.go · app just now", "+7"} {
		if !strings.Contains(row, want) {
			t.Errorf("%q is not in %q", want, row)
		}
	}
	if strings.Contains(row, "…") {
		t.Errorf("something is cut: %q", row)
	}
}

func TestTheLastRowOfADetailIsTheEnd(t *testing.T) {
	r := newRig(t, 80, 12)
	r.arrive(longAsk)
	r.settle()
	r.decide("n")
	r.press("h", "enter")
	for range 50 {
		r.press("space")
	}
	r.notSee("more lines")
	r.press("k", "k")
	r.see("more lines") // not lost somewhere below the end
	r.press("g", "G")
	r.notSee("more lines")
}

// What became of an answer is worth more room than what was answered.
func TestWhatWasNotKeptIsReadInTheHistory(t *testing.T) {
	r := newRig(t, 80, 24)
	busyDay(r)
	r.press("h")
	r.see("ran, another hook allow")
}

// On a low screen nothing stops in the middle of a sentence.
func TestTheEmptyScreenIsWholeSentences(t *testing.T) {
	for _, size := range [][2]int{{40, 8}, {40, 10}, {40, 12}, {48, 16}, {60, 14}, {80, 24}} {
		r := newRig(t, size[0], size[1])
		var last string
		for _, row := range strings.Split(r.screen(), "\n")[2 : size[1]-2] {
			if row = strings.TrimSpace(row); row != "" && !strings.HasPrefix(row, "─") {
				last = row
			}
		}
		if !strings.HasSuffix(last, ".") {
			t.Errorf("at %v the text ends in %q:\n%s", size, last, r.screen())
		}
	}
}

func TestALongDetailIsCutWithAMark(t *testing.T) {
	r := newRig(t, 80, 24)
	r.arrive(askOf("Write", `{"file_path":"/home/dev/app/a","content":"`+strings.Repeat("日本語 ", 20_000)+`"}`))
	r.settle()
	r.decide("n")
	r.press("h")
	r.see("Write  a")
	r.press("enter", "G")
	r.see("bytes more")
}
