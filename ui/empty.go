package ui

import (
	"fmt"
	"time"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/sanitize"
)

// emptyRows is the screen while nothing waits: what to do, and what became of
// the last asks.
func (m *Model) emptyRows() []string {
	out := []string{"", "  " + m.styles.Strong.Render("Nothing waits for you.")}
	say := func(text string, s lipgloss.Style) {
		for _, row := range lines.WrapWords(text, m.width-4) {
			out = append(out, "  "+m.styles.Shown(row, s))
		}
	}
	switch {
	case m.opts.Demo != "":
		out = append(out, "")
		say(m.opts.Demo, m.styles.Muted)
	case m.desk.Seen == 0:
		out = append(out, "")
		say("Listening on "+sanitize.Line(m.opts.Socket)+".", m.styles.Muted)
		say("To connect Claude Code, put \"sayso hook\" into its settings as the PermissionRequest hook: the README shows the entry. Every session asks here from its next start on.", m.styles.Muted)
	}
	if len(m.desk.Ended) > 0 {
		out = append(out, "", "  "+m.styles.Faint.Render("Last"))
		room := max(m.height-cardTop-cardBottom-1-len(out), 0)
		out = append(out, m.endedRows(m.desk.Ended[:min(room, len(m.desk.Ended))])...)
	}
	return out
}

// endedRows tells, a line each, what became of asks.
func (m *Model) endedRows(ended []approver.Entry) []string {
	rows := make([][]string, len(ended))
	for i, e := range ended {
		sign, end, s := m.end(e)
		name, _ := preview.Title(e.Ask.Tool)
		what := m.styles.Shown(preview.Subject(e.Ask), m.styles.Muted)
		if x := extra(e); x != "" {
			what += "  " + m.styles.Faint.Render(x)
		}
		rows[i] = []string{
			"  " + m.styles.Faint.Render(e.EndedAt.Format("15:04")),
			s.Render(sign + " " + end),
			m.styles.Text.Render(lines.Cut(name, 20)),
			what,
		}
	}
	out := lines.Columns(rows)
	for i := range out {
		out[i] = lines.Cut(out[i], m.width)
	}
	return out
}

// end returns the sign, the words and the look of an ask's end.
func (m *Model) end(e approver.Entry) (sign, words string, s lipgloss.Style) {
	switch e.State {
	case approver.HandedBack:
		return "↗", "handed back", m.styles.Muted
	case approver.Withdrawn:
		return "·", "withdrawn", m.styles.Muted
	case approver.Answered:
		if e.Decision.Verdict == approver.Allow {
			return "✓", "yes", m.styles.Allow
		}
		if e.Decision.Interrupt {
			return "✗", "no, stop", m.styles.Deny
		}
		return "✗", "no", m.styles.Deny
	}
	return "?", e.State.String(), m.styles.Muted
}

// extra says what went with an answer.
func extra(e approver.Entry) string {
	switch n := len(e.Decision.UpdatedPermissions); {
	case n == 1:
		return "with 1 change"
	case n > 1:
		return fmt.Sprintf("with %d changes", n)
	}
	if m := e.Decision.Message; m != "" && m != approver.DefaultDenyMessage && !e.Decision.Interrupt {
		return "“" + sanitize.Line(m) + "”"
	}
	return ""
}

// helpRows lists every key.
func (m *Model) helpRows() []string {
	var out []string
	for _, section := range m.keys.Sections() {
		out = append(out, " "+m.styles.Strong.Render(section.Title))
		for _, b := range section.Bindings {
			out = append(out, fmt.Sprintf("   %s  %s",
				m.styles.Working.Render(fmt.Sprintf("%-10s", b.Help().Key)), m.styles.Muted.Render(b.Help().Desc)))
		}
	}
	t := m.opts.Timing
	note := fmt.Sprintf("A key that answers is dead for %s after a card appears and until the keyboard was quiet for %s; it acts %s after its press, unless more typing follows.",
		t.Arm.Round(time.Millisecond), t.Quiet.Round(time.Millisecond), t.Hold.Round(time.Millisecond))
	for _, row := range lines.WrapWords(note, m.width-2) {
		out = append(out, " "+m.styles.Faint.Render(row))
	}
	for i := range out {
		out[i] = lines.Cut(out[i], m.width)
	}
	return out
}
