package approver

import (
	"errors"
	"fmt"
)

// Process is a process of this machine.
type Process struct {
	PID     int    // 0 where the system does not tell
	Started uint64 // when, in the system's own count: it tells a process from a later one with its number
}

// Introduction is a session's module showing its key.
type Introduction struct {
	SessionID string
	Key       Key
	AtStart   bool    // it came with SessionStart: the session's agent could not run anything before
	Client    Process // Claude Code's, in which the module runs
}

// Errors of [Desk.Introduce].
var (
	ErrSecondKey = errors.New("the session has shown another key before")
	ErrKeyClash  = errors.New("two keys were shown for a session that ran before sayso did, so neither counts")
	ErrManyKeys  = errors.New("too many sessions have shown a key")
)

// Bounds of the keyring: of sessions, and of the payloads of each that are known
// to have come.
const (
	maxSessionID = 256  // bytes; the client's have 36
	maxKeyed     = 4096 // sessions
	maxUses      = 4096 // payloads of a session; one that comes as late is refused
)

// keyring holds the keys that sessions have shown, for as long as the desk
// lives.
type keyring map[string]*keyed

// keyed is a session that has shown a key.
type keyed struct {
	key     Key
	client  Process
	atStart bool
	ended   bool // SessionEnd was seen: the next process to resume the session has a key of its own
	clashed bool // nothing proves anything for this session any more
	latest  uint64
	uses    map[use]Reply // what was said to each payload, by its number
}

// use is one way in which a payload counts once: as an event, or as an ask. An
// event that is held for the person comes first as one and then as the other.
type use struct {
	n   uint64
	ask bool
}

// Introduce takes the key that a session's module shows. The first key that a
// session shows is the session's. Another one replaces it only when the session
// has ended or the process that showed it is gone, as when a session is resumed;
// gone tells that. An error says why the key is refused; one that is known
// already is none.
//
// A session that ran before this desk did may be asked for its key while its
// agent runs, and the agent's shell may be faster. So where two keys are shown
// for such a session, neither counts from then on.
func (d *Desk) Introduce(i Introduction, gone func(Process) bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i.SessionID == "" || len(i.SessionID) > maxSessionID {
		return fmt.Errorf("field %q: empty, or longer than %d bytes", "session_id", maxSessionID)
	}
	known := d.keys[i.SessionID]
	switch {
	case known == nil:
		if !d.keys.makeRoom() {
			return ErrManyKeys
		}
	case known.key == i.Key:
		known.ended = false // the process went back to the session
		return nil
	case known.ended || known.client.PID != 0 && gone(known.client):
	case known.clashed || !known.atStart:
		known.clashed = true
		return ErrKeyClash
	default:
		return ErrSecondKey
	}
	d.keys[i.SessionID] = &keyed{key: i.Key, client: i.Client, atStart: i.AtStart, uses: map[use]Reply{}}
	return nil
}

// makeRoom forgets an ended session where the keyring is full, and reports
// whether there is room. A session that lives is never forgotten: whoever shows
// many keys must not have another session's forgotten by that.
func (k keyring) makeRoom() bool {
	if len(k) < maxKeyed {
		return true
	}
	for id, known := range k {
		if known.ended {
			delete(k, id)
			return true
		}
	}
	return false
}

// origin says whose word a payload of a session is.
func (k keyring) origin(session string, p Proof) Origin {
	known := k[session]
	switch {
	case known == nil || known.clashed:
		return FromUnknown
	case p.given() && known.key.proves(p):
		return FromSession
	}
	return FromElsewhere
}

// heard returns what was said to the payload of a proof that holds, and whether
// it came before.
func (k keyring) heard(session string, u use) (said Reply, before bool) {
	known := k[session]
	if known.latest >= maxUses && u.n <= known.latest-maxUses {
		return Reply{}, true // so late that it is not known any more
	}
	said, before = known.uses[u]
	return said, before
}

// note remembers what was said to the payload of a proof that holds.
func (k keyring) note(session string, u use, said Reply) {
	known := k[session]
	known.latest = max(known.latest, u.n)
	known.uses[u] = said
	if len(known.uses) < 3*maxUses {
		return
	}
	for old := range known.uses {
		if old.n+maxUses <= known.latest {
			delete(known.uses, old)
		}
	}
}

// end notes that a session has ended.
func (k keyring) end(session string) {
	if known := k[session]; known != nil {
		known.ended = true
	}
}
