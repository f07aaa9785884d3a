package activity

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/internal/sanitize"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// head is how many rows stand above the list.
const head = 2

// View is the list as a person moves in it. The zero value is at its start.
type View struct {
	selected int
	detail   bool
	scroll   int    // of the detail
	session  string // only this one's; "" for all
}

// Rows draws what is remembered, a line each, the latest first: as many as fit.
func Rows(items []Item, width int, look style.Styles) []string {
	rows := make([][]string, len(items))
	words, names := 0, 0
	for i, item := range items {
		rows[i] = []string{
			look.Faint.Render(item.At.Format("15:04")),
			item.Look.Render(item.Sign + " " + item.Words),
			look.Shown(lines.Cut(item.Name, 20), look.Text),
		}
		words, names = max(words, lines.Width(rows[i][1])), max(names, lines.Width(rows[i][2]))
	}
	room := width - len("15:04") - words - names - 3*len("  ")
	for i, item := range items {
		what := look.Shown(item.What, look.Muted)
		if item.Extra != "" { // what became of it tells more than what it was
			most := max(room/3, room-2-lines.Width(item.Extra))
			what = look.Shown(lines.Cut(item.What, most), look.Muted) + "  " + look.Shown(item.Extra, look.Faint)
		}
		rows[i] = append(rows[i], what)
	}
	out := lines.Columns(rows)
	for i := range out {
		out[i] = lines.Cut(out[i], width)
	}
	return out
}

// filtered returns the entries of the session that is looked at.
func (v *View) filtered(all []entry) []entry {
	if v.session == "" {
		return all
	}
	var out []entry
	for _, e := range all {
		if e.session == v.session {
			out = append(out, e)
		}
	}
	return out
}

// Key handles a key press and reports whether the list stays open. width and
// height are those of [View.View].
func (v *View) Key(press tea.KeyPressMsg, k keys.Map, s approver.Snapshot, subjects Subjects, width, height int) (open bool) {
	const all = 1 << 20 // more than there can be
	found := entries(s)
	list := v.filtered(found)
	v.selected = min(v.selected, max(len(list)-1, 0)) // the desk forgets the oldest
	page := max(height-head-1, 1)                     // one row of the page before stays
	move := func(by int) {
		if v.detail && len(list) > 0 {
			rows := detailRows(list[min(v.selected, len(list)-1)].item(subjects, style.Styles{}), width, style.Styles{})
			v.scroll = max(min(v.scroll+by, len(rows)-(height-head)), 0)
			return
		}
		v.selected = min(max(v.selected+by, 0), max(len(list)-1, 0))
	}
	switch {
	case key.Matches(press, k.History, k.Quit), key.Matches(press, k.Back) && !v.detail:
		return false
	case key.Matches(press, k.Back):
		v.detail = false
	case key.Matches(press, k.Down):
		move(1)
	case key.Matches(press, k.Up):
		move(-1)
	case key.Matches(press, k.HalfOn, k.PageDown):
		move(page)
	case key.Matches(press, k.PageUp):
		move(-page)
	case key.Matches(press, k.Top):
		move(-all)
	case key.Matches(press, k.Bottom):
		move(all)
	case key.Matches(press, k.Take):
		v.detail, v.scroll = len(list) > 0 && !v.detail, 0
	case key.Matches(press, k.Next):
		v.nextSession(sessions(found))
	}
	return true
}

// nextSession goes from all sessions to each of them and back to all.
func (v *View) nextSession(all []entry) {
	v.selected, v.detail = 0, false
	for i, e := range all {
		if e.session == v.session && i+1 < len(all) {
			v.session = all[i+1].session
			return
		}
		if e.session == v.session {
			v.session = ""
			return
		}
	}
	if len(all) > 0 {
		v.session = all[0].session
	}
}

// Bindings returns the keys that work on the list, or on one item.
func (v *View) Bindings(k keys.Map, s approver.Snapshot) []key.Binding {
	switch {
	case v.detail:
		return []key.Binding{k.Back, k.HalfOn}
	case len(s.Ended)+len(s.Happenings) == 0:
		return []key.Binding{k.Back}
	}
	return []key.Binding{k.Back, k.UpAndDown(), keys.As(k.Take, "details"), keys.As(k.Next, "next session")}
}

// View draws the list, or one item whole, in so many rows.
func (v *View) View(s approver.Snapshot, subjects Subjects, width, height int, look style.Styles) []string {
	list := v.filtered(entries(s))
	title := "all sessions"
	if v.session != "" && len(list) > 0 {
		title = list[0].folder() + " · " + sanitize.Line(v.session[:min(4, len(v.session))])
	}
	out := []string{lines.Row(" "+look.Strong.Render("Activity")+"  "+look.Muted.Render(title),
		look.Muted.Render(fmt.Sprintf("%d of %d ", min(v.selected+1, len(list)), len(list))), width), ""}
	if len(list) == 0 {
		return append(out, "  "+look.Muted.Render("Nothing has happened yet."))
	}
	selected := min(v.selected, len(list)-1)
	if v.detail {
		return append(out, v.details(list[selected].item(subjects, look), width, height-len(out), look)...)
	}
	room := max(height-len(out), 1)
	top := max(selected-room+1, 0)
	for i, row := range Rows(items(list[top:min(top+room, len(list))], subjects, look), width-2, look) {
		marker := "  "
		if top+i == selected {
			marker = look.Focus.Render("▸ ")
		}
		out = append(out, marker+row)
	}
	return out
}

// details draws all that is known of an item.
func (v *View) details(item Item, width, height int, look style.Styles) []string {
	all := detailRows(item, width, look)
	top := min(v.scroll, max(len(all)-height, 0))
	shown := all[top:min(top+max(height, 0), len(all))]
	if rest := len(all) - top - len(shown); rest > 0 && len(shown) > 0 {
		shown[len(shown)-1] = look.Note.Render(fmt.Sprintf("▾ %d more lines, space to read on", rest+1))
	}
	for i := range shown {
		shown[i] = strings.TrimRight("  "+shown[i], " ")
	}
	return shown
}

// maxDetail is how many bytes of a text are shown of what is over. The rest is
// told of.
const maxDetail = 16 << 10

func detailRows(item Item, width int, look style.Styles) []string {
	all := append(Rows([]Item{item}, width-2, look), "")
	if item.detail == nil {
		return all
	}
	for _, d := range item.detail() {
		all = append(all, look.Muted.Render(d.title))
		for _, line := range sanitize.Block(d.text) {
			for _, row := range lines.Wrap(line, width-4) {
				all = append(all, "  "+look.Shown(row, look.Text))
			}
		}
		for _, line := range d.patch {
			for _, row := range patchRows(line, width-4, look) {
				all = append(all, "  "+row)
			}
		}
		if d.rest > 0 {
			all = append(all, "  "+look.Note.Render(fmt.Sprintf("… and %d bytes more", d.rest)))
		}
	}
	return all
}
