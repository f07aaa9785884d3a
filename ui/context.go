package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/markdown"
	"sayso/ui/style"
)

// saidMsg brings what the agent said before an ask, or why that can't be told.
type saidMsg struct {
	id   approver.ID
	text string
	why  string

	rows  []string // the text, set for a width; nil while it is not
	width int
}

// readContext reads the end of the ask's transcript.
func (m *Model) readContext() tea.Cmd {
	ask, read := m.card.Ask(), m.opts.Read
	return guarded(func() tea.Msg {
		path := ask.Session.TranscriptPath
		if path == "" || read == nil {
			return saidMsg{id: ask.ID, why: "This ask does not say where its transcript is."}
		}
		data, whole, err := read(path, claude.TranscriptEnd)
		if err != nil {
			return saidMsg{id: ask.ID, why: "The transcript " + path + " can't be read: " + err.Error()}
		}
		text := claude.Transcript{Data: data, Whole: whole}.LastWords(ask.Agent.ID != "")
		if text == "" {
			return saidMsg{id: ask.ID, why: "The agent said nothing in the last part of " + path + "."}
		}
		return saidMsg{id: ask.ID, text: text}
	}, saidMsg{id: ask.ID, why: "The transcript can't be read."})
}

// contextRows is what the agent said before this ask, in its own words.
func (m *Model) contextRows() []string {
	out := []string{" " + m.styles.Strong.Render("What the agent said before this"), ""}
	switch {
	case m.said.why != "":
		for _, row := range card.PlainText(m.said.why, m.width-4, m.styles) {
			out = append(out, "  "+row)
		}
		return out
	case m.said.rows == nil:
		return append(out, "  "+m.styles.Faint.Render("…"))
	}
	return append(out, m.said.rows...)
}

// maxSaid is how many bytes are shown of what the agent said, the last ones.
const maxSaid = 64 << 10

// saidRows sets what the agent said. It may be long, so it is set outside of the
// update loop.
func saidRows(text string, width int, s style.Styles) []string {
	out := []string{}
	if rest := len(text) - maxSaid; rest > 0 {
		text = strings.ToValidUTF8(text[rest:], "")
		out = append(out, " "+s.Note.Render(lines.Cut(fmt.Sprintf("… %d bytes before this are left out", rest), width-2)))
	}
	for _, row := range markdown.Render(text, width-4, s) {
		out = append(out, " "+s.Ask.Render("▌ ")+row)
	}
	return out
}

// setSaid sets what was heard anew, for the size and the looks of now.
func (m *Model) setSaid() tea.Cmd {
	said, width, styles := m.said, m.width, m.styles
	if said.text == "" {
		return nil
	}
	m.said.rows = nil
	return guarded(func() tea.Msg {
		said.rows = saidRows(said.text, width, styles)
		said.width = width
		return said
	}, saidMsg{id: said.id, why: "What the agent said can't be shown."})
}

// heard takes what was read, if it is still of the ask on screen.
func (m *Model) heard(msg saidMsg) tea.Cmd {
	if m.card == nil || m.card.ID() != msg.id || msg.rows != nil && msg.width != m.width {
		return nil
	}
	m.said = msg // drawn through the sanitiser, like any text from outside
	if msg.rows == nil {
		return m.setSaid()
	}
	return nil
}
