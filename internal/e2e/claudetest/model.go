//go:build unix

package claudetest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Model is a scripted model: a server on loopback that speaks the part of the
// Messages API that the client uses. It has no memory of a conversation: turn N
// of the script answers a request that holds N messages of the model, so any
// number of sessions, and a client that asks twice, get the right answer.
//
// A request without tools (a title, a summary) gets a short text; a
// conversation that has outrun its script gets "Done.".
type Model struct {
	// URL is the base address, for ANTHROPIC_BASE_URL.
	URL string

	t       testing.TB
	mu      sync.Mutex
	scripts []script
	ids     int
	seen    []Request
	changed chan struct{} // closed and replaced with each request
}

// script answers the conversations that begin with its prompt.
type script struct {
	prompt string
	turns  []Turn
}

// NewModel starts a model that answers every conversation with the turns, and
// stops it when the test ends.
func NewModel(t testing.TB, turns ...Turn) *Model {
	m := &Model{t: t, scripts: []script{{"", turns}}, changed: make(chan struct{})}
	server := httptest.NewServer(http.HandlerFunc(m.serve))
	t.Cleanup(server.Close)
	m.URL = server.URL
	return m
}

// On gives the conversations whose first user message contains prompt a script
// of their own; the last one given wins. The client puts reminders of its own
// into that message, so choose a word that they won't hold. It returns m.
func (m *Model) On(prompt string, turns ...Turn) *Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.scripts = append(m.scripts, script{prompt, turns})
	return m
}

// planPath finds the plan file in what the client tells a model in plan mode.
var planPath = regexp.MustCompile(`create your plan at ([^ ]+\.md)`)

func (m *Model) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	req := newRequest(r, body)
	var turn Turn
	if req.Path == "/v1/messages" {
		turn = m.answer(req)
	}
	m.record(req)
	switch {
	case req.Path == "/v1/messages":
		reply(w, req, turn)
	case strings.HasSuffix(req.Path, "/count_tokens"):
		writeJSON(w, map[string]int{"input_tokens": 10})
	default:
		writeJSON(w, struct{}{})
	}
}

// answer picks the turn for a request.
func (m *Model) answer(req Request) Turn {
	if !req.Main() {
		return Turn{Text("ok")}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	first := req.FirstPrompt()
	var turns []Turn
	for _, s := range m.scripts {
		if strings.Contains(first, s.prompt) {
			turns = s.turns
		}
	}
	turn := Turn{Text("Done.")}
	if req.Turn < len(turns) {
		turn = turns[req.Turn]
	}
	plan := "/no-plan-file-was-named"
	if found := planPath.FindSubmatch(req.Body); found != nil {
		plan = string(found[1])
	}
	return turn.resolve(plan, func() string {
		m.ids++
		return fmt.Sprintf("toolu_made_%d", m.ids)
	})
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // it fails only when the client has gone
}
