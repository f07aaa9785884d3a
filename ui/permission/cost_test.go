package permission

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/style"
)

// A key costs no more where a suggestion is long: what it writes is set once.
func TestAKeyCostsTheSameWhateverASuggestionSays(t *testing.T) {
	allocs := func(size int) float64 {
		ask := approver.Ask{ID: "1", Tool: "Bash", Input: []byte(`{"command":"ls"}`), Suggestions: []claude.Update{{
			Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.Session,
			Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: strings.Repeat("git ", size/4)}},
		}}}
		c := New(ask, style.New(themes.Dark()), keys.Default(), Sight{})
		c.SetSize(100, 30)
		c.SetDocument(c.Render(100)(t.Context()))
		press := func() {
			for _, code := range []rune{tea.KeyDown, tea.KeyDown, tea.KeyUp, tea.KeyEscape} {
				c.Key(tea.KeyPressMsg{Code: code}, true)
				c.View(card.Moment{Now: time.Unix(0, 0), Open: true})
			}
		}
		press()
		return testing.AllocsPerRun(5, press)
	}
	if small, large := allocs(2000), allocs(16_000); large > 2*small {
		t.Errorf("four keys take %.0f allocations with a rule of 16 kB, and %.0f with one of 2 kB", large, small)
	}
}

// Nothing is set before there is a size: a long rule would have a row for each
// of its characters.
func TestNothingIsSetWithoutASize(t *testing.T) {
	c := New(approver.Ask{Tool: "Bash", Input: []byte(`{}`)}, style.New(themes.Dark()), keys.Default(), Sight{})
	if c.SetCovered(true); len(c.layout.block) != 0 {
		t.Errorf("%d rows are set", len(c.layout.block))
	}
}
