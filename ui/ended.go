package ui

import (
	"slices"

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

// showFirst shows what stays of an ask that has ended, else the ask that has
// waited longest, or that none waits.
func (m *Model) showFirst() tea.Cmd {
	if len(m.remains) > 0 {
		c := m.remains[0]
		m.remains = m.remains[1:]
		c.SetStyles(m.styles)
		return tea.Batch(m.put(c, nil), m.rearm())
	}
	if len(m.desk.Waiting) == 0 {
		if m.card == nil {
			return m.tick() // nothing was shown and nothing is: a press to quit stands
		}
		m.card, m.holds = nil, nil
		if m.rendered != nil {
			m.rendered()
		}
		m.held = held{}
		return m.tick()
	}
	return m.show(m.desk.Waiting[0].Ask)
}

// lost returns what the person had put into a card whose ask has ended and what
// went out does not carry, and why it ended.
func (m *Model) lost(c card.Card) (why, draft string) {
	d, ok := c.(card.Drafted)
	if !ok {
		return "", ""
	}
	var sent approver.Decision
	why = "The session is no longer waiting for an answer, so none of this was sent."
	for _, e := range m.desk.Ended {
		if e.Ask.ID != c.ID() {
			continue
		}
		switch {
		case e.State.Sent():
			sent = e.Decision
			why = "You declined; this was not sent with it."
		case e.State == approver.HandedBack:
			why = "Handed back to the terminal. None of this was sent."
		case e.State == approver.SettledElsewhere:
			why = "Settled in the terminal: " + e.Why + ". None of this was sent."
		case e.State == approver.Withdrawn:
			why = "The session is no longer waiting: it was answered in the terminal, or it is gone. None of this was sent."
		}
		break
	}
	return why, d.Draft(sent)
}

// setAside keeps the card on screen for as long as another ask is looked at,
// where the person has put something into it.
func (m *Model) setAside() {
	if d, ok := m.card.(card.Drafted); ok && d.Draft(approver.Decision{}) != "" {
		m.aside = append(m.aside, aside{m.card, m.holds})
	}
}

// aside is a card that waits, half filled in, while another ask is looked at.
type aside struct {
	card.Card
	holds func() bool // of its document
}

// takeBack returns the card that was set aside for an ask; its Card is nil where
// there is none. It comes back as any card comes: with nothing selected.
func (m *Model) takeBack(id approver.ID) aside {
	i := slices.IndexFunc(m.aside, func(c aside) bool { return c.ID() == id })
	if i < 0 {
		return aside{}
	}
	c := m.aside[i]
	m.aside = slices.Delete(m.aside, i, i+1)
	if marker, ok := c.Card.(card.Marker); ok {
		marker.Remember() // so that only the selection is taken away
	}
	c.Deselect()
	c.SetStyles(m.styles)
	return c
}

// sortAside makes what stays to be read of the cards that were set aside and
// whose asks have ended since.
func (m *Model) sortAside() {
	m.aside = slices.DeleteFunc(m.aside, func(c aside) bool {
		if m.place(c.ID()) >= 0 {
			return false
		}
		if why, draft := m.lost(c.Card); draft != "" {
			m.remains = append(m.remains, kept.New(c.Ask(), why, draft, m.styles, m.keys))
			m.notice = "What you had filled in elsewhere was not sent. It is shown next."
		}
		return true
	})
}

// unsent reports whether a waiting ask has something filled in.
func (m *Model) unsent() bool {
	d, ok := m.card.(card.Drafted)
	return len(m.aside) > 0 || ok && d.Draft(approver.Decision{}) != ""
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
			m.notice = "Withdrawn: the session is no longer waiting."
		case approver.SettledElsewhere:
			m.notice = "Settled in the terminal: " + e.Why + "."
		case approver.Expired:
			m.notice = "Expired: the session is no longer waiting."
		}
		return
	}
}
