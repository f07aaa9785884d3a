package plan

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"

	"sayso/internal/claude"
	"sayso/ui/transcript"
)

// entry is what is needed of a line of the transcript.
type entry struct {
	Sidechain bool `json:"isSidechain"`
	Message   struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// call is a tool call in an entry.
type call struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Input struct {
		Plan     string `json:"plan"`
		FilePath string `json:"file_path"`
		Content  string `json:"content"`
	} `json:"input"`
}

// InTranscript returns the last plan that stands in a transcript, and why it
// may not be the one that is asked for. Without a plan, the second text says
// why there is none. The transcript is JSON lines; data is its end, and when
// whole is false its first line may be cut. sidechain tells whether a subagent
// asks: the plans of others are not looked at.
func InTranscript(data []byte, whole, sidechain bool) (text, doubt string) {
	changed := false
	for line := range transcript.Backward(data, whole) {
		if !bytes.Contains(line, []byte("tool_use")) {
			continue
		}
		var e entry
		if json.Unmarshal(line, &e) != nil || e.Sidechain != sidechain {
			continue
		}
		var calls []call
		if json.Unmarshal(e.Message.Content, &calls) != nil {
			continue
		}
		for i := len(calls) - 1; i >= 0; i-- {
			c := calls[i]
			switch {
			case c.Type != "tool_use":
			case c.Name == claude.ToolExitPlanMode && c.Input.Plan != "":
				return c.Input.Plan, staleness(changed)
			case c.Name == claude.ToolWrite && planFile(c.Input.FilePath) && c.Input.Content != "":
				return c.Input.Content, staleness(changed)
			case c.Name == claude.ToolEdit && planFile(c.Input.FilePath):
				changed = true
			}
		}
	}
	if !whole {
		return "", "no plan in its last part"
	}
	return "", "no plan in it"
}

func staleness(changed bool) string {
	if changed {
		return "The plan was edited after this was written, so this is not the latest version."
	}
	return ""
}

// planFile reports whether a path is where Claude Code keeps plans.
func planFile(path string) bool {
	return strings.HasSuffix(path, ".md") && filepath.Base(filepath.Dir(path)) == "plans"
}
