package ipc

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// ErrRunning means that another sayso listens on the socket.
var ErrRunning = errors.New("another sayso is running")

// Listener is the socket of a running sayso. It holds the lock beside the
// socket for as long as it lives.
type Listener struct {
	*net.UnixListener
	lock *flock.Flock
}

// Listen opens the socket at path, which [SocketPath] returned. The directory
// is made 0700 and the socket 0600. A socket that a dead sayso left behind is
// removed, but only while the lock is ours: two that start at the same moment
// can't remove each other's. It fails with ErrRunning when one listens already.
func Listen(path string) (*Listener, error) {
	if err := privateDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", lock.Path(), err)
	}
	if !locked {
		return nil, fmt.Errorf("%w on %s; use that one, or set SAYSO_SOCKET for a second", ErrRunning, path)
	}
	l, err := listenLocked(path)
	if err != nil {
		_ = lock.Unlock() // best effort: the process is about to give up
		return nil, err
	}
	return &Listener{UnixListener: l, lock: lock}, nil
}

func listenLocked(path string) (*net.UnixListener, error) {
	if err := removeStale(path); err != nil {
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("opening the socket: %w", err)
	}
	// Between bind and chmod the socket has the mode that the umask left. The
	// directory is 0700, so nobody else can reach it in between.
	if err := os.Chmod(path, 0o600); err != nil {
		_ = l.Close()
		return nil, fmt.Errorf("closing the socket to others: %w", err)
	}
	return l, nil
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

// Close closes the socket, removes it and releases the lock. Connections that
// were accepted live on until they are closed themselves.
func (l *Listener) Close() error {
	return errors.Join(l.UnixListener.Close(), l.lock.Unlock())
}
