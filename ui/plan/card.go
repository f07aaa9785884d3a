package plan

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/permission"
	"sayso/ui/style"
)

// Outside is what the card gets from outside of it.
type Outside struct {
	Read     Reader        // nil where files can't be read
	Markdown card.Markdown // nil for the plan as it was written
	Edits    bool          // there is an editor
}

// Card shows a plan. It is a permission card with a document and choices of its
// own; the zero value is not usable, see [New].
type Card struct {
	*permission.Card
	ask     approver.Ask
	keys    keys.Map
	outside Outside
	found   Found
	looking bool   // the plan is being looked for
	edited  string // the person's text, "" while the plan is as it was
}

// New returns a card for an ask.
func New(ask approver.Ask, s style.Styles, k keys.Map, o Outside) *Card {
	c := &Card{ask: ask, keys: k, outside: o}
	if inputOf(ask).Plan != "" {
		c.found = Find(ask, nil) // it came with the ask, so nothing is read
	} else {
		c.looking = true
	}
	c.Card = permission.NewWith(ask, c.content(), s, k)
	return c
}

// Load returns what finds the plan, or nil where it came with the ask.
func (c *Card) Load() func() any {
	if !c.looking {
		return nil
	}
	ask, read := c.ask, c.outside.Read
	return func() any { return Find(ask, read) }
}

// Loaded brings what was found.
func (c *Card) Loaded(result any) {
	found, ok := result.(Found)
	if !ok || !c.looking {
		return
	}
	c.found, c.looking = found, false
	c.Fill(c.content())
}

// Changed has the plan looked for anew, where it did not come with the ask. A
// text that the person wrote stays.
func (c *Card) Changed() {
	if c.looking = c.edited == "" && inputOf(c.ask).Plan == ""; c.looking {
		c.found = Found{} // what is not on screen is not approved as if it were
	}
	c.Fill(c.content())
	c.Card.Changed()
}

// Key handles a key press. The editor takes the screen, so it opens only when
// the key counts.
func (c *Card) Key(press tea.KeyPressMsg, live bool) card.Action {
	if live && !press.IsRepeat && key.Matches(press, c.keys.Edit) {
		return card.Hold{Choice: editChoice}
	}
	return c.Card.Key(press, live)
}

// editChoice is the held key that opens the editor.
const editChoice = 1000

// Release does what a held key is for.
func (c *Card) Release(choice int) card.Action {
	if choice != editChoice {
		return c.Card.Release(choice)
	}
	switch {
	case c.looking || c.found.Text == "":
		return card.Refused{Why: "There is no plan here to edit."}
	case !c.outside.Edits:
		return card.Refused{Why: "No editor is set: set VISUAL or EDITOR."}
	}
	return card.Edit{ID: c.ask.ID, Text: c.text(), Suffix: ".md"}
}

// Edited takes the text that came from the editor. It is approved only by a yes
// after it was shown.
func (c *Card) Edited(text string) card.Action {
	switch {
	case strings.TrimSpace(text) == "":
		return card.Refused{Why: "An empty plan can't be approved, so it stays as it was."}
	case strings.TrimRight(text, "\n") == strings.TrimRight(c.found.Text, "\n"):
		c.edited = ""
		c.Fill(c.content())
		return card.Refused{Why: "The plan is unchanged."}
	}
	c.edited = text
	c.Fill(c.content())
	return nil
}

// text returns the plan that a yes approves.
func (c *Card) text() string {
	if c.edited != "" {
		return c.edited
	}
	return c.found.Text
}

// Draft returns what the person has written and a decision does not carry: a
// plan of their own, a message.
func (c *Card) Draft(sent approver.Decision) string {
	if sent.Verdict == approver.Allow {
		return ""
	}
	return strings.Trim(c.edited+"\n\n"+c.Card.Draft(sent), "\n")
}

// Bindings returns the keys that work now.
func (c *Card) Bindings() []key.Binding {
	out := c.Card.Bindings()
	if !c.Writing() && c.outside.Edits && c.found.Text != "" {
		out = append(out, c.keys.Edit)
	}
	return out
}
