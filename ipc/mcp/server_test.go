package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/ipc"
	"sayso/ipc/mcp"
)

// patience bounds every wait of a test; nothing ever takes as long.
const patience = time.Minute

// pending is a call that waits for its answer.
type pending struct {
	payload string
	answer  chan<- result
	ended   <-chan struct{} // closed when the ask is withdrawn
}

type result struct {
	decision approver.Decision
	err      error
}

// rig is a server with a client in memory. Every ask comes on asks.
type rig struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string // what the server writes; closed at its end
	asks  chan pending
	done  chan error // what Serve returned
}

func start(t *testing.T) *rig {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	r := &rig{t: t, in: inW, lines: make(chan string, 100), asks: make(chan pending, 100), done: make(chan error, 1)}
	server := &mcp.Server{Version: "1.2.3", Ask: func(ctx context.Context, payload json.RawMessage, pass ipc.Pass) error {
		answer := make(chan result, 1)
		r.asks <- pending{string(payload), answer, ctx.Done()}
		select {
		case a := <-answer:
			if a.err != nil {
				return a.err
			}
			return pass(a.decision)
		case <-ctx.Done():
			return ctx.Err()
		}
	}, Beat: time.Millisecond}
	go func() {
		r.done <- server.Serve(context.Background(), inR, outW)
		_ = outW.Close()
	}()
	go func() {
		defer close(r.lines)
		for scanner := bufio.NewScanner(outR); scanner.Scan(); {
			r.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() { _ = inW.Close() })
	return r
}

func receive[T any](t *testing.T, what string, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("never came: %s", what)
		panic("unreachable")
	}
}

func (r *rig) send(lines ...string) {
	r.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(r.in, line+"\n"); err != nil {
			r.t.Fatal(err)
		}
	}
}

// expect checks the next line that is not a sign of life.
func (r *rig) expect(want string) {
	r.t.Helper()
	for {
		got := receive(r.t, want, r.lines)
		if strings.Contains(got, "notifications/progress") {
			continue
		}
		if got != want {
			r.t.Errorf("\n got %s\nwant %s", got, want)
		}
		return
	}
}

// call is a call of the tool, as Claude Code makes it.
func call(id, tool string) string {
	return fmt.Sprintf(`{"method":"tools/call","params":{"name":"approve","arguments":{"tool_name":%q,"input":{"n":%s},"tool_use_id":"u"},`+
		`"_meta":{"claudecode/toolUseId":"u"}},"jsonrpc":"2.0","id":%s}`, tool, id, id)
}

// said is the response to a call with the given text.
func said(id, text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always marshals
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"text":%s,"type":"text"}]}}`, id, quoted)
}

var yes = result{decision: approver.Decision{Verdict: approver.Allow}}

func TestHandshake(t *testing.T) {
	r := start(t)
	for asked, answered := range map[string]string{
		"2025-11-25": "2025-11-25",
		"2025-06-18": "2025-06-18",
		"2024-11-05": "2024-11-05",
		"2025-03-26": "2025-11-25", // it wants batches
		"2099-01-01": "2025-11-25",
		"":           "2025-11-25",
	} {
		r.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"x","version":"y"}}}`, asked))
		r.expect(`{"jsonrpc":"2.0","id":"i","result":{"capabilities":{"tools":{}},"protocolVersion":"` + answered + `","serverInfo":{"name":"sayso","title":"sayso","version":"1.2.3"}}}`)
	}
	r.send(
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`,
		`{"jsonrpc":"2.0","id":7,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	r.expect(`{"jsonrpc":"2.0","id":1,"result":{}}`)

	r.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	var list struct {
		Result struct {
			Tools []struct {
				Name        string
				Description string
				InputSchema struct {
					Type       string
					Properties map[string]struct{ Type string }
					Required   []string
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(receive(t, "the tools", r.lines)), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Result.Tools) != 1 {
		t.Fatalf("tools: %+v", list)
	}
	tool := list.Result.Tools[0]
	if tool.Name != "approve" || tool.Description == "" || tool.InputSchema.Type != "object" ||
		tool.InputSchema.Properties["input"].Type != "object" || !slices.Equal(tool.InputSchema.Required, []string{"tool_name", "input"}) {
		t.Errorf("the tool is %+v", tool)
	}
}

func TestCallsAreAnsweredInAnyOrder(t *testing.T) {
	r := start(t)
	r.send(call("1", "Bash"))
	first := receive(t, "the first ask", r.asks)
	r.send(call("2", "Write"))
	second := receive(t, "the second ask", r.asks)
	if want := `{"tool_name":"Bash","input":{"n":1},"tool_use_id":"u"}`; first.payload != want {
		t.Errorf("the ask is %s, want %s", first.payload, want)
	}
	second.answer <- result{decision: approver.Decision{Verdict: approver.Deny, Message: "two"}}
	r.expect(said("2", `{"behavior":"deny","message":"two"}`))
	first.answer <- yes
	r.expect(said("1", `{"behavior":"allow","updatedInput":{"n":1}}`))
}

func TestACancelledCallIsWithdrawnAndNotAnswered(t *testing.T) {
	r := start(t)
	r.send(call("1", "Bash"), call("2", "Bash"))
	asks := map[bool]pending{}
	for range 2 {
		p := receive(t, "an ask", r.asks)
		asks[strings.Contains(p.payload, `{"n":1}`)] = p
	}
	r.send(
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}`, // a text is another id
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"gone"}}`)
	receive(t, "the withdrawal", asks[true].ended)
	select {
	case <-asks[false].ended:
		t.Error("the other call was withdrawn too")
	default:
	}
	asks[false].answer <- yes
	r.expect(said("2", `{"behavior":"allow","updatedInput":{"n":2}}`))
	r.send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	r.expect(`{"jsonrpc":"2.0","id":3,"result":{}}`) // and nothing for the first
}

func TestTheEndOfStdinWithdrawsAll(t *testing.T) {
	r := start(t)
	r.send(call("1", "Bash"), call("2", "Bash"))
	first, second := receive(t, "an ask", r.asks), receive(t, "an ask", r.asks)
	_, _ = io.WriteString(r.in, call("3", "Bash")[:20]) // half a message is none
	_ = r.in.Close()
	receive(t, "the first withdrawal", first.ended)
	receive(t, "the second withdrawal", second.ended)
	if err := receive(t, "the end of Serve", r.done); err != nil {
		t.Errorf("Serve: %v", err)
	}
	if line, more := <-r.lines; more {
		t.Errorf("after the end came %s", line)
	}
}

// Claude Code gives up a server that is silent for half an hour.
func TestAWaitingCallGivesSignsOfLife(t *testing.T) {
	r := start(t)
	r.send(strings.Replace(call("1", "Bash"), `"_meta":{`, `"_meta":{"progressToken":"p",`, 1))
	ask := receive(t, "the ask", r.asks)
	for n := 1; n <= 3; n++ {
		want := fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"waiting for the person at sayso","progress":%d,"progressToken":"p"}}`, n)
		if got := receive(t, "progress", r.lines); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
	ask.answer <- yes
	r.expect(said("1", `{"behavior":"allow","updatedInput":{"n":1}}`))
	r.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	if got := receive(t, "the pong", r.lines); strings.Contains(got, "progress") {
		t.Errorf("progress after the answer: %s", got)
	}
}

// Whatever goes wrong behind the tool is a deny that says what to do.
func TestFailureIsADeny(t *testing.T) {
	for name, tc := range map[string]struct {
		result result
		want   []string
	}{
		"no sayso":    {result{err: fmt.Errorf("%w: no such file", ipc.ErrNotRunning)}, []string{"No sayso is running", `run "sayso" in a terminal`}},
		"sayso died":  {result{err: ipc.ErrGone}, []string{"sayso ended before the person answered", `run "sayso" in a terminal`}},
		"handed back": {result{}, []string{"handed this ask back", "no other dialog"}},
		"too large":   {result{err: ipc.ErrLineTooLong}, []string{"16 MiB"}},
		"other":       {result{err: errors.New("boom")}, []string{"could not ask the person", "boom"}},
		"an allow that can't be sent": {result{decision: approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`7`)}},
			[]string{"could not ask", "updatedInput"}},
		"an allow beside an error": {result{approver.Decision{Verdict: approver.Allow}, errors.New("boom")}, []string{"boom"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t)
			r.send(call("1", "Bash"))
			ask := receive(t, "the ask", r.asks)
			ask.answer <- tc.result
			if got := denial(t, receive(t, "the deny", r.lines)); !containsAll(got, tc.want) {
				t.Errorf("got %q, want it to say %q", got, tc.want)
			}
		})
	}
}

// denial returns the message of a response that denies.
func denial(t *testing.T, line string) string {
	t.Helper()
	var response struct {
		Result struct{ Content []struct{ Type, Text string } }
	}
	var decision struct{ Behavior, Message string }
	if err := json.Unmarshal([]byte(line), &response); err != nil || len(response.Result.Content) != 1 || response.Result.Content[0].Type != "text" {
		t.Fatalf("%v: not one text block: %s", err, line)
	}
	if err := json.Unmarshal([]byte(response.Result.Content[0].Text), &decision); err != nil || decision.Behavior != "deny" {
		t.Fatalf("%v: not a deny: %s", err, line)
	}
	return decision.Message
}

func containsAll(text string, parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
}
