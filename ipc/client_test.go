//go:build linux || darwin

package ipc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
)

// liar listens like a sayso, answers every request with what reply returns for
// its method, and closes the connection where that is "".
func liar(t *testing.T, reply func(method string, id json.RawMessage) string) string {
	t.Helper()
	path := filepath.Join(claudetest.ShortDir(t), "s.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			lines := bufio.NewScanner(conn)
			for lines.Scan() {
				var m struct {
					ID     json.RawMessage `json:"id"`
					Method string          `json:"method"`
				}
				_ = json.Unmarshal(lines.Bytes(), &m)
				out := reply(m.Method, m.ID)
				if out == "" {
					break
				}
				_, _ = conn.Write([]byte(strings.ReplaceAll(out, "$ID", string(m.ID)) + "\n"))
			}
			_ = conn.Close()
		}
	}()
	return path
}

const goodHello = `{"jsonrpc":"2.0","id":$ID,"result":{"protocol":3,"version":"x"}}`

// Whatever the other side says instead of a decision is never an allow.
func TestOnlyAWellFormedAllowIsOne(t *testing.T) {
	for name, tc := range map[string]struct{ hello, ask string }{
		"gone after hello":         {goodHello, ""},
		"gone at once":             {"", ""},
		"hello of another one":     {`{"jsonrpc":"2.0","id":$ID,"result":{"protocol":1}}`, `{"jsonrpc":"2.0","id":$ID,"result":{"behavior":"allow"}}`},
		"hello refused":            {`{"jsonrpc":"2.0","id":$ID,"error":{"code":-32000,"message":"no"}}`, `{"jsonrpc":"2.0","id":$ID,"result":{"behavior":"allow"}}`},
		"an answer before hello":   {`{"jsonrpc":"2.0","id":2,"result":{"behavior":"allow"}}`, ""},
		"an error":                 {goodHello, `{"jsonrpc":"2.0","id":$ID,"error":{"code":-1,"message":"x"}}`},
		"no behavior":              {goodHello, `{"jsonrpc":"2.0","id":$ID,"result":{}}`},
		"another word":             {goodHello, `{"jsonrpc":"2.0","id":$ID,"result":{"behavior":"yes"}}`},
		"another case":             {goodHello, `{"jsonrpc":"2.0","id":$ID,"result":{"behavior":"ALLOW"}}`},
		"a member in another case": {goodHello, `{"jsonrpc":"2.0","id":$ID,"result":{"Behavior":"allow"}}`},
		"a list":                   {goodHello, `{"jsonrpc":"2.0","id":$ID,"result":["allow"]}`},
		"a text":                   {goodHello, `{"jsonrpc":"2.0","id":$ID,"result":"allow"}`},
		"neither":                  {goodHello, `{"jsonrpc":"2.0","id":$ID}`},
		"not JSON":                 {goodHello, `allow`},
		"not the version":          {goodHello, `{"id":$ID,"result":{"behavior":"allow"}}`},
		"broken updates":           {goodHello, `{"jsonrpc":"2.0","id":$ID,"result":{"behavior":"allow","updatedPermissions":"all"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			path := liar(t, func(method string, _ json.RawMessage) string {
				return map[string]string{"hello": tc.hello, "ask": tc.ask}[method]
			})
			client, err := ipc.Dial(path, "test")
			if err != nil {
				return // as good
			}
			defer client.Close()
			d, err := client.Ask(t.Context(), "plain", json.RawMessage(`{}`))
			if err == nil || d.Verdict != approver.HandBack {
				t.Errorf("got %+v, %v: want an error and a hand-back", d, err)
			}
		})
	}
}

func TestAWellFormedAllowIsOne(t *testing.T) {
	path := liar(t, func(method string, _ json.RawMessage) string {
		return map[string]string{"hello": goodHello, "ask": `{"jsonrpc":"2.0","id":$ID,"result":{"behavior":"allow"}}`}[method]
	})
	client, err := ipc.Dial(path, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if d, err := client.Ask(t.Context(), "plain", json.RawMessage(`{}`)); err != nil || d.Verdict != approver.Allow {
		t.Errorf("got %+v, %v", d, err)
	}
}

func TestDialWithoutASayso(t *testing.T) {
	dir := claudetest.ShortDir(t)
	for _, path := range []string{filepath.Join(dir, "s.sock"), filepath.Join(dir, "no", "s.sock")} {
		if _, err := ipc.Dial(path, "test"); !errors.Is(err, ipc.ErrNotRunning) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestAnAskEndsWithItsContext(t *testing.T) {
	s := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	out, _ := s.ask(ctx, `{}`)
	s.untilWaiting(1)
	cancel()
	if a := receive(t, "the end of the ask", out); !errors.Is(a.err, context.Canceled) {
		t.Errorf("got %+v", a)
	}
}

func TestALineOfMoreThanTheLimitIsNotSent(t *testing.T) {
	s := start(t)
	out, _ := s.ask(t.Context(), `"`+strings.Repeat("x", ipc.MaxPayload)+`"`)
	if a := receive(t, "the refusal", out); !errors.Is(a.err, ipc.ErrLineTooLong) {
		t.Errorf("got %+v", a)
	}
}
