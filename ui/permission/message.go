package permission

import (
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"

	"sayso/ui/style"
)

// messageRows is how high the field for a message is.
const messageRows = 3

// placeholders stand in the empty field.
var placeholders = map[kind]string{
	noSay:  "What should the agent do instead?",
	yesSay: "What should the agent know? It reads this when the call has ended.",
}

// newMessage returns an empty field for what the model shall read.
func newMessage(s style.Styles) textarea.Model {
	m := textarea.New()
	m.ShowLineNumbers = false
	m.Prompt = ""
	m.SetHeight(messageRows)
	m.SetVirtualCursor(false)
	m.KeyMap.InsertNewline = key.NewBinding(key.WithKeys("alt+enter", "ctrl+j"))
	m.SetStyles(messageStyles(s))
	return m
}

func messageStyles(s style.Styles) textarea.Styles {
	look := textarea.StyleState{
		Base:        s.Text,
		Text:        s.Text,
		CursorLine:  s.Text,
		Placeholder: s.Faint,
		EndOfBuffer: s.Faint,
		Prompt:      s.Faint,
	}
	return textarea.Styles{Focused: look, Blurred: look}
}
