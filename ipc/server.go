package ipc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/jsonrpc"
)

// Decoder makes an ask of a door's payload. An error names the field and
// reaches the door as invalid params.
type Decoder func(payload json.RawMessage) (approver.Ask, error)

// Server puts what comes over the socket on the desk.
type Server struct {
	Desk  *approver.Desk
	Doors map[approver.Door]Decoder
	// Complete adds to an ask what only this machine's files tell; nil for nothing.
	Complete func(approver.Ask) approver.Ask
	Version  string
	NewID    func() approver.ID // must never return an ID twice
	// Hold says whether an event is to be decided by the person, and how long the
	// session may wait for that, 0 for as long as it takes; nil holds none.
	Hold     func(claude.Event) (hold bool, wait time.Duration)
	Watch    func(WatchQuestion) WatchAnswer // by the watch rules; nil for none
	OnReject func(error)                     // what was refused and why, for the person; may be nil

	load load
}

// drainTime is how long a closing server lets a slow door take its answer.
const drainTime = time.Second

// The pauses after an accept that failed: the first, and the longest.
const (
	firstPause   = 5 * time.Millisecond
	longestPause = time.Second
)

// Serve accepts connections until ctx ends. Then it closes the desk, which hands
// back what still waits, lets every answer reach its door, and closes the
// connections. The listener is closed when Serve returns. An accept that fails,
// as when the system is out of files, is told and tried again: asks must find
// their way once there is room. Only a listener that is closed ends it.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	var conns sync.WaitGroup
	defer conns.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		s.Desk.Close()
		_ = l.Close() // wakes Accept; there is nothing left to do about an error
	})
	defer stop()
	pause := firstPause
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				_ = conn.Close()
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("accepting a connection: %w", err)
		case err != nil:
			s.reject(fmt.Errorf("accepting a connection: %w", err))
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
			pause = min(2*pause, longestPause)
			continue
		}
		pause = firstPause
		unixConn, ok := conn.(*net.UnixConn)
		if !ok {
			_ = conn.Close()
			return fmt.Errorf("accepting a connection: %T is no unix socket", conn)
		}
		conns.Go(func() { s.serve(ctx, unixConn) })
	}
}

// serve answers one connection until it ends. Nothing that happens on it
// reaches another one.
func (s *Server) serve(ctx context.Context, conn *net.UnixConn) {
	defer conn.Close()
	peer, err := peerOf(conn)
	if err == nil && peer.UID != os.Getuid() {
		err = fmt.Errorf("user %d may not talk to this sayso", peer.UID)
	}
	if err != nil {
		s.reject(err)
		return
	}
	// The door's going and the server's end are two things: the first withdraws
	// the asks, the second still delivers what was answered.
	doorCtx, gone := context.WithCancel(context.WithoutCancel(ctx))
	defer gone()
	stop := context.AfterFunc(ctx, func() {
		_ = conn.SetReadDeadline(time.Unix(1, 0)) // ends read
		_ = conn.SetWriteDeadline(time.Now().Add(drainTime))
	})
	defer stop()
	c := &connection{server: s, conn: conn, peer: peer, cancels: map[string]context.CancelFunc{},
		receipts: map[string]chan struct{}{}, ended: make(chan struct{})}
	c.read(doorCtx)
	close(c.ended)
	if ctx.Err() == nil {
		gone()
	}
	c.asks.Wait()
}

func (s *Server) reject(err error) {
	if s.OnReject != nil {
		s.OnReject(err)
	}
}

// connection is the server's side of one connection.
type connection struct {
	server *Server
	conn   *net.UnixConn
	peer   approver.Peer
	asks   sync.WaitGroup

	writeMu sync.Mutex
	turn    atomic.Pointer[func()] // ends the turn of a large line; nil while it has none

	ended chan struct{} // closed when nothing more is read

	mu       sync.Mutex
	cancels  map[string]context.CancelFunc // by the JSON text of the request's id
	receipts map[string]chan struct{}      // of the answers that went out, likewise
}

// read handles messages in their order until the connection ends or sends
// something that is no message.
func (c *connection) read(ctx context.Context) {
	held := share{load: &c.server.load, pid: c.peer.PID}
	defer held.release()
	lines := jsonrpc.NewReader(c.conn, MaxLine, held.reach)
	for {
		line, err := lines.Next()
		switch {
		case errors.Is(err, jsonrpc.ErrTooLong):
			c.refuse(nil, jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, "%v", ErrLineTooLong))
			return
		case errors.Is(err, errBusy):
			c.refuse(nil, jsonrpc.Errorf(CodeUnavailable, "%v", err))
			return
		case err != nil:
			return
		}
		if !c.deal(ctx, line) {
			return
		}
		held.release()
	}
}

// deal handles one line and reports whether the connection goes on. A large line
// waits until no other large one is dealt with.
func (c *connection) deal(ctx context.Context, line []byte) bool {
	if len(line) >= onePerTime {
		c.server.load.large.Lock()
		unlock := c.server.load.large.Unlock
		c.turn.Store(&unlock)
		defer c.endTurn()
	}
	m, bad := parse(line)
	if bad != nil {
		c.refuse(m.ID, bad)
		return false
	}
	handle, ok := methods[m.Method]
	if !ok {
		bad = jsonrpc.Errorf(jsonrpc.CodeMethodNotFound, "no method %q", m.Method)
	} else {
		bad = guarded(handle, ctx, c, m)
	}
	if bad != nil && m.ID != nil {
		_ = c.reply(jsonrpc.Message{ID: m.ID, Error: bad}) // the reader notices when the door has gone
	}
	if bad != nil {
		c.server.reject(fmt.Errorf("%w, from process %d", bad, c.peer.PID))
	}
	return true
}

// endTurn lets the next large line be dealt with, if this connection had its turn.
func (c *connection) endTurn() {
	if unlock := c.turn.Swap(nil); unlock != nil {
		(*unlock)()
	}
}

// guarded answers a message by its handler. What makes a reader fail is the
// matter of who sent it, and of no other session.
func guarded(handle handler, ctx context.Context, c *connection, m jsonrpc.Message) (bad *jsonrpc.Error) {
	defer func() {
		if failed := recover(); failed != nil {
			bad = jsonrpc.Errorf(jsonrpc.CodeInternal, "%s could not be dealt with", m.Method)
		}
	}()
	return handle(ctx, c, m)
}

// refuse answers a line that is no message. The connection ends after it: what
// follows can't be trusted to be where a message starts.
func (c *connection) refuse(id json.RawMessage, bad *jsonrpc.Error) {
	if id == nil {
		id = json.RawMessage("null")
	}
	_ = c.reply(jsonrpc.Message{ID: id, Error: bad}) // best effort: the connection ends here
	c.server.reject(fmt.Errorf("%w, from process %d", bad, c.peer.PID))
}

// reply writes one message. An error means that the door has gone.
func (c *connection) reply(m jsonrpc.Message) error {
	line, err := jsonrpc.Encode(m)
	if err != nil {
		return err
	}
	c.endTurn() // a peer that does not read must not hold up others
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	_, err = c.conn.Write(line)
	return err
}
