// Package transcript reads Claude Code's transcript of a session: JSON lines,
// the latest last. It reads from the end, because the end is what is asked for
// and the file may be long, and it takes the file's end as bytes: opening it is
// the caller's.
package transcript

import (
	"bytes"
	"encoding/json"
	"iter"
	"strings"
)

// MaxBytes is how much of a transcript's end is worth reading.
const MaxBytes = 1 << 20

// Backward returns the lines of a transcript's end, the last first. When whole
// is false the first line may be cut, so it is left out.
func Backward(data []byte, whole bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(data) > 0 {
			data = bytes.TrimRight(data, "\n")
			i := bytes.LastIndexByte(data, '\n')
			line := data[i+1:]
			if i < 0 && !whole || !yield(line) {
				return
			}
			data = data[:max(i, 0)]
		}
	}
}

// entry is what is needed of a line.
type entry struct {
	Type      string `json:"type"`
	Sidechain bool   `json:"isSidechain"`
	Message   struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// LastWords returns the last text that the agent wrote, and "" where none is in
// the part that was read. sidechain tells whether a subagent is meant.
func LastWords(data []byte, whole, sidechain bool) string {
	for line := range Backward(data, whole) {
		if !bytes.Contains(line, []byte(`"assistant"`)) {
			continue
		}
		var e entry
		if json.Unmarshal(line, &e) != nil || e.Type != "assistant" || e.Sidechain != sidechain {
			continue
		}
		if text := textOf(e.Message.Content); text != "" {
			return text
		}
	}
	return ""
}

// textOf joins the texts of a message's content, which is a text itself or a
// list of blocks.
func textOf(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return strings.TrimSpace(text)
	}
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return ""
	}
	var parts []string
	for _, b := range blocks {
		if b.Type == "text" && strings.TrimSpace(b.Text) != "" {
			parts = append(parts, b.Text)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}
