package ui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/gate"
)

// switches reports whether a key goes to another ask. On a card with parts the
// usual key goes through those.
func (m *Model) switches(msg tea.KeyPressMsg, usual, always key.Binding) bool {
	if _, ok := m.card.(card.Tabbed); ok {
		return key.Matches(msg, always)
	}
	return key.Matches(msg, usual, always)
}

// run is a series of keys that type, each quickly after the other.
type run struct {
	began gate.Verdict // what the first was worth
	words bool         // a key among them neither reads nor marks: somebody types
}

// follow notes a key as part of a run and reports whether it may act although
// it came quickly after another: reads for one that only looks around, marks for
// one that decides nothing but must begin with a key that counts. One key of
// another kind makes typing of the whole run.
func (m *Model) follow(msg tea.KeyPressMsg, worth gate.Verdict) (reads, marks bool) {
	reader, _ := m.card.(card.Reader)
	marker, _ := m.card.(card.Marker)
	text := msg.Text != ""
	if text && worth != gate.Typing {
		m.run = run{began: worth}
		if worth == gate.Live && marker != nil {
			marker.Remember()
		}
	}
	reads = m.overlay != quitting && (m.overlay != none || key.Matches(msg, m.keys.Help) || reader != nil && reader.Reads(msg))
	marks = m.overlay == none && marker != nil && marker.Marks(msg)
	m.run.words = m.run.words || text && !reads && !marks
	return reads && !m.run.words, marks && !m.run.words && m.run.began == gate.Live
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
