// Package mcp is the door for Claude Code's --permission-prompt-tool: the
// command "sayso mcp" is an MCP server on stdin and stdout with one tool,
// approve, that asks the person at the running sayso.
//
// There is no dialog behind this door to hand an ask back to. So whatever is
// not a well-formed yes from the person is a deny, and its text says what to do
// about it: when no sayso runs, which command to start.
package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"os"

	"sayso/approver"
	"sayso/ipc"
)

// Run is the command. It serves until stdin ends and returns nil then. getenv
// finds the socket; version is said to both sides.
func Run(ctx context.Context, stdin io.Reader, stdout io.Writer, getenv func(string) string, version string) error {
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "" // a directory that was removed; the card then shows none
	}
	project := getenv("CLAUDE_PROJECT_DIR")
	from := ipc.AskParams{
		Door: approver.DoorMCP,
		// The call tells none of these, but Claude Code tells every server it starts.
		Cwd:        cmp.Or(project, cwd),
		ProjectDir: project,
		SessionID:  getenv("CLAUDE_CODE_SESSION_ID"),
	}
	s := &Server{
		Version: version,
		Ask: func(ctx context.Context, payload json.RawMessage, pass ipc.Pass) error {
			p := from
			p.Payload = payload
			// One connection for each call: answers can't cross, and a sayso that
			// was started later is found.
			return ipc.Once(ctx, getenv, version, p, pass)
		},
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ipc.WhenAbandoned(stdout, cancel) // stdin ends with the client, unless something else holds it open
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, stdin, stdout) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done(): // the end of the process withdraws what waits
		return ctx.Err()
	}
}
