package ui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/internal/sanitize"
	"sayso/ui/gate"
	"sayso/ui/keys"
	"sayso/ui/watch"
)

// watchChanged takes the watch rules as they stand. While they are on screen
// the gate closes: enter would now accept something else.
func (m *Model) watchChanged(s watch.State) tea.Cmd {
	more, fault := s.Removed() > m.watch.Removed(), len(s.Problems) > len(m.watch.Problems)
	m.watch = s
	if m.overlay == watching {
		m.watcher.Reset()
		return m.rearm()
	}
	switch {
	case more:
		m.notice = "A watch rule was removed from its file but is still in force: w shows it."
	case fault:
		m.notice = "Something is wrong with the watch rules, so a call may pass unseen: w shows it."
	}
	return nil
}

func (m *Model) openWatch() tea.Cmd {
	m.watcher.Reset()
	m.cover(watching)
	return m.rearm()
}

// pressedWatch handles a key while the watch rules are on screen.
func (m *Model) pressedWatch(msg tea.KeyPressMsg, worth gate.Verdict) tea.Cmd {
	if msg.String() == "ctrl+c" {
		m.cover(none)
		return m.rearm()
	}
	switch m.watcher.Key(msg, m.keys, m.watch, m.width, m.bodyHeight(), worth == gate.Live) {
	case watch.Close:
		m.cover(none)
		return m.rearm()
	case watch.Accept:
		if m.opts.AcceptWatch != nil {
			return acceptWatch(m.opts.AcceptWatch, m.watch.Revision)
		}
	case watch.Unread:
		m.notice = "First read what was removed: g, then space."
	}
	return m.tick()
}

// watchAccepted tells what became of the person's yes to a removal.
func (m *Model) watchAccepted(msg acceptedMsg) tea.Cmd {
	if msg.err != nil {
		m.notice = sanitize.Line(fmt.Sprintf("Not accepted: %v", msg.err))
	} else {
		m.notice = "Accepted."
	}
	return m.watchChanged(msg.state)
}

// watchBindings are the keys that work on the screen with the watch rules.
func (m *Model) watchBindings() []key.Binding {
	var shown []key.Binding
	if m.watch.Removed() > 0 && m.gate.Open() {
		shown = append(shown, keys.As(m.keys.Take, "accept the removal"))
	}
	shown = append(shown, m.keys.Back)
	if m.watcher.Scrolls(m.watch, m.width, m.bodyHeight()) {
		shown = append(shown, m.keys.HalfOn)
	}
	return shown
}
