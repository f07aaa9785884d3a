//go:build unix

package claudetest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Request is one request that the client made of the model.
type Request struct {
	Path      string // without the query
	Header    http.Header
	Body      json.RawMessage // all that was sent; the fields below are read from it
	SessionID string          // the client's session_id, as in a hook's payload
	Model     string
	Stream    bool
	Tools     []string // the tools' names; a title or summary request has none
	Messages  []Message
	Turn      int // how many of Messages are the model's: the script's turn that answers
}

// Message is one message of a conversation.
type Message struct {
	Role    string // "user", "assistant" or "system"
	Content []Content
}

// Content is one block of a [Message]. A plain string arrives as one text block.
type Content struct {
	Type      string
	Text      string          // of a text, or all text of a tool_result
	ID        string          // of a tool_use
	Name      string          // of a tool_use
	Input     json.RawMessage // of a tool_use
	ToolUseID string          // of a tool_result
	IsError   bool            // of a tool_result
}

// ToolResult is what the model was told about a call.
type ToolResult struct {
	ToolUseID string
	Text      string
	IsError   bool
}

// Main reports whether the request is a turn of a conversation, and not one of
// the client's own small questions.
func (r Request) Main() bool { return r.Path == "/v1/messages" && len(r.Tools) > 0 }

// FirstPrompt returns the text of the first user message, the client's own
// reminders included.
func (r Request) FirstPrompt() string {
	for _, m := range r.Messages {
		if m.Role == "user" {
			return m.text()
		}
	}
	return ""
}

// Text returns all text of the conversation, results of tools included, in order.
func (r Request) Text() string {
	texts := make([]string, len(r.Messages))
	for i, m := range r.Messages {
		texts[i] = m.text()
	}
	return strings.Join(texts, "\n")
}

// ToolResults returns the results that the request holds, in order.
func (r Request) ToolResults() []ToolResult {
	var out []ToolResult
	for _, m := range r.Messages {
		for _, c := range m.Content {
			if c.Type == "tool_result" {
				out = append(out, ToolResult{c.ToolUseID, c.Text, c.IsError})
			}
		}
	}
	return out
}

func (m Message) text() string {
	texts := make([]string, len(m.Content))
	for i, c := range m.Content {
		texts[i] = c.Text
	}
	return strings.Join(texts, "\n")
}

func newRequest(r *http.Request, body []byte) Request {
	req := Request{
		Path: r.URL.Path, Header: r.Header.Clone(), Body: body,
		SessionID: r.Header.Get("X-Claude-Code-Session-Id"),
	}
	var wire struct {
		Model    string
		Stream   bool
		Tools    []struct{ Name string }
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
	}
	if json.Unmarshal(body, &wire) != nil {
		return req // not a message, such as a GET
	}
	req.Model, req.Stream = wire.Model, wire.Stream
	for _, tool := range wire.Tools {
		req.Tools = append(req.Tools, tool.Name)
	}
	for _, m := range wire.Messages {
		req.Messages = append(req.Messages, Message{m.Role, contents(m.Content)})
		if m.Role == "assistant" {
			req.Turn++
		}
	}
	return req
}

// contents reads a message's content: a string, or a list of blocks.
func contents(raw json.RawMessage) []Content {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []Content{{Type: "text", Text: text}}
	}
	var wire []struct {
		Type, Text, ID, Name string
		Input, Content       json.RawMessage
		ToolUseID            string `json:"tool_use_id"`
		IsError              bool   `json:"is_error"`
	}
	if json.Unmarshal(raw, &wire) != nil {
		return nil
	}
	out := make([]Content, len(wire))
	for i, b := range wire {
		out[i] = Content{b.Type, b.Text, b.ID, b.Name, b.Input, b.ToolUseID, b.IsError}
		if b.Type == "tool_result" {
			out[i].Text = Message{Content: contents(b.Content)}.text()
		}
	}
	return out
}
