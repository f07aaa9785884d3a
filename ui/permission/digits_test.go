package permission_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/permission"
	"sayso/ui/plan"
	"sayso/ui/style"
)

// shown is a card of either package.
type shown interface {
	SetSize(width, height int)
	Render(width int) card.Maker
	SetDocument(card.Document)
	Key(tea.KeyPressMsg, bool) card.Action
	OnScreen() card.Window
	Painted(card.Window)
	Seen() bool
	Release(int) card.Action
	Writing() bool
	View(card.Moment) ([]string, *tea.Cursor)
}

var (
	atRow  = regexp.MustCompile(`(?:^|[ ▸])([1-9]) {1,2}(?:Yes|\+ )`)
	folded = regexp.MustCompile(`^ ((?:[1-9] )+) Yes, with a suggestion`)
)

// drawn returns the digits that stand at rows of choices, as a person reads them
// off the frame.
func drawn(frame []string) string {
	rule := slices.IndexFunc(frame, func(row string) bool { return strings.HasPrefix(ansi.Strip(row), "───") })
	found := map[byte]bool{}
	for _, row := range frame[rule+1:] {
		row = ansi.Strip(row)
		for _, m := range atRow.FindAllStringSubmatch(row, -1) {
			found[m[1][0]] = true
		}
		if m := folded.FindStringSubmatch(row); m != nil {
			for _, d := range strings.Fields(m[1]) {
				found[d[0]] = true
			}
		}
	}
	return inOrder(found)
}

func inOrder(found map[byte]bool) (out string) {
	for d := byte('1'); d <= '9'; d++ {
		if found[d] {
			out += string(d)
		}
	}
	return out
}

// TestTheDigitsThatActAreTheDigitsOnTheFrame holds every card, with every number
// of suggestions, at every size and with each choice selected, to it: somebody who
// presses Claude Code's own number for a no must not reach a yes.
func TestTheDigitsThatActAreTheDigitsOnTheFrame(t *testing.T) {
	moment := card.Moment{Now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Open: true}
	press := func(c rune) tea.KeyPressMsg {
		return tea.KeyPressMsg{Code: c, Text: string(c)}
	}
	makers := map[string]func() shown{}
	s, k := style.New(themes.Dark()), keys.Default()
	for _, n := range []int{0, 1, 3, 7} {
		for _, lines := range []int{1, 9} {
			for _, long := range []string{"", strings.Repeat("x", 90)} {
				for _, limited := range []bool{false, true} {
					ask := approver.Ask{ID: "1", Tool: "Bash", Input: json.RawMessage(fmt.Sprintf(`{"command":%q}`, strings.Repeat("ls\n", lines)))}
					ask.Origin = approver.FromSession
					ask.Limits.DefaultToNo = limited
					for i := range n {
						ask.Suggestions = append(ask.Suggestions, claude.Update{Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.LocalSettings,
							Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: fmt.Sprintf("%d%s *", i, long)}}})
					}
					makers[fmt.Sprintf("%d suggestions, %d lines, rules of %d, limited %v", n, lines, len(long), limited)] = func() shown {
						return permission.New(ask, s, k, permission.Sight{})
					}
				}
			}
		}
	}
	for _, plugin := range []string{"", "guard"} {
		for _, text := range []string{"", "do it", strings.Repeat("step\n", 9)} {
			ask := approver.Ask{ID: "1", Tool: "ExitPlanMode", Input: json.RawMessage(fmt.Sprintf(`{"plan":%q}`, text))}
			ask.Provenance.Plugin = plugin
			makers[fmt.Sprintf("a plan of %d, %q", len(text), plugin)] = func() shown { return plan.New(ask, s, k, plan.Outside{}) }
		}
	}
	for name, make := range makers {
		for _, size := range [][2]int{{20, 4}, {40, 8}, {40, 12}, {48, 20}, {80, 10}, {120, 40}} {
			for _, before := range []int{0, 1, 2, 4, 10} { // downs; 10 is the whole card for the document
				fresh := func() shown {
					c := make()
					c.SetSize(size[0], size[1])
					c.SetDocument(c.Render(size[0])(context.Background()))
					if w := c.OnScreen(); w != (card.Window{}) { // on a terminal that has shown all of it
						c.Painted(card.Window{Document: w.Document, To: 1 << 20})
					}
					if before >= 10 {
						c.Key(press('f'), true)
					}
					for range before % 10 {
						c.Key(tea.KeyPressMsg{Code: tea.KeyDown}, true)
					}
					return c
				}
				frame, _ := fresh().View(moment)
				acts := map[byte]bool{}
				for d := byte('1'); d <= '9'; d++ {
					if hold, ok := fresh().Key(press(rune(d)), true).(card.Hold); ok {
						c := fresh()
						c.Key(press(rune(d)), true)
						a := c.Release(hold.Choice)
						if decided, ok := a.(card.Decide); ok && decided.Decision.Verdict != approver.Allow {
							t.Errorf("%s at %v: %c, at the row of a yes, answered %v", name, size, d, decided.Decision.Verdict)
						}
						acts[d] = true
					}
				}
				if got, want := inOrder(acts), drawn(frame); got != want {
					t.Fatalf("%s at %v after %d downs: %q act, %q are drawn:\n%s", name, size, before, got, want, ansi.Strip(strings.Join(frame, "\n")))
				}
			}
		}
	}
}
