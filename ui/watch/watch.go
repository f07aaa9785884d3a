// Package watch is the screen with the watch rules: what is in force, and the
// person's yes to what was taken out of the file.
package watch

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// Rule is a watch rule that is in force.
type Rule struct {
	Text    string
	Line    int  // in the file
	Removed bool // the file has it no more; it stays until the person accepts
}

// State is all that the screen shows. Texts are as they came.
type State struct {
	File     string
	Rules    []Rule // those that were removed first
	Problems []string
	Revision int // names what is accepted
}

// Removed counts the rules whose removal waits for the person.
func (s State) Removed() (n int) {
	for _, r := range s.Rules {
		if r.Removed {
			n++
		}
	}
	return n
}

// Summary says in a few words what is in force, or "" where nothing is.
func (s State) Summary() string {
	switch n := len(s.Rules); n {
	case 0:
		return ""
	case 1:
		return "1 watch rule"
	default:
		return fmt.Sprintf("%d watch rules", n)
	}
}

// Mark says in a few words what of the rules wants to be looked at, or "".
func (s State) Mark() string {
	switch {
	case s.Removed() > 0:
		return "watch rules changed"
	case len(s.Problems) > 0:
		return "watch rules faulty"
	}
	return ""
}

// View is the screen as a person moves in it. The zero value is at its start.
type View struct {
	top  int
	read card.Rows // that were on screen
}

// Outcome is what a key did.
type Outcome int

// The outcomes.
const (
	Stay Outcome = iota
	Close
	Accept // the removals
	Unread // an accept that can't be: not all that goes was on screen
)

// Key handles a key press. live says whether a key may decide anything now.
func (v *View) Key(press tea.KeyPressMsg, k keys.Map, s State, width, height int, live bool) Outcome {
	room, all := max(height-1, 1), len(rows(s, width, style.Styles{}))
	page := max(room-1, 1) // one row of the page before stays
	note := func() {
		seen := v.top + room
		if seen < all {
			seen-- // the last row says that there is more
		}
		v.read.Add(v.top, seen)
	}
	note()
	move := func(by int) Outcome {
		v.top = max(min(v.top+by, all-room), 0)
		note()
		return Stay
	}
	switch {
	case key.Matches(press, k.Watch, k.Back, k.Quit):
		return Close
	case key.Matches(press, k.Down):
		return move(1)
	case key.Matches(press, k.Up):
		return move(-1)
	case key.Matches(press, k.HalfOn, k.PageDown):
		return move(page)
	case key.Matches(press, k.PageUp):
		return move(-page)
	case key.Matches(press, k.Top):
		return move(-all)
	case key.Matches(press, k.Bottom):
		return move(all)
	case key.Matches(press, k.Take) && s.Removed() > 0 && live && !press.IsRepeat:
		if v.read.Misses(0, removedRows(s, width)) > 0 {
			return Unread
		}
		return Accept
	}
	return Stay
}

// removedRows counts the rows up to the last rule that was removed.
func removedRows(s State, width int) int {
	s.Rules = s.Rules[:s.Removed()]
	return len(rows(s, width, style.Styles{}))
}

// Scrolls reports whether there is more than fits in so many rows.
func (v *View) Scrolls(s State, width, height int) bool {
	return len(rows(s, width, style.Styles{})) > max(height-1, 1)
}

// Reset goes back to the start: what is shown has changed, so none was read.
func (v *View) Reset() { *v = View{} }

// View draws the screen in so many rows.
func (v *View) View(s State, width, height int, look style.Styles) []string {
	all := rows(s, width, look)
	room := max(height-1, 1)
	top := max(min(v.top, len(all)-room), 0)
	shown := all[top:min(top+room, len(all))]
	title, aside := " "+look.Strong.Render("Watch rules"), ""
	if len(s.Rules) > 0 {
		title += look.Muted.Render(fmt.Sprintf("  %d", len(s.Rules)))
	}
	if width >= 60 {
		aside = look.Muted.Render("calls that you decide in every mode ")
	}
	out := []string{lines.Row(title, aside, width)}
	out = append(out, shown...)
	if rest := len(all) - top - len(shown); rest > 0 {
		out[len(out)-1] = " " + look.Note.Render(lines.Cut(fmt.Sprintf("▾ %d more lines, space to read on", rest+1), width-1))
	}
	return out
}

// rows is everything, from what wants an answer to what is merely so.
func rows(s State, width int, look style.Styles) (out []string) {
	prose := func(text string, with func(string) string) {
		for _, row := range lines.WrapWords(text, width-2) {
			out = append(out, " "+with(row))
		}
	}
	muted := func(row string) string { return look.Shown(row, look.Muted) }
	rule := func(sign, text, where string) {
		for i, row := range lines.Wrap(sanitize.Line(text), max(width-14, 8)) {
			left, right := "   "+sign+" ", where
			if i > 0 {
				left, right = "     ", ""
			}
			out = append(out, lines.Row(left+look.Shown(row, look.Text), look.Muted.Render(right+" "), width))
		}
	}
	out = append(out, "")
	n := s.Removed()
	if n > 0 {
		prose("Removed from the file, but in force until you accept their removal:", func(row string) string { return look.Ask.Render(row) })
		for _, r := range s.Rules[:n] {
			rule(look.Deny.Render("−"), r.Text, "")
		}
		out = append(out, "")
	}
	for _, p := range s.Problems {
		prose(sanitize.Line(p), func(row string) string { return look.Shown(row, look.Deny) })
	}
	if len(s.Problems) > 0 {
		out = append(out, "")
	}
	if len(s.Rules) > n {
		prose("In force:", muted)
		for _, r := range s.Rules[n:] {
			rule(" ", r.Text, fmt.Sprintf("line %d", r.Line))
		}
		out = append(out, "")
	}
	if len(s.Rules) == 0 {
		prose("None. In auto mode Claude Code settles most calls without you. A rule here brings a call to you: one permission rule per line, such as Bash(git push *) or Edit(~/.ssh/**).", muted)
		out = append(out, "")
	}
	prose(sanitize.Line(s.File), muted)
	return out
}
