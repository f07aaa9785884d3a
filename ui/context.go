package ui

import (
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/markdown"
	"sayso/ui/transcript"
)

// saidMsg brings what the agent said before an ask, or why that can't be told.
type saidMsg struct {
	id   approver.ID
	text string
	why  string
}

// readContext reads the end of the ask's transcript.
func (m *Model) readContext() tea.Cmd {
	ask, read := m.card.Ask(), m.opts.Read
	return func() tea.Msg {
		path := ask.Session.TranscriptPath
		if path == "" || read == nil {
			return saidMsg{id: ask.ID, why: "This ask does not say where its transcript is."}
		}
		data, whole, err := read(path, transcript.MaxBytes)
		if err != nil {
			return saidMsg{id: ask.ID, why: "The transcript " + path + " can't be read: " + err.Error()}
		}
		text := transcript.LastWords(data, whole, ask.Agent.ID != "")
		if text == "" {
			return saidMsg{id: ask.ID, why: "The agent said nothing in the last part of " + path + "."}
		}
		return saidMsg{id: ask.ID, text: text}
	}
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
	case m.said.text == "":
		return append(out, "  "+m.styles.Faint.Render("…"))
	}
	for _, row := range markdown.Render(m.said.text, m.width-4, m.styles) {
		out = append(out, " "+m.styles.Ask.Render("▌ ")+row)
	}
	return out
}

// heard takes what was read, if it is still of the ask on screen.
func (m *Model) heard(msg saidMsg) {
	if m.card != nil && m.card.ID() == msg.id {
		m.said = msg // drawn through the sanitiser, like any text from outside
	}
}
