package claude

import (
	"encoding/json"
	"fmt"
	"strings"

	"sayso/internal/openjson"
)

// ParseOutput reads a tool_response into the tool's record, such as
// *[BashOutput]. What is not a record but what the model reads, as every
// response of a PostToolBatch, is a [Text] or [Blocks]; and what is none of
// these, of a tool without a type, is the [json.RawMessage] itself.
func ParseOutput(tool string, raw json.RawMessage) (any, error) {
	if read, is := asModelReads(raw); is {
		return read, nil
	}
	t := byName[tool]
	if t.NewOutput == nil {
		if !json.Valid(raw) {
			return nil, fmt.Errorf("%s output: not JSON", tool)
		}
		return raw, nil
	}
	output := t.NewOutput()
	if err := openjson.Unmarshal(raw, output); err != nil {
		return nil, fmt.Errorf("%s output: %w", tool, err)
	}
	return output, nil
}

// asModelReads returns raw as a [Text] or as [Blocks] where it is one. A list is
// blocks when every element has a type: that tells it from a list of resources.
func asModelReads(raw json.RawMessage) (any, bool) {
	var text *Text
	if json.Unmarshal(raw, &text) == nil && text != nil {
		return *text, true
	}
	var blocks Blocks
	if openjson.Unmarshal(raw, &blocks) != nil || len(blocks) == 0 {
		return nil, false
	}
	for _, b := range blocks {
		if b.Type == "" {
			return nil, false
		}
	}
	return blocks, true
}

// Text is a response that is a text for the model and nothing more.
type Text string

// Blocks is a response that is content blocks for the model.
type Blocks []ContentBlock

// String returns the texts of the blocks, each on lines of its own.
func (b Blocks) String() string {
	var texts []string
	for _, block := range b {
		if block.Text != "" {
			texts = append(texts, block.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// ContentBlock is one block of content; what is not text, such as an image's
// source, stands in Extra.
type ContentBlock struct {
	Type      string          `json:"type"` // text, image …
	Text      string          `json:"text,omitempty"`
	Citations json.RawMessage `json:"citations,omitempty"`
	Extra     openjson.Extra  `json:"-"`
}
