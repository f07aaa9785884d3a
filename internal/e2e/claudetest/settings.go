//go:build unix

package claudetest

// Settings is the content of a settings.json, ready to marshal. Further members
// may be put in beside "hooks", such as "permissions".
type Settings map[string]any

// PermissionRequest is the event of the hook under test.
const PermissionRequest = "PermissionRequest"

// HookSettings returns settings that run a shell command on each event, with a
// timeout in seconds; without an event, on PermissionRequest.
func HookSettings(command string, timeoutSeconds int, events ...string) Settings {
	if len(events) == 0 {
		events = []string{PermissionRequest}
	}
	s := Settings{}
	for _, event := range events {
		s.AddHook(event, command, timeoutSeconds)
	}
	return s
}

// AddHook adds one more command for an event; they run side by side. It returns s.
func (s Settings) AddHook(event, command string, timeoutSeconds int) Settings {
	hooks, ok := s["hooks"].(map[string][]hookGroup)
	if !ok {
		hooks = make(map[string][]hookGroup)
		s["hooks"] = hooks
	}
	hooks[event] = append(hooks[event], hookGroup{
		Hooks: []hook{{Type: "command", Command: command, Timeout: timeoutSeconds}},
	})
	return s
}

// hookGroup is an entry under an event: a matcher, here always the one that
// takes all, and its commands.
type hookGroup struct {
	Matcher string `json:"matcher"`
	Hooks   []hook `json:"hooks"`
}

type hook struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}
