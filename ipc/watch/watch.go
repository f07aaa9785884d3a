// Package watch is the door for calls that the person may want to see: the
// command "sayso watch" reads a call on stdin, asks the running sayso whether a
// watch rule names it, and prints the answer.
//
// The plugin's mod waits for it before every call that nobody would be asked
// about. So it takes a second or two at most, and without a sayso, or when
// anything is not as expected, it prints nothing and exits 0: the call goes its
// way.
package watch

import (
	"context"
	"fmt"
	"io"
	"time"

	"sayso/ipc"
	"sayso/plugin"
	"sayso/rules/openjson"
)

// patience is how long the whole may take. It is long for a busy machine, for a
// call that gets no answer goes its way unseen, and less than the mod's own.
const patience = 1500 * time.Millisecond

// Run is the command. getenv finds the socket. The error says why nothing was
// printed; the caller exits 0 all the same.
func Run(ctx context.Context, stdin io.Reader, stdout io.Writer, getenv func(string) string, version string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ipc.WhenAbandoned(stdout, cancel)
	type result struct {
		answer plugin.WatchAnswer
		err    error
	}
	done := make(chan result, 1)
	// Reading and dialling can't be called off, and the process ends with Run.
	go func() {
		answer, err := ask(ctx, stdin, getenv, version)
		done <- result{answer, err}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case r := <-done:
		if r.err != nil || !r.answer.Watch {
			return r.err
		}
		line, err := openjson.Encode(r.answer)
		if err != nil {
			return fmt.Errorf("encoding the answer: %w", err)
		}
		_, err = stdout.Write(append(line, '\n'))
		return err
	}
}

func ask(ctx context.Context, stdin io.Reader, getenv func(string) string, version string) (none plugin.WatchAnswer, err error) {
	payload, err := ipc.ReadPayload(stdin)
	if err != nil {
		return none, err
	}
	var q plugin.WatchQuestion
	if err := openjson.Unmarshal(payload, &q, nil); err != nil {
		return none, fmt.Errorf("stdin is no call: %w", err)
	}
	path, err := ipc.SocketPath(getenv)
	if err != nil {
		return none, err
	}
	client, err := ipc.Dial(path, version)
	if err != nil {
		return none, err
	}
	defer client.Close()
	return client.Watch(ctx, q)
}
