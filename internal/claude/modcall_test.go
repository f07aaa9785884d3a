package claude

import (
	"encoding/json"
	"errors"

	"sayso/internal/openjson"
)

// ToolEnvelope is a call as a mod's tool.call and tool.run see it: the name, the
// id, and the tool's own arguments beside them, which stand in Args.
type ToolEnvelope struct {
	Tool      string         `json:"tool"`
	ToolUseID string         `json:"tool_use_id"`
	Args      openjson.Extra `json:"-"`
}

// ToolInputOf is the [ToolEnvelope] under the name that it has as a hook's
// input.
type ToolInputOf = ToolEnvelope

// ToolNamed is an input of which only the tool's name counts.
type ToolNamed struct {
	Tool  string         `json:"tool"`
	Extra openjson.Extra `json:"-"`
}

// ToolCallReserved is the keys that the input of tool.call carries beside the
// tool's own arguments, which stand in Args. The tool sees none of the keys. (A
// key that came empty stands in Args too, for the way back.)
type ToolCallReserved struct {
	Tool      string         `json:"tool"`
	ToolUseID string         `json:"tool_use_id,omitempty"`
	Consent   string         `json:"consent,omitempty"` // the person's own words for the press that raised the call
	Args      openjson.Extra `json:"-"`
}

// ToolRequestMeta is what a tool.call hook sets for the request to an MCP
// server; only anthropic/sources is taken.
type ToolRequestMeta struct {
	RequestMeta map[string]string `json:"requestMeta,omitempty"` // {} clears it
	Extra       openjson.Extra    `json:"-"`
}

// ToolCallForm says which of its three forms a [ToolCallResult] has. The zero
// value is none, so that a result that nobody looked at says nothing ran.
type ToolCallForm int

// The forms.
const (
	ToolCallInvalid  ToolCallForm = iota // no form, or two in one
	ToolCallAnswered                     // the tool ran: Result, Text, Context
	ToolCallErrored                      // the tool reported an error: Text, perhaps Result
	ToolCallDenied                       // the call was refused: Deny
)

// ToolCallResult is what became of a call: a union of three forms in one
// struct, so that whatever came is kept. Ask Form before reading a member: a
// refused call has no result, and an errored one has no typed record.
type ToolCallResult struct {
	Deny       *string         `json:"deny,omitempty"`    // refused: what the model reads instead of a result
	Result     json.RawMessage `json:"result,omitempty"`  // the tool's record, or the stored error text
	Context    []string        `json:"context,omitempty"` // read by the model after the result, unseen by the person
	Ref        Number          `json:"ref,omitempty"`     // the host's name for the call's messages
	Text       string          `json:"text,omitempty"`    // the result as the model reads it
	IsError    bool            `json:"isError,omitempty"` // true or absent
	IsReadOnly bool            `json:"isReadOnly,omitempty"`
	Extra      openjson.Extra  `json:"-"`
}

// Form returns the form of r. A refusal beside a result has none: it can't be
// told what the model read.
func (r ToolCallResult) Form() ToolCallForm {
	if r.Validate() != nil {
		return ToolCallInvalid
	}
	switch {
	case r.Deny != nil:
		return ToolCallDenied
	case r.IsError:
		return ToolCallErrored
	}
	return ToolCallAnswered
}

// Validate returns nil when r has exactly one form, and otherwise what is
// wrong, by member.
func (r ToolCallResult) Validate() error {
	ran := len(r.Result) > 0 || len(r.Context) > 0 || r.Ref != "" || r.Text != "" || r.IsError || r.IsReadOnly
	_, noText := r.Extra["text"] // it came, and is ""
	switch {
	case r.Deny != nil && ran:
		return errors.New("deny: beside the members of a call that ran")
	case r.Deny != nil, r.IsError, len(r.Result) > 0, r.Text != "", noText:
		return nil
	}
	return errors.New("deny, result: neither is there")
}
