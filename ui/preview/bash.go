package preview

import (
	"fmt"
	"strings"
	"time"

	"sayso/approver/claude"
	"sayso/ui/lines"
	"sayso/ui/preview/shell"
	"sayso/ui/preview/syntax"
	"sayso/ui/sanitize"
)

// bash shows the command as it will run, what the agent says of it, how it
// runs, and the commands that it is made of.
func bash(c Context) ([]string, bool) {
	in, ok := input[claude.BashInput](c)
	if !ok || in.Command == "" || saysMore(in.Extra) {
		return nil, false
	}
	how := []string{"", "", limit(in.Timeout)}
	if in.RunInBackground {
		how[0] = "runs in the background"
	}
	if in.DangerouslyDisableSandbox {
		how[1] = "runs outside the sandbox"
	}
	return c.command(in.Command, in.Description, how...), true
}

// command is what bash and monitor share.
func (c Context) command(command, description string, how ...string) []string {
	out := c.ends(c.code(command, syntax.Shell()))
	if description != "" {
		out = append(out, c.prose(description, c.Styles.Muted)...)
	}
	out = append(out, c.sentence(how...)...)
	if parts := c.parts(command); len(parts) > 0 {
		out = append(append(out, ""), parts...)
	}
	return out
}

// maxParts is how many parts are listed when there is nothing to say of them.
const maxParts = 200

// manyBytes is the size from which a command is not taken apart: it would have
// thousands of parts, which nobody reads, or such that are no help, and each of
// them would be held against the rules.
const manyBytes = 64 << 10

// parts shows the commands of a compound one, one a line. A script that has
// each of them on a line of its own already is not shown twice, unless there is
// something to say of them.
func (c Context) parts(command string) []string {
	if len(command) > manyBytes {
		return c.prose("It is too long to be taken apart into its commands.", c.Styles.Muted)
	}
	parts := shell.Parse(command).Parts
	if len(parts) < 2 {
		return nil
	}
	written := make([]string, len(parts))
	for i, p := range parts {
		written[i] = p.Text
	}
	var verdicts []Verdict
	if c.Parts != nil {
		verdicts = c.Parts(written)
	}
	verdicts = append(verdicts, make([]Verdict, max(len(parts)-len(verdicts), 0))...)
	if c.Parts == nil && (len(parts) > maxParts || len(parts) <= strings.Count(strings.TrimSpace(command), "\n")+1) {
		return nil
	}
	var out []string
	widest := 0
	for i, p := range parts {
		widest = max(widest, lines.Width(label(p, verdicts[i])))
	}
	for i, p := range parts {
		out = append(out, c.part(p, verdicts[i], widest)...)
	}
	return out
}

// label is what stands before a part: what the rules say, else how it comes to
// run.
func label(p shell.Part, v Verdict) string {
	if v.Words != "" {
		return sanitize.Line(v.Words)
	}
	if p.Where != "" && p.How == "first" {
		return sanitize.Line(p.Where)
	}
	return p.How
}

// part shows one part after a label that takes so many cells.
func (c Context) part(p shell.Part, v Verdict, widest int) []string {
	name, with := label(p, v), c.Styles.Muted
	if v.Needs {
		with = c.Styles.Ask
	}
	var out []string
	lead := pad + c.Styles.Shown(name, with) + strings.Repeat(" ", widest-lines.Width(name)+2)
	if widest > c.Width/2 { // the label has its line to itself
		for _, row := range lines.WrapWords(name, c.Width-indent) {
			out = append(out, pad+c.Styles.Shown(row, with))
		}
		widest, lead = 0, pad+pad
	}
	var tail string
	if p.Lines > 0 {
		tail = fmt.Sprintf("  + %d lines", p.Lines)
	}
	if p.Later {
		tail += "  in the background"
	}
	inner := c
	inner.Width -= widest + 2
	for _, t := range texts(syntax.Shell(), strings.Split(p.Text, "\n")) {
		for _, row := range inner.line(t, "") {
			out = append(out, lead+row)
			lead = pad + strings.Repeat(" ", widest)
		}
	}
	switch last := len(out) - 1; {
	case tail == "":
	case lines.Width(out[last])+len(tail) <= c.Width:
		out[last] += c.Styles.Muted.Render(tail)
	default:
		for _, row := range lines.WrapWords(tail, inner.Width-indent) {
			out = append(out, lead+pad+c.Styles.Muted.Render(row))
		}
	}
	return out
}

// limit says a time limit in milliseconds, and "" for none. One that makes no
// sense is said as it came.
func limit(ms claude.Number) string {
	switch n := ms.Float(); {
	case n > 0:
		return "at most " + span(n)
	case n < 0:
		return "time limit " + string(ms) + " ms"
	}
	return ""
}

// span says a length of time in milliseconds in its largest fitting unit.
func span(ms float64) string {
	if ms > float64(1000*time.Hour/time.Millisecond) {
		return fmt.Sprintf("%.0f hours", ms/3.6e6)
	}
	switch d := time.Duration(ms * float64(time.Millisecond)); {
	case d >= time.Hour && d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d >= time.Second:
		return fmt.Sprintf("%g s", d.Seconds())
	}
	return fmt.Sprintf("%g ms", ms)
}
