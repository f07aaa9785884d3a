package ipc

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"sayso/internal/jsonrpc"
	"sayso/internal/openjson"
)

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
		if err := openjson.Unmarshal(m.Result, result); err != nil {
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
	if m.Params, err = openjson.Marshal(params); err != nil {
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
	if err := openjson.Unmarshal(m.Result, &result); err != nil {
		return fmt.Errorf("reading the answer to hello: %w", err)
	}
	if result.Protocol != ProtocolVersion {
		return fmt.Errorf("sayso %s speaks protocol %d, this one %d; restart the older one",
			result.Version, result.Protocol, ProtocolVersion)
	}
	return nil
}
