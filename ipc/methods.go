package ipc

import (
	"cmp"
	"context"
	"math"
	"os"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/jsonrpc"
	"sayso/internal/openjson"
)

// handler answers one message. A returned error is sent to a request and
// dropped for a notification; long work goes on in a goroutine of its own.
type handler func(ctx context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error

// methods is everything that the socket can do. None of them decides anything.
var methods = map[string]handler{
	MethodCancel:    handleCancel,
	MethodAsk:       handleAsk,
	MethodDelivered: handleDelivered,
	MethodEvent:     handleEvent,
	MethodHello:     handleHello,
	MethodKey:       handleKey,
	MethodList:      handleList,
	MethodStatus:    handleStatus,
	MethodWatch:     handleWatch,
}

func handleHello(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	var p HelloParams
	if bad := params(m, &p); bad != nil {
		return bad
	}
	if p.Protocol != ProtocolVersion {
		return jsonrpc.Errorf(CodeVersion, "protocol %d is asked for, this sayso %s speaks %d",
			p.Protocol, c.server.Version, ProtocolVersion)
	}
	_ = c.result(m, HelloResult{Protocol: ProtocolVersion, Version: c.server.Version, PID: os.Getpid()}) // the reader notices
	return nil
}

// handleAsk puts the ask on the desk. The request is answered when the ask
// ends, or never when the door goes first.
func handleAsk(ctx context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	if m.ID == nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, "an ask is a request and needs an id")
	}
	c.mu.Lock()
	_, taken := c.cancels[string(m.ID)]
	c.mu.Unlock()
	if taken { // an answer, or $/cancel, could be for either
		return jsonrpc.Errorf(jsonrpc.CodeInvalidRequest, `field "id": %s waits already`, m.ID)
	}
	ask, p, bad := c.decode(m)
	if bad != nil {
		return bad
	}
	ask.ID = c.server.NewID()
	ask.Peer = c.peer
	timeout := time.Duration(min(p.TimeoutMS, maxTimeoutMS)) * time.Millisecond
	if timeout > 0 {
		ask.Deadline = time.Now().Add(timeout)
	}
	desk := c.server.Desk
	ticket, err := desk.Submit(ask)
	if err != nil {
		return jsonrpc.Errorf(CodeUnavailable, "%v", err)
	}
	desk.AwaitReceipt(ticket)
	result := func(d approver.Decision) (any, error) { return resultOf(d), nil }
	if p.Printed {
		kind := ask.Kind
		result = func(d approver.Decision) (any, error) { return answerOf(kind, d) }
	}
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	c.cancels[string(m.ID)] = cancel
	c.mu.Unlock()
	c.asks.Go(func() {
		defer cancel()
		c.await(ctx, jsonrpc.Message{ID: m.ID}, ticket, timeout, result) // without the params, which may have megabytes
	})
	return nil
}

// await answers the request with what result makes of the decision, once its ask has ended, and then waits for the door's
// word that it passed the answer on. An answer that did not get that far is noted
// on the desk: the door may go, or its deadline come, at the very moment of the
// answer.
func (c *connection) await(ctx context.Context, m jsonrpc.Message, ticket *approver.Ticket, timeout time.Duration, result func(approver.Decision) (any, error)) {
	desk := c.server.Desk
	select {
	case <-ctx.Done():
		desk.Withdraw(ticket)
		desk.Undelivered(ticket)
		c.forget(m)
		return
	case <-deadline(timeout):
		desk.Expire(ticket)
	case <-ticket.Done():
	}
	c.forget(m) // before the answer: after it the id is free
	delivered := c.expectReceipt(m)
	answer, err := result(ticket.Decision())
	if err == nil {
		err = c.result(m, answer)
	} else { // the door has no answer to pass on
		_ = c.reply(jsonrpc.Message{ID: m.ID, Error: jsonrpc.Errorf(jsonrpc.CodeInternal, "%v", err)})
	}
	if err != nil {
		desk.Undelivered(ticket)
		return
	}
	if ticket.Decision().Verdict == approver.HandBack {
		return // nothing depends on whether it arrives
	}
	// The answer is in the socket, and the door may be dead: only its word that
	// the answer was passed on makes it one.
	select {
	case <-delivered:
	case <-c.ended:
	}
	select {
	case <-delivered: // it was read before the end
		desk.Delivered(ticket)
	default:
		desk.Undelivered(ticket)
	}
}

// expectReceipt returns a channel that is closed when the door says that the
// answer to a request was delivered.
func (c *connection) expectReceipt(m jsonrpc.Message) <-chan struct{} {
	delivered := make(chan struct{})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.receipts[string(m.ID)] = delivered
	return delivered
}

// handleDelivered takes a door's word that it has passed an answer on.
func handleDelivered(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	var p DeliveredParams
	if bad := params(m, &p); bad != nil {
		return bad
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if delivered := c.receipts[string(p.ID)]; delivered != nil {
		delete(c.receipts, string(p.ID))
		close(delivered)
	}
	return nil
}

// forget takes a request from those that can be cancelled.
func (c *connection) forget(m jsonrpc.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.cancels, string(m.ID))
}

// deadline returns a channel that fires after so long, or never at 0.
func deadline(timeout time.Duration) <-chan time.Time {
	if timeout <= 0 {
		return nil
	}
	return time.After(timeout)
}

func handleEvent(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	var p AskParams
	if bad := params(m, &p); bad != nil {
		return bad
	}
	payload, proof, err := approver.ReadProof(p.Payload)
	if err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidParams, "%v", err)
	}
	event, err := claude.ParseEvent(payload)
	if err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidParams, "%v", err)
	}
	if proof == (approver.Proof{}) { // else only what it covers counts
		event.InProject(p.ProjectDir)
	}
	reply := c.server.Desk.Observe(event, proof)
	if reply.Origin == approver.FromElsewhere {
		return jsonrpc.Errorf(CodeForeign, "a %s that is not from its session", event.Base().HookEventName)
	}
	note, err := noteOf(event.Base().HookEventName, reply.Note)
	if err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInternal, "%v", err)
	}
	result := EventResult{Printed: note}
	if c.server.Hold != nil {
		hold, wait := c.server.Hold(event)
		result.Hold, result.HoldMS = hold, wait.Milliseconds()
	}
	_ = c.result(m, result) // the reader notices when the door has gone
	return nil
}

// handleKey takes the key that a session's module shows. A refusal is told to the
// person: somebody else may be speaking in the session's name.
func handleKey(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	var p KeyParams
	if bad := params(m, &p); bad != nil {
		return bad
	}
	key, err := approver.ParseKey(p.Key)
	if err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidParams, "field %q: %v", "key", err)
	}
	err = c.server.Desk.Introduce(approver.Introduction{
		SessionID: p.SessionID, Key: key, AtStart: p.AtStart, Client: starterOf(c.peer.PID),
	}, gone)
	if err != nil {
		return jsonrpc.Errorf(CodeForeign, "session %.8s: %v", p.SessionID, err)
	}
	_ = c.result(m, struct{}{}) // the reader notices
	return nil
}

func handleCancel(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
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

func handleStatus(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	s := c.server.Desk.Snapshot()
	_ = c.result(m, StatusResult{ // the reader notices
		Version: c.server.Version, PID: os.Getpid(), Waiting: len(s.Waiting), Seen: s.Seen,
	})
	return nil
}

// handleWatch tells whether the person wants to see a call. It settles nothing:
// a yes makes the call an ask, which comes by its own door.
func handleWatch(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	var q WatchQuestion
	if bad := params(m, &q); bad != nil {
		return bad
	}
	var answer WatchAnswer
	if c.server.Watch != nil {
		answer = c.server.Watch(q)
	}
	_ = c.result(m, answer) // the reader notices
	return nil
}

func handleList(_ context.Context, c *connection, m jsonrpc.Message) *jsonrpc.Error {
	list := ListResult{Asks: []ListedAsk{}}
	for _, e := range c.server.Desk.Snapshot().Waiting {
		list.Asks = append(list.Asks, ListedAsk{
			ID: e.Ask.ID, Door: e.Ask.Door, Tool: e.Ask.Tool, ToolUseID: e.Ask.ToolUseID,
			SessionID: e.Ask.Session.ID, Cwd: e.Ask.Session.Cwd, Project: e.Ask.Session.Project, ArrivedAt: e.Ask.ArrivedAt,
		})
	}
	_ = c.result(m, list) // the reader notices
	return nil
}

// maxTimeoutMS is the longest time that a door can wait, in milliseconds: what a
// [time.Duration] holds.
const maxTimeoutMS = math.MaxInt64 / int64(time.Millisecond)

// decode reads the params of an ask through the door that it names.
func (c *connection) decode(m jsonrpc.Message) (approver.Ask, AskParams, *jsonrpc.Error) {
	var p AskParams
	if bad := params(m, &p); bad != nil {
		return approver.Ask{}, p, bad
	}
	if p.Printed && p.Door != approver.DoorHook {
		return approver.Ask{}, p, jsonrpc.Errorf(jsonrpc.CodeInvalidParams, `field "printed": the door %q prints in its own words`, p.Door)
	}
	door, ok := c.server.Doors[p.Door]
	if !ok {
		return approver.Ask{}, p, jsonrpc.Errorf(jsonrpc.CodeInvalidParams, `field "door": there is no door %q`, p.Door)
	}
	ask, err := door(p.Payload)
	if err == nil {
		err = ask.Check()
	}
	if err != nil {
		return approver.Ask{}, p, jsonrpc.Errorf(jsonrpc.CodeInvalidParams, "%v", err)
	}
	ask.Door = p.Door
	ask.Session.Cwd = cmp.Or(ask.Session.Cwd, p.Cwd)
	ask.Session.ID = cmp.Or(ask.Session.ID, p.SessionID)
	ask.TakeProject(p.ProjectDir)
	if c.server.Complete != nil {
		ask = c.server.Complete(ask)
	}
	return ask, p, nil
}

// result answers a request; to a notification there is nothing to say. An error
// means that the answer did not leave.
func (c *connection) result(m jsonrpc.Message, v any) error {
	if m.ID == nil {
		return nil
	}
	raw, err := openjson.Marshal(v)
	if err != nil {
		return err
	}
	return c.reply(jsonrpc.Message{ID: m.ID, Result: raw})
}

func params(m jsonrpc.Message, into any) *jsonrpc.Error {
	if err := claude.CheckLimits(m.Params); err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidParams, "%s: params: %v", m.Method, err)
	}
	if err := openjson.Unmarshal(m.Params, into); err != nil {
		return jsonrpc.Errorf(jsonrpc.CodeInvalidParams, "%s: params: %v", m.Method, err)
	}
	return nil
}
