package plan

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"sayso/internal/claude"
)

// planInput is what is needed of the input of the tools that write plans.
type planInput struct {
	Plan     string `json:"plan"`
	FilePath string `json:"file_path"`
	Content  string `json:"content"`
}

// InTranscript returns the last plan in a transcript, and why it
// may not be the one that is asked for. Without a plan, the second text says
// why there is none. The transcript is JSON lines; data is its end, and when
// whole is false its first line may be cut. sidechain tells whether a subagent
// asks: the plans of others are not looked at.
func InTranscript(data []byte, whole, sidechain bool) (text, doubt string) {
	changed := false
	for e := range (claude.Transcript{Data: data, Whole: whole}).Backward(sidechain, "tool_use") {
		for _, b := range slices.Backward(e.Blocks()) {
			var in planInput
			if b.Type != "tool_use" || json.Unmarshal(b.Input, &in) != nil {
				continue
			}
			switch {
			case b.Name == claude.ToolExitPlanMode && in.Plan != "":
				return in.Plan, staleness(changed)
			case b.Name == claude.ToolWrite && planFile(in.FilePath) && in.Content != "":
				return in.Content, staleness(changed)
			case b.Name == claude.ToolEdit && planFile(in.FilePath):
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
