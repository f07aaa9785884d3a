package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/ui/activity"
	"sayso/ui/card"
	"sayso/ui/gate"
)

// pressed handles a key. Whatever the key is for, the gate notes it first.
func (m *Model) pressed(msg tea.KeyPressMsg) tea.Cmd {
	m.lastKey = m.opts.Now()
	if isCut(msg) {
		return m.disturbed()
	}
	worth := m.gate.Key(m.lastKey, msg.Text != "")
	if m.card != nil && m.card.Writing() && m.overlay == none && msg.String() != "ctrl+c" {
		m.notice = ""
		action, cmd := m.card.Write(msg, worth == gate.Live)
		if d, ok := action.(card.Decide); ok {
			m.remember(d.Decision.Message)
		}
		return tea.Batch(cmd, m.perform(action), m.tick())
	}
	m.notice = ""
	reads, marks := m.follow(msg, worth)
	if worth == gate.Typing && m.card != nil && !reads && !marks && !m.ended() {
		m.card.Deselect()
		m.together = nil
		m.notice = "Looks like typing: nothing decided."
		return m.tick()
	}
	if m.overlay != none {
		return m.pressedOver(msg, worth)
	}
	switch {
	case key.Matches(msg, m.keys.Help):
		m.cover(help)
		return nil
	case key.Matches(msg, m.keys.History):
		m.activity = activity.View{}
		m.cover(history)
		return nil
	case key.Matches(msg, m.keys.Watch):
		return m.openWatch()
	case msg.String() == "ctrl+c":
		return m.quit()
	case key.Matches(msg, m.keys.Quit):
		return m.hold(worth, msg, quitChoice)
	case m.card == nil:
		return nil
	case key.Matches(msg, m.keys.Context) && !m.ended():
		m.said = saidMsg{}
		m.cover(context)
		return m.readContext()
	case key.Matches(msg, m.keys.Alike) && worth == gate.Live:
		m.gather()
		return m.tick()
	case m.switches(msg, m.keys.Next, m.keys.NextAsk):
		return m.switchTo(1)
	case m.switches(msg, m.keys.Previous, m.keys.PreviousAsk):
		return m.switchTo(-1)
	}
	action := m.card.Key(msg, (worth == gate.Live || marks) && m.sent != m.card.ID())
	if h, ok := action.(card.Hold); ok {
		return m.hold(worth, msg, h.Choice)
	}
	return tea.Batch(m.perform(action), m.tick())
}

// pressedOver handles a key while something lies over the card.
func (m *Model) pressedOver(msg tea.KeyPressMsg, worth gate.Verdict) tea.Cmd {
	if m.overlay == quitting && (key.Matches(msg, m.keys.Quit) || key.Matches(msg, m.keys.Take)) && !msg.IsRepeat {
		if m.gate.Disturbed() {
			return m.tick()
		}
		return tea.Quit
	}
	if m.overlay == history { // it has two levels, and esc goes up one
		if !m.activity.Key(msg, m.keys, m.desk, m.subjects, m.width, m.bodyHeight()) {
			m.cover(none)
			return m.rearm()
		}
		return nil
	}
	if m.overlay == quitting || key.Matches(msg, m.keys.Back, m.keys.Quit) ||
		m.overlay == help && key.Matches(msg, m.keys.Help) || m.overlay == context && key.Matches(msg, m.keys.Context) {
		m.cover(none)
		return m.rearm()
	}
	if m.overlay == watching {
		return m.pressedWatch(msg, worth)
	}
	m.scrollSheet(msg)
	return nil
}

// hold keeps a deciding key until it is sure that it is not the start of a word.
func (m *Model) hold(worth gate.Verdict, msg tea.KeyPressMsg, choice int) tea.Cmd {
	if msg.IsRepeat || worth == gate.Typing || worth == gate.Dead && m.card != nil {
		return m.tick()
	}
	press, wait := m.gate.Hold()
	m.held = held{press: press, choice: choice}
	if m.card != nil {
		m.held.id = m.card.ID()
	}
	return m.opts.After(wait, releasedMsg{press})
}

// released asks the terminal whether more was typed behind a held key.
func (m *Model) released(press int) tea.Cmd {
	if m.gate.Release(m.opts.Now(), press) {
		return m.act(press)
	}
	return m.tick()
}

// act acts on a held key that counts, if the ask that it was pressed for is still
// the one on screen.
func (m *Model) act(press int) tea.Cmd {
	h := m.held
	if press == 0 || h.press != press {
		return nil
	}
	m.held = held{}
	if h.choice == quitChoice {
		return m.quit()
	}
	if m.card == nil || m.card.ID() != h.id || m.sent == h.id || m.overlay != none {
		return nil
	}
	return m.perform(m.card.Release(h.choice))
}

// pasted takes a paste into the field for a message. Anywhere else it does
// nothing: a paste never answers.
func (m *Model) pasted(msg tea.PasteMsg) tea.Cmd {
	m.gate.Key(m.opts.Now(), true)
	if m.card == nil || !m.card.Writing() || m.overlay != none {
		return m.tick()
	}
	_, cmd := m.card.Write(msg, false)
	return cmd
}

func (m *Model) wheel(mouse tea.Mouse) {
	const rows = 3
	if m.card == nil || m.overlay != none {
		return
	}
	switch mouse.Button {
	case tea.MouseWheelDown:
		m.card.Scroll(rows)
	case tea.MouseWheelUp:
		m.card.Scroll(-rows)
	}
}

// clicked selects a choice and never takes it. A click while the gate is closed
// may have been meant to bring the window to the front.
func (m *Model) clicked(mouse tea.Mouse) {
	if m.card == nil || m.overlay != none || mouse.Button != tea.MouseLeft || !m.gate.Open() {
		return
	}
	m.card.Click(mouse.X, mouse.Y-cardTop)
}
