package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/jsonrpc"
	"sayso/internal/openjson"
	"sayso/ipc"
)

// versions are the versions of MCP that this server speaks, the newest first.
// 2025-03-26 is not among them, because it wants batches.
var versions = []string{"2025-11-25", "2025-06-18", "2024-11-05"}

// method answers a request, or returns the error that answers it.
type method func(ctx context.Context, c *client, m jsonrpc.Message) *jsonrpc.Error

var methods = map[string]method{
	"initialize": initialize,
	"ping":       ping,
	"tools/call": callTool,
	"tools/list": listTools,
}

func initialize(_ context.Context, c *client, m jsonrpc.Message) *jsonrpc.Error {
	var p struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if bad := params(m, &p); bad != nil {
		return bad
	}
	version := p.ProtocolVersion
	if !slices.Contains(versions, version) {
		version = versions[0] // the client leaves if it can't speak that
	}
	return c.result(m, map[string]any{
		"protocolVersion": version,
		"capabilities":    map[string]any{"tools": struct{}{}},
		"serverInfo":      map[string]any{"name": "sayso", "title": "sayso", "version": c.server.Version},
	})
}

func ping(_ context.Context, c *client, m jsonrpc.Message) *jsonrpc.Error {
	return c.result(m, struct{}{})
}

func listTools(_ context.Context, c *client, m jsonrpc.Message) *jsonrpc.Error {
	return c.result(m, json.RawMessage(toolList))
}

// callTool starts a call of the tool. Its answer comes when the person has
// decided, so calls run side by side and end in any order.
func callTool(ctx context.Context, c *client, m jsonrpc.Message) *jsonrpc.Error {
	var p struct {
		Name      string                 `json:"name"`
		Arguments json.RawMessage        `json:"arguments"`
		Meta      *claude.PromptToolMeta `json:"_meta"`
	}
	if bad := params(m, &p); bad != nil {
		return bad
	}
	if p.Name != toolName {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidParams, `field "name": there is no tool %q`, p.Name)
	}
	if p.Meta == nil {
		p.Meta = &claude.PromptToolMeta{}
	}
	id := string(m.ID)
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	_, taken := c.cancels[id]
	if !taken {
		c.cancels[id] = cancel
	}
	c.mu.Unlock()
	if taken {
		cancel()
		return jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, `field "id": %s waits already`, id)
	}
	c.calls.Go(func() {
		defer cancel()
		stop := c.keepAlive(p.Meta.ProgressToken) // called once, for there is one answer
		c.decide(ctx, p.Arguments, *p.Meta, func(text string) error {
			stop()
			c.mu.Lock()
			delete(c.cancels, id)
			c.mu.Unlock()
			if ctx.Err() != nil { // a cancelled request is not answered
				return ctx.Err()
			}
			c.result(m, map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}})
			return c.broken()
		})
	})
	return nil
}

// decide gives the text of the tool's result to answer, once. An answer that can't
// be written ends the server.
func (c *client) decide(ctx context.Context, arguments json.RawMessage, meta claude.PromptToolMeta, answer func(text string) error) {
	if len(arguments) > ipc.MaxPayload { // known before it is read, which takes long
		_ = answer(refusal(ipc.ErrLineTooLong))
		return
	}
	ask, err := Decode(arguments)
	if err != nil {
		_ = answer(refusal(err))
		return
	}
	// Claude Code's own call names the call that wants to run both times. One
	// that the model made itself, with arguments of its choice, has the id of
	// that very call in its meta, and would put a false card before the person.
	if meta.ToolUseID != "" && meta.ToolUseID != ask.ToolUseID {
		_ = answer(deny(byModel))
		return
	}
	answered := false
	err = c.server.Ask(ctx, arguments, func(d approver.Decision) error {
		text, err := Encode(d, ask.Input)
		if err != nil {
			return err
		}
		answered = true
		return answer(text)
	})
	if err != nil && !answered {
		_ = answer(refusal(err))
	}
}

// keepAlive sends progress while a call waits, where the client asked for it.
// The returned function ends that; nothing is sent after it has returned.
func (c *client) keepAlive(token json.RawMessage) (stop func()) {
	if len(token) == 0 {
		return func() {}
	}
	ticker := time.NewTicker(cmp.Or(c.server.Beat, beat))
	ended, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for n := 1; ; n++ {
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
			raw, err := openjson.Marshal(map[string]any{
				"progressToken": token, "progress": n, "message": "waiting for the person at sayso",
			})
			if err == nil {
				c.reply(jsonrpc.Message{Method: "notifications/progress", Params: raw})
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(ended)
		<-gone
	}
}

// notified takes a notification. Those that it does not know are passed over,
// as the protocol wants it.
func (c *client) notified(m jsonrpc.Message) {
	if m.Method != "notifications/cancelled" {
		return
	}
	var p struct {
		RequestID json.RawMessage `json:"requestId"`
	}
	if params(m, &p) != nil {
		return // a notification can't be answered
	}
	c.mu.Lock()
	cancel := c.cancels[string(p.RequestID)]
	c.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

func (c *client) result(m jsonrpc.Message, v any) *jsonrpc.Error {
	raw, err := openjson.Marshal(v)
	if err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, "%v", err)
	}
	c.reply(jsonrpc.Message{ID: m.ID, Result: raw})
	return nil
}

func params(m jsonrpc.Message, into any) *jsonrpc.Error {
	if err := openjson.Unmarshal(m.Params, into); err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidParams, "%s: params: %v", m.Method, err)
	}
	return nil
}
