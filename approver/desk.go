package approver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Sizes of the desk. A pane runs for weeks, and one input may be 16 MiB, so each
// is a number and a weight in bytes of text.
const (
	HistorySize  = 500      // ended asks, and happenings, that are remembered
	historyBytes = 16 << 20 // of each of the two; the oldest is forgotten first
	MaxWaiting   = 1000     // asks that may wait at once; no person gets further
	waitingBytes = 64 << 20 // of them; see room for what one session may hold of it
)

// Errors of the desk.
var (
	ErrNotWaiting = errors.New("the ask does not wait any more")
	ErrClosed     = errors.New("sayso is quitting")
	ErrFull       = errors.New("too many asks wait already")
)

// Desk is the queue of asks and the memory of what became of them. Doors submit
// and withdraw, the person answers, events confirm. All methods may be called
// from any goroutine. First in, first out; the first answer wins, and an answer
// always names its ask.
type Desk struct {
	now     func() time.Time
	changed chan struct{} // holds a token whenever the desk differs from the last look

	mu         sync.Mutex
	waiting    []*place    // in the order of arrival
	ended      []*place    // the latest last
	happenings []happening // the latest last
	seen       int
	keys       keyring
	closed     bool
}

// place is one ask with the doors that wait for it and what became of it.
type place struct {
	entry     Entry
	tickets   []*Ticket // of the ask on the card: its door, and a second one that passes the same payload on
	followers []*Ticket // of other doors that ask about the same call
	input     Digest    // of the input as the call would run
	weight    int       // of the entry, in bytes
}

// happening is one that is remembered, with its weight in bytes.
type happening struct {
	Happening
	weight int
}

// NewDesk returns an empty desk that reads the time from now.
func NewDesk(now func() time.Time) *Desk {
	return &Desk{now: now, changed: make(chan struct{}, 1), keys: keyring{}}
}

// Submit puts an ask at the end of the queue and stamps its arrival and origin.
// When the call came through another door as well and one of the two asks is
// proved, the card is the proved one's and both wait for its answer. It fails
// with ErrClosed on a closed desk, ErrFull on one that can't hold it, and for an
// ID that is already waiting.
func (d *Desk) Submit(ask Ask) (*Ticket, error) {
	// Of up to 16 MiB: the screen must not wait for it.
	input, own, exact := digestOf(ask.Input), weight(ask), Digest(sha256.Sum256(ask.Input))
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, ErrClosed
	}
	if ask.ID == "" || d.find(ask.ID) >= 0 {
		return nil, fmt.Errorf("ask id %q is empty or taken", ask.ID)
	}
	ask.Origin = d.keys.origin(ask.Session.ID, ask.Proof)
	ask.ArrivedAt = d.now().Round(0) // by the wall clock: the other one stands while the machine sleeps
	t := &Ticket{ask: ask, input: input, done: make(chan struct{})}
	if ask.Origin == FromSession {
		if same, err := d.again(ask, t); err != nil {
			return nil, err
		} else if same {
			return t, nil
		}
	}
	other := d.otherDoor(ask, input)
	if err := d.room(ask, own, other != nil); err != nil {
		return nil, err
	}
	if ask.Origin == FromSession {
		d.keys.note(ask.Session.ID, use{ask.Proof.N, true}, Reply{})
	}
	switch {
	case other == nil:
		d.waiting = append(d.waiting, &place{entry: Entry{Ask: ask, Digest: exact}, tickets: []*Ticket{t}, input: input, weight: own})
		d.seen++
	case ask.Origin == FromSession:
		other.takeOver(ask, exact, t)
		other.weight += own
	default:
		other.followers = append(other.followers, t)
		other.weight += own
	}
	d.signal()
	return t, nil
}

// newPlace returns the place of an ask whose door waited behind another one.
func (d *Desk) newPlace(ask Ask, t *Ticket) *place {
	d.seen++
	return &place{entry: Entry{Ask: ask, Digest: Digest(sha256.Sum256(ask.Input))}, tickets: []*Ticket{t}, input: t.input, weight: weight(ask)}
}

// Answer ends the ask with the person's decision. ErrNotWaiting means that
// somebody or something else was first and nothing was sent. A decision that
// [Ask.Complete] refuses leaves the ask waiting.
func (d *Desk) Answer(id ID, decision Decision) error {
	var changed Digest
	if decision.UpdatedInput != nil { // of up to 16 MiB: nobody else may wait for it
		changed = digestOf(decision.UpdatedInput)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.find(id)
	if i < 0 {
		return ErrNotWaiting
	}
	p := d.waiting[i]
	complete, err := p.entry.Ask.Complete(decision)
	if err != nil {
		return err
	}
	state := Answered
	if complete.Verdict == HandBack {
		state = HandedBack
	}
	if complete.UpdatedInput != nil && decision.UpdatedInput != nil { // else it is the one that came
		p.input = changed
	}
	if complete.Note != "" {
		p.entry.Note = NotePending
	}
	d.end(i, state, complete, "")
	return nil
}

// Keeps notes which of the rules that went with the answer to an ask are missing
// from the settings files that they were sent to, as somebody found who looked.
func (d *Desk) Keeps(id ID, missing []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.ended {
		if p.entry.Ask.ID == id {
			p.entry.Kept = Kept{Known: true, Missing: missing}
			d.signal()
		}
	}
}

// Close hands every waiting ask back and refuses further ones.
func (d *Desk) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for len(d.waiting) > 0 {
		d.end(0, HandedBack, Decision{}, "sayso quit")
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
		Waiting:    make([]Entry, len(d.waiting)),
		Ended:      make([]Entry, 0, len(d.ended)),
		Happenings: make([]Happening, 0, len(d.happenings)),
		Seen:       d.seen,
	}
	for i, p := range d.waiting {
		s.Waiting[i] = p.entry
	}
	for _, p := range slices.Backward(d.ended) {
		s.Ended = append(s.Ended, p.entry)
	}
	for _, h := range slices.Backward(d.happenings) {
		s.Happenings = append(s.Happenings, h.Happening)
	}
	return s
}

// find returns the index of a waiting ask, or -1. The caller holds mu.
func (d *Desk) find(id ID) int {
	return slices.IndexFunc(d.waiting, func(p *place) bool { return p.entry.Ask.ID == id })
}

// end moves the i-th waiting ask into the history and answers its doors. The
// caller holds mu.
func (d *Desk) end(i int, state State, decision Decision, why string) {
	p := d.waiting[i]
	d.waiting = slices.Delete(d.waiting, i, i+1)
	p.entry.State, p.entry.Decision, p.entry.EndedAt, p.entry.Why = state, decision, d.now(), why
	p.entry.Sending = state == Answered && p.sending()
	p.weight += weight(decision)
	d.ended = bounded(append(d.ended, p), func(p *place) int { return p.weight })
	for _, t := range p.tickets {
		t.finish(decision)
	}
	if decision.Verdict != Allow {
		p.passOn()
	}
	d.signal()
}

// bounded returns the latest of list that are within the bounds of the history,
// and always the last one.
func bounded[T any](list []T, weight func(T) int) []T {
	first, held := len(list), 0
	for first > 0 && len(list)-first < HistorySize {
		if held += weight(list[first-1]); held > historyBytes && first < len(list) {
			break
		}
		first--
	}
	return slices.Delete(list, 0, first)
}

// signal leaves a token for the reader of Changed. The caller holds mu.
func (d *Desk) signal() {
	select {
	case d.changed <- struct{}{}:
	default: // a token is there already, and the reader will see this change too
	}
}
