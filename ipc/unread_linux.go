package ipc

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// WhenUnread calls gone, once and from another goroutine, when nobody is left to
// read what is written to w: the program that started this one was killed and
// could not end it. It knows that of pipes and sockets; for anything else it
// does nothing. It watches for as long as the process lives.
func WhenUnread(w io.Writer, gone func()) {
	f, ok := w.(*os.File)
	if !ok {
		return
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return
	}
	// Taken here, because it must not race with a Close of f.
	fds := []unix.PollFd{{Fd: int32(f.Fd())}} // the ends of a reader come without being asked for
	go func() {
		for {
			_, err := unix.Poll(fds, -1)
			switch {
			case errors.Is(err, unix.EINTR): // a signal, such as the runtime's own
			case err == nil && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0:
				gone()
				return
			default:
				return
			}
		}
	}()
}
