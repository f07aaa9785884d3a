package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/activity"
	"sayso/ui/card"
	"sayso/ui/watch"
)

// DeskMsg brings the desk as it stands. Send one whenever the desk has changed.
type DeskMsg struct{ Snapshot approver.Snapshot }

// NoticeMsg brings a line for the person, such as why a message on the socket
// was refused. It is shown until the next key.
type NoticeMsg struct{ Text string }

// WatchMsg brings the watch rules. Send one whenever they have changed.
type WatchMsg struct{ State watch.State }

// acceptedMsg says what became of accepting a change of the watch rules.
type acceptedMsg struct {
	state watch.State
	err   error
}

// tickedMsg wakes the screen, because something on it shows the time. Ticks of
// an earlier series are dropped.
type tickedMsg struct{ series int }

// releasedMsg comes when a held press has waited long enough.
type releasedMsg struct{ press int }

// answeredMsg says what became of sending a decision.
type answeredMsg struct {
	id  approver.ID
	err error
}

// renderedMsg brings the document that was asked for as the n-th. Only the last
// one counts: an earlier one may be of another ask, another width, or of a call
// before it was edited, and what is not on the card must not count as seen.
type renderedMsg struct {
	n        int
	document card.Document
	changed  bool // it is not what the card showed before it was set aside
}

// loadedMsg brings what a card wanted from outside.
type loadedMsg struct {
	id     approver.ID
	result any
}

// editedMsg brings a text back from the person's editor.
type editedMsg struct {
	id   approver.ID
	text string
	err  error
}

// namedMsg brings the subjects of calls.
type namedMsg struct{ found activity.Subjects }

// branchFoundMsg brings the branch that is checked out in a directory.
type branchFoundMsg struct{ cwd, branch string }

// after sends msg when d has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// answer sends a decision to the desk.
func answer(desk Desk, d card.Decide) tea.Cmd {
	return func() tea.Msg { return answeredMsg{d.ID, desk.Answer(d.ID, d.Decision)} }
}

// acceptWatch lets the watch rules go that the person saw as removed.
func acceptWatch(accept func(int) (watch.State, error), revision int) tea.Cmd {
	return func() tea.Msg {
		state, err := accept(revision)
		return acceptedMsg{state, err}
	}
}

// loadFor gets what a card wants from outside.
func loadFor(id approver.ID, load func() any) tea.Cmd {
	return guarded(func() tea.Msg { return loadedMsg{id, load()} }, NoticeMsg{"Something this ask refers to could not be read."})
}

// findBranch looks up the branch of a session's directory.
func findBranch(branch func(string) string, cwd string) tea.Cmd {
	return func() tea.Msg { return branchFoundMsg{cwd, branch(cwd)} }
}
