package question

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/ui/card"
)

// target is what a text is written for.
type target int

const (
	nothing  target = iota
	ownWords        // something else, as the answer
	notes
	talk    // a reply to all questions
	refusal // what the model reads with a no
)

// Writing reports whether keys go into a field.
func (c *Card) Writing() bool { return c.writing != nothing }

// write opens the field for a text, with what was written before.
func (c *Card) write(t target) {
	c.writing = t
	c.before = nil // what is written now is no slip of the hand
	switch t {
	case ownWords:
		c.field.Placeholder = "Your own answer"
		c.field.SetValue(c.replies[c.tab].own)
	case notes:
		c.field.Placeholder = "What the agent should know about your answer"
		c.field.SetValue(c.replies[c.tab].notes)
	case talk:
		c.field.Placeholder = "Your reply, instead of answers"
		c.field.SetValue(c.drafts[0])
	case refusal:
		c.field.Placeholder = "Why not, and what to do instead"
		c.field.SetValue(c.drafts[1])
	}
	c.field.Focus()
	c.arrange()
	c.reveal(c.focused())
}

// Write hands a key or a paste to the field.
func (c *Card) Write(msg tea.Msg, live bool) (card.Action, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(press, c.keys.Back):
			c.close(false)
			return nil, nil
		case key.Matches(press, c.keys.Send):
			switch {
			case press.IsRepeat:
				return nil, nil
			case c.writing == talk && !live:
				return card.Refused{Why: "Wait a moment, then press enter again."}, nil
			}
			return c.close(true), nil
		}
	}
	var cmd tea.Cmd
	c.field, cmd = c.field.Update(msg)
	c.arrange()
	return nil, cmd
}

// close leaves the field. What was written is kept; done tells whether it also
// counts, which for a reply and a refusal means that it is sent.
func (c *Card) close(done bool) card.Action {
	words := c.field.Value()
	switch t := c.writing; t {
	case ownWords:
		q, r := c.question()
		if done || r.useOwn {
			r.say(q, words)
		}
		r.own = words
		if done && r.useOwn && !q.MultiSelect {
			defer c.goOn()
		}
	case notes:
		c.replies[c.tab].notes = words
	case talk, refusal:
		c.drafts[t-talk] = words
		if !done {
			break
		}
		if t == refusal {
			c.leave()
			if textOf(words).blank() {
				words = declined
			}
			return c.decide(approver.Decision{Verdict: approver.Deny, Message: words})
		}
		if textOf(words).blank() {
			return card.Refused{Why: "An empty reply would say nothing: write it, or esc."}
		}
		c.leave()
		if c.err != nil { // there is nothing to put a reply into, but a no carries words
			return c.decide(approver.Decision{Verdict: approver.Deny, Message: words})
		}
		updated, err := withResponse(c.in, words)
		if err != nil {
			return card.Refused{Why: "Not sent: " + err.Error() + "."}
		}
		return c.decide(approver.Decision{Verdict: approver.Allow, UpdatedInput: updated})
	}
	c.leave()
	return nil
}

func (c *Card) leave() {
	c.writing = nothing
	c.field.Blur()
	c.arrange()
}

// writingFor says on a line what the field is for.
func (c *Card) writingFor() string {
	switch c.writing {
	case ownWords:
		return "Something else"
	case notes:
		return "A note to your answer"
	case talk:
		if c.count() > 0 {
			return "Talk about it instead: your answers stay here"
		}
		return "Talk about it instead"
	}
	return "NO: decline, and say why:"
}

// writingStyle is the look of that line: a refusal is told from an answer.
func (c *Card) writingStyle() lipgloss.Style {
	if c.writing == refusal {
		return c.styles.Deny
	}
	return c.styles.Strong
}
