package quick

import (
	"os"

	"sayso/ipc/wire"
)

func init() {
	if len(os.Args) < 2 || os.Args[1] != "hook" {
		return
	}
	if path, ok := socketOf(os.Args[2:], os.Getenv); ok && run(path) {
		os.Exit(0)
	}
}

// run does the whole of what the hook was started for. done is false where it is
// left to the command line.
func run(path string) (done bool) {
	raw, ok := readAll(stdin, wire.MaxPayload)
	if !ok {
		return true
	}
	payload, ok := wire.Compact(raw)
	if !ok {
		return true
	}
	value, ok := wire.Member(payload, "hook_event_name")
	if !ok && payload[0] == '{' { // a name is escaped
		Read = raw
		return false
	}
	event, ok := wire.Text(value)
	if !ok && len(value) > 0 && value[0] == '"' { // the event's name is
		Read = raw
		return false
	}
	if !ok || event == "" {
		return true
	}
	c, ok := dial(path)
	if !ok {
		return true
	}
	switch event {
	case key:
		c.deadline = after(wire.KeyMS)
		c.call(firstID, "key", payload)
	case permissionRequest:
		c.ask(firstID, params(payload, os.Getenv("CLAUDE_PROJECT_DIR"), ""))
	default:
		c.tell(payload, os.Getenv("CLAUDE_PROJECT_DIR"))
	}
	return true
}

// tell passes an event on that nobody must answer, unless the person has chosen to.
func (c *conn) tell(payload []byte, project string) {
	c.deadline = after(wire.EventMS)
	result, ok := c.call(firstID, "event", params(payload, project, ""))
	if !ok {
		return
	}
	hold, timeoutMS, ok := held(result)
	if !ok {
		return
	}
	if hold {
		c.deadline = 0
		c.ask(againID, params(payload, project, timeoutMS))
		return
	}
	if line, ok := output(result); ok {
		write(stdout, line)
	}
}

// ask waits for the person, prints the answer and says that it arrived. An ask must
// not outlive whoever asked, so they are looked for before it is sent: once it is on
// the desk they may die at any time, and a client that is dead is not found above
// this process any more.
func (c *conn) ask(id string, params []byte) {
	c.watch.start()
	result, ok := c.call(id, "ask", params)
	if !ok {
		return
	}
	line, ok := output(result)
	if !ok || line != nil && !write(stdout, line) || c.watch.abandoned() { // who has gone may not have read it
		return
	}
	c.deadline = after(wire.ConfirmMS)
	c.send(delivered(id))
}
