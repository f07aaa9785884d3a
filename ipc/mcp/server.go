package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"sayso/internal/jsonrpc"
	"sayso/ipc"
)

// beat is how often a waiting call gives a sign of life. Claude Code gives a
// stdio server's call up after half an hour without one, and a person may take
// longer. It looks every thirty seconds.
const beat = time.Minute

// maxLine bounds one message, in bytes. It is more than the socket takes, so
// that a call that is too large for the socket can still be answered by its id.
const maxLine = 4 * ipc.MaxLine

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
	lines := jsonrpc.NewReader(in, maxLine, nil)
	for {
		line, err := lines.Next()
		tooLong := errors.Is(err, jsonrpc.ErrTooLong)
		if tooLong {
			err = lines.Skip()
		}
		if err != nil {
			if atEnd(err) {
				return nil
			}
			return fmt.Errorf("reading stdin: %w", err)
		}
		switch line = bytes.TrimSpace(line); {
		case tooLong:
			c.reply(jsonrpc.Message{Error: jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, "message of more than 64 MiB")})
		case len(line) > 0:
			c.handle(ctx, line)
		}
		if err := c.broken(); err != nil {
			return fmt.Errorf("writing to stdout: %w", err)
		}
	}
}

// atEnd reports whether reading ended as it should. A last line without an end is
// no message: the other side ended in the middle of it.
func atEnd(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.ErrClosedPipe)
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
	m, bad := jsonrpc.Parse(line)
	if bad != nil {
		c.reply(jsonrpc.Message{ID: m.ID, Error: bad})
		return
	}
	switch {
	case m.Method == "" && m.Result == nil && m.Error == nil:
		c.reply(jsonrpc.Message{ID: m.ID, Error: jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, `field "method": missing`)})
	case m.Method == "": // a response, and this server asks nothing
	case m.ID == nil:
		c.notified(m)
	default:
		method, ok := methods[m.Method]
		if !ok {
			bad = jsonrpc.Errorf(jsonrpc.CodeMethodNotFound, "no method %.40q", m.Method)
		} else {
			bad = method(ctx, c, m)
		}
		if bad != nil {
			c.reply(jsonrpc.Message{ID: m.ID, Error: bad})
		}
	}
}

// reply writes one message. A response without an id, to a line that had none,
// has the id null.
func (c *client) reply(m jsonrpc.Message) {
	if m.ID == nil && m.Method == "" {
		m.ID = json.RawMessage("null")
	}
	line, err := jsonrpc.Encode(m)
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
