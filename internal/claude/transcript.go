package claude

import (
	"bytes"
	"encoding/json"
	"iter"
	"strings"
)

// TranscriptEnd is how many bytes of a transcript's end are worth reading for what
// was last said or done.
const TranscriptEnd = 1 << 20

// Transcript is the end of a session's transcript: JSON lines, the latest last. A
// transcript may be long, and its end is what is asked for. Opening the file safely
// is up to the caller.
type Transcript struct {
	Data  []byte
	Whole bool // Data is all of the file; else its first line may be cut, and is left out
}

// TranscriptEntry is what is needed of a line. Lines of other kinds have neither
// message nor type and read empty.
type TranscriptEntry struct {
	Type      string `json:"type"`        // "user", "assistant" and others
	Sidechain bool   `json:"isSidechain"` // a subagent's
	Message   struct {
		Content json.RawMessage `json:"content"` // a text, or a list of blocks
	} `json:"message"`
}

// TranscriptBlock is a part of a message.
type TranscriptBlock struct {
	Type  string          `json:"type"`  // "text", "tool_use", "tool_result", "thinking" and others
	Text  string          `json:"text"`  // of a text
	Name  string          `json:"name"`  // of a tool's use: which tool
	Input json.RawMessage `json:"input"` // likewise
}

// Backward returns the entries of the session itself, or those of its subagents,
// the latest first. Lines that do not parse are passed over, and so are those
// that do not contain mention, which spares most of them the parsing.
func (t Transcript) Backward(sidechain bool, mention string) iter.Seq[TranscriptEntry] {
	return func(yield func(TranscriptEntry) bool) {
		for line := range t.lines() {
			if !bytes.Contains(line, []byte(mention)) {
				continue
			}
			var e TranscriptEntry
			if json.Unmarshal(line, &e) != nil || e.Sidechain != sidechain {
				continue
			}
			if !yield(e) {
				return
			}
		}
	}
}

// lines returns the lines that are not empty, the last first.
func (t Transcript) lines() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for data := t.Data; len(data) > 0; {
			data = bytes.TrimRight(data, "\n")
			i := bytes.LastIndexByte(data, '\n')
			line := data[i+1:]
			if i < 0 && !t.Whole || !yield(line) {
				return
			}
			data = data[:max(i, 0)]
		}
	}
}

// LastWords returns the last text that the agent wrote, or its subagents, and ""
// where there is none.
func (t Transcript) LastWords(sidechain bool) string {
	for e := range t.Backward(sidechain, `"assistant"`) {
		if e.Type != "assistant" {
			continue
		}
		if text := e.text(); text != "" {
			return text
		}
	}
	return ""
}

// text joins the texts of a message.
func (e TranscriptEntry) text() string {
	var text string
	if json.Unmarshal(e.Message.Content, &text) == nil {
		return strings.TrimSpace(text)
	}
	var parts []string
	for _, b := range e.Blocks() {
		if b.Type == "text" && strings.TrimSpace(b.Text) != "" {
			parts = append(parts, b.Text)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}

// Blocks returns the parts of a message, and nil where its content is a text or is
// missing.
func (e TranscriptEntry) Blocks() []TranscriptBlock {
	var blocks []TranscriptBlock
	if json.Unmarshal(e.Message.Content, &blocks) != nil {
		return nil
	}
	return blocks
}
