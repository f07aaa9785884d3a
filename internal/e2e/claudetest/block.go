//go:build unix

package claudetest

import (
	"encoding/json"
	"fmt"
	"strings"

	"sayso/internal/openjson"
)

// Block is one content block of the model's answer.
type Block struct {
	Type  string          `json:"type"` // "text" or "tool_use"
	Text  string          `json:"text,omitempty"`
	ID    string          `json:"id,omitempty"` // the tool_use_id; "" lets the model make one
	Name  string          `json:"name,omitempty"`
	Input json.RawMessage `json:"input,omitempty"`
}

// Turn is one answer of the model: what it says and which tools it calls, all
// in one message.
type Turn []Block

// PlanFile, inside a text or an input, stands for the file that the client told
// the model to write its plan to.
const PlanFile = "$PLAN"

// Text is a block of text.
func Text(text string) Block { return Block{Type: "text", Text: text} }

// ToolUse is a call of a tool. Input is anything that marshals to the tool's
// JSON input; what does not marshal is a mistake in the test and panics.
func ToolUse(name string, input any) Block {
	data, err := openjson.Marshal(input)
	if err != nil {
		panic(fmt.Sprintf("claudetest: the input of %s: %v", name, err))
	}
	return Block{Type: "tool_use", Name: name, Input: data}
}

// As gives a tool call a tool_use_id, by which its result can be looked up. An
// id must be used once in a conversation.
func (b Block) As(id string) Block {
	b.ID = id
	return b
}

// resolve returns the turn with the plan file's path filled in and an id on
// every call.
func (t Turn) resolve(planFile string, newID func() string) Turn {
	quoted, err := json.Marshal(planFile)
	if err != nil {
		panic(err) // a string always marshals
	}
	out := make(Turn, len(t))
	for i, b := range t {
		b.Text = strings.ReplaceAll(b.Text, PlanFile, planFile)
		b.Input = json.RawMessage(strings.ReplaceAll(string(b.Input), PlanFile, string(quoted[1:len(quoted)-1])))
		if b.Type == "tool_use" && b.ID == "" {
			b.ID = newID()
		}
		out[i] = b
	}
	return out
}

// stopReason is how the message ends.
func (t Turn) stopReason() string {
	for _, b := range t {
		if b.Type == "tool_use" {
			return "tool_use"
		}
	}
	return "end_turn"
}
