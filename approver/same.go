package approver

import (
	"cmp"

	"sayso/approver/claude"
)

// sameCall returns the waiting place of the call that an ask is about, when it
// came through another door before, and nil otherwise. Two asks through one
// door are always two calls, however alike. The person's answer is the answer to
// both: so the tool and the input must be the same. The caller holds mu.
func (d *Desk) sameCall(ask Ask, input Digest) *place {
	for _, p := range d.waiting {
		first := p.entry.Ask
		if !p.has(ask.Door) && first.Tool == ask.Tool && first.Kind == ask.Kind && p.input == input && sameNames(first, ask) {
			return p
		}
	}
	return nil
}

// join has an ask wait with the one of the same call that is there already. The
// hook tells the most, and a stricter ask must not be answered on a looser one's
// card: such an ask takes the place over, under its own id, so that no key that
// was meant for the card before answers it. Where each takes an answer that the
// other does not, they stay two, and join reports false. The caller holds mu.
func (p *place) join(ask Ask, t *Ticket) bool {
	first := p.entry.Ask
	switch {
	case ask.covers(first) && (ask.Door == DoorHook || !first.covers(ask)):
		p.entry.Ask = ask.with(first)
		p.weight = weight(p.entry.Ask)
	case !first.covers(ask):
		return false
	}
	p.tickets = append(p.tickets, t)
	return true
}

// with returns a with what only first tells of the call. It came first, so it
// says since when the call waits.
func (a Ask) with(first Ask) Ask {
	a.ArrivedAt = first.ArrivedAt
	a.ToolUseID = cmp.Or(a.ToolUseID, first.ToolUseID)
	a.Session.ID = cmp.Or(a.Session.ID, first.Session.ID)
	a.Session.Cwd = cmp.Or(a.Session.Cwd, first.Session.Cwd)
	a.Session.Events = a.Session.Events || first.Session.Events
	a.Agent = cmp.Or(a.Agent, first.Agent)
	a.MCPServer = cmp.Or(a.MCPServer, first.MCPServer)
	a.Provenance = cmp.Or(a.Provenance, first.Provenance)
	if a.Suggestions == nil && a.MayRemember() {
		a.Suggestions = first.Suggestions
	}
	return a
}

// sameNames reports whether two asks are known to be about one call: by its
// tool_use_id, or, where a door does not tell that, by session and directory.
// What is not known never makes two asks one.
func sameNames(a, b Ask) bool {
	if !agree(a.Agent.ID, b.Agent.ID) {
		return false
	}
	if a.ToolUseID != "" && b.ToolUseID != "" {
		return a.ToolUseID == b.ToolUseID && agree(a.Session.ID, b.Session.ID)
	}
	return a.Session.ID != "" && a.Session.ID == b.Session.ID && a.Session.Cwd == b.Session.Cwd
}

// agree reports whether two names are not known to differ.
func agree(a, b string) bool { return a == "" || b == "" || a == b }

// has reports whether a door waits for the place already.
func (p *place) has(door Door) bool {
	for _, t := range p.tickets {
		if t.door == door {
			return true
		}
	}
	return false
}

// covers reports whether an answer that a takes is one that other takes too, and
// whoever asks on purpose by other stands on a's card. Any process of this user
// may ask about a call that it knows of: it must not hide a plugin's warning.
func (a Ask) covers(other Ask) bool {
	return a.names(other.Provenance) && (!a.OneKeyYes() || other.OneKeyYes()) && (!a.MayRemember() || other.MayRemember()) &&
		(a.Limits.RequiresPerson || !other.Limits.RequiresPerson)
}

// names reports whether a tells the plugin and the rule that p tells.
func (a Ask) names(p Provenance) bool {
	return (p.Plugin == "" || p.Plugin == a.Provenance.Plugin) && (p.Rule == "" || p.Rule == a.Provenance.Rule)
}

// call is what an event tells of a call; session and id are "" where it does not
// know them.
type call struct {
	session, id, tool string
	input             Digest
}

// isCall reports whether an event is about the place's call. Where both know
// the tool_use_id, that alone decides; otherwise tool and input do.
func (p *place) isCall(c call) bool {
	ask := p.entry.Ask
	if !agree(c.session, ask.Session.ID) {
		return false
	}
	if c.id != "" && ask.ToolUseID != "" {
		return c.id == ask.ToolUseID
	}
	return claude.CanonicalTool(c.tool) == claude.CanonicalTool(ask.Tool) && c.input == p.input
}
