package preview

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/rules"
	"sayso/ui/lines"
	"sayso/ui/preview/syntax"
)

// maxPartRows is how many rows tell what the rules make of a command. It stands
// above them already, whole.
const maxPartRows = 8

// manyBytes is the size from which a command is not held against the rules: it
// would have thousands of parts, which nobody reads.
const manyBytes = 64 << 10

// verdict shows what the rules make of a command, as the engine says it: the parts
// that need a yes with what each meets, how many would run without, and what keeps
// the whole from that. It returns no rows where there is nothing to say.
func (c Context) verdict(command string) []string {
	if c.Trace == nil {
		return nil
	}
	if len(command) > manyBytes {
		return c.prose("It is too long to be held against the rules.", c.Styles.Muted)
	}
	t, ok := c.Trace(rules.Call{Tool: claude.CanonicalTool(c.Ask.Tool), Input: c.Ask.Input})
	if !ok {
		return nil
	}
	last := append(c.unasked(t), c.because(t)...)
	if len(t.Parts) < 2 {
		return last // what it is stands above
	}
	return append(c.needing(t, max(maxPartRows-len(last), 2)), last...)
}

// named reports whether a rule that keeps the call back names one of its parts,
// and the card shows that part.
func named(t rules.Trace) bool {
	return len(t.Parts) > 1 && slices.ContainsFunc(t.Parts, func(p rules.PartTrace) bool { return p.Rule != nil && p.Decision != rules.DecideAllow })
}

// same are parts that read alike and meet the same.
type same struct {
	text, label string
	denied      bool
	n           int
}

// needs returns the parts that need a yes, those that read alike as one.
func needs(t rules.Trace) (out []same) {
	at := map[same]int{}
	for _, p := range t.Parts {
		if !p.NeedsYes() {
			continue
		}
		s := same{text: p.Text, label: label(p), denied: p.Decision == rules.DecideDeny}
		i, known := at[s]
		if !known {
			i = len(out)
			at[s] = i
			out = append(out, s)
		}
		out[i].n++
	}
	return out
}

// needing shows the parts that need a yes, in so many rows at most.
func (c Context) needing(t rules.Trace, room int) []string {
	all := needs(t)
	widest, left := 0, 0
	for _, s := range all {
		widest, left = max(widest, lines.Width(s.label)), left+s.n
	}
	above := widest > c.Width/2 // a label then has its line to itself
	var out []string
	for i, s := range all {
		rows := c.part(s, widest, above)
		if n := len(out) + len(rows); n > room || n == room && i < len(all)-1 {
			return append(out, c.few("and "+partsThat(left, "needs", "need")+" a yes", c.Styles.Ask)...)
		}
		out, left = append(out, rows...), left-s.n
	}
	return out
}

// partsThat counts parts.
func partsThat(n int, one, several string) string {
	if n == 1 {
		return "1 more part that " + one
	}
	return fmt.Sprintf("%d more parts that %s", n, several)
}

// label says what a part that needs a yes meets.
func label(p rules.PartTrace) string {
	switch {
	case p.Rule == nil:
		return "no rule"
	case p.Decision == rules.DecideDeny:
		return "denied by " + sanitize.Line(p.Rule.Text)
	}
	return "asked by " + sanitize.Line(p.Rule.Text)
}

// part shows parts that read alike behind their label, cut to one row.
func (c Context) part(s same, widest int, above bool) []string {
	with := c.Styles.Ask
	if s.denied {
		with = c.Styles.Deny
	}
	var out []string
	lead := pad + c.Styles.Shown(s.label, with) + strings.Repeat(" ", widest-lines.Width(s.label)+2)
	if above {
		out, lead = []string{lines.Cut(pad+c.Styles.Shown(s.label, with), c.Width)}, pad+pad
	}
	tail := ""
	first, _, more := strings.Cut(s.text, "\n")
	if more {
		tail = c.Styles.Muted.Render(" …")
	}
	if s.n > 1 {
		tail += c.Styles.Muted.Render(fmt.Sprintf("  ×%d", s.n))
	}
	inner := c
	inner.Width = wide
	row := lead
	for _, t := range texts(syntax.Shell(), []string{first}) {
		row = inner.line(t, lead)[0]
	}
	return append(out, lines.Cut(row, max(c.Width-lines.Width(tail), 1))+tail)
}

// wide is more cells than a part has: it is cut, and not wrapped.
const wide = 1 << 20

// unasked counts the parts that would run without a yes, and names what lets them.
func (c Context) unasked(t rules.Trace) []string {
	n, by := 0, []string{}
	reads := false
	for _, p := range t.Parts {
		switch {
		case p.NeedsYes():
			continue
		case p.Rule == nil:
			reads = true
		case !slices.Contains(by, p.Rule.Text):
			by = append(by, p.Rule.Text)
		}
		n++
	}
	if n == 0 || len(t.Parts) < 2 && t.Because == "" {
		return nil
	}
	what := fmt.Sprintf("%d parts", n)
	switch {
	case n == len(t.Parts) && n > 1:
		what = fmt.Sprintf("all %d parts", n)
	case n == 1 && len(t.Parts) > 1:
		what = "1 part"
	case n == 1:
		what = "it"
	}
	if reads {
		by = append(by, "only reads")
	}
	return []string{lines.Cut(pad+c.Styles.Shown(sanitize.Line(fmt.Sprintf("%s would run unasked: %s", what, strings.Join(by, ", "))), c.Styles.Muted), c.Width)}
}

// because says what keeps a call back that no part of it does.
func (c Context) because(t rules.Trace) []string {
	text, with := "", c.Styles.Ask
	switch {
	case t.Because != "":
		text = "asks because: " + t.Because
	case t.Rule == nil || t.Decision == rules.DecideAllow || named(t):
		return nil
	case t.Decision == rules.DecideDeny:
		text, with = fmt.Sprintf("denied by %s: %s", t.Rule.Text, t.Why), c.Styles.Deny
	default:
		text = fmt.Sprintf("asked by %s: %s", t.Rule.Text, t.Why)
	}
	return c.few(text, with)
}

// few is prose of two rows at most.
func (c Context) few(text string, with lipgloss.Style) []string {
	rows := c.prose(sanitize.Line(text), with)
	if len(rows) <= 2 {
		return rows
	}
	return []string{rows[0], lines.Cut(rows[1]+c.Styles.Muted.Render(" …"), c.Width)}
}
