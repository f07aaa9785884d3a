package cli

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
)

// A flood of refusals waits nowhere: of those that come while one is told, the
// last is told next.
func TestOfAFloodOfRefusalsTheLastIsTold(t *testing.T) {
	l := newLatest()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	telling, goOn := make(chan error), make(chan struct{})
	go l.each(ctx, func(err error) { telling <- err; <-goOn })
	l.put(errors.New("first"))
	if got := <-telling; got.Error() != "first" {
		t.Fatalf("told %v", got)
	}
	var flood sync.WaitGroup
	for i := range 1000 {
		flood.Go(func() { l.put(fmt.Errorf("%d", i)) })
	}
	flood.Wait() // nobody takes any of them
	l.put(errors.New("last"))
	goOn <- struct{}{}
	if got := <-telling; got.Error() != "last" {
		t.Errorf("told %v", got)
	}
}
