package approver

import "slices"

// Ticket is what a door holds while its ask waits.
type Ticket struct {
	ask      Ask    // as this door told it
	input    Digest // of the ask's input
	done     chan struct{}
	decision Decision // written before done is closed

	// What is known of the answer's way; the desk's mu guards it.
	receipt   bool // the door says when it has passed the answer on
	delivered bool // it has said so
	lost      bool // it has gone before
}

// Done is closed when the ask has ended, whatever the end.
func (t *Ticket) Done() <-chan struct{} { return t.done }

// Decision returns the answer. It blocks until Done is closed; for an ask that
// ended in another way it is the zero Decision, which hands back.
func (t *Ticket) Decision() Decision {
	<-t.done
	return t.decision
}

// finish gives the door its answer. The decision is written before the channel
// closes, so a door never reads a half one.
func (t *Ticket) finish(d Decision) {
	t.decision = d
	close(t.done)
	t.ask = Ask{} // of up to megabytes, and not needed any more
}

// Withdraw ends a ticket because its door has gone, and the ask with the last of
// its tickets. Withdrawing an ask that has ended already does nothing: doors
// close after every answer.
func (d *Desk) Withdraw(t *Ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop(t, Withdrawn)
}

// Expire ends a ticket because the door's deadline has come, as Withdraw does.
func (d *Desk) Expire(t *Ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop(t, Expired)
}

// drop takes a ticket from its place. When the last door of the ask on the card
// has gone, a door behind it has its own ask shown: it waits still. The caller
// holds mu.
func (d *Desk) drop(t *Ticket, state State) {
	other := func(o *Ticket) bool { return o == t }
	for _, p := range slices.Concat(d.waiting, d.ended) {
		if slices.Contains(p.followers, t) {
			p.followers = slices.DeleteFunc(p.followers, other)
			t.finish(Decision{})
			return
		}
	}
	i := slices.IndexFunc(d.waiting, func(p *place) bool { return slices.Contains(p.tickets, t) })
	if i < 0 {
		return
	}
	p := d.waiting[i]
	if len(p.tickets) > 1 {
		p.tickets = slices.DeleteFunc(p.tickets, other)
		t.finish(Decision{})
		return
	}
	behind := p.followers
	p.followers = nil
	d.end(i, state, Decision{}, "")
	for _, f := range behind {
		d.waiting = append(d.waiting, d.newPlace(f.ask, f))
	}
}

// AwaitReceipt notes that the door of a ticket says when it has passed the answer
// on: until [Desk.Delivered] the answer is only on its way.
func (d *Desk) AwaitReceipt(t *Ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t.receipt = true
	d.arrival(t)
}

// Delivered notes that the answer to an ask was passed on by its door.
func (d *Desk) Delivered(t *Ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t.delivered = true
	d.arrival(t)
}

// Undelivered notes that the answer to an ask did not reach whoever asked: its
// door has gone before it could say so.
func (d *Desk) Undelivered(t *Ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t.lost = !t.delivered
	d.arrival(t)
}

// arrival looks again at how far the answer to the ended ask of a ticket got. The
// caller holds mu.
func (d *Desk) arrival(t *Ticket) {
	i := slices.IndexFunc(d.ended, func(p *place) bool { return slices.Contains(p.tickets, t) })
	if i < 0 {
		return
	}
	p := d.ended[i]
	if t.delivered || t.lost {
		p.passOn()
	}
	p.entry.Sending = p.sending()
	if p.entry.State == Answered && !slices.ContainsFunc(p.tickets, func(t *Ticket) bool { return !t.lost }) {
		p.entry.State = TooLate
		p.dropNote()
	}
	d.signal()
}

// sending reports whether the answer is on its way: a door has still to say that
// it passed it on, and no other has said so.
func (p *place) sending() bool {
	open := false
	for _, t := range p.tickets {
		if t.delivered {
			return false
		}
		open = open || t.receipt && !t.lost
	}
	return open
}
