package ipc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sayso/approver"
	"sayso/internal/jsonrpc"
	"sayso/ipc/wire"
)

// dialTimeout bounds the way to the socket. A listening sayso accepts at once;
// what takes longer is not a sayso that could answer.
const dialTimeout = wire.DialMS * time.Millisecond

// confirmTimeout bounds the write that tells sayso of a delivered answer. It
// fits into the socket's buffer, unless sayso reads nothing at all.
const confirmTimeout = wire.ConfirmMS * time.Millisecond

// helloID is the id of a client's first request.
const helloID = "1"

// Errors of the client.
var (
	ErrNotRunning = errors.New("no sayso is running")
	ErrGone       = errors.New("sayso ended the connection without an answer")
)

// Client is a connection from a door to sayso. Requests may be made from
// several goroutines. Closing it withdraws what it has asked.
type Client struct {
	conn  *net.UnixConn
	lines *jsonrpc.Reader // read by one goroutine

	writeMu sync.Mutex

	mu      sync.Mutex
	nextID  int
	pending map[string]chan jsonrpc.Message
	err     error // set when reading has ended
}

// Dial connects to the sayso that listens at path and checks that it belongs to
// this user: anybody could listen in a shared directory, and would be believed.
// ErrNotRunning means that nobody listens.
func Dial(path, version string) (*Client, error) {
	if info, err := os.Lstat(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotRunning, err)
	} else if !ownedByUser(info) {
		return nil, fmt.Errorf("%s belongs to another user", filepath.Dir(path))
	}
	conn, err := net.DialTimeout("unix", path, dialTimeout)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotRunning, err)
	}
	c := &Client{conn: conn.(*net.UnixConn), lines: jsonrpc.NewReader(conn, MaxLine, nil), pending: map[string]chan jsonrpc.Message{}}
	peer, err := peerOf(c.conn)
	if err == nil && peer.UID != os.Getuid() {
		err = fmt.Errorf("the socket %s is answered by user %d", path, peer.UID)
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	// Not waited for here: the answer to hello comes before any other, and one
	// that does not fit fails whatever was asked meanwhile.
	if _, _, err := c.start(MethodHello, HelloParams{Protocol: ProtocolVersion, Version: version}); err != nil {
		_ = conn.Close()
		return nil, err
	}
	go c.read()
	return c, nil
}

// Pass gives a decision on to whoever asked the door. An error means that it did
// not get there.
type Pass func(approver.Decision) error

// Ask puts a payload before the person and waits for the decision, for as long
// as it takes. Any error means that there is none: hand back.
func (c *Client) Ask(ctx context.Context, door approver.Door, payload json.RawMessage) (d approver.Decision, err error) {
	err = c.AskFor(ctx, AskParams{Door: door, Payload: payload}, func(got approver.Decision) error {
		d = got
		return nil
	})
	return d, err
}

// AskFor is Ask with all that a door can tell, a deadline among it that sayso
// knows of and shows, and with pass, which gives the decision on. sayso is told
// that the answer arrived once pass has returned nil and ctx has not ended; until
// then it counts as lost.
func (c *Client) AskFor(ctx context.Context, p AskParams, pass Pass) error {
	var result AskResult
	return c.ask(ctx, p, &result, func() error {
		decision, err := result.decision()
		if err != nil {
			return err
		}
		return pass(decision)
	})
}

// PrintFor is AskFor for the hook: pass is given what is to be printed, nil for
// nothing.
func (c *Client) PrintFor(ctx context.Context, p AskParams, pass func(output []byte) error) error {
	p.Printed = true
	var result Printed
	return c.ask(ctx, p, &result, func() error {
		output, err := result.Line()
		if err != nil {
			return err
		}
		return pass(output)
	})
}

// ask waits for the result of an ask, calls pass and tells sayso that it was passed
// on.
func (c *Client) ask(ctx context.Context, p AskParams, result any, pass func() error) error {
	if len(p.Payload) > MaxPayload {
		return ErrLineTooLong
	}
	id, err := c.request(ctx, MethodAsk, p, result)
	if err != nil {
		return err
	}
	if err := pass(); err != nil {
		return err
	}
	if ctx.Err() == nil && !abandoned() { // else whoever asked has gone, and may not have read it
		c.confirm(id)
	}
	return nil
}

// confirm tells sayso that the answer to a request was passed on. A pane that
// does not read must not hold up the door.
func (c *Client) confirm(id string) {
	_ = c.conn.SetWriteDeadline(time.Now().Add(confirmTimeout))
	_ = c.send(jsonrpc.Message{Method: MethodDelivered}, DeliveredParams{ID: json.RawMessage(id)}) // without it the answer counts as lost
	_ = c.conn.SetWriteDeadline(time.Time{})
}

// Once puts one ask before the person on a connection of its own, so that the
// end of ctx withdraws this ask and no other. getenv finds the socket; pass gives
// the decision on, as in [Client.AskFor]. Any error means that no decision was
// passed on.
func Once(ctx context.Context, getenv func(string) string, version string, p AskParams, pass Pass) error {
	path, err := SocketPath(getenv)
	if err != nil {
		return err
	}
	c, err := Dial(path, version)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.AskFor(ctx, p, pass)
}

// Status asks how the other side stands.
func (c *Client) Status(ctx context.Context) (StatusResult, error) {
	var result StatusResult
	err := c.call(ctx, MethodStatus, struct{}{}, &result)
	return result, err
}

// List asks what waits there.
func (c *Client) List(ctx context.Context) (ListResult, error) {
	var result ListResult
	err := c.call(ctx, MethodList, struct{}{}, &result)
	return result, err
}

// Watch asks whether the person wants to see a call.
func (c *Client) Watch(ctx context.Context, q WatchQuestion) (WatchAnswer, error) {
	var result WatchAnswer
	err := c.call(ctx, MethodWatch, q, &result)
	return result, err
}

// Introduce shows the key of a session.
func (c *Client) Introduce(ctx context.Context, p KeyParams) error {
	return c.call(ctx, MethodKey, p, &struct{}{})
}

// Event passes a payload on and waits for what sayso has to say to it.
func (c *Client) Event(ctx context.Context, p AskParams) (EventResult, error) {
	var result EventResult
	if len(p.Payload) > MaxPayload {
		return result, ErrLineTooLong
	}
	err := c.call(ctx, MethodEvent, p, &result)
	return result, err
}

// Close ends the connection, and with it whatever it still asks.
func (c *Client) Close() error { return c.conn.Close() }
