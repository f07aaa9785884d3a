package ui

import (
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/card"
)

// alikes returns the other waiting asks that are the same as the one on screen
// in everything that a person decides by: tool and where it comes from, input,
// directory, project, who asks.
func (m *Model) alikes() []approver.ID {
	i := m.current()
	if i < 0 {
		return nil
	}
	shown := m.desk.Waiting[i]
	var ids []approver.ID
	for _, e := range m.desk.Waiting {
		if e.Ask.ID != shown.Ask.ID && e.Digest == shown.Digest && alike(e.Ask, shown.Ask) {
			ids = append(ids, e.Ask.ID)
		}
	}
	return ids
}

// alike compares all but the inputs, which may be large: those are compared by
// their digests.
func alike(a, b approver.Ask) bool {
	return a.Kind == b.Kind && a.Tool == b.Tool && len(a.Input) == len(b.Input) &&
		a.Session.Cwd == b.Session.Cwd && a.Session.Root() == b.Session.Root() && a.Provenance == b.Provenance && a.Limits == b.Limits && a.Agent.Type == b.Agent.Type &&
		serverOf(a) == serverOf(b)
}

// serverOf returns the name and the source of the server that an ask's tool is of.
func serverOf(ask approver.Ask) [2]string {
	if m := ask.MCPServer; m != nil {
		return [2]string{m.Name, m.Source}
	}
	return [2]string{}
}

// gather makes the next answer count for all asks like the one on screen that
// wait at this moment, or takes that back. The answer itself is a second key.
func (m *Model) gather() {
	if len(m.together) > 0 {
		m.together = nil
		return
	}
	m.together = m.alikes()
}

// answerAll sends a decision for the ask on screen and for those gathered with
// it, a yes only if what was on screen still holds. What a yes adds to the rules
// goes once, with the one on screen.
func (m *Model) answerAll(d card.Decide) tea.Cmd {
	cmds := []tea.Cmd{answer(m.opts.Desk, d)}
	rest := d.Decision
	rest.UpdatedPermissions, rest.Note = nil, ""
	for _, id := range m.together {
		cmds = append(cmds, answer(m.opts.Desk, card.Decide{ID: id, Decision: rest}))
	}
	m.together = nil
	if d.Decision.Verdict != approver.Allow {
		return tea.Batch(cmds...)
	}
	return m.ifItHolds(d.ID, tea.Batch(cmds...))
}
