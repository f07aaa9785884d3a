package ui

import (
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/kept"
)

// ended reports whether the card on screen keeps what was written for an ask
// that has ended.
func (m *Model) ended() bool {
	_, ended := m.card.(*kept.Card)
	return ended
}

// showFirst shows the ask that has waited longest, or that none waits.
func (m *Model) showFirst() tea.Cmd {
	if len(m.desk.Waiting) == 0 {
		m.card = nil
		m.held = held{}
		return m.tick()
	}
	return m.show(m.desk.Waiting[0].Ask)
}

// lost returns what the person had put into a card whose ask ended by another
// hand, and why it ended. An answer of the person's own loses nothing.
func (m *Model) lost(c card.Card) (why, draft string) {
	d, ok := c.(card.Drafted)
	if !ok {
		return "", ""
	}
	why = "The session no longer waits for an answer, so nothing of this was sent."
	for _, e := range m.desk.Ended {
		if e.Ask.ID != c.ID() {
			continue
		}
		switch {
		case e.State.Sent(), e.State == approver.HandedBack:
			return "", ""
		case e.State == approver.SettledElsewhere:
			why = "Settled in the terminal: " + e.Why + ". Nothing of this was sent."
		case e.State == approver.Withdrawn:
			why = "The session no longer waits: it was answered in the terminal, or it is gone. Nothing of this was sent."
		}
		break
	}
	return why, d.Draft()
}

// tellEnd leaves a notice when the ask on screen ended by another hand.
func (m *Model) tellEnd(id approver.ID) {
	if id == m.late {
		return // that is said already
	}
	for _, e := range m.desk.Ended {
		if e.Ask.ID != id {
			continue
		}
		switch e.State {
		case approver.Withdrawn:
			m.notice = "Withdrawn: the session waits no more."
		case approver.SettledElsewhere:
			m.notice = "Settled in the terminal: " + e.Why + "."
		case approver.Expired:
			m.notice = "Expired: the session waits no more."
		}
		return
	}
}
