//go:build linux || darwin

package e2e

import (
	"context"
	"os"
	"time"

	"sayso/approver"
	"sayso/internal/cli"
	"sayso/ipc"
)

// serveDesk is a sayso without a screen: it listens on the socket and answers
// every ask with what answer returns, until stop is called.
func serveDesk(socket string, answer func(approver.Ask) approver.Decision) (stop func(), err error) {
	return serveWatching(socket, answer, nil, nil)
}

// serveWatching is serveDesk with an answer to questions about watched calls.
func serveWatching(socket string, answer func(approver.Ask) approver.Decision,
	watch func(ipc.WatchQuestion) ipc.WatchAnswer, refused func(error)) (stop func(), err error) {
	l, err := ipc.Listen(socket)
	if err != nil {
		return nil, err
	}
	desk := approver.NewDesk(time.Now)
	server := &ipc.Server{
		Desk: desk, Version: "test", NewID: cli.Counter(),
		Doors: cli.Doors, Complete: cli.Located(os.Getenv), Watch: watch, OnReject: refused,
	}
	ctx, cancel := context.WithCancel(context.Background())
	served, answered := make(chan error, 1), make(chan struct{})
	go func() { served <- server.Serve(ctx, l) }()
	go func() {
		defer close(answered)
		for {
			select {
			case <-ctx.Done():
				return
			case <-desk.Changed():
			}
			for _, e := range desk.Snapshot().Waiting {
				_ = desk.Answer(e.Ask.ID, answer(e.Ask)) // what is refused goes on waiting
			}
		}
	}()
	return func() {
		cancel()
		<-served
		<-answered
		_ = l.Close()
	}, nil
}
