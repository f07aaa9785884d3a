package card_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/style"
)

func TestAFieldTakesATextOfAnyLength(t *testing.T) {
	m := card.NewField(style.New(themes.Dark()), keys.Default(), "")
	m.SetWidth(40)
	m.SetHeight(3)
	m.Focus()
	want := strings.TrimSuffix(strings.Repeat("a line\n", 500), "\n")
	m, _ = m.Update(tea.PasteMsg{Content: want})
	m, _ = m.Update(tea.KeyPressMsg{Code: tea.KeyEnter, Mod: tea.ModAlt})
	m, _ = m.Update(tea.KeyPressMsg{Code: 'x', Text: "x"})
	if got := m.Value(); got != want+"\nx" {
		t.Errorf("%d bytes became %d, which end in %q", len(want)+2, len(got), got[max(len(got)-20, 0):])
	}
	if rows := strings.Count(m.View(), "\n") + 1; rows != 3 {
		t.Errorf("it has %d rows", rows)
	}
}
