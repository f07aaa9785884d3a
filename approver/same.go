package approver

import (
	"errors"
	"slices"

	"sayso/internal/claude"
)

// ErrProofUsed means that the payload of an ask came before, and what became of
// that ask is forgotten.
var ErrProofUsed = errors.New("this ask came before")

// maxDoors is how many doors may wait for one ask. Claude Code asks through two
// at most, and once for each hook that was installed twice.
const maxDoors = 8

// again has a proved ask wait with itself, where its payload came before: two
// hooks of one session pass the same payload on, and both get the whole answer.
// It reports whether that was so. The caller holds mu.
func (d *Desk) again(ask Ask, t *Ticket) (bool, error) {
	if _, before := d.keys.heard(ask.Session.ID, use{ask.Proof.N, true}); !before {
		return false, nil
	}
	same := func(p *place) bool {
		return p.entry.Ask.Origin == FromSession && p.entry.Ask.Session.ID == ask.Session.ID && p.entry.Ask.Proof.N == ask.Proof.N
	}
	if i := slices.IndexFunc(d.waiting, same); i >= 0 {
		p := d.waiting[i]
		if len(p.tickets) >= maxDoors {
			return true, ErrFull
		}
		p.tickets = append(p.tickets, t)
		return true, nil
	}
	if i := slices.IndexFunc(d.ended, same); i >= 0 {
		t.finish(d.ended[i].entry.Decision)
		return true, nil
	}
	return true, ErrProofUsed
}

// otherDoor returns the waiting place of the call that an ask is about, where it
// came through another door and just one of the two is proved. Two asks of which
// neither is proved are two cards: nothing says that both are about one call. The
// caller holds mu.
func (d *Desk) otherDoor(ask Ask, input Digest) *place {
	for _, p := range d.waiting {
		first := p.entry.Ask
		if first.Door != ask.Door && (first.Origin == FromSession) != (ask.Origin == FromSession) &&
			p.input == input && sameCall(first, ask) && len(p.followers) < maxDoors {
			return p
		}
	}
	return nil
}

// sameCall reports whether two asks name the same call. What is not known never
// makes two asks one, but for the session and the agent, which a door may not
// tell.
func sameCall(a, b Ask) bool {
	return a.Kind == b.Kind && a.Tool == b.Tool && a.ToolUseID != "" && a.ToolUseID == b.ToolUseID &&
		agree(a.Session.ID, b.Session.ID) && agree(a.Agent.ID, b.Agent.ID)
}

// agree reports whether two names are not known to differ.
func agree(a, b string) bool { return a == "" || b == "" || a == b }

// takeOver makes the place that of a proved ask: its card is made of that ask
// alone, under its own id, so that no key that was meant for the card before
// answers it. The doors that wait already get its yes or no. The caller holds mu.
func (p *place) takeOver(ask Ask, exact Digest, t *Ticket) {
	p.followers = append(p.followers, p.tickets...)
	p.tickets = []*Ticket{t}
	p.entry = Entry{Ask: ask, Digest: exact}
}

// passOn gives the doors behind an ask that has ended its yes or no. A yes goes to
// the ask's own door first: Claude Code takes the first one, and only that one
// carries the updates. The caller holds mu.
func (p *place) passOn() {
	var still []*Ticket
	for _, t := range p.followers {
		bare, ok := t.follow(p.entry.Decision, p.input)
		if !ok {
			still = append(still, t)
			continue
		}
		t.finish(bare)
		p.tickets = append(p.tickets, t)
	}
	p.followers = still
}

// follow returns what a door gets that is not the one on the card: the same yes
// or no, but never its updates or input. It reports false where the yes means
// nothing without the input: then the door waits until the call has run, for a
// bare yes would let another input run than the person allowed.
func (t *Ticket) follow(d Decision, ran Digest) (Decision, bool) {
	switch d.Verdict {
	case Allow:
		bare, err := t.ask.Complete(Decision{Verdict: Allow})
		return bare, err == nil && t.input == ran
	case Deny:
		return Decision{Verdict: Deny, Message: d.Message, Interrupt: d.Interrupt}, true
	}
	return Decision{}, true
}

// release hands back what still waits behind an ask that has ended.
func (p *place) release() {
	for _, t := range p.followers {
		t.finish(Decision{})
	}
	p.followers = nil
}

// call is what an event tells of a call; id is "" where it does not know it.
type call struct {
	session, id, tool string
	input             Digest
}

// isCall reports whether an event of a session is about the place's call. Only
// what the session itself asked is its call. Where both know the tool_use_id,
// that alone decides; otherwise tool and input do.
func (p *place) isCall(c call) bool {
	ask := p.entry.Ask
	if ask.Origin != FromSession || c.session != ask.Session.ID {
		return false
	}
	if c.id != "" && ask.ToolUseID != "" {
		return c.id == ask.ToolUseID
	}
	return claude.CanonicalTool(c.tool) == claude.CanonicalTool(ask.Tool) && c.input == p.input
}
