package approver

import "time"

// State is where an ask stands. An ask starts as Waiting and ends in exactly
// one of the others; an ended ask never waits again.
type State int

// The states.
const (
	Waiting    State = iota // for the person
	Answered                // the decision went to the door
	HandedBack              // the person, or sayso's end, gave it back to Claude Code
	Withdrawn               // the door's connection closed before an answer
)

// String returns the state in words.
func (s State) String() string {
	return [...]string{"waiting", "answered", "handed back", "withdrawn"}[s]
}

// Entry is one ask on the desk with what became of it.
type Entry struct {
	Ask      Ask
	State    State
	Decision Decision  // what was sent; the zero value unless State is Answered
	EndedAt  time.Time // zero while it waits
}

// Snapshot is the desk at one moment. It is a copy: nothing in it changes.
type Snapshot struct {
	Waiting []Entry // in the order of arrival
	Ended   []Entry // the latest first, at most [HistorySize]
	Seen    int     // asks that ever came
}
