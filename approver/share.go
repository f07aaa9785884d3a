package approver

import "fmt"

// Shares of the desk. Whoever floods it fills its own share: what others ask
// still finds room. A session's calls wait by the dozen where it has subagents.
const (
	shareWaiting = 100      // asks of one session, and of one process, that may wait at once
	shareBytes   = 32 << 20 // of them
)

// room reports whether an ask that weighs so much has a place on the desk, by
// all that waits, by what its session and by what its process has there already.
// An ask that joins another takes no place of its own, but may take that over
// with its weight. The error says what is full. The caller holds mu.
func (d *Desk) room(ask Ask, weight int, joins bool) error {
	type held struct{ asks, bytes int }
	var all, session, peer held
	add := func(h *held, p *place) { h.asks++; h.bytes += p.weight }
	for _, p := range d.waiting {
		add(&all, p)
		if id := p.entry.Ask.Session.ID; id != "" && id == ask.Session.ID {
			add(&session, p)
		}
		if pid := p.entry.Ask.Peer.PID; pid != 0 && pid == ask.Peer.PID {
			add(&peer, p)
		}
	}
	full := func(h held, asks, bytes int) bool { return h.asks >= asks && !joins || h.bytes+weight > bytes }
	switch {
	case full(session, shareWaiting, shareBytes):
		return fmt.Errorf("%w for this session", ErrFull)
	case full(peer, shareWaiting, shareBytes):
		return fmt.Errorf("%w for process %d", ErrFull, ask.Peer.PID)
	case full(all, MaxWaiting, waitingBytes):
		return ErrFull
	}
	return nil
}
