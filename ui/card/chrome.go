package card

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/internal/sanitize"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// bar stands beside words that are not sayso's own.
const bar = "▌ "

// Narrow is the width below which words are left out.
const Narrow = 60

// Rule returns a line across the card.
func Rule(width int, s lipgloss.Style) string { return s.Render(strings.Repeat("─", max(width, 0))) }

// Fit makes rows exactly so many.
func Fit(rows []string, height int) []string {
	height = max(height, 0)
	for len(rows) < height {
		rows = append(rows, "")
	}
	return rows[:height]
}

// Dots shows how much of the arming is still to go.
func Dots(m Moment) string {
	const all = 5
	left := all
	if m.Arm > 0 {
		left = min(int(m.Wait*all/m.Arm)+1, all)
	}
	return strings.Repeat("·", left) + strings.Repeat(" ", all-left)
}

// Provenance returns rows that say who made the call an ask, why, and what the
// person said that raised it. It returns none where the door told nothing.
func Provenance(ask approver.Ask, width int, s style.Styles) []string {
	var out []string
	quote := func(text string, with lipgloss.Style) {
		for _, line := range sanitize.Block(text) {
			for _, row := range lines.WrapWords(line, width-3) {
				out = append(out, " "+s.Ask.Render(bar)+s.Shown(row, with))
			}
		}
	}
	p := ask.Provenance
	switch {
	case ask.Origin == approver.FromElsewhere:
		quote(elsewhere, s.Deny)
	case ask.Origin == approver.FromUnknown && ask.Door == approver.DoorHook:
		quote(unverified(ask), s.Muted)
	}
	if who := Asker(ask); who != "" {
		quote(who, s.Ask)
	}
	if p.Reason != "" {
		quote(p.Reason, s.Text)
	}
	if p.BlockedPath != "" {
		quote("Because of "+p.BlockedPath, s.Text)
	}
	for _, bound := range Bounds(ask) {
		quote(bound, s.Ask)
	}
	if p.Consent != "" {
		quote("You said: "+p.Consent, s.Muted)
	}
	return out
}

// Badges returns what stands at the right end of a title: whose ask it is, how
// long it still waits, how old it is. At the zero time it says nothing that
// depends on the time.
func Badges(ask approver.Ask, now time.Time, narrow bool) string {
	var out []string
	if a := ask.Agent; a.ID != "" || a.Type != "" {
		out = append(out, strings.TrimSpace("subagent "+sanitize.Line(a.Type)))
	}
	if ask.Provenance.ReadOnly {
		out = append(out, "read-only")
	}
	if m := ask.MCPServer; m != nil && m.Source != "" {
		out = append(out, "from "+sanitize.Line(m.Source))
	}
	if now.IsZero() {
		return strings.Join(out, " · ")
	}
	if !ask.Deadline.IsZero() {
		out = append(out, "waits "+Age(max(ask.Deadline.Sub(now), 2*time.Second))+" more")
	}
	age := Age(now.Sub(ask.ArrivedAt))
	if !narrow && age != "just now" {
		age += " ago"
	}
	return strings.Join(append(out, age), " · ")
}

// Age says how long ago something was.
func Age(d time.Duration) string {
	switch {
	case d < 2*time.Second:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}
