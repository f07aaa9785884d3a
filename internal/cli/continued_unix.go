//go:build unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"

	"sayso/ui"
)

// tellContinued tells the screen whenever the program was stopped and goes on
// with the terminal in its hands, until ctx ends. A program that a shell lets go
// on in the background has the terminal only later, and is told again then.
func tellContinued(ctx context.Context, program *tea.Program) {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	for {
		select {
		case <-ctx.Done():
			return
		case <-continued:
			if inForeground() {
				program.Send(ui.ContinuedMsg{})
			}
		}
	}
}

// inForeground reports whether the terminal is for this program's process group,
// which it is too where nobody can say.
func inForeground() bool {
	group, err := unix.IoctlGetInt(int(os.Stdout.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}
