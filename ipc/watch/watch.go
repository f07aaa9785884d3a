// Package watch is the door for calls that the person may want to see: the
// command "sayso watch" reads a call on stdin, asks the running sayso whether a
// watch rule names it, and prints the answer.
//
// The plugin's mod waits for it before every call that nobody would be asked
// about. Without a sayso it prints nothing and exits 0: the call goes its way. But
// once one was reached, a call counts as watched unless that one says that it is
// not: an answer that is late, cut off or can't be read must let nothing pass.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"sayso/internal/openjson"
	"sayso/ipc"
)

// patience is how long the whole may take. It is long for a busy machine and less
// than the mod's own.
const patience = 1500 * time.Millisecond

// unchecked is the answer where a sayso is there and does not say in time whether
// the call is watched.
var unchecked = ipc.WatchAnswer{Watch: true, Reason: "sayso could not check in time whether you want to see this"}

// errNoCall means that nobody asked about a call: the mod writes one in JSON.
var errNoCall = errors.New("stdin is no call")

// Run is the command. getenv finds the socket. The error says why there was no
// answer, or why unchecked took its place; the caller exits 0 all the same.
func Run(ctx context.Context, stdin io.Reader, stdout io.Writer, getenv func(string) string, version string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	type result struct {
		answer ipc.WatchAnswer
		err    error
	}
	done := make(chan result, 1)
	var reached atomic.Bool
	// Reading and dialling can't be called off, and the process ends with Run.
	go func() {
		answer, err := ask(ctx, stdin, getenv, version, &reached)
		done <- result{answer, err}
	}()
	var r result
	select {
	case <-ctx.Done():
		r.err = ctx.Err()
	case r = <-done:
	}
	if r.err != nil && reached.Load() && !errors.Is(r.err, errNoCall) {
		return errors.Join(r.err, write(stdout, unchecked))
	}
	if r.err != nil || !r.answer.Watch {
		return r.err
	}
	return write(stdout, r.answer)
}

func write(stdout io.Writer, answer ipc.WatchAnswer) error {
	line, err := openjson.Marshal(answer)
	if err != nil {
		return fmt.Errorf("encoding the answer: %w", err)
	}
	_, err = stdout.Write(append(line, '\n'))
	return err
}

// ask puts the question. It sets reached as soon as a sayso is there.
func ask(ctx context.Context, stdin io.Reader, getenv func(string) string, version string, reached *atomic.Bool) (none ipc.WatchAnswer, err error) {
	path, err := ipc.SocketPath(getenv)
	if err != nil {
		return none, err
	}
	client, err := ipc.Dial(path, version)
	if err != nil {
		return none, err
	}
	defer client.Close()
	reached.Store(true)
	payload, err := ipc.ReadPayload(stdin)
	if err != nil && !errors.Is(err, ipc.ErrLineTooLong) {
		return none, fmt.Errorf("%w: %w", errNoCall, err)
	}
	if err != nil {
		return none, err
	}
	var q ipc.WatchQuestion
	if err := openjson.Unmarshal(payload, &q); err != nil {
		return none, fmt.Errorf("%w: %w", errNoCall, err)
	}
	return client.Watch(ctx, q)
}
