package ui

import (
	"fmt"
	"time"

	"sayso/internal/sanitize"
	"sayso/ui/activity"
	"sayso/ui/lines"
)

// emptyRows is the screen while nothing waits: what to do, what is in force, and
// what became of the last asks. What has no room on a low screen is left out as
// a whole.
func (m *Model) emptyRows() []string {
	out := []string{"", "  " + m.styles.Strong.Render("Nothing waits for you.")}
	room := m.bodyHeight()
	say := func(texts ...string) {
		var block []string
		for _, text := range texts {
			for _, row := range lines.WrapWords(text, m.width-4) {
				block = append(block, "  "+m.styles.Shown(row, m.styles.Muted))
			}
		}
		if len(out)+1+len(block) <= room {
			out = append(append(out, ""), block...)
		}
	}
	switch {
	case m.opts.Demo != "":
		say(m.opts.Demo)
	case m.desk.Seen == 0:
		say("To connect Claude Code, run sayso install: each session asks here from its next start. If something is wrong, sayso doctor finds it.")
		say("Listening on " + sanitize.Line(m.opts.Socket) + ".")
		say("In auto mode Claude Code settles most calls without you. What still comes here: plugins' asks, ask rules, questions, plans, and calls that a watch rule names (w). In manual mode: everything it asks.")
	}
	if rules := m.watch.Summary(); rules != "" {
		say(rules + " in force.")
	}
	// An empty row and a title come first.
	if last := activity.Latest(m.desk, room-len(out)-2, m.subjects, m.styles); len(last) > 0 {
		out = append(out, "", "  "+m.styles.Faint.Render("Last"))
		for _, row := range activity.Rows(last, m.width-2, m.styles) {
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
	note := fmt.Sprintf("Answer keys do nothing for %s after a card appears, and until you have not typed for %s. They act %s after the press, unless you type on.",
		t.Arm.Round(time.Millisecond), t.Quiet.Round(time.Millisecond), t.Hold.Round(time.Millisecond))
	for _, row := range lines.WrapWords(note, m.width-2) {
		out = append(out, " "+m.styles.Faint.Render(row))
	}
	for i := range out {
		out[i] = lines.Cut(out[i], m.width)
	}
	return out
}
