package preview

import (
	"fmt"
	"time"

	"sayso/internal/claude"
	"sayso/ui/preview/syntax"
)

// bash shows the command as it will run, what the agent says of it, how it
// runs, and what the rules make of it.
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
	if said := c.verdict(command); len(said) > 0 {
		out = append(append(out, ""), said...)
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
