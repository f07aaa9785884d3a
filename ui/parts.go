package ui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/ui/card"
	"sayso/ui/gate"
	"sayso/ui/sanitize"
)

// switches reports whether a key goes to another ask. On a card with parts the
// usual key goes through those.
func (m *Model) switches(msg tea.KeyPressMsg, usual, always key.Binding) bool {
	if _, ok := m.card.(card.Tabbed); ok {
		return key.Matches(msg, always)
	}
	return key.Matches(msg, usual, always)
}

// marking reports whether a key belongs to a run of keys that only mark or look
// around on the card, which is no typing however quick it is. A run begins with
// a key that counts; one key of another kind makes typing of the whole run, and
// so does whatever closes the gate.
func (m *Model) marking(msg tea.KeyPressMsg, worth gate.Verdict) bool {
	c, ok := m.card.(card.Marker)
	if !ok || m.overlay != none {
		m.words = true
		return false
	}
	if worth == gate.Live && msg.Text != "" {
		m.words = false
		c.Remember()
	}
	if !c.Marks(msg) {
		m.words = m.words || msg.Text != ""
		return false
	}
	return !m.words
}

// edited gives a card the text that came from the editor. The screen was the
// editor's meanwhile, so the gate closes.
func (m *Model) edited(msg editedMsg) tea.Cmd {
	c, ok := m.card.(card.Editable)
	switch {
	case !ok || m.card.ID() != msg.id:
		return m.rearm()
	case msg.err != nil:
		m.notice = sanitize.Line(fmt.Sprintf("Not edited: %v", msg.err))
		return m.rearm()
	}
	cmd := m.perform(c.Edited(msg.text))
	return tea.Batch(cmd, m.draw(), m.rearm())
}
