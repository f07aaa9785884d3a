// Package keys declares every key that sayso knows, once. The footer, the help
// and the documentation are made from it.
package keys

import (
	"strings"

	"charm.land/bubbles/v2/key"
)

// Map is the key bindings of the whole program.
type Map struct {
	Yes, YesSay, No, NoSay, NoStop, HandBack, Digit key.Binding // they decide: held, and dead while the gate is closed
	Take                                            key.Binding // decides too, but types nothing, so it is not held

	Up, Down                                   key.Binding
	PageDown, PageUp, HalfOn, Top, Bottom      key.Binding
	Next, Previous, History, Watch, Help, Quit key.Binding
	Context, Alike, Full, SideBySide           key.Binding
	Send, Done, Newline, Back                  key.Binding // while a text is written
	Earlier, Later                             key.Binding // the same, in an empty field

	Mark, Note, Clear      key.Binding // on questions: what an answer is made of
	Talk, Decline          key.Binding // on questions: they decide, as No does elsewhere
	NextPart, PreviousPart key.Binding // on a card with parts
	NextAsk, PreviousAsk   key.Binding // where Next and Previous go through parts
	Edit, Copy             key.Binding
}

// Default returns the bindings of the design.
func Default() Map {
	b := func(help, desc string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc))
	}
	return Map{
		Yes:        b("y", "yes, once", "y"),
		YesSay:     b("a", "yes, and tell the agent", "a"),
		No:         b("n", "no", "n"),
		NoSay:      b("r", "no, and say why", "r"),
		NoStop:     b("x", "no, and stop the turn", "x"),
		HandBack:   b("t", "to the terminal", "t"),
		Digit:      b("1–9", "choice with that digit", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Take:       b("enter", "take the selected choice", "enter"),
		Up:         b("↑ k", "choice above", "up", "k"),
		Down:       b("↓ j", "choice below", "down", "j"),
		HalfOn:     b("space", "read on", "space"),
		PageDown:   b("pgdn", "page down", "pgdown", "ctrl+d"),
		PageUp:     b("pgup", "page up", "pgup", "ctrl+u"),
		Top:        b("g", "to the start", "g", "home"),
		Bottom:     b("G", "to the end, again skips", "G", "end"),
		Next:       b("tab", "next ask", "tab"),
		Previous:   b("shift+tab", "previous ask", "shift+tab"),
		Context:    b("c", "context", "c"),
		Full:       b("f", "full screen", "f"),
		SideBySide: b("s", "side by side", "s"),
		Alike:      b("=", "all alike", "="),
		History:    b("h", "history", "h"),
		Watch:      b("w", "watch rules", "w"),
		Help:       b("?", "help", "?"),
		Quit:       b("q", "quit", "q", "ctrl+c"),
		Send:       b("enter", "send", "enter"),
		Done:       b("enter", "done", "enter"),
		Newline:    b("alt+enter", "new line", "alt+enter", "ctrl+j"),
		Back:       b("esc", "back", "esc"),
		Earlier:    b("↑", "earlier messages", "up"),
		Later:      b("↓", "later messages", "down"),

		Mark:         b("space", "choose", "space"),
		Note:         b("n", "note", "n"),
		Clear:        b("backspace", "take back", "backspace", "delete"),
		Talk:         b("b", "talk instead", "b"),
		Decline:      b("d", "decline", "d"),
		NextPart:     b("tab", "next", "tab", "right"),
		PreviousPart: b("shift+tab", "back", "shift+tab", "left"),
		NextAsk:      b("]", "next ask", "]"),
		PreviousAsk:  b("[", "previous ask", "["),
		Edit:         b("e", "edit", "e"),
		Copy:         b("c", "copy what you wrote", "c"),
	}
}

// As returns a binding as a screen shows it on which it does something of its
// own.
func As(b key.Binding, desc string) key.Binding {
	return key.NewBinding(key.WithKeys(b.Keys()...), key.WithHelp(b.Help().Key, desc))
}

// UpAndDown returns Up and Down as one binding, for a line that has room for few.
func (m Map) UpAndDown() key.Binding {
	return key.NewBinding(key.WithKeys(append(m.Up.Keys(), m.Down.Keys()...)...), key.WithHelp("↑↓", "choose"))
}

// Section is a part of the help.
type Section struct {
	Title    string
	Bindings []key.Binding
}

// Sections returns all bindings in the order in which the help shows them.
func (m Map) Sections() []Section {
	return []Section{
		{"Answer", []key.Binding{m.Yes, m.Digit, m.YesSay, m.No, m.NoSay, m.NoStop, m.HandBack, m.Alike}},
		{"Choose", []key.Binding{m.Up, m.Down, m.Take}},
		{"Read", []key.Binding{m.HalfOn, m.PageDown, m.PageUp, m.Top, m.Bottom, m.Full, m.SideBySide, m.Context}},
		{"Move", []key.Binding{m.Next, m.Previous, m.History, m.Watch, m.Help, m.Quit}},
		{"Questions", []key.Binding{m.Mark, m.NextPart, m.PreviousPart, m.Note, m.Clear, m.Talk, m.Decline, m.NextAsk, m.PreviousAsk}},
		{"Write", []key.Binding{m.Send, m.Done, m.Newline, m.Back, m.Earlier, m.Later, m.Edit, m.Copy}},
	}
}

// Digits returns the number that a digit key stands for, and 0 for any other.
func Digits(press string) int {
	if len(press) != 1 {
		return 0
	}
	return strings.IndexByte("0123456789", press[0])
}
