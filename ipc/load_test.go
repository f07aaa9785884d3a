//go:build linux || darwin

package ipc_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
)

// One process may send lines that never end on many connections: it gets no
// further than one line's room, and asks of usual size go their way meanwhile.
func TestLinesWithoutAnEndHoldUpNobody(t *testing.T) {
	s := start(t)
	half := `{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","payload":{"a":"` + strings.Repeat("x", 3<<20)
	refused := make(chan string, 20)
	for range 20 {
		r := s.raw()
		go func() {
			_, _ = r.conn.Write([]byte(half)) // a refused one is closed while it is written
			refused <- r.read()
		}()
	}
	// Those that have no room are told so; those that have go on waiting for an end.
	for range 20 - ipc.MaxLine/(3<<20) - 1 {
		if got := <-refused; got != "EOF" && !strings.Contains(got, "too many large messages at once") {
			t.Fatalf("got %s", got)
		}
	}
	c := s.raw()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","payload":{"command":"ls"}}}`)
	s.untilWaiting(1)
}

// What a connection held is free again when it ends, and after each message.
func TestRoomForLargeLinesComesBack(t *testing.T) {
	s := start(t)
	large := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":%d,"version":"x","later":"%s"}}`,
		ipc.ProtocolVersion, strings.Repeat("x", 4<<20))
	one := s.raw()
	for range 5 {
		one.send(large)
		if got := one.read(); !strings.Contains(got, `"result"`) {
			t.Fatalf("got %.200s", got)
		}
	}
	for range 5 {
		c := s.raw()
		c.send(large)
		if got := c.read(); !strings.Contains(got, `"result"`) {
			t.Fatalf("got %.200s", got)
		}
		_ = c.conn.Close()
	}
}

// A door whose reader fails is answered with an error; the other asks wait on.
func TestAReaderThatFailsIsTheAsksProblem(t *testing.T) {
	s := newSayso(t, filepath.Join(claudetest.ShortDir(t), "sayso.sock"))
	s.server.Doors["broken"] = func(json.RawMessage) (approver.Ask, error) { panic("no") }
	s.serve(s.listener)
	good, bad := s.raw(), s.raw()
	good.send(`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","payload":{}}}`)
	s.untilWaiting(1)
	bad.send(`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"broken","payload":{}}}`)
	if got := bad.read(); !strings.Contains(got, "-32603") || !strings.Contains(got, "could not be dealt with") {
		t.Errorf("got %s", got)
	}
	bad.send(`{"jsonrpc":"2.0","id":2,"method":"ask","params":{"door":"plain","payload":{}}}`)
	s.untilWaiting(2)
}

// Messages over a limit are refused by name, with their own id where that is one.
func TestMessagesOverALimit(t *testing.T) {
	long := strings.Repeat("x", 20_000)
	for name, tc := range map[string]struct{ send, want string }{
		"method":    {`{"jsonrpc":"2.0","id":7,"method":"` + long + `"}`, `"id":7,"error":{"code":-32600,"message":"field \"method\": too large`},
		"id":        {`{"jsonrpc":"2.0","id":"` + long + `","method":"status"}`, `"id":null,"error":{"code":-32600,"message":"field \"id\": too large`},
		"directory": {`{"jsonrpc":"2.0","id":7,"method":"ask","params":{"door":"plain","payload":{},"cwd":"` + long + `"}}`, `"id":7,"error":{"code":-32602,"message":"ask: params: field \"cwd\": too large`},
		"session":   {`{"jsonrpc":"2.0","id":7,"method":"ask","params":{"door":"plain","payload":{},"session_id":"` + long + `"}}`, `field \"session_id\": too large`},
		"door":      {`{"jsonrpc":"2.0","id":7,"method":"ask","params":{"door":"` + long + `","payload":{}}}`, `field \"door\": too large`},
		"depth":     {`{"jsonrpc":"2.0","id":7,"method":"ask","params":{"door":"plain","payload":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`, `"id":7,"error":{"code":-32600,"message":"too large: nested more than 100 deep`},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			c := s.raw()
			c.send(tc.send)
			_ = c.conn.SetDeadline(time.Now().Add(patience / 6)) // a request that is taken waits
			if got := c.read(); !strings.Contains(got, tc.want) {
				t.Fatalf("got %.300s", got)
			}
			if err := <-s.rejects; !strings.Contains(err.Error(), "too large") {
				t.Errorf("the person was told %v", err)
			}
			if n := len(s.desk.Snapshot().Waiting); n != 0 {
				t.Errorf("%d asks wait", n)
			}
		})
	}
}

// A refusal goes back to the door and onto the screen, so it must not grow with what
// is refused.
func TestARefusalIsShort(t *testing.T) {
	const most = 4 << 10
	digits, letters := strings.Repeat("1", 1<<20), strings.Repeat("x", 1<<20)
	for name, send := range map[string]string{
		"the version a long text":   `{"jsonrpc":"` + letters + `","id":7,"method":"status"}`,
		"the version of characters": `{"jsonrpc":"` + strings.Repeat("\u202e", 1<<18) + `","id":7,"method":"status"}`,
		"the version a number":      `{"jsonrpc":` + digits + `,"id":7,"method":"status"}`,
		"the method a number":       `{"jsonrpc":"2.0","id":7,"method":` + digits + `}`,
		"an error's code":           `{"jsonrpc":"2.0","id":7,"error":{"code":` + digits + `}}`,
		"a parameter":               `{"jsonrpc":"2.0","id":7,"method":"hello","params":{"protocol":` + digits + `}}`,
		"a parameter's name":        `{"jsonrpc":"2.0","id":7,"method":"hello","params":{"` + letters + `":1,"protocol":"x"}}`,
		"not JSON":                  letters,
		"half of JSON":              `{"jsonrpc":"` + letters,
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			c := s.raw()
			c.send(send)
			if got := c.read(); len(got) > most || !strings.Contains(got, `"error"`) {
				t.Errorf("the door gets %d bytes: %.200s", len(got), got)
			}
			if told := receive(t, "a notice", s.rejects).Error(); len(told) > most {
				t.Errorf("the person is told %d bytes: %.200s", len(told), told)
			}
		})
	}
}
