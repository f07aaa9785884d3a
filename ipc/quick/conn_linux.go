package quick

import (
	"os"
	"syscall"

	"sayso/ipc/wire"
)

// conn is the connection to sayso.
type conn struct {
	fd       int
	greeted  bool   // hello was sent
	known    bool   // hello was answered
	in       []byte // what has come and was not used
	seen     int    // how much of it holds no line end
	deadline int64  // of whatever is done, by now; 0 for none
	watch    watch
}

// dial connects to the sayso that listens at a plain path and checks that it belongs
// to this user: anybody could listen in a shared directory, and would be believed.
func dial(path string) (*conn, bool) {
	var dir syscall.Stat_t
	if syscall.Lstat(directory(path), &dir) != nil || int(dir.Uid) != os.Getuid() {
		return nil, false
	}
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}
	limit := syscall.NsecToTimeval(wire.DialMS * millisecond)
	if syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &limit) != nil {
		return nil, false
	}
	for {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: path})
		if err != syscall.EINTR { // a signal, such as the runtime's own
			break
		}
	}
	if err != nil || syscall.SetNonblock(fd, true) != nil {
		return nil, false
	}
	peer, err := syscall.GetsockoptUcred(fd, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil || int(peer.Uid) != os.Getuid() {
		return nil, false
	}
	return &conn{fd: fd}, true
}

// call sends a request and waits for its result.
func (c *conn) call(id, method string, params []byte) (result []byte, ok bool) {
	lines := make([]byte, 0, len(hello)+len(params)+envelope)
	if !c.greeted {
		lines = append(lines, hello...)
		c.greeted = true
	}
	start := len(lines)
	lines = request(lines, id, method, params)
	if len(lines)-start > wire.MaxLine+1 || !c.send(lines) {
		return nil, false
	}
	for {
		line, ok := c.next()
		if !ok {
			return nil, false
		}
		want := id
		if !c.known {
			want = helloID // nothing is believed before it is known what the other side speaks
		}
		result, mine, ok := response(line, want)
		switch {
		case !ok || !mine && !c.known:
			return nil, false
		case mine && c.known:
			return result, true
		case mine:
			if !speaks(result) {
				return nil, false
			}
			c.known = true
		}
	}
}

// send writes the whole of out. It goes on reading meanwhile, as the other side may
// have to be rid of something first.
func (c *conn) send(out []byte) bool {
	for {
		n, err := syscall.Write(c.fd, out)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			if !c.wait(pollIn | pollOut) {
				return false
			}
		case err != nil:
			return false
		default:
			if out = out[n:]; len(out) == 0 {
				return true
			}
		}
	}
}

// next returns the next line.
func (c *conn) next() (line []byte, ok bool) {
	for {
		for i := c.seen; i < len(c.in); i++ {
			if c.in[i] == '\n' {
				line, c.in, c.seen = c.in[:i], c.in[i+1:], 0
				return line, true
			}
		}
		c.seen = len(c.in)
		if !c.wait(pollIn) {
			return nil, false
		}
	}
}

// wait waits until something of events is possible, and reads what has come. It is
// false when the connection has ended, the deadline is over or nobody waits for this
// process any more.
func (c *conn) wait(events int16) bool {
	ready, ok := c.watch.poll(c.fd, events, c.deadline)
	if !ok {
		return false
	}
	if ready&^pollOut == 0 {
		return true
	}
	if len(c.in) > wire.MaxLine {
		return false
	}
	if cap(c.in)-len(c.in) < readSize {
		c.in = append(make([]byte, 0, 2*len(c.in)+2*readSize), c.in...)
	}
	n, err := syscall.Read(c.fd, c.in[len(c.in):cap(c.in)])
	switch {
	case err == syscall.EINTR || err == syscall.EAGAIN:
		return true
	case err != nil || n == 0:
		return false
	}
	c.in = c.in[:len(c.in)+n]
	return true
}
