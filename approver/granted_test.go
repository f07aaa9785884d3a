package approver_test

import (
	"slices"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
)

func TestGrantedDirectoriesAreTheSessionsOwn(t *testing.T) {
	update := func(kind claude.UpdateType, to claude.Destination, dirs ...string) []claude.Update {
		return []claude.Update{{Type: kind, Directories: dirs, Destination: to}}
	}
	added := update(claude.AddDirectories, claude.Session, "/srv/data", "/srv/more")
	asked := approver.Ask{Session: approver.Session{ID: "s"}, Origin: approver.FromSession}
	yes := approver.Entry{Ask: asked, State: approver.Confirmed, Decision: approver.Decision{Verdict: approver.Allow, UpdatedPermissions: added}}
	for name, tc := range map[string]struct {
		change func(*approver.Entry)
		want   []string
	}{
		"a yes whose call ran":        {func(*approver.Entry) {}, []string{"/srv/data", "/srv/more"}},
		"a yes that is not confirmed": {func(e *approver.Entry) { e.State = approver.Answered }, nil},
		"a yes that came too late":    {func(e *approver.Entry) { e.State = approver.TooLate }, nil},
		"a no":                        {func(e *approver.Entry) { e.Decision.Verdict = approver.Deny }, nil},
		"another session":             {func(e *approver.Entry) { e.Ask.Session.ID = "t" }, nil},
		"another process":             {func(e *approver.Entry) { e.Ask.Origin = approver.FromUnknown }, nil},
		"a settings file": {func(e *approver.Entry) {
			e.Decision.UpdatedPermissions = update(claude.AddDirectories, claude.LocalSettings, "/srv/data")
		}, nil},
	} {
		e := yes
		tc.change(&e)
		if got := (approver.Snapshot{Ended: []approver.Entry{e}}).Granted(asked); !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %q, want %q", name, got, tc.want)
		}
	}
	removed := yes
	removed.Decision.UpdatedPermissions = update(claude.RemoveDirectories, claude.Session, "/srv/more")
	if got := (approver.Snapshot{Ended: []approver.Entry{removed, yes}}).Granted(asked); !slices.Equal(got, []string{"/srv/data"}) {
		t.Errorf("after one was removed: %q", got)
	}
	if got := (approver.Snapshot{Ended: []approver.Entry{yes, removed}}).Granted(asked); !slices.Equal(got, []string{"/srv/data", "/srv/more"}) {
		t.Errorf("added again: %q", got)
	}
}
