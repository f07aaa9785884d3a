package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"sayso/ipc"
)

// beat is how often a waiting call gives a sign of life. Claude Code gives a
// stdio server's call up after half an hour without one, and a person may take
// longer. It looks every thirty seconds.
const beat = time.Minute

// Server is the MCP server of the door.
type Server struct {
	Version string
	// Ask puts the tool's arguments before the person and gives the decision to
	// pass. The end of ctx withdraws the ask. It is called from many goroutines.
	Ask  func(ctx context.Context, payload json.RawMessage, pass ipc.Pass) error
	Beat time.Duration // between two signs of life; 0 is a minute
}

// Serve answers what comes on in until it ends. Then what still waits is
// withdrawn. It returns nil at the end of in and the error where reading or
// writing failed otherwise.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	c := &client{server: s, out: out, cancels: map[string]context.CancelFunc{}}
	defer c.calls.Wait()
	defer cancel()
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := nextLine(lines)
		if errors.Is(err, errTooLong) {
			c.reply(message{Error: &ipc.Error{Code: ipc.CodeInvalidRequest, Message: err.Error()}})
			continue
		}
		if err != nil {
			if atEnd(err) {
				return nil
			}
			return fmt.Errorf("reading stdin: %w", err)
		}
		c.handle(ctx, line)
		if err := c.broken(); err != nil {
			return fmt.Errorf("writing to stdout: %w", err)
		}
	}
}

// client is the other side, which started the server.
type client struct {
	server *Server
	calls  sync.WaitGroup

	writeMu  sync.Mutex
	out      io.Writer
	writeErr error

	mu      sync.Mutex
	cancels map[string]context.CancelFunc // of the calls that wait, by the JSON text of their ids
}

// handle takes one line. Only a call of the tool outlives it.
func (c *client) handle(ctx context.Context, line []byte) {
	m, bad := parse(line)
	if bad != nil {
		c.reply(message{ID: m.ID, Error: bad})
		return
	}
	switch {
	case m.Method == "": // a response, and this server asks nothing
	case m.ID == nil:
		c.notified(m)
	default:
		method, ok := methods[m.Method]
		if !ok {
			bad = &ipc.Error{Code: ipc.CodeMethodNotFound, Message: fmt.Sprintf("no method %q", m.Method)}
		} else {
			bad = method(ctx, c, m)
		}
		if bad != nil {
			c.reply(message{ID: m.ID, Error: bad})
		}
	}
}

// reply writes one message. A response without an id, to a line that had none,
// has the id null.
func (c *client) reply(m message) {
	if m.ID == nil && m.Method == "" {
		m.ID = json.RawMessage("null")
	}
	line, err := encode(m)
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	if err == nil {
		_, err = c.out.Write(line)
	}
	if err != nil && c.writeErr == nil {
		c.writeErr = err
	}
}

func (c *client) broken() error {
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	return c.writeErr
}
