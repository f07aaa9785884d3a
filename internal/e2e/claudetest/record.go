//go:build unix

package claudetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// record keeps a request and wakes those who wait for one.
func (m *Model) record(req Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = append(m.seen, req)
	close(m.changed)
	m.changed = make(chan struct{})
}

// Requests returns every request so far, in the order of arrival.
func (m *Model) Requests() []Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.seen)
}

// WaitRequest returns the first request, past or to come, that ok holds for. It
// fails the test when ctx ends first, so it is for the test's own goroutine.
func (m *Model) WaitRequest(ctx context.Context, ok func(Request) bool) Request {
	m.t.Helper()
	for next := 0; ; {
		m.mu.Lock()
		seen, changed := m.seen, m.changed
		m.mu.Unlock()
		for ; next < len(seen); next++ {
			if ok(seen[next]) {
				return seen[next]
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			m.t.Fatalf("claudetest: %v: the awaited request did not come; what came:\n%s", ctx.Err(), summary(seen))
		}
	}
}

// ToolResults returns what the model was told of each call so far, by
// tool_use_id. Sessions that share ids overwrite each other here: look at
// [Request.ToolResults] then.
func (m *Model) ToolResults() map[string]ToolResult {
	out := make(map[string]ToolResult)
	for _, req := range m.Requests() {
		for _, result := range req.ToolResults() {
			out[result.ToolUseID] = result
		}
	}
	return out
}

// WaitToolResult waits until the model is told the result of the call id, like
// [Model.WaitRequest].
func (m *Model) WaitToolResult(ctx context.Context, id string) ToolResult {
	m.t.Helper()
	var found ToolResult
	m.WaitRequest(ctx, func(req Request) bool {
		i := slices.IndexFunc(req.ToolResults(), func(r ToolResult) bool { return r.ToolUseID == id })
		if i >= 0 {
			found = req.ToolResults()[i]
		}
		return i >= 0
	})
	return found
}

// summary is the requests in a form that fits a failure message.
func summary(reqs []Request) string {
	var b strings.Builder
	for i, req := range reqs {
		fmt.Fprintf(&b, "%2d %s session %q turn %d, %d tools\n", i, req.Path, req.SessionID, req.Turn, len(req.Tools))
		for _, r := range req.ToolResults() {
			fmt.Fprintf(&b, "     %s error=%t %.200q\n", r.ToolUseID, r.IsError, r.Text)
		}
	}
	return b.String()
}
