//go:build unix

package claudetest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/openjson"
)

// post sends a request as the client does and returns the answer's body. It may
// be called from any goroutine.
func post(t *testing.T, m *Model, path, session, body string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "POST", m.URL+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	req.Header.Set("X-Claude-Code-Session-Id", session)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("status %s, error %v", res.Status, err)
	}
	return string(data)
}

// conversation is a request's body; said are the messages by turns, the
// person's first.
func conversation(stream bool, said ...any) string {
	messages := []map[string]any{}
	for i, content := range said {
		messages = append(messages, map[string]any{"role": []string{"user", "assistant"}[i%2], "content": content})
	}
	data, err := openjson.Marshal(map[string]any{
		"model": "m", "stream": stream, "messages": messages, "tools": []any{map[string]any{"name": "Bash"}},
	})
	if err != nil {
		panic(err)
	}
	return string(data)
}

// content is what an answer that was not streamed holds.
func content(t *testing.T, body string) (blocks []Block, stop string) {
	t.Helper()
	var msg message
	if err := json.Unmarshal([]byte(body), &msg); err != nil || msg.StopReason == nil {
		t.Fatalf("answer %q: %v", body, err)
	}
	return msg.Content, *msg.StopReason
}

func TestTurnsAnswerByTheirNumber(t *testing.T) {
	t.Parallel()
	m := NewModel(t, Turn{Text("Let me."), ToolUse("Bash", map[string]any{"command": "ls"}).As("one")}, Turn{Text("Fine.")})
	for _, tt := range []struct {
		name string
		said []any
		want []Block
		stop string
	}{
		{"first", []any{"go"}, []Block{{Type: "text", Text: "Let me."}, {Type: "tool_use", ID: "one", Name: "Bash", Input: json.RawMessage(`{"command":"ls"}`)}}, "tool_use"},
		{"second", []any{"go", "…", "result"}, []Block{{Type: "text", Text: "Fine."}}, "end_turn"},
		{"past the end", []any{"go", "…", "result", "…", "more"}, []Block{{Type: "text", Text: "Done."}}, "end_turn"},
		{"asked again", []any{"go", "…", "result"}, []Block{{Type: "text", Text: "Fine."}}, "end_turn"},
	} {
		got, stop := content(t, post(t, m, "/v1/messages?beta=true", "s", conversation(false, tt.said...)))
		if diff := cmp.Diff(tt.want, got); diff != "" || stop != tt.stop {
			t.Errorf("%s: stop %q, content (-want +got):\n%s", tt.name, stop, diff)
		}
	}
}

func TestTheStreamCarriesTheSame(t *testing.T) {
	t.Parallel()
	m := NewModel(t, Turn{Text("a\nb"), ToolUse("Bash", map[string]any{"command": "ls"})})
	var events []string
	var text, input, id, stop string
	for chunk := range strings.SplitSeq(strings.TrimSpace(post(t, m, "/v1/messages", "s", conversation(true, "go"))), "\n\n") {
		event, data, _ := strings.Cut(chunk, "\n")
		events = append(events, strings.TrimPrefix(event, "event: "))
		var d struct {
			Delta struct {
				Text        string
				PartialJSON string `json:"partial_json"`
				StopReason  string `json:"stop_reason"`
			}
			ContentBlock struct{ ID string } `json:"content_block"`
		}
		if err := json.Unmarshal([]byte(strings.TrimPrefix(data, "data: ")), &d); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		text, input, stop = text+d.Delta.Text, input+d.Delta.PartialJSON, stop+d.Delta.StopReason
		id += d.ContentBlock.ID
	}
	block := []string{"content_block_start", "content_block_delta", "content_block_stop"}
	want := append(append(append([]string{"message_start"}, block...), block...), "message_delta", "message_stop")
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if text != "a\nb" || input != `{"command":"ls"}` || stop != "tool_use" || id == "" {
		t.Errorf("text %q, input %q, stop %q, id %q", text, input, stop, id)
	}
}

func TestSmallQuestionsGetSmallAnswers(t *testing.T) {
	t.Parallel()
	m := NewModel(t, Turn{Text("the script")})
	got, _ := content(t, post(t, m, "/v1/messages", "s", `{"messages":[{"role":"user","content":"a title, please"}]}`))
	if diff := cmp.Diff([]Block{{Type: "text", Text: "ok"}}, got); diff != "" {
		t.Errorf("a request without tools (-want +got):\n%s", diff)
	}
	if got := post(t, m, "/v1/messages/count_tokens", "s", "{}"); strings.TrimSpace(got) != `{"input_tokens":10}` {
		t.Errorf("count_tokens: %q", got)
	}
	if got := post(t, m, "/anything", "s", "no json"); strings.TrimSpace(got) != "{}" {
		t.Errorf("another path: %q", got)
	}
}

func TestThePlanFileIsFilledIn(t *testing.T) {
	t.Parallel()
	m := NewModel(t, Turn{Text("see " + PlanFile), ToolUse("Write", map[string]any{"file_path": PlanFile})})
	got, _ := content(t, post(t, m, "/v1/messages", "s", conversation(false, "You should create your plan at /h/a-plan.md using Write")))
	if got[0].Text != "see /h/a-plan.md" || string(got[1].Input) != `{"file_path":"/h/a-plan.md"}` {
		t.Errorf("text %q, input %s", got[0].Text, got[1].Input)
	}
}

func TestSessionsSideBySide(t *testing.T) {
	t.Parallel()
	m := NewModel(t, Turn{Text("default")}).On("apples", Turn{Text("red")}).On("pears", Turn{Text("green")})
	var all sync.WaitGroup
	for prompt, want := range map[string]string{"two apples": "red", "pears, please": "green", "else": "default"} {
		for range 5 {
			all.Go(func() {
				got := post(t, m, "/v1/messages", prompt, conversation(false, prompt))
				if !strings.Contains(got, `"text":"`+want+`"`) {
					t.Errorf("%q was answered %q, want %q", prompt, got, want)
				}
			})
		}
	}
	all.Wait()
	sessions := map[string]int{}
	for _, r := range m.Requests() {
		sessions[r.SessionID]++
	}
	if diff := cmp.Diff(map[string]int{"two apples": 5, "pears, please": 5, "else": 5}, sessions); diff != "" {
		t.Errorf("requests by session (-want +got):\n%s", diff)
	}
}

func TestWhatTheModelWasTold(t *testing.T) {
	t.Parallel()
	m := NewModel(t)
	results := []any{
		map[string]any{"type": "tool_result", "tool_use_id": "one", "content": "plain"},
		map[string]any{"type": "tool_result", "tool_use_id": "two", "is_error": true, "content": []any{
			map[string]any{"type": "text", "text": "in"}, map[string]any{"type": "text", "text": "blocks"},
		}},
	}
	var posting sync.WaitGroup
	posting.Go(func() {
		post(t, m, "/v1/messages", "s", conversation(true, "go"))
		post(t, m, "/v1/messages", "s", conversation(true, "go", "calls", results))
	})
	told := m.WaitToolResult(within(t, Patience), "two")
	posting.Wait()

	want := map[string]ToolResult{"one": {"one", "plain", false}, "two": {"two", "in\nblocks", true}}
	if diff := cmp.Diff(want, m.ToolResults()); diff != "" {
		t.Errorf("ToolResults (-want +got):\n%s", diff)
	}
	if told != want["two"] {
		t.Errorf("WaitToolResult gave %v, want %v", told, want["two"])
	}
	reqs := m.Requests()
	if len(reqs) != 2 || reqs[1].Turn != 1 || !reqs[1].Main() || reqs[1].FirstPrompt() != "go" || reqs[1].Text() != "go\ncalls\nplain\nin\nblocks" {
		t.Errorf("requests: %+v", reqs)
	}
}

func TestAWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	m := NewModel(t)
	post(t, m, "/v1/messages", "someone", conversation(true, "go"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	end := outcome(t, func(tb testing.TB) {
		m.t = tb
		m.WaitRequest(ctx, func(Request) bool { return false })
	})
	if end.how != "fatal" || !strings.Contains(end.message, "someone") {
		t.Errorf("ended with %q %q, want a failure that shows the request", end.how, end.message)
	}
}
