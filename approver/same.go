package approver

import (
	"crypto/sha256"
	"encoding/json"

	"sayso/approver/claude"
	"sayso/rules/openjson"
)

// digest tells one JSON value from another, whatever the order of its members
// and its spaces.
type digest [sha256.Size]byte

// digestOf returns the digest of a JSON value; of what is no JSON, that of its
// bytes.
func digestOf(raw json.RawMessage) digest {
	var v any
	if json.Unmarshal(raw, &v) == nil {
		if canonical, err := openjson.Encode(v); err == nil { // members of maps are sorted
			raw = canonical
		}
	}
	return sha256.Sum256(raw)
}

// sameCall returns the waiting place of the call that an ask is about, when it
// came through another door before, and nil otherwise. Two asks through one
// door are always two calls, however alike. The person's answer to what is on
// screen is the answer to both: so the tool and the input must be the same, and
// the first must allow nothing that the second does not. The caller holds mu.
func (d *Desk) sameCall(ask Ask, input digest) *place {
	for _, p := range d.waiting {
		first := p.entry.Ask
		if !p.has(ask.Door) && first.Tool == ask.Tool && first.Kind == ask.Kind && p.input == input && first.covers(ask) && sameNames(first, ask) {
			return p
		}
	}
	return nil
}

// sameNames reports whether two asks are known to be about one call: by its
// tool_use_id, or, where a door does not tell that, by session and directory.
// What is not known never makes two asks one.
func sameNames(a, b Ask) bool {
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

// covers reports whether an answer that a takes is one that other takes too.
func (a Ask) covers(other Ask) bool {
	return (!a.OneKeyYes() || other.OneKeyYes()) && (!a.MayRemember() || other.MayRemember()) &&
		(a.Limits.RequiresPerson || !other.Limits.RequiresPerson)
}

// call is what an event tells of a call; session and id are "" where it does not
// know them.
type call struct {
	session, id, tool string
	input             digest
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
