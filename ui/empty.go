package ui

import (
	"fmt"
	"time"

	"charm.land/lipgloss/v2"

	"sayso/ui/activity"
	"sayso/ui/lines"
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
		say("To connect Claude Code, run sayso install: every session asks here from its next start on. sayso doctor says what is amiss.", m.styles.Muted)
		say("In auto mode Claude Code settles most calls without you. Here come plugins' asks, ask rules, questions, plans, and the calls that a watch rule names (w); in manual mode all that it asks.", m.styles.Muted)
	}
	if rules := m.watch.Summary(); rules != "" {
		out = append(out, "")
		say(rules+" in force.", m.styles.Muted)
	}
	if items := activity.Items(m.desk, m.styles); len(items) > 0 {
		out = append(out, "", "  "+m.styles.Faint.Render("Last"))
		room := max(m.height-cardTop-cardBottom-1-len(out), 0)
		for _, row := range activity.Rows(items[:min(room, len(items))], m.width-2, m.styles) {
			out = append(out, "  "+row)
		}
	}
	return out
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
