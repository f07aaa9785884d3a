package question

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui/card"
	"sayso/ui/keys"
)

// The choices of keys that are held until it is sure that nobody is typing.
const (
	holdTalk = iota
	holdDecline
	holdRefusal
	holdStop
	holdBack
)

// declined is what the model reads when the person declined without words.
var declined = approver.WordlessNo(claude.ToolAskUserQuestion)

// Marks reports whether a key looks around or marks something and decides
// nothing. Enter is such a key, but for the review, which it sends.
func (c *Card) Marks(press tea.KeyPressMsg) bool {
	k := c.keys
	if key.Matches(press, k.Take) {
		return !c.review()
	}
	return key.Matches(press, k.Up, k.Down, k.Mark, k.Note, k.Clear, k.Top, k.Bottom, k.Full, k.Digit)
}

// Key handles a key press. Reading and going from tab to tab work always,
// choosing only when live.
func (c *Card) Key(press tea.KeyPressMsg, live bool) card.Action {
	page := max(c.layout.page()-1, 1) // one row of the page before stays
	switch {
	case key.Matches(press, c.keys.NextPart):
		c.turn(1)
	case key.Matches(press, c.keys.PreviousPart):
		c.turn(-1)
	case key.Matches(press, c.keys.PageDown), c.review() && key.Matches(press, c.keys.HalfOn):
		c.Scroll(page)
	case key.Matches(press, c.keys.PageUp):
		c.Scroll(-page)
	case key.Matches(press, c.keys.Top):
		c.Scroll(-c.layout.all())
	case key.Matches(press, c.keys.Bottom):
		c.toEnd(live && !press.IsRepeat)
	case key.Matches(press, c.keys.Full) && len(c.layout.preview) > 0:
		c.full = !c.full
		c.arrange()
		c.reveal(c.focused())
	case !live:
	case key.Matches(press, c.keys.Down):
		c.move(1)
	case key.Matches(press, c.keys.Up):
		c.move(-1)
	case press.IsRepeat:
	case key.Matches(press, c.keys.Take):
		return c.enter()
	case key.Matches(press, c.keys.Talk):
		return card.Hold{Choice: holdTalk}
	case key.Matches(press, c.keys.Decline):
		return card.Hold{Choice: holdDecline}
	case key.Matches(press, c.keys.NoSay):
		return card.Hold{Choice: holdRefusal}
	case key.Matches(press, c.keys.NoStop):
		return card.Hold{Choice: holdStop}
	case key.Matches(press, c.keys.HandBack):
		return card.Hold{Choice: holdBack}
	case c.err != nil:
	case key.Matches(press, c.keys.Note):
		return c.note()
	case c.review():
		if i := keys.Digits(press.String()) - 1; c.draws(i) {
			c.show(i)
		}
	case key.Matches(press, c.keys.Mark):
		return c.mark(c.focused())
	case key.Matches(press, c.keys.Clear):
		return c.takeBack()
	default:
		if i := keys.Digits(press.String()) - 1; c.draws(i) {
			return c.mark(i)
		}
	}
	return nil
}

// draws reports whether the number of an option, or on the review of a question,
// stands on the present frame: at its first row. No other digit does anything.
func (c *Card) draws(i int) bool {
	l := c.layout
	if i < 0 {
		return false
	}
	top := c.top[min(c.tab, len(c.top)-1)]
	for at := top; at < min(top+page(len(l.list), l.listRoom), len(l.list)); at++ {
		if l.list[at].option == i && (at == 0 || l.list[at-1].option != i) {
			return true
		}
	}
	return false
}

// Release does what a held key is for.
func (c *Card) Release(choice int) card.Action {
	switch choice {
	case holdTalk:
		c.write(talk)
	case holdRefusal:
		c.write(refusal)
	case holdDecline:
		return c.decide(approver.Decision{Verdict: approver.Deny, Message: declined})
	case holdStop:
		return c.decide(approver.Decision{Verdict: approver.Deny, Interrupt: true})
	case holdBack:
		return c.decide(approver.Decision{})
	}
	return nil
}

func (c *Card) decide(d approver.Decision) card.Action {
	return card.Decide{ID: c.ask.ID, Decision: d}
}

// turn goes to the next or the previous tab, round the end.
func (c *Card) turn(by int) {
	n := len(c.replies) + 1
	if c.err == nil {
		c.show((c.tab + by + n) % n)
	}
}

// show brings a tab to the screen.
func (c *Card) show(tab int) {
	c.tab, c.peek, c.before, c.full = tab, 0, nil, false
	c.arrange()
}

// goOn shows the next question that still wants something, or the review.
func (c *Card) goOn() {
	for i := c.tab + 1; i < len(c.replies); i++ {
		if !c.seen[i] || !c.replies[i].answered(c.in.questions[i]) {
			c.show(i)
			return
		}
	}
	c.show(len(c.replies))
}

// move goes to the option above or below. From none, down goes to the first
// and up to the last. The review scrolls instead.
func (c *Card) move(by int) {
	if c.err != nil || c.review() {
		c.Scroll(by)
		return
	}
	q, _ := c.question()
	last, at := len(q.Options), c.at[c.tab]
	switch {
	case at < 0 && by > 0:
		at = 0
	case at < 0:
		at = last
	default:
		at = min(max(at+by, 0), last)
	}
	c.focus(at)
}

// focus goes to an option and shows it and its preview from the start.
func (c *Card) focus(i int) {
	if i != c.at[c.tab] {
		c.peek = 0
	}
	c.at[c.tab] = i
	c.arrange()
	c.reveal(i)
}

// mark chooses an option, or takes it back where several may be chosen.
func (c *Card) mark(i int) card.Action {
	q, r := c.question()
	if i < 0 || i > len(q.Options) {
		return nil
	}
	c.focus(i)
	switch {
	case q.blocked() != "":
		return card.Refused{Why: q.blocked()}
	case i == len(q.Options):
		if r.useOwn && q.MultiSelect {
			r.useOwn = false
			break
		}
		c.write(ownWords)
		return nil
	case q.Options[i].Label.blank():
		return card.Refused{Why: fmt.Sprintf("Option %d has no label, so choosing it would say nothing.", i+1)}
	case q.MultiSelect:
		r.toggle(q, i)
	default:
		r.choose(q, i)
	}
	c.arrange()
	return nil
}

// takeBack empties the answer to the question on screen, with a note that came
// with the ask. Words of the person's own are kept, unchosen.
func (c *Card) takeBack() card.Action {
	q, r := c.question()
	clear(r.chosen)
	r.useOwn, r.given = false, ""
	if r.notes == c.in.notes[q.Question.plain] {
		r.notes = ""
	}
	c.arrange()
	return nil
}

// note opens the notes of the question on screen.
func (c *Card) note() card.Action {
	if c.review() {
		return card.Refused{Why: "n writes a note to a question; to decline, press d."}
	}
	if q, _ := c.question(); q.blocked() != "" {
		return card.Refused{Why: q.blocked()}
	}
	c.write(notes)
	return nil
}

// enter takes the option that the keys are on and goes on; on the review it
// sends.
func (c *Card) enter() card.Action {
	if c.err != nil {
		return nil
	}
	if c.review() {
		return c.send()
	}
	q, r := c.question()
	i := c.at[c.tab]
	switch {
	case i < 0 && !r.answered(q):
		return nil // nothing is selected, so a stray enter does nothing
	case i == len(q.Options) && !r.useOwn, i >= 0 && i < len(q.Options) && !q.MultiSelect:
		if refused := c.mark(i); refused != nil || c.Writing() {
			return refused
		}
	case !r.answered(q):
		return card.Refused{Why: "Nothing is chosen here yet: space chooses, tab goes on without an answer."}
	}
	c.goOn()
	return nil
}

// send answers the ask with what the review shows. What was not seen yet it
// shows instead.
func (c *Card) send() card.Action {
	if why := c.locked(); why != "" {
		return card.Refused{Why: why}
	}
	if i := c.unseen(); i >= 0 {
		c.show(i)
		on := "pgdn"
		if w := c.OnScreen(); w.From == 0 && w.To >= c.reading().essential {
			on = "here it is, tab goes on"
		}
		return card.Refused{Why: fmt.Sprintf("Read question %d to its end first: %s.", i+1, on)}
	}
	updated, err := withAnswers(c.in, c.replies)
	if err != nil {
		return card.Refused{Why: "Not sent: " + err.Error() + "."}
	}
	return c.decide(approver.Decision{Verdict: approver.Allow, UpdatedInput: updated})
}

// locked says why the answers can't be sent now, or "".
func (c *Card) locked() string {
	switch {
	case c.layout.cramped:
		return "The window is too small to show what you would send."
	case c.count() == 0:
		return "Nothing is answered yet. shift+tab goes to the questions, b replies in your own words."
	}
	if c.unseen() < 0 && !c.seen[len(c.replies)] {
		if n := c.missed(); n > 0 && c.OnScreen().To >= len(c.layout.list) {
			return fmt.Sprintf("Lines unseen: %d. pgup reads, G skips.", n)
		}
		return "Read to the end first: space, or G."
	}
	return ""
}

// unseen returns the first question whose end has not been on screen, or -1.
func (c *Card) unseen() int { return slices.Index(c.seen[:len(c.replies)], false) }

// count returns how many questions are answered.
func (c *Card) count() int {
	n := 0
	for i, r := range c.replies {
		if r.answered(c.in.questions[i]) {
			n++
		}
	}
	return n
}
