//go:build unix

package screentest

import (
	"io"
	"sync"
)

// queue is an endless buffer between the emulator, which must never wait, and
// a program that may not be reading. Order is kept: a key pressed after a
// reply arrives after it.
type queue struct {
	mu     sync.Mutex
	some   sync.Cond // bytes or the end have come
	bytes  []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.some.L = &q.mu
	return q
}

// fillFrom puts all that r gives into the queue, until r ends.
func (q *queue) fillFrom(r io.Reader) {
	buf := make([]byte, 4<<10)
	for {
		n, err := r.Read(buf)
		q.mu.Lock()
		q.bytes = append(q.bytes, buf[:n]...)
		q.mu.Unlock()
		q.some.Signal()
		if err != nil {
			return
		}
	}
}

// drainTo hands the bytes to w, until the queue is closed or w is.
func (q *queue) drainTo(w io.Writer) {
	for {
		q.mu.Lock()
		for len(q.bytes) == 0 && !q.closed {
			q.some.Wait()
		}
		bytes, closed := q.bytes, q.closed
		q.bytes = nil
		q.mu.Unlock()
		if closed {
			return
		}
		if _, err := w.Write(bytes); err != nil {
			return
		}
	}
}

// close ends drainTo. Bytes still waiting are dropped.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.some.Signal()
}
