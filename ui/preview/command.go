package preview

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sayso/approver/claude"
	"sayso/rules/openjson"
)

// bash shows the command as it will run, then what the agent says of it, then
// how it runs.
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
	return c.command(in.Command, in.Description, how), true
}

// monitor shows the command or the socket that is watched.
func monitor(c Context) ([]string, bool) {
	in, ok := input[claude.MonitorInput](c)
	if !ok || saysMore(in.Extra) || (in.Command == "") == (in.WS == nil) {
		return nil, false
	}
	how := []string{"runs until its end", limit(in.TimeoutMS)}
	if in.Persistent {
		how[0] = "runs for as long as the session"
	}
	if in.WS == nil {
		return c.command(in.Command, in.Description, how), true
	}
	if saysMore(in.WS.Extra) {
		return nil, false
	}
	what := in.WS.URL
	if len(in.WS.Protocols) > 0 {
		what += "\nprotocols " + strings.Join(in.WS.Protocols, ", ")
	}
	return c.command(what, in.Description, how), true
}

// command is what bash and monitor share. Empty words of how are left out.
func (c Context) command(text, description string, how []string) []string {
	out := c.code(text, c.Styles.Strong)
	if description != "" {
		out = append(out, c.prose(description, c.Styles.Muted)...)
	}
	var said []string
	for _, h := range how {
		if h != "" {
			said = append(said, h)
		}
	}
	if len(said) > 0 {
		out = append(out, c.prose(strings.Join(said, ", "), c.Styles.Muted)...)
	}
	return out
}

// limit says a time limit in milliseconds, and "" for none.
func limit(ms claude.Number) string {
	n, err := json.Number(ms).Float64()
	if err != nil || n <= 0 {
		return ""
	}
	return "at most " + span(time.Duration(n)*time.Millisecond)
}

// span says a length of time in its largest fitting unit.
func span(d time.Duration) string {
	switch {
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d >= time.Second:
		return fmt.Sprintf("%g s", d.Seconds())
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// saysMore reports whether an input has members that its type does not name.
// What is not shown must not be approved, so a renderer that finds some leaves
// the call to the tree. A known member that came empty is kept there as well,
// and says nothing.
func saysMore(extra openjson.Extra) bool {
	for _, value := range extra {
		switch string(value) {
		case `""`, "false", "null", "[]", "{}":
		default:
			return true
		}
	}
	return false
}

// input reads the call's arguments into the type of its tool.
func input[T any](c Context) (*T, bool) {
	parsed, err := claude.ParseInput(c.Ask.Tool, c.Ask.Input)
	if err != nil {
		return nil, false
	}
	in, ok := parsed.(*T)
	return in, ok
}
