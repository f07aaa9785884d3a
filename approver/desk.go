package approver

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Sizes of the desk.
const (
	HistorySize = 500  // ended asks that are remembered
	MaxWaiting  = 1000 // asks that may wait at once; no person gets further, and memory must end somewhere
)

// Errors of the desk.
var (
	ErrNotWaiting = errors.New("the ask does not wait any more")
	ErrClosed     = errors.New("sayso is quitting")
	ErrFull       = errors.New("too many asks wait already")
)

// Desk is the queue of asks. Doors submit and withdraw, the person answers.
// All methods may be called from any goroutine. First in, first out; the first
// answer wins, and an answer always names its ask.
type Desk struct {
	now     func() time.Time
	changed chan struct{} // holds a token whenever the desk differs from the last look

	mu      sync.Mutex
	waiting []*place // in the order of arrival
	ended   []Entry  // the latest last
	seen    int
	closed  bool
}

// place is one waiting ask and the ticket of the door that waits for it.
type place struct {
	ask    Ask
	ticket *Ticket
}

// NewDesk returns an empty desk that reads the time from now.
func NewDesk(now func() time.Time) *Desk {
	return &Desk{now: now, changed: make(chan struct{}, 1)}
}

// Ticket is what a door holds while its ask waits.
type Ticket struct {
	done     chan struct{}
	decision Decision // written before done is closed
}

// Done is closed when the ask has ended, whatever the end.
func (t *Ticket) Done() <-chan struct{} { return t.done }

// Decision returns the answer. It blocks until Done is closed; for an ask that
// was withdrawn or handed back it is the zero Decision, which hands back.
func (t *Ticket) Decision() Decision {
	<-t.done
	return t.decision
}

// Submit puts an ask at the end of the queue and stamps its arrival. It fails
// with ErrClosed on a closed desk, ErrFull on a full one, and for an ID that is
// already waiting.
func (d *Desk) Submit(ask Ask) (*Ticket, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, ErrClosed
	}
	if len(d.waiting) >= MaxWaiting {
		return nil, ErrFull
	}
	if ask.ID == "" || d.find(ask.ID) >= 0 {
		return nil, fmt.Errorf("ask id %q is empty or taken", ask.ID)
	}
	ask.ArrivedAt = d.now()
	t := &Ticket{done: make(chan struct{})}
	d.waiting = append(d.waiting, &place{ask: ask, ticket: t})
	d.seen++
	d.signal()
	return t, nil
}

// Answer ends the ask with the person's decision. ErrNotWaiting means that
// somebody or something else was first and nothing was sent. A decision that
// [Ask.Complete] refuses leaves the ask waiting.
func (d *Desk) Answer(id ID, decision Decision) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.find(id)
	if i < 0 {
		return ErrNotWaiting
	}
	complete, err := d.waiting[i].ask.Complete(decision)
	if err != nil {
		return err
	}
	state := Answered
	if complete.Verdict == HandBack {
		state = HandedBack
	}
	d.end(i, state, complete)
	return nil
}

// Withdraw ends the ask because its door has gone. Withdrawing an ask that has
// ended already does nothing: doors close after every answer.
func (d *Desk) Withdraw(id ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := d.find(id); i >= 0 {
		d.end(i, Withdrawn, Decision{})
	}
}

// Close hands every waiting ask back and refuses further ones.
func (d *Desk) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for len(d.waiting) > 0 {
		d.end(0, HandedBack, Decision{})
	}
}

// Changed returns a channel that holds a value whenever the desk has changed
// since the last receive. Several changes may share one value: what to show is
// read from [Desk.Snapshot], so none can be lost. It is for one reader.
func (d *Desk) Changed() <-chan struct{} { return d.changed }

// Snapshot returns the desk as it stands.
func (d *Desk) Snapshot() Snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := Snapshot{
		Waiting: make([]Entry, len(d.waiting)),
		Ended:   slices.Clone(d.ended),
		Seen:    d.seen,
	}
	for i, p := range d.waiting {
		s.Waiting[i] = Entry{Ask: p.ask, State: Waiting}
	}
	slices.Reverse(s.Ended)
	return s
}

// find returns the index of a waiting ask, or -1. The caller holds mu.
func (d *Desk) find(id ID) int {
	return slices.IndexFunc(d.waiting, func(p *place) bool { return p.ask.ID == id })
}

// end moves the i-th waiting ask into the history and releases its door. The
// decision is written before the channel closes, so the door never reads a half
// one. The caller holds mu.
func (d *Desk) end(i int, state State, decision Decision) {
	p := d.waiting[i]
	d.waiting = slices.Delete(d.waiting, i, i+1)
	d.ended = append(d.ended, Entry{Ask: p.ask, State: state, Decision: decision, EndedAt: d.now()})
	if over := len(d.ended) - HistorySize; over > 0 {
		d.ended = slices.Delete(d.ended, 0, over)
	}
	p.ticket.decision = decision
	close(p.ticket.done)
	d.signal()
}

// signal leaves a token for the reader of Changed. The caller holds mu.
func (d *Desk) signal() {
	select {
	case d.changed <- struct{}{}:
	default: // a token is there already, and the reader will see this change too
	}
}
