package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
)

// lookEvery is how often that is looked at again from which the document on
// screen was made.
const lookEvery = time.Second

// lookDueMsg says that it is time to look at what the n-th document was made
// from.
type lookDueMsg struct{ n int }

// lookedMsg says whether the n-th document still holds.
type lookedMsg struct {
	n     int
	holds bool
}

// stoppedMsg says that a yes was not sent, because what it was for is no longer
// what was on screen.
type stoppedMsg struct{ id approver.ID }

// lookLater has what the document was made from looked at again in a while.
func (m *Model) lookLater() tea.Cmd {
	if m.holds == nil {
		return nil
	}
	return m.opts.After(lookEvery, lookDueMsg{m.renders})
}

// look looks now, outside of the update loop.
func (m *Model) look(n int) tea.Cmd {
	holds := m.holds
	if n != m.renders || holds == nil {
		return nil
	}
	return func() tea.Msg { return lookedMsg{n, sure(holds)} }
}

// looked takes what came of that.
func (m *Model) looked(msg lookedMsg) tea.Cmd {
	switch {
	case msg.n != m.renders || m.holds == nil:
		return nil
	case msg.holds:
		return m.lookLater()
	}
	return m.changed()
}

// stopped tells the person that a yes did not go out, and shows why.
func (m *Model) stopped(msg stoppedMsg) tea.Cmd {
	if m.sent == msg.id {
		m.sent = ""
	}
	if m.card == nil || m.card.ID() != msg.id {
		m.notice = "Your last yes was not sent: its file changed on disk. The ask is still waiting."
		return nil
	}
	m.notice = "Not sent: it changed on disk since it was shown."
	return m.changed()
}

// changed shows the card anew, of which nothing counts as seen.
func (m *Model) changed() tea.Cmd {
	m.holds, m.was = nil, nil
	m.card.Changed()
	return tea.Batch(m.load(), m.draw(), m.rearm())
}

// ifItHolds sends a yes only if what it allows is still what is on screen,
// looked at right before.
func (m *Model) ifItHolds(id approver.ID, send tea.Cmd) tea.Cmd {
	holds := m.holds
	if holds == nil {
		return send
	}
	return func() tea.Msg {
		if !sure(holds) {
			return stoppedMsg{id}
		}
		return send()
	}
}
