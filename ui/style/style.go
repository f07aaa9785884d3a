// Package style turns the tokens of a theme into the styles that sayso draws
// with. No other package names a colour.
package style

import (
	"hash/fnv"
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/internal/sanitize"
	"sayso/themes"
)

// Styles are the looks that the screen knows. Each is for a meaning.
type Styles struct {
	Text    lipgloss.Style // what is read
	Strong  lipgloss.Style // names and titles
	Muted   lipgloss.Style // labels, ages, descriptions
	Faint   lipgloss.Style // lines, and what does not work now
	Allow   lipgloss.Style
	Deny    lipgloss.Style
	Ask     lipgloss.Style
	Note    lipgloss.Style
	Mark    lipgloss.Style // characters made visible
	Focus   lipgloss.Style // the selected choice
	Working lipgloss.Style // keys that can be pressed

	// Code, in the order of its kinds.
	Comment, String, Number, Keyword, Ident lipgloss.Style

	// Backgrounds of a change, for a style to inherit.
	Added, Removed, AddedWord, RemovedWord lipgloss.Style

	sessions [4]lipgloss.Style
}

// Session returns the look of a session's name: one of a few, the same for as
// long as the session lives.
func (s Styles) Session(id string) lipgloss.Style {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // a hash takes whatever comes
	return s.sessions[h.Sum32()%uint32(len(s.sessions))]
}

// New returns the styles of a theme. Beside its colour a style differs in
// weight where it must be told apart without any.
func New(t themes.Theme) Styles {
	of := func(c themes.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(colorOf(c)) }
	return Styles{
		Text:    of(t.Text),
		Strong:  of(t.Text).Bold(true),
		Muted:   of(t.Muted),
		Faint:   of(t.Faint),
		Allow:   of(t.Allow),
		Deny:    of(t.Deny),
		Ask:     of(t.Ask),
		Note:    of(t.Note),
		Mark:    of(t.Mark).Reverse(true),
		Focus:   of(t.Focus).Bold(true),
		Working: of(t.Text).Bold(true),

		Comment: of(t.Comment).Italic(true),
		String:  of(t.String),
		Number:  of(t.Number),
		Keyword: of(t.Keyword),
		Ident:   of(t.Ident),

		Added:       under(t.Added),
		Removed:     under(t.Removed),
		AddedWord:   under(t.AddedWord).Bold(true),
		RemovedWord: under(t.RemovedWord).Bold(true),

		sessions: [4]lipgloss.Style{of(t.Session1), of(t.Session2), of(t.Session3), of(t.Session4)},
	}
}

func under(c themes.Color) lipgloss.Style { return lipgloss.NewStyle().Background(colorOf(c)) }

func colorOf(c themes.Color) color.Color {
	if c == "" {
		return lipgloss.NoColor{}
	}
	return lipgloss.Color(string(c))
}

// Shown styles a text that went through the sanitiser: the marks in it stand
// out, the rest is in the given style.
func (s Styles) Shown(text string, rest lipgloss.Style) string {
	var b strings.Builder
	for text != "" {
		start := strings.IndexRune(text, sanitize.Open)
		if start < 0 {
			break
		}
		end := strings.IndexRune(text[start:], sanitize.Close)
		if end < 0 {
			break
		}
		end += start + len(string(sanitize.Close))
		if start > 0 {
			b.WriteString(rest.Render(text[:start]))
		}
		b.WriteString(s.Mark.Render(text[start:end]))
		text = text[end:]
	}
	if text != "" {
		b.WriteString(rest.Render(text))
	}
	return b.String()
}
