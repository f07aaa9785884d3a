package question

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/style"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// two is the ask of the captures: one choice with previews, several without.
const two = `{"questions":[` +
	`{"question":"Which database should we use?","header":"Database","options":[{"label":"PostgreSQL","description":"A server, robust","preview":"SELECT 1;"},{"label":"SQLite (recommended)","description":"Embedded, simple"}],"multiSelect":false},` +
	`{"question":"Which features should be on?","header":"Features","options":[{"label":"Auth","description":"Login"},{"label":"Search","description":"Full text"},{"label":"Export","description":"CSV"}],"multiSelect":true}]}`

func askOf(input string) approver.Ask {
	return approver.Ask{ID: "1", Tool: "AskUserQuestion", Input: json.RawMessage(input), ArrivedAt: noon}
}

func newCard(input string, width, height int) *Card {
	c := New(askOf(input), style.New(themes.Dark()), keys.Default(), nil)
	c.SetSize(width, height)
	c.Painted(c.OnScreen())
	return c
}

var named = map[string]tea.KeyPressMsg{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "pgdown": {Code: tea.KeyPgDown}, "pgup": {Code: tea.KeyPgUp},
	"space": {Code: tea.KeySpace, Text: " "}, "alt+enter": {Code: tea.KeyEnter, Mod: tea.ModAlt},
	"backspace": {Code: tea.KeyBackspace},
}

func press(name string) tea.KeyPressMsg {
	if p, ok := named[name]; ok {
		return p
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// do presses keys as the screen would hand them on while the gate is open, and
// returns the last action. "…x" pastes x.
func do(c *Card, names ...string) (last card.Action) {
	for _, name := range names {
		last = one(c, name)
	}
	return last
}

func one(c *Card, name string) card.Action {
	defer func() { c.Painted(c.OnScreen()) }() // the terminal shows it at once
	if words, ok := strings.CutPrefix(name, "…"); ok {
		a, _ := c.Write(tea.PasteMsg{Content: words}, true)
		return a
	}
	if c.Writing() {
		a, _ := c.Write(press(name), true)
		return a
	}
	a := c.Key(press(name), true)
	if h, ok := a.(card.Hold); ok {
		return c.Release(h.Choice)
	}
	return a
}

// screen returns the card as plain text.
func screen(c *Card) string {
	rows, _ := c.View(card.Moment{Now: noon, Open: true})
	return ansi.Strip(strings.Join(rows, "\n"))
}

func see(t *testing.T, c *Card, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(screen(c), w) {
			t.Errorf("the card does not show %q:\n%s", w, screen(c))
		}
	}
}

func notSee(t *testing.T, c *Card, what string) {
	t.Helper()
	if strings.Contains(screen(c), what) {
		t.Errorf("the card shows %q:\n%s", what, screen(c))
	}
}

// sent returns the input that an action sends, and fails for any other action.
func sent(t *testing.T, a card.Action) string {
	t.Helper()
	d, ok := a.(card.Decide)
	if !ok || d.Decision.Verdict != approver.Allow || d.ID != "1" {
		t.Fatalf("nothing was sent: %#v", a)
	}
	return string(d.Decision.UpdatedInput)
}
