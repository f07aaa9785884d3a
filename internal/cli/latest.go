package cli

import "context"

// latest holds the last error that was put into it, until it is taken. Whoever
// puts one in never waits, and whoever takes them has one at a time: a flood of
// refused messages must not stand before the person's keys.
type latest chan error

func newLatest() latest { return make(latest, 1) }

// put takes the place of an error that nobody took yet.
func (l latest) put(err error) {
	for {
		select {
		case l <- err:
			return
		default:
		}
		select {
		case <-l:
		default:
		}
	}
}

// each hands on one error after the other until ctx ends.
func (l latest) each(ctx context.Context, tell func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-l:
			tell(err)
		}
	}
}
