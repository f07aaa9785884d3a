package ipc

import (
	"cmp"
	"context"
	"fmt"
	"os"

	"sayso/approver"
	"sayso/rules/openjson"
)

// handler answers one message. A returned error is sent to a request and
// dropped for a notification; long work goes on in a goroutine of its own.
type handler func(ctx context.Context, c *connection, m message) *Error

// methods is everything that the socket can do. None of them decides anything.
var methods = map[string]handler{
	MethodCancel: handleCancel,
	MethodAsk:    handleAsk,
	MethodEvent:  handleEvent,
	MethodHello:  handleHello,
	MethodList:   handleList,
	MethodStatus: handleStatus,
}

func handleHello(_ context.Context, c *connection, m message) *Error {
	var p HelloParams
	if bad := params(m, &p); bad != nil {
		return bad
	}
	if p.Protocol != ProtocolVersion {
		return &Error{CodeVersion, fmt.Sprintf("protocol %d is asked for, this sayso %s speaks %d",
			p.Protocol, c.server.Version, ProtocolVersion)}
	}
	return c.result(m, HelloResult{Protocol: ProtocolVersion, Version: c.server.Version, PID: os.Getpid()})
}

// handleAsk puts the ask on the desk. The request is answered when the ask
// ends, or never when the door goes first.
func handleAsk(ctx context.Context, c *connection, m message) *Error {
	if m.ID == nil {
		return &Error{CodeInvalidRequest, "an ask is a request and needs an id"}
	}
	ask, bad := c.decode(m)
	if bad != nil {
		return bad
	}
	ask.ID = c.server.NewID()
	ask.Peer = c.peer
	ticket, err := c.server.Desk.Submit(ask)
	if err != nil {
		return &Error{CodeUnavailable, err.Error()}
	}
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	c.cancels[string(m.ID)] = cancel
	c.mu.Unlock()
	c.asks.Go(func() {
		defer cancel()
		select {
		case <-ctx.Done():
			c.server.Desk.Withdraw(ask.ID)
		case <-ticket.Done():
			c.result(m, resultOf(ticket.Decision()))
		}
		c.mu.Lock()
		delete(c.cancels, string(m.ID))
		c.mu.Unlock()
	})
	return nil
}

func handleEvent(_ context.Context, c *connection, m message) *Error {
	var p AskParams
	if bad := params(m, &p); bad != nil {
		return bad
	}
	if c.server.OnEvent != nil {
		c.server.OnEvent(p.Door, p.Payload)
	}
	return nil
}

func handleCancel(_ context.Context, c *connection, m message) *Error {
	var p CancelParams
	if bad := params(m, &p); bad != nil {
		return bad
	}
	c.mu.Lock()
	cancel := c.cancels[string(p.ID)]
	c.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	return nil
}

func handleStatus(_ context.Context, c *connection, m message) *Error {
	s := c.server.Desk.Snapshot()
	return c.result(m, StatusResult{
		Version: c.server.Version, PID: os.Getpid(), Waiting: len(s.Waiting), Seen: s.Seen,
	})
}

func handleList(_ context.Context, c *connection, m message) *Error {
	list := ListResult{Asks: []ListedAsk{}}
	for _, e := range c.server.Desk.Snapshot().Waiting {
		list.Asks = append(list.Asks, ListedAsk{
			ID: e.Ask.ID, Door: e.Ask.Door, Tool: e.Ask.Tool, ToolUseID: e.Ask.ToolUseID,
			SessionID: e.Ask.Session.ID, Cwd: e.Ask.Session.Cwd, ArrivedAt: e.Ask.ArrivedAt,
		})
	}
	return c.result(m, list)
}

// decode reads the params of an ask through the door that it names.
func (c *connection) decode(m message) (approver.Ask, *Error) {
	var p AskParams
	if bad := params(m, &p); bad != nil {
		return approver.Ask{}, bad
	}
	door, ok := c.server.Doors[p.Door]
	if !ok {
		return approver.Ask{}, &Error{CodeInvalidParams, fmt.Sprintf(`field "door": there is no door %q`, p.Door)}
	}
	ask, err := door(p.Payload)
	if err != nil {
		return approver.Ask{}, &Error{CodeInvalidParams, err.Error()}
	}
	ask.Door = p.Door
	ask.Session.Cwd = cmp.Or(ask.Session.Cwd, p.Cwd)
	ask.Session.ID = cmp.Or(ask.Session.ID, p.SessionID)
	return ask, nil
}

func (c *connection) result(m message, v any) *Error {
	raw, err := openjson.Encode(v)
	if err != nil {
		return &Error{CodeInvalidRequest, err.Error()}
	}
	if m.ID != nil {
		c.reply(message{ID: m.ID, Result: raw})
	}
	return nil
}

func params(m message, into any) *Error {
	if err := exact(m.Params, into); err != nil {
		return &Error{CodeInvalidParams, fmt.Sprintf("%s: params: %v", m.Method, err)}
	}
	return nil
}
