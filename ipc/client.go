package ipc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"sayso/approver"
	"sayso/internal/jsonrpc"
	"sayso/internal/openjson"
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

// call sends a request and reads the result of its response.
func (c *Client) call(ctx context.Context, method string, params, result any) error {
	_, err := c.request(ctx, method, params, result)
	return err
}

// request is call that returns the request's id.
func (c *Client) request(ctx context.Context, method string, params, result any) (id string, err error) {
	id, reply, err := c.start(method, params)
	if err != nil {
		return id, err
	}
	select {
	case <-ctx.Done():
		return id, ctx.Err()
	case m, ok := <-reply:
		if !ok {
			return id, c.endOfReading()
		}
		if m.Error != nil {
			return id, m.Error
		}
		if err := openjson.Unmarshal(m.Result, result, nil); err != nil {
			return id, fmt.Errorf("reading the answer to %s: %w", method, err)
		}
	}
	return id, nil
}

// start sends a request and returns its id and the channel on which its response
// comes, or which is closed when none can come any more.
func (c *Client) start(method string, params any) (id string, _ <-chan jsonrpc.Message, err error) {
	reply := make(chan jsonrpc.Message, 1)
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return "", nil, c.err
	}
	c.nextID++
	id = strconv.Itoa(c.nextID)
	c.pending[id] = reply
	c.mu.Unlock()
	return id, reply, c.send(jsonrpc.Message{ID: json.RawMessage(id), Method: method}, params)
}

func (c *Client) send(m jsonrpc.Message, params any) (err error) {
	if m.Params, err = openjson.Encode(params); err != nil {
		return fmt.Errorf("encoding %s: %w", m.Method, err)
	}
	line, err := jsonrpc.Encode(m)
	if err != nil {
		return fmt.Errorf("encoding %s: %w", m.Method, err)
	}
	if len(line) > MaxLine {
		return ErrLineTooLong
	}
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	if _, err := c.conn.Write(line); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}

// read gives every response to the request that waits for it, and ends all of
// them when the connection ends or the other side speaks another protocol.
func (c *Client) read() {
	err := c.readHello()
	for err == nil {
		var line []byte
		if line, err = c.lines.Next(); err != nil {
			err = ErrGone
			break
		}
		m, bad := parse(line)
		if bad != nil {
			err = bad
			break
		}
		if reply := c.take(m.ID); reply != nil {
			reply <- m
		}
	}
	_ = c.conn.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
	for _, reply := range c.pending {
		close(reply)
	}
	c.pending = nil
}

// readHello reads the first message, which must be the answer to hello: nothing
// is believed before it is known what the other side speaks.
func (c *Client) readHello() error {
	line, err := c.lines.Next()
	if err != nil {
		return ErrGone
	}
	m, bad := parse(line)
	if bad != nil {
		return bad
	}
	if string(m.ID) != helloID {
		return fmt.Errorf("%w: the first message does not answer hello", ErrGone)
	}
	c.take(m.ID)
	return checkHello(m)
}

// take returns the channel of the request that waits for a response, and nil
// where none does.
func (c *Client) take(id json.RawMessage) chan jsonrpc.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	reply := c.pending[string(id)]
	delete(c.pending, string(id))
	return reply
}

// endOfReading says why no response can come any more.
func (c *Client) endOfReading() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func checkHello(m jsonrpc.Message) error {
	if m.Error != nil {
		return m.Error
	}
	var result HelloResult
	if err := openjson.Unmarshal(m.Result, &result, nil); err != nil {
		return fmt.Errorf("reading the answer to hello: %w", err)
	}
	if result.Protocol != ProtocolVersion {
		return fmt.Errorf("sayso %s speaks protocol %d, this one %d; restart the older one",
			result.Version, result.Protocol, ProtocolVersion)
	}
	return nil
}
