package ipc

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/gofrs/flock"
)

// ErrRunning means that another sayso listens on the socket.
var ErrRunning = errors.New("another sayso is running")

// Listener is the socket of a running sayso. It holds the lock beside the
// socket for as long as it lives.
type Listener struct {
	path string

	mu     sync.Mutex
	now    *opened
	closed bool
}

// opened is a socket that was opened at a path, with its lock. The path may lead
// to another one, or nowhere, a day later.
type opened struct {
	*net.UnixListener
	lock *flock.Flock
	file fs.FileInfo // of the socket
}

// Listen opens the socket at path, which [SocketPath] returned. The directory
// is made 0700 and the socket 0600. A socket that a dead sayso left behind is
// removed, but only while the lock is ours: two that start at the same moment
// can't remove each other's. It fails with ErrRunning when one listens already.
func Listen(path string) (*Listener, error) {
	o, err := open(path)
	if err != nil {
		return nil, err
	}
	return &Listener{path: path, now: o}, nil
}

func open(path string) (*opened, error) {
	if err := checkLength(path); err != nil {
		return nil, err
	}
	if err := privateDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	// Not to wait where somebody put a pipe there: this one would be deaf, and say
	// nothing of it.
	lock := flock.New(path+".lock", flock.SetPermissions(0o600), flock.SetFlag(os.O_CREATE|os.O_RDONLY|syscall.O_NONBLOCK))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", lock.Path(), err)
	}
	if !locked {
		return nil, fmt.Errorf("%w on %s; use that one, or set SAYSO_SOCKET for a second", ErrRunning, path)
	}
	o, err := openLocked(path)
	if err != nil {
		_ = lock.Unlock() // best effort: the socket is given up
		return nil, err
	}
	o.lock = lock
	return o, nil
}

func openLocked(path string) (*opened, error) {
	if err := removeStale(path); err != nil {
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("opening the socket: %w", err)
	}
	l.SetUnlinkOnClose(false) // by then the path may lead to another one's
	// Between bind and chmod the socket has the mode that the umask left. The
	// directory is 0700, so nobody else can reach it in between.
	if err := os.Chmod(path, 0o600); err != nil {
		_ = l.Close()
		return nil, fmt.Errorf("closing the socket to others: %w", err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		_ = l.Close()
		return nil, fmt.Errorf("looking at the socket: %w", err)
	}
	return &opened{UnixListener: l, file: info}, nil
}

// ours reports whether path leads to the socket.
func (o *opened) ours(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && os.SameFile(info, o.file)
}

// close closes the socket, removes it from path where it still stands there, and
// releases the lock.
func (o *opened) close(path string) error {
	var removed error
	if o.ours(path) {
		removed = os.Remove(path) // before the lock is free: the next one there is not ours
	}
	return errors.Join(removed, o.UnixListener.Close(), o.lock.Unlock())
}

// Mend looks whether the path still leads here and opens the socket anew where
// it does not: a cleaner of old files or the end of a login may take it away,
// and nobody could ask any more without a word. It reports whether it did. The
// error says why nobody can reach this sayso, such as ErrRunning where another
// one has taken the place. What connected before goes on.
func (l *Listener) Mend() (mended bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.now.ours(l.path) {
		return false, nil
	}
	// The lock file may be there still, and it is ours.
	if err := l.now.lock.Unlock(); err != nil {
		return false, fmt.Errorf("releasing the lock: %w", err)
	}
	o, err := open(l.path)
	if err != nil {
		return false, err
	}
	old := l.now
	l.now = o
	return true, old.UnixListener.Close() // wakes Accept, which goes on with the new one
}

// Accept waits for the next connection, wherever the socket was opened anew.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		o := l.current()
		conn, err := o.Accept()
		if err != nil && errors.Is(err, net.ErrClosed) && l.current() != o {
			continue
		}
		return conn, err
	}
}

func (l *Listener) current() *opened {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// Addr returns the address of the socket.
func (l *Listener) Addr() net.Addr { return l.current().Addr() }

// Close closes the socket, removes it and releases the lock. Connections that
// were accepted live on until they are closed themselves.
func (l *Listener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	return l.now.close(l.path)
}

// removeStale removes a socket on which nobody listens. Anything else at the
// path is left alone and is an error.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("looking at the socket: %w", err)
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s is in the way and is not a socket; move it or set SAYSO_SOCKET", path)
	}
	if c, err := net.Dial("unix", path); err == nil {
		_ = c.Close()
		return fmt.Errorf("%w on %s, without its lock; stop that one first", ErrRunning, path)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing a socket that nobody listens on: %w", err)
	}
	return nil
}
