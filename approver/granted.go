package approver

import (
	"slices"

	"sayso/internal/claude"
)

// Granted returns the directories that the person's answers added to the session
// of an ask, in the order in which they came, so far as the desk remembers. Only
// an answer counts whose call was seen to run, and whose session was as proven as
// that of the ask: another process may name any session. Directories that went to
// a settings file are told by that file.
func (s Snapshot) Granted(ask Ask) []string {
	var out []string
	for _, e := range slices.Backward(s.Ended) {
		if e.State != Confirmed || e.Decision.Verdict != Allow || e.Ask.Session.ID != ask.Session.ID || e.Ask.Origin != ask.Origin {
			continue
		}
		for _, u := range e.Decision.UpdatedPermissions {
			if u.Destination != claude.Session {
				continue
			}
			switch u.Type {
			case claude.AddDirectories:
				out = append(out, u.Directories...)
			case claude.RemoveDirectories:
				out = slices.DeleteFunc(out, func(dir string) bool { return slices.Contains(u.Directories, dir) })
			}
		}
	}
	return out
}
