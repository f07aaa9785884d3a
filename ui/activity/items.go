// Package activity is the list of what happened: asks with their ends, and what
// sessions told beside. It draws lines and understands keys; it changes nothing.
package activity

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/approver/claude"
	"sayso/ui/preview"
	"sayso/ui/sanitize"
	"sayso/ui/style"
)

// Item is one line of the list. Its texts are sanitised.
type Item struct {
	At      time.Time
	Session string // id
	Folder  string // name of the session's directory
	Sign    string // one character
	Words   string // what it came to, in two or three words
	Look    lipgloss.Style
	Name    string          // the tool, or the kind of happening
	What    string          // the command, the path, the message
	Extra   string          // what went with it
	detail  func() []detail // all there is to know of it; nil for nothing more
}

// detail is a part of what there is to know of an item. The text is as it came.
type detail struct {
	title string
	text  string
}

// Items returns what the desk remembers, the latest first. It is quick however
// large the calls were.
func Items(s approver.Snapshot, subjects Subjects, look style.Styles) []Item {
	items := make([]Item, 0, len(s.Ended)+len(s.Happenings))
	for _, e := range s.Ended {
		items = append(items, ofEntry(e, subjects, look))
	}
	for _, h := range s.Happenings {
		if item, ok := ofHappening(h, subjects, look); ok {
			items = append(items, item)
		}
	}
	slices.SortStableFunc(items, func(a, b Item) int { return b.At.Compare(a.At) })
	return items
}

// ofEntry tells how an ask ended.
func ofEntry(e approver.Entry, subjects Subjects, look style.Styles) Item {
	name, _ := preview.Title(e.Ask.Tool)
	item := Item{
		At:      e.EndedAt,
		Session: e.Ask.Session.ID,
		Folder:  sanitize.Line(filepath.Base(e.Ask.Session.Cwd)),
		Name:    name,
		What:    subjects.Of(e.Ask.ID),
		Extra:   strings.Join(extras(e), ", "),
	}
	item.Sign, item.Words, item.Look = end(e, look)
	item.detail = func() []detail { return detailsOf(e) }
	return item
}

func detailsOf(e approver.Entry) (out []detail) {
	for _, d := range []detail{
		{"Why", e.Why},
		{"Your answers", answersOf(e)},
		{"Input", string(e.Ask.Input)},
		{"Reason", e.Ask.Provenance.Reason},
		{"Your words", messageOf(e)},
		{"Your note", e.Decision.Note},
		{"Output", e.Run.Output},
		{"Came through", cameFrom(e.Ask)},
	} {
		if d.text != "" {
			out = append(out, d)
		}
	}
	return out
}

// cameFrom says by which door an ask came, and from which process: anything
// that runs as this user can ask.
func cameFrom(ask approver.Ask) string {
	if ask.Peer.PID == 0 {
		return string(ask.Door)
	}
	return fmt.Sprintf("%s, process %d", ask.Door, ask.Peer.PID)
}

// end says in a sign and words what became of an ask, and how it looks.
func end(e approver.Entry, look style.Styles) (sign, words string, s lipgloss.Style) {
	allowed := e.Decision.Verdict == approver.Allow
	switch e.State {
	case approver.NotHonoured:
		return "!", "not kept", look.Deny
	case approver.TooLate:
		return "!", "too late", look.Deny
	case approver.HandedBack:
		return "↗", "handed back", look.Muted
	case approver.SettledElsewhere:
		return "↗", "elsewhere", look.Muted
	case approver.Withdrawn, approver.Expired:
		return "·", e.State.String(), look.Muted
	case approver.Answered, approver.Confirmed:
		switch {
		case e.State == approver.Answered && e.Sending: // whether it arrives is not known yet
			return "›", sending(e.Decision), look.Muted
		case allowed && e.Ask.Tool == claude.ToolAskUserQuestion:
			return "✓", "answered", look.Allow
		case allowed:
			return "✓", "yes", look.Allow
		case e.Decision.Interrupt:
			return "✗", "no, stop", look.Deny
		}
		return "✗", "no", look.Deny
	}
	return "?", e.State.String(), look.Muted
}

// sending says which answer is on its way to its door.
func sending(d approver.Decision) string {
	if d.Verdict == approver.Allow {
		return "yes, sent"
	}
	return "no, sent"
}

// extras says what went with an end: the call's run, what a yes wrote, words.
func extras(e approver.Entry) []string {
	var out []string
	switch run := e.Run; {
	case run.Failed:
		out = append(out, strings.TrimSuffix("failed "+span(run.Duration), " "))
	case run.Ended:
		out = append(out, strings.TrimSuffix("ran "+span(run.Duration), " "))
	case run.Started:
		out = append(out, "runs")
	}
	if e.State == approver.NotHonoured || e.State == approver.SettledElsewhere && !e.Run.Started || e.Why == "sayso quit" {
		out = append(out, sanitize.Line(e.Why))
	}
	switch n := len(e.Decision.UpdatedPermissions); {
	case len(e.Kept.Missing) > 0:
		out = append(out, "not kept: "+sanitize.Line(strings.Join(e.Kept.Missing, ", ")))
	case e.Kept.Known && n == 1:
		out = append(out, "1 change kept")
	case e.Kept.Known:
		out = append(out, fmt.Sprintf("%d changes kept", n))
	case n == 1:
		out = append(out, "1 change sent")
	case n > 1:
		out = append(out, fmt.Sprintf("%d changes sent", n))
	}
	if e.Note != approver.NoNote {
		out = append(out, e.Note.String())
	}
	if m := messageOf(e); m != "" {
		out = append(out, "“"+sanitize.Line(m)+"”")
	}
	return out
}

// messageOf returns the person's own words of a no that reached the model.
func messageOf(e approver.Entry) string {
	if e.Decision.Interrupt || e.Decision.Message == approver.WordlessNo(e.Ask.Tool) {
		return ""
	}
	return e.Decision.Message
}

// span says a length of time, and "" for none.
func span(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

// sessions returns the sessions of items, by the time of their latest.
func sessions(items []Item) []Item {
	var out []Item
	for _, item := range items {
		if item.Session != "" && !slices.ContainsFunc(out, func(o Item) bool { return o.Session == item.Session }) {
			out = append(out, item)
		}
	}
	slices.SortStableFunc(out, func(a, b Item) int { return cmp.Compare(a.Folder, b.Folder) })
	return out
}
