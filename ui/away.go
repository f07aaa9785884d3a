package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Away is how a new ask is told while the pane has no focus.
type Away string

// The ways.
const (
	AwayNone Away = "none"
	AwayBell Away = "bell"
	AwayOSC9 Away = "osc9" // a desktop notification, where the terminal knows it
)

// Valid reports whether a is one of the ways.
func (a Away) Valid() bool { return a == AwayNone || a == AwayBell || a == AwayOSC9 }

// presence is how long after a key the person is taken to be there still, where
// the terminal does not tell.
const presence = 30 * time.Second

// looksElsewhere reports whether a new ask must call for the person.
func (m *Model) looksElsewhere() bool {
	if m.focus == unknown {
		return m.lastKey.IsZero() || m.opts.Now().Sub(m.lastKey) > presence
	}
	return m.focus == elsewhere
}

// call tells that asks wait. Nothing of an ask itself goes into it: a
// notification is shown where no sanitiser of ours reaches.
func (a Away) call(waiting int) tea.Cmd {
	switch a {
	case AwayBell:
		return tea.Raw("\a")
	case AwayOSC9:
		text := fmt.Sprintf("sayso: %d asks wait for you", waiting)
		if waiting == 1 {
			text = "sayso: an ask waits for you"
		}
		return tea.Raw(ansi.Notify(text))
	}
	return nil
}
