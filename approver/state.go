package approver

import (
	"time"

	"sayso/internal/claude"
)

// State is where an ask stands. Waiting and Answered go on; each of the others
// is an end, though a later event may still correct one that was only assumed.
//
//	Waiting ─┬─ Answered ─┬─ Confirmed      what was answered is what happened
//	         │            ├─ NotHonoured    it is not
//	         │            └─ TooLate        the door had gone before the answer
//	         ├─ HandedBack                  Claude Code goes on without sayso
//	         ├─ Withdrawn                   the door closed its connection
//	         ├─ SettledElsewhere            the call ran, or its turn ended, before an answer
//	         └─ Expired                     the door's deadline came first
type State int

// The states.
const (
	Waiting State = iota
	Answered
	Confirmed
	NotHonoured
	TooLate
	HandedBack
	Withdrawn
	SettledElsewhere
	Expired
)

// String returns the state in words.
func (s State) String() string {
	return [...]string{"waiting", "answered", "confirmed", "not honoured", "too late",
		"handed back", "withdrawn", "settled elsewhere", "expired"}[s]
}

// Sent reports whether a decision of the person went out.
func (s State) Sent() bool {
	return s == Answered || s == Confirmed || s == NotHonoured || s == TooLate
}

// Entry is one ask on the desk with what became of it.
type Entry struct {
	Ask      Ask
	Digest   Digest // of the very bytes of the input: two asks that have it in common hold the same
	State    State
	Why      string    // how the end is known, in words; "" where the state says it
	Decision Decision  // what was sent; the zero value unless State.Sent
	Sending  bool      // the answer went out, and its door has not said yet that it passed it on
	EndedAt  time.Time // zero while it waits
	Run      Run       // what is known of the call itself
	Note     NoteState
	Kept     Kept // whether the rules that went with a yes stand where they should
}

// Kept is what came of the rules that a yes sent to settings files.
type Kept struct {
	Known   bool
	Missing []string // rules that are in no file they were sent to, as written
}

// Run is what events told of a call.
type Run struct {
	Started  bool
	Ended    bool
	Failed   bool
	Duration time.Duration // 0 when it was not told
	Output   string        // the start of what the tool gave back, as the model reads it
	Outcome  Outcome       // what is remembered of the call's record, where it left one
}

// NoteState is what became of a note to the model that went with an allow.
type NoteState int

// The states of a note.
const (
	NoNote           NoteState = iota
	NotePending                // waits for the call to end
	NoteDelivered              // went out with the call's PostToolUse
	NoteNotDelivered           // the call never ran, or failed
)

// String returns the note's state in words.
func (s NoteState) String() string {
	return [...]string{"", "note pending", "note delivered", "note not delivered"}[s]
}

// Happening is something that a session reported that is not an ask: a notification, a
// refusal by the mode, a compaction, another model.
type Happening struct {
	At    time.Time
	Event claude.Event
}

// Snapshot is the desk at one moment. It is a copy: nothing in it changes.
type Snapshot struct {
	Waiting    []Entry     // in the order of arrival
	Ended      []Entry     // the latest first, at most [HistorySize]
	Happenings []Happening // the latest first, at most [HistorySize]
	Seen       int         // asks that ever came
}
