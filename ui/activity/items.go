// Package activity is the list of what happened: asks with their ends, and what
// sessions told beside. It draws lines and understands keys; it changes nothing.
package activity

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// maxLine is how many bytes of a text a line of the list is made of. No row is
// as wide, and every frame draws some.
const maxLine = 500

// line returns the start of a text from outside as one line.
func line(text string) string { return sanitize.Line(sanitize.Head(text, maxLine)) }

// Item is one line of the list. Its texts are sanitised.
type Item struct {
	At     time.Time
	Sign   string // one character
	Words  string // what it came to, in two or three words
	Look   lipgloss.Style
	Name   string          // the tool, or the kind of happening
	What   string          // the command, the path, the message
	Extra  string          // what went with it
	detail func() []detail // all there is to know of it; nil for nothing more
}

// detail is a part of what there is to know of an item: the start of a text as
// it came, and how many bytes it leaves out.
type detail struct {
	title string
	text  string
	patch []string // lines of a unified diff, after the text
	rest  int
}

// detailOf returns what is shown of a text, which may have megabytes.
func detailOf[T string | json.RawMessage](title string, of T) detail {
	// One byte more tells Head where a character ends.
	text := sanitize.Head(string(of[:min(len(of), maxDetail+1)]), maxDetail)
	return detail{title: title, text: text, rest: len(of) - len(text)}
}

// entry is one thing that the desk remembers, of which a line can be made: an ask
// or a happening. There may be a thousand, of which a screen shows a few.
type entry struct {
	at      time.Time
	session string
	ask     *approver.Entry // nil for a happening
	told    *approver.Happening
}

// entries returns what the desk remembers, the latest first.
func entries(s approver.Snapshot) []entry {
	out := make([]entry, 0, len(s.Ended)+len(s.Happenings))
	for i := range s.Ended {
		e := &s.Ended[i]
		out = append(out, entry{at: e.EndedAt, session: e.Ask.Session.ID, ask: e})
	}
	for i := range s.Happenings {
		h := &s.Happenings[i]
		out = append(out, entry{at: h.At, session: h.Event.Base().SessionID, told: h})
	}
	slices.SortStableFunc(out, func(a, b entry) int { return b.at.Compare(a.at) })
	return out
}

// item makes the line of an entry.
func (e entry) item(subjects Subjects, look style.Styles) Item {
	if e.ask != nil {
		return ofEntry(*e.ask, subjects, look)
	}
	return ofHappening(*e.told, subjects, look)
}

// folder returns the name of an entry's project.
func (e entry) folder() string {
	if e.ask != nil {
		return line(filepath.Base(e.ask.Ask.Session.Root()))
	}
	return line(filepath.Base(approver.SessionOf(e.told.Event.Base()).Root()))
}

// Latest returns the last of what the desk remembers, at most so many, the
// latest first. It is quick however much that is.
func Latest(s approver.Snapshot, most int, subjects Subjects, look style.Styles) []Item {
	all := entries(s)
	return items(all[:min(max(most, 0), len(all))], subjects, look)
}

func items(of []entry, subjects Subjects, look style.Styles) []Item {
	out := make([]Item, len(of))
	for i, e := range of {
		out[i] = e.item(subjects, look)
	}
	return out
}

// ofEntry tells how an ask ended.
func ofEntry(e approver.Entry, subjects Subjects, look style.Styles) Item {
	name, _ := preview.Title(e.Ask.Tool)
	item := Item{
		At:    e.EndedAt,
		Name:  name,
		What:  subjects.Of(e.Ask.ID),
		Extra: strings.Join(extras(e), ", "),
	}
	item.Sign, item.Words, item.Look = end(e, look)
	item.detail = func() []detail { return detailsOf(e) }
	return item
}

func detailsOf(e approver.Entry) (out []detail) {
	for _, d := range []detail{
		detailOf("Why", e.Why),
		detailOf("Your answers", answersOf(e)),
		detailOf("Input", e.Ask.Input),
		detailOf("Reason", e.Ask.Provenance.Reason),
		detailOf("Your words", messageOf(e)),
		detailOf("Your note", e.Decision.Note),
		outcomeDetail(e),
		detailOf("Came through", cameFrom(e.Ask)),
	} {
		if d.text != "" || len(d.patch) > 0 {
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
		out = append(out, line(e.Why))
	}
	switch n := len(e.Decision.UpdatedPermissions); {
	case len(e.Kept.Missing) > 0:
		out = append(out, "not kept: "+line(strings.Join(e.Kept.Missing, ", ")))
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
		out = append(out, "“"+line(m)+"”")
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

// sessions returns the latest of each session, in the order of their folders.
func sessions(all []entry) []entry {
	var out []entry
	seen := map[string]bool{"": true}
	for _, e := range all {
		if !seen[e.session] {
			seen[e.session] = true
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b entry) int { return cmp.Compare(a.folder(), b.folder()) })
	return out
}
