package preview

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// command shows Bash and Monitor: the command as it will run, then what the
// agent says of it, then how it runs.
func command(c Context) ([]string, bool) {
	var in struct {
		Command     string  `json:"command"`
		Description string  `json:"description"`
		Timeout     float64 `json:"timeout"`    // Bash, milliseconds
		TimeoutMS   float64 `json:"timeout_ms"` // Monitor
		Background  bool    `json:"run_in_background"`
		Persistent  bool    `json:"persistent"`
	}
	if json.Unmarshal(c.Ask.Input, &in) != nil || in.Command == "" || hasOther(c.Ask.Input,
		"command", "description", "timeout", "timeout_ms", "run_in_background", "persistent") {
		return nil, false
	}
	out := c.code(in.Command, c.Styles.Strong)
	if in.Description != "" {
		out = append(out, c.prose(in.Description, c.Styles.Muted)...)
	}
	var how []string
	if in.Background {
		how = append(how, "runs in the background")
	}
	if in.Persistent {
		how = append(how, "runs until it is stopped")
	}
	if ms := max(in.Timeout, in.TimeoutMS); ms > 0 {
		how = append(how, "at most "+span(time.Duration(ms)*time.Millisecond))
	}
	if len(how) > 0 {
		out = append(out, c.prose(strings.Join(how, ", "), c.Styles.Muted)...)
	}
	return out, true
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

// hasOther reports whether the input has members that a renderer does not show:
// what is not shown must not be approved, so such a call is shown as a tree.
func hasOther(input json.RawMessage, shown ...string) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(input, &members) != nil {
		return true
	}
	for _, name := range shown {
		delete(members, name)
	}
	return len(members) > 0
}
