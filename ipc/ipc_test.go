//go:build linux || darwin

package ipc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
)

// patience bounds every wait of a test; nothing ever takes as long.
const patience = time.Minute

// sayso is a running server with its desk.
type sayso struct {
	t        *testing.T
	path     string
	listener *ipc.Listener
	server   *ipc.Server
	desk     *approver.Desk
	stop     context.CancelFunc
	served   chan error
	rejects  chan error
}

// start runs a server on a socket of its own. Its one door, "plain", takes the
// payload as a tool's input.
func start(t *testing.T) *sayso {
	t.Helper()
	return startAt(t, filepath.Join(claudetest.ShortDir(t), "sayso.sock"))
}

func startAt(t *testing.T, path string) *sayso {
	t.Helper()
	s := newSayso(t, path)
	s.serve(s.listener)
	return s
}

// newSayso is a server that listens and does not serve yet.
func newSayso(t *testing.T, path string) *sayso {
	t.Helper()
	l, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := &sayso{t: t, path: path, listener: l, desk: approver.NewDesk(time.Now),
		served: make(chan error, 1), rejects: make(chan error, 100)}
	var n atomic.Int64
	s.server = &ipc.Server{
		Desk:    s.desk,
		Version: "test",
		NewID:   func() approver.ID { return approver.ID(strconv.FormatInt(n.Add(1), 10)) },
		Doors: map[approver.Door]ipc.Decoder{"plain": func(payload json.RawMessage) (approver.Ask, error) {
			if string(payload) == `"bad"` {
				return approver.Ask{}, errors.New(`field "payload": bad`)
			}
			return approver.Ask{Tool: "Bash", Input: payload}, nil
		}},
		OnReject: func(err error) { s.rejects <- err },
	}
	return s
}

func (s *sayso) serve(l net.Listener) {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.t.Cleanup(stop)
	go func() { s.served <- s.server.Serve(ctx, l) }()
}

// until waits for the desk to come into a state.
func (s *sayso) until(what string, ok func(approver.Snapshot) bool) approver.Snapshot {
	s.t.Helper()
	deadline := time.After(patience)
	for {
		if snap := s.desk.Snapshot(); ok(snap) {
			return snap
		}
		select {
		case <-s.desk.Changed():
		case <-deadline:
			s.t.Fatalf("never: %s; the desk is %+v", what, s.desk.Snapshot())
		}
	}
}

func (s *sayso) untilWaiting(n int) approver.Snapshot {
	s.t.Helper()
	return s.until(fmt.Sprint(n, " asks wait"), func(snap approver.Snapshot) bool { return len(snap.Waiting) == n })
}

type answer struct {
	decision approver.Decision
	err      error
}

// ask sends an ask through a client of its own.
func (s *sayso) ask(ctx context.Context, payload string) (<-chan answer, *ipc.Client) {
	s.t.Helper()
	c, err := ipc.Dial(s.path, "test")
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	out := make(chan answer, 1)
	go func() {
		d, err := c.Ask(ctx, "plain", json.RawMessage(payload))
		out <- answer{d, err}
	}()
	return out, c
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

func TestAnAnswerGoesToItsAskWhateverTheOrder(t *testing.T) {
	s := start(t)
	first, _ := s.ask(t.Context(), `{"n":1}`)
	s.untilWaiting(1)
	second, _ := s.ask(t.Context(), `{"n":2}`)
	waiting := s.untilWaiting(2).Waiting
	if string(waiting[0].Ask.Input) != `{"n":1}` || waiting[0].Ask.Peer.PID != os.Getpid() {
		t.Errorf("the first ask is %+v", waiting[0].Ask)
	}
	_ = s.desk.Answer(waiting[1].Ask.ID, approver.Decision{Verdict: approver.Deny, Message: "two"})
	_ = s.desk.Answer(waiting[0].Ask.ID, approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"a":"<&>"}`)})
	if a := receive(t, "the first answer", first); a.err != nil || a.decision.Verdict != approver.Allow || string(a.decision.UpdatedInput) != `{"a":"<&>"}` {
		t.Errorf("first: %+v", a)
	}
	if a := receive(t, "the second answer", second); a.err != nil || a.decision.Verdict != approver.Deny || a.decision.Message != "two" {
		t.Errorf("second: %+v", a)
	}
}

func TestTheConnectionIsTheAsk(t *testing.T) {
	s := start(t)
	_, client := s.ask(t.Context(), `{}`)
	s.untilWaiting(1)
	_ = client.Close()
	snap := s.until("the ask is withdrawn", func(snap approver.Snapshot) bool { return len(snap.Ended) == 1 })
	if snap.Ended[0].State != approver.Withdrawn {
		t.Errorf("it ended as %v", snap.Ended[0].State)
	}
}

// The door goes at the moment of the answer: whichever is seen first, the desk
// never goes on to believe that an answer is on its way.
func TestAnAnswerToADoorThatJustWentIsTooLate(t *testing.T) {
	const asks = 100 // what one process may have waiting
	s := start(t)
	c := s.raw()
	for n := range asks {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ask","params":{"door":"plain","payload":{}}}`, n))
	}
	waiting := s.untilWaiting(asks).Waiting
	_ = c.conn.Close()
	for _, e := range waiting {
		_ = s.desk.Answer(e.Ask.ID, approver.Decision{Verdict: approver.Allow}) // it may be withdrawn already
	}
	s.until("every answer is known to be lost", func(snap approver.Snapshot) bool {
		for _, e := range snap.Ended {
			if e.State != approver.TooLate && e.State != approver.Withdrawn {
				return false
			}
		}
		return len(snap.Ended) == asks
	})
}

// A door that takes the answer out of the socket and dies has told nobody.
func TestAnAnswerCountsOnceItsDoorHasPassedItOn(t *testing.T) {
	for name, end := range map[string]struct {
		say  string
		want approver.State
	}{
		"it says so":            {`{"jsonrpc":"2.0","method":"delivered","params":{"id":1}}`, approver.Answered},
		"it goes":               {``, approver.TooLate},
		"it says so of another": {`{"jsonrpc":"2.0","method":"delivered","params":{"id":2}}`, approver.TooLate},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			c := s.raw()
			c.send(`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","payload":{}}}`)
			if err := s.desk.Answer(s.untilWaiting(1).Waiting[0].Ask.ID, approver.Decision{Verdict: approver.Allow}); err != nil {
				t.Fatal(err)
			}
			if line := c.read(); !strings.Contains(line, `"allow"`) {
				t.Fatalf("the answer is %s", line)
			}
			if e := s.desk.Snapshot().Ended[0]; !e.Sending {
				t.Error("the answer counts before it was passed on")
			}
			if end.say != "" {
				c.send(end.say)
			}
			_ = c.conn.Close()
			e := s.until("its fate is known", func(snap approver.Snapshot) bool { return !snap.Ended[0].Sending }).Ended[0]
			if e.State != end.want {
				t.Errorf("it is told as %v", e.State)
			}
		})
	}
}

func TestALongDeadlineIsNoShortOne(t *testing.T) {
	s := start(t)
	c := s.raw()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","payload":{},"timeout_ms":9223372036854775807}}`)
	ask := s.untilWaiting(1).Waiting[0].Ask
	if left := time.Until(ask.Deadline); left < 24*time.Hour {
		t.Errorf("the ask ends in %v", left)
	}
}

func TestQuittingHandsBackWhatWaits(t *testing.T) {
	s := start(t)
	out, _ := s.ask(t.Context(), `{}`)
	s.untilWaiting(1)
	s.stop()
	if a := receive(t, "the hand-back", out); a.err != nil || a.decision.Verdict != approver.HandBack {
		t.Errorf("got %+v", a)
	}
	if err := receive(t, "the end of Serve", s.served); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// The person presses y and then q: the y must not be lost on the way out.
func TestAnAnswerBeforeQuittingStillArrives(t *testing.T) {
	for range 50 {
		s := start(t)
		out, _ := s.ask(t.Context(), `{}`)
		id := s.untilWaiting(1).Waiting[0].Ask.ID
		if err := s.desk.Answer(id, approver.Decision{Verdict: approver.Allow}); err != nil {
			t.Fatal(err)
		}
		s.stop()
		if a := receive(t, "the answer", out); a.err != nil || a.decision.Verdict != approver.Allow {
			t.Fatalf("got %+v", a)
		}
		receive(t, "the end of Serve", s.served)
	}
}

func TestACancelledAskIsWithdrawn(t *testing.T) {
	s := start(t)
	c := s.raw()
	c.send(`{"jsonrpc":"2.0","id":"x","method":"ask","params":{"door":"plain","payload":{}}}`)
	s.untilWaiting(1)
	c.send(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":"x"}}`)
	s.until("the ask is withdrawn", func(snap approver.Snapshot) bool {
		return len(snap.Ended) == 1 && snap.Ended[0].State == approver.Withdrawn
	})
	c.send(`{"jsonrpc":"2.0","id":2,"method":"hello","params":{"protocol":3,"version":"x"}}`)
	if line := c.read(); !strings.Contains(line, `"id":2`) {
		t.Errorf("the connection went with the ask: %s", line)
	}
}

func TestAnIDThatWaitsIsNotTakenTwice(t *testing.T) {
	s := start(t)
	c := s.raw()
	const ask = `{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","payload":{}}}`
	c.send(ask)
	id := s.untilWaiting(1).Waiting[0].Ask.ID
	c.send(ask)
	if got := c.read(); !strings.Contains(got, "-32600") || !strings.Contains(got, "waits already") {
		t.Errorf("the second one got %s", got)
	}
	_ = s.desk.Answer(id, approver.Decision{Verdict: approver.Allow})
	if got := c.read(); !strings.Contains(got, `"behavior":"allow"`) {
		t.Errorf("the first one got %s", got)
	}
	s.untilWaiting(0)
}

// raw is a connection that may say anything.
type raw struct {
	t    *testing.T
	conn net.Conn
	r    *bufio.Reader
}

func (s *sayso) raw() *raw {
	s.t.Helper()
	conn, err := net.Dial("unix", s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	return &raw{s.t, conn, bufio.NewReader(conn)}
}

func (r *raw) send(line string) {
	r.t.Helper()
	if _, err := r.conn.Write([]byte(line + "\n")); err != nil {
		r.t.Fatal(err)
	}
}

// read returns the next line, or "EOF" at the end.
func (r *raw) read() string {
	line, err := r.r.ReadString('\n')
	if err != nil {
		return "EOF"
	}
	return strings.TrimSpace(line)
}

func TestBadMessages(t *testing.T) {
	for name, tc := range map[string]struct {
		send string
		want string // in the answer
		ends bool   // the connection ends after it
	}{
		"not JSON":           {`{"jsonrpc":`, `-32700`, true},
		"not a message":      {`[1,2]`, `-32600`, true},
		"not UTF-8":          {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ask\",\"params\":{\"door\":\"plain\",\"payload\":{\"a\":\"\xff\"}}}", `not UTF-8`, true},
		"another version":    {`{"jsonrpc":"1.0","id":1,"method":"hello"}`, `-32600`, true},
		"unknown method":     {`{"jsonrpc":"2.0","id":1,"method":"answer","params":{}}`, `-32601`, false},
		"no params":          {`{"jsonrpc":"2.0","id":1,"method":"ask"}`, `-32602`, false},
		"params of a type":   {`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":3}}`, `door`, false},
		"no such door":       {`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"window","payload":{}}}`, `there is no door \"window\"`, false},
		"the door refuses":   {`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","payload":"bad"}}`, `field \"payload\": bad`, false},
		"words of its own":   {`{"jsonrpc":"2.0","id":1,"method":"ask","params":{"door":"plain","printed":true,"payload":{}}}`, `prints in its own words`, false},
		"another protocol":   {`{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":99}}`, `protocol 99`, false},
		"17 MiB in one line": {strings.Repeat("x", 17<<20), `16 MiB`, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			bystander, _ := s.ask(t.Context(), `{}`)
			s.untilWaiting(1)
			c := s.raw()
			go c.conn.Write([]byte(tc.send + "\n")) // may be cut off midway
			if got := c.read(); !strings.Contains(got, tc.want) || !strings.Contains(got, `"error"`) {
				t.Errorf("got %.200s, want an error with %s", got, tc.want)
			}
			receive(t, "word of it to the person", s.rejects)
			if tc.ends {
				if got := c.read(); got != "EOF" {
					t.Errorf("the connection goes on with %s", got)
				}
			} else {
				c.send(`{"jsonrpc":"2.0","id":7,"method":"hello","params":{"protocol":3}}`)
				if got := c.read(); !strings.Contains(got, `"id":7,"result"`) {
					t.Errorf("the connection is of no use any more: %s", got)
				}
			}
			_ = s.desk.Answer(s.untilWaiting(1).Waiting[0].Ask.ID, approver.Decision{Verdict: approver.Allow})
			if a := receive(t, "the bystander's answer", bystander); a.decision.Verdict != approver.Allow {
				t.Errorf("another connection was disturbed: %+v", a)
			}
		})
	}
}

func TestNobodyAnswersOverTheSocket(t *testing.T) {
	s := start(t)
	out, _ := s.ask(t.Context(), `{}`)
	id := s.untilWaiting(1).Waiting[0].Ask.ID
	c := s.raw()
	for _, method := range []string{"answer", "allow", "approve", "decide", "grant", "Answer", "setMode"} {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"id":%q,"behavior":"allow"}}`, method, id))
		if got := c.read(); !strings.Contains(got, "-32601") {
			t.Errorf("%s: %s", method, got)
		}
	}
	// A response with the id of the ask is no answer either.
	c.send(`{"jsonrpc":"2.0","id":2,"result":{"behavior":"allow"}}`)
	c.read()
	select {
	case a := <-out:
		t.Errorf("the ask was answered: %+v", a)
	default:
	}
}
