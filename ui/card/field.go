package card

import (
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"

	"sayso/ui/keys"
	"sayso/ui/style"
)

// NewField returns an empty field for a text of several lines.
func NewField(s style.Styles, k keys.Map, placeholder string) textarea.Model {
	m := textarea.New()
	m.ShowLineNumbers = false
	m.Prompt = ""
	m.Placeholder = placeholder
	m.CharLimit, m.MaxHeight = 0, 0 // no limits: what is cut off is cut off in silence
	m.SetVirtualCursor(false)
	m.KeyMap.InsertNewline = key.NewBinding(key.WithKeys(k.Newline.Keys()...))
	m.SetStyles(FieldStyles(s))
	return m
}

// FieldStyles returns the looks of a field.
func FieldStyles(s style.Styles) textarea.Styles {
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
