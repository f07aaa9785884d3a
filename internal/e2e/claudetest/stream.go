//go:build unix

package claudetest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// message is an answer as the Messages API writes it.
type message struct {
	ID           string  `json:"id"`
	Type         string  `json:"type"`
	Role         string  `json:"role"`
	Model        string  `json:"model"`
	Content      []Block `json:"content"`
	StopReason   *string `json:"stop_reason"`
	StopSequence *string `json:"stop_sequence"`
	Usage        usage   `json:"usage"`
}

type usage struct {
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
}

// reply writes a turn, as a stream of events where the request asked for one.
func reply(w http.ResponseWriter, req Request, turn Turn) {
	msg := message{
		ID: fmt.Sprintf("msg_%s_%d", req.SessionID, req.Turn), Type: "message", Role: "assistant",
		Model: req.Model, Content: []Block{}, Usage: usage{10, 1},
	}
	stop := turn.stopReason()
	if !req.Stream {
		msg.Content, msg.StopReason = turn, &stop
		writeJSON(w, msg)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(event string, data map[string]any) {
		data["type"] = event
		line, err := json.Marshal(data)
		if err != nil {
			panic(fmt.Sprintf("claudetest: the event %s: %v", event, err))
		}
		// An error here is the client's going away, which it notices itself.
		_, _ = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, line)
	}
	send("message_start", map[string]any{"message": msg})
	for i, b := range turn {
		start := map[string]any{"type": "text", "text": ""}
		delta := map[string]any{"type": "text_delta", "text": b.Text}
		if b.Type == "tool_use" {
			start = map[string]any{"type": "tool_use", "id": b.ID, "name": b.Name, "input": struct{}{}}
			delta = map[string]any{"type": "input_json_delta", "partial_json": string(b.Input)}
		}
		send("content_block_start", map[string]any{"index": i, "content_block": start})
		send("content_block_delta", map[string]any{"index": i, "delta": delta})
		send("content_block_stop", map[string]any{"index": i})
	}
	send("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil},
		"usage": map[string]any{"output_tokens": 20},
	})
	send("message_stop", map[string]any{})
}
