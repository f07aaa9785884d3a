package ui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// sheetRows returns the text that lies over the card to be read: the help, or
// what the agent said.
func (m *Model) sheetRows() []string {
	if m.overlay == context {
		return m.contextRows()
	}
	return m.helpRows()
}

// sheet draws as much of it as fits. Where there is more the last row says so.
func (m *Model) sheet() []string {
	rows, room := m.sheetRows(), m.bodyHeight()
	top := min(m.top, sheetEnd(rows, room))
	if len(rows)-top <= room {
		return rows[top:]
	}
	out := append([]string(nil), rows[top:top+max(room-1, 0)]...)
	more := m.styles.Note.Render(fmt.Sprintf("  ▾ %d more lines, space to read on", len(rows)-top-len(out)))
	return append(out, more)
}

// sheetEnd returns the first row on screen when the last one is.
func sheetEnd(rows []string, room int) int { return max(len(rows)-max(room, 1), 0) }

// scrollSheet moves through the text that lies over the card.
func (m *Model) scrollSheet(msg tea.KeyPressMsg) {
	room := m.bodyHeight()
	page := max(room-2, 1) // one row tells of more, and one of the page before stays
	end := sheetEnd(m.sheetRows(), room)
	switch {
	case key.Matches(msg, m.keys.Down):
		m.top++
	case key.Matches(msg, m.keys.Up):
		m.top--
	case key.Matches(msg, m.keys.HalfOn, m.keys.PageDown):
		m.top += page
	case key.Matches(msg, m.keys.PageUp):
		m.top -= page
	case key.Matches(msg, m.keys.Top):
		m.top = 0
	case key.Matches(msg, m.keys.Bottom):
		m.top = end
	}
	m.top = min(max(m.top, 0), end)
}
