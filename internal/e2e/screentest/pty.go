//go:build unix

package screentest

import (
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// start runs cmd as the leader of a new session on a new terminal and returns
// our end of it.
//
// That end is a copy in non-blocking mode. Setting the size leaves the pty
// package's own file in blocking mode, where Close waits for a Read or Write
// that may never come back: a program that does not read its input would hang
// the test.
func start(cmd *exec.Cmd, cols, rows int) (*os.File, error) {
	hangUp()
	blocking, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err != nil {
		return nil, err
	}
	defer blocking.Close()
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return nil, err
	}
	return os.NewFile(uintptr(fd), blocking.Name()), nil
}

// hangUp has the programs that are started from now on end at SIGHUP, as in any
// terminal. Tests that run under nohup ignore it, and a program inherits that.
var hangUp = sync.OnceFunc(func() {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
})

// setSize tells the kernel the terminal's size; unlike pty.Setsize it leaves
// the file in its mode.
func setSize(tty *os.File, cols, rows int) error {
	conn, err := tty.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		failed = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(cols), Row: uint16(rows)})
	})
	if err != nil {
		return err
	}
	return failed
}
