package permission

import (
	"fmt"
	"strings"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/style"
)

// Content is what another package has a card show that looks and answers as a
// permission card does: a document above, and choices beneath that wait until
// it was read.
type Content struct {
	// Document makes the document for a width, as [Card.Render] does.
	Document func(width int, s style.Styles) card.Maker
	Yes      []Offer // the first is for the key of a plain yes
	No       approver.Decision
	NoLabel  string
	SayLabel string // of the no with a message
	Prompt   string // in the empty field for a message
	Why      string // a sentence on what is not offered
}

// Offer is one yes.
type Offer struct {
	Label    string
	Short    string // for a row that several yeses share; needed where there are several
	Where    string // at the right end
	Decision approver.Decision
}

// NewWith returns a card for an ask with content of its own.
func NewWith(ask approver.Ask, content Content, s style.Styles, k keys.Map) *Card {
	c := New(ask, s, k, Sight{})
	c.Fill(content)
	return c
}

// Fill gives the card another content, of which nothing has been seen yet.
func (c *Card) Fill(content Content) {
	c.content = &content
	c.choices, c.why = nil, content.Why
	for i, o := range content.Yes {
		ch := choice{kind: yes, key: fmt.Sprint(i + 1), label: o.Label, short: o.Short, where: o.Where, answer: &o.Decision}
		if i == 0 {
			ch.key = "y"
		}
		c.choices = append(c.choices, ch)
	}
	for _, ch := range noes() {
		switch ch.kind {
		case no:
			ch.label, ch.answer = content.NoLabel, &content.No
		case noSay:
			ch.label = content.SayLabel
		}
		c.choices = append(c.choices, ch)
	}
	c.message.Placeholder = content.Prompt
	c.selected, c.scroll = -1, 0
	c.unread()
	c.arrange()
}

// Draft returns the message that is being written, or was and is kept, unless
// it went along, or a yes made it pointless.
func (c *Card) Draft(sent approver.Decision) string {
	if words := c.message.Value(); sent.Verdict != approver.Allow && words != sent.Message {
		return words
	}
	return ""
}

// notePrompt and sayPrompt stand in the empty field.
const (
	sayPrompt  = "What should the agent do instead?"
	notePrompt = "The call runs. What should the agent know? It reads this when the call has ended."
)

// messagePrompt says in the empty field what it is for.
func (c *Card) messagePrompt() string {
	switch {
	case c.writingFor == yesSay:
		return notePrompt
	case c.content != nil:
		return c.content.Prompt
	}
	return sayPrompt
}

// messageLabel says what the field for a message is for, the answer that its
// words go with first.
func (c *Card) messageLabel() string {
	switch {
	case c.writingFor == yesSay:
		return "YES, once, and tell the agent:"
	case c.content != nil:
		label := strings.TrimSuffix(c.content.SayLabel, "…")
		if rest, ok := strings.CutPrefix(label, "No, "); ok {
			return "NO, " + rest + ":"
		}
		return "NO: " + strings.ToLower(label[:1]) + label[1:] + ":"
	}
	return "NO, and say why:"
}
