package ui

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/gate"
	"sayso/ui/lines"
	"sayso/ui/paint"
	"sayso/ui/preview"
)

// Rows above and below the card.
const (
	cardTop     = 2  // header and rule
	cardBottom  = 2  // rule and footer
	nextRowFrom = 20 // from this height on, a row names the next asks
)

// bodyHeight returns how many rows there are between the header and the footer.
func (m *Model) bodyHeight() int {
	h := m.height - cardTop - cardBottom
	if m.height >= nextRowFrom {
		h--
	}
	return max(h, 0)
}

// View draws the screen. It changes nothing.
func (m *Model) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	v.ReportFocus = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "sayso"
	if n := len(m.desk.Waiting); n > 0 {
		v.WindowTitle = fmt.Sprintf("(%d) sayso", n)
	}
	v.WindowTitle = paint.Title(v.WindowTitle, m.gate.Query())
	if m.width > 0 && m.height > 0 {
		var rows []string
		rows, v.Cursor = m.rows()
		v.Content = strings.Join(rows, "\n")
	}
	return v
}

// rows returns the screen line by line.
func (m *Model) rows() ([]string, *tea.Cursor) {
	line := m.styles.Faint.Render(strings.Repeat("─", m.width))
	out := []string{m.header(), line}
	var cursor *tea.Cursor
	switch {
	case m.overlay == help, m.overlay == context:
		out = append(out, m.sheet()...)
	case m.overlay == history:
		out = append(out, m.activity.View(m.desk, m.subjects, m.width, m.bodyHeight(), m.styles)...)
	case m.overlay == watching:
		out = append(out, m.watcher.View(m.watch, m.width, m.bodyHeight(), m.styles)...)
	case m.card == nil:
		out = append(out, m.emptyRows()...)
	default:
		body, c := m.card.View(card.Moment{
			Now:  m.opts.Now(),
			Open: m.gate.Open(),
			Wait: m.gate.Wait(m.opts.Now()),
			Arm:  m.opts.Timing.Arm,
		})
		out = append(out, body...)
		if cursor = c; cursor != nil && m.overlay == none {
			cursor.Y += cardTop
		}
	}
	out = card.Fit(out, cardTop+m.bodyHeight())
	out = append(out, line)
	if m.height >= nextRowFrom {
		out = append(out, m.secondary())
	}
	out = card.Fit(append(out, m.footer()), m.height)
	return out, cursor
}

// header names the session of the ask on screen and how many wait.
func (m *Model) header() string {
	left := " " + m.styles.Strong.Render("sayso")
	right := "listening"
	if m.card != nil {
		folder, rest := m.session(m.card.Ask())
		left += "  " + folder + m.styles.Shown(rest, m.styles.Muted)
		right = fmt.Sprintf("%d of %d", m.current()+1, len(m.desk.Waiting))
		if m.current() < 0 {
			right = fmt.Sprintf("ended · %d wait", len(m.desk.Waiting))
		}
	}
	if mark := m.watch.Mark(); mark != "" {
		right = mark + ": w · " + right
	}
	if m.opts.Demo != "" {
		right = "demo · " + right
	}
	return lines.Row(left, m.styles.Muted.Render(right)+" ", m.width)
}

// session names a session: folder, directory, branch, mode, short id.
// The folder is in the session's colour.
func (m *Model) session(ask approver.Ask) (folder, rest string) {
	s := ask.Session
	rest = m.directory(s)
	if b := m.branches[s.Cwd]; b != "" {
		rest += " · " + sanitize.Line(b)
	}
	if s.Mode != "" {
		rest += " · " + sanitize.Line(s.Mode.Name())
	}
	if m.width >= 80 && len(s.ID) >= 4 {
		rest += " · " + sanitize.Line(s.ID[:4])
	}
	return m.folder(s), rest
}

// folder returns the name of a session's project in the session's colour.
func (m *Model) folder(s approver.Session) string {
	const longest = 255 // bytes that a name has on any disk
	return m.styles.Shown(sanitize.Line(sanitize.Head(filepath.Base(s.Root()), longest)), m.styles.Session(s.ID))
}

// directory says where a session is now, where that is not its project's folder:
// relative paths of a call count from there. A long one is cut at its front.
func (m *Model) directory(s approver.Session) string {
	const longest = 255 // bytes, of a path of any length
	root, cwd := path.Clean(s.Root()), path.Clean(s.Cwd)
	if s.Cwd == "" || cwd == root {
		return ""
	}
	joint := "/"
	if root == "/" {
		joint = ""
	}
	dir, inside := strings.CutPrefix(cwd, strings.TrimSuffix(root, "/")+"/")
	if !inside {
		joint = " in "
	}
	if rest := len(dir) - longest; rest > 0 {
		dir = "…" + strings.ToValidUTF8(dir[rest:], "")
	}
	shown, room := sanitize.Line(dir), m.width/3
	if _, last, ok := strings.Cut(shown, "/"); ok && lines.Width(shown) > room {
		for lines.Width(last) > room && strings.Contains(last, "/") {
			_, last, _ = strings.Cut(last, "/")
		}
		shown = "…/" + last
	}
	return joint + lines.Cut(shown, room+2)
}

// secondary is the row above the footer: a notice, or the next asks.
func (m *Model) secondary() string {
	if m.notice != "" || m.overlay == quitting || len(m.together) > 0 || m.mute() {
		return m.message()
	}
	i := m.current()
	if i < 0 || len(m.desk.Waiting) < 2 {
		return ""
	}
	const gap = "     "
	row := m.styles.Faint.Render(" next  ")
	n := len(m.desk.Waiting)
	for k := 1; k < n; k++ {
		next, rest := m.next(m.desk.Waiting[(i+k)%n].Ask), ""
		if more := n - 1 - k; more > 0 {
			rest = m.styles.Faint.Render(fmt.Sprintf("  +%d", more))
		}
		if k > 1 && lines.Width(row)+len(gap)+lines.Width(next)+lines.Width(rest) > m.width {
			return lines.Cut(row+m.styles.Faint.Render(fmt.Sprintf("  +%d", n-k)), m.width)
		}
		if k > 1 {
			row += gap
		}
		row += next
	}
	return lines.Cut(row, m.width)
}

// next names an ask that waits behind the one on screen, in half a row at most.
func (m *Model) next(ask approver.Ask) string {
	name, _ := preview.Title(ask.Tool)
	age := " " + card.Age(m.opts.Now().Sub(ask.ArrivedAt))
	folder := m.folder(ask.Session)
	if subject := m.subjects.Of(ask.ID); subject != "" {
		name += " " + lines.Cut(subject, max(m.width*2/3-lines.Width(name+age+folder)-12, 8))
	}
	return m.styles.Shown(name+" · ", m.styles.Muted) + folder + m.styles.Faint.Render(age)
}

// mute reports whether keys wait longer, because the terminal does not answer.
func (m *Model) mute() bool { return m.counts() && m.gate.Mute() }

// message is a line that wants to be read now.
func (m *Model) message() string {
	text := m.notice
	if text == "" && m.mute() {
		text = fmt.Sprintf("No answer from the terminal: keys wait %d s.", int(gate.MuteArm.Seconds()))
	}
	if m.notice == "" && len(m.together) > 0 {
		text = fmt.Sprintf("Your answer is for all %d alike. = undoes that.", len(m.together)+1)
	}
	if m.overlay == quitting {
		text = fmt.Sprintf("%d asks wait: q again hands them back.", len(m.desk.Waiting))
		if len(m.desk.Waiting) == 1 {
			text = "1 ask waits: q again hands it back."
		}
		if m.unsent() {
			text = "q again hands back, drops what you filled in."
		}
		if m.width >= 60 {
			text += " Any other key stays."
		}
	}
	return lines.Cut(" "+m.styles.Note.Render(text), m.width)
}

// footer names the keys that work now. On a low screen a notice takes its place.
func (m *Model) footer() string {
	if m.height < nextRowFrom && (m.notice != "" || m.overlay == quitting || m.mute() && !m.gate.Open()) {
		return m.message()
	}
	var shown []key.Binding
	k := m.keys
	switch {
	case m.overlay == help, m.overlay == context:
		shown = []key.Binding{k.Back}
		if len(m.sheetRows()) > m.bodyHeight() {
			shown = append(shown, k.HalfOn)
		}
	case m.overlay == history:
		shown = m.activity.Bindings(k, m.desk)
	case m.overlay == watching:
		shown = m.watchBindings()
	case m.card == nil:
		shown = []key.Binding{k.Help, k.History, k.Quit, k.Watch}
	default:
		shown = m.card.Bindings()
		if !m.card.Writing() {
			shown = slices.Insert(slices.Clone(shown), min(1, len(shown)), k.Help)
			if len(m.desk.Waiting) > 1 && m.current() >= 0 {
				next := k.Next
				if _, ok := m.card.(card.Tabbed); ok {
					next = k.NextAsk
				}
				shown = append(shown, next)
			}
			if len(m.alikes()) > 0 {
				shown = append(shown, k.Alike)
			}
			if !m.ended() { // there the key copies
				shown = append(shown, k.Context)
			}
			shown = append(shown, k.History, k.Quit)
		}
	}
	return m.bindings(shown)
}

// bindings sets keys with what they do on one line, as many as fit.
func (m *Model) bindings(shown []key.Binding) string {
	row := ""
	for _, b := range shown {
		next := m.styles.Working.Render(b.Help().Key) + " " + m.styles.Muted.Render(b.Help().Desc)
		if row != "" {
			next = row + "   " + next
		}
		if lines.Width(next)+2 > m.width {
			break
		}
		row = next
	}
	return " " + row
}
