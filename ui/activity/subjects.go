package activity

import (
	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui/preview"
)

// Subjects holds what tells a call from others of its tool, in one line each. An
// input may have megabytes, so each is looked into once, outside of the update
// loop. The zero value knows none.
type Subjects struct {
	asks   map[approver.ID]string
	events map[claude.Event]string // of calls that no ask was about
}

// Of returns the subject of an ask, and "" while it is not known.
func (s Subjects) Of(id approver.ID) string { return s.asks[id] }

// Unknown returns what works out the subjects of the snapshot's calls that s
// does not know, or nil when it knows all. It takes long where a call is large.
func (s Subjects) Unknown(snapshot approver.Snapshot) func() Subjects {
	var asks []approver.Ask
	for _, list := range [][]approver.Entry{snapshot.Waiting, snapshot.Ended} {
		for _, e := range list {
			if _, known := s.asks[e.Ask.ID]; !known {
				asks = append(asks, e.Ask)
			}
		}
	}
	var events []*claude.PermissionDenied
	for _, h := range snapshot.Happenings {
		if e, ok := h.Event.(*claude.PermissionDenied); ok {
			if _, known := s.events[e]; !known {
				events = append(events, e)
			}
		}
	}
	if len(asks)+len(events) == 0 {
		return nil
	}
	return func() Subjects {
		found := Subjects{map[approver.ID]string{}, map[claude.Event]string{}}
		for _, ask := range asks {
			found.asks[ask.ID] = preview.Subject(ask)
		}
		for _, e := range events {
			found.events[e] = preview.Subject(approver.Ask{Input: e.ToolInput, Session: approver.SessionOf(e.BaseHookInput)})
		}
		return found
	}
}

// With returns s and what was found, without what the snapshot has forgotten.
func (s Subjects) With(found Subjects, snapshot approver.Snapshot) Subjects {
	all := Subjects{map[approver.ID]string{}, map[claude.Event]string{}}
	for _, from := range []Subjects{s, found} {
		for _, list := range [][]approver.Entry{snapshot.Waiting, snapshot.Ended} {
			for _, e := range list {
				if subject, ok := from.asks[e.Ask.ID]; ok {
					all.asks[e.Ask.ID] = subject
				}
			}
		}
		for _, h := range snapshot.Happenings {
			if subject, ok := from.events[h.Event]; ok {
				all.events[h.Event] = subject
			}
		}
	}
	return all
}
