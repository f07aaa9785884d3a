//go:build unix

package screentest

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// Left says what a program has left of its terminal that a shell would not expect:
// the alternate screen, a hidden cursor, reports that nobody reads, keys that are
// not echoed. "" is nothing. Call it when the program has ended.
func (s *Screen) Left() string {
	var left []string
	s.mu.Lock()
	if s.term.IsAltScreen() {
		left = append(left, "the alternate screen")
	}
	if shown, set := s.modes[ansi.ModeTextCursorEnable]; set && !shown {
		left = append(left, "a hidden cursor")
	}
	for mode, name := range map[ansi.Mode]string{
		ansi.ModeMouseNormal: "mouse reports", ansi.ModeMouseButtonEvent: "mouse reports",
		ansi.ModeMouseAnyEvent: "mouse reports", ansi.ModeMouseExtSgr: "mouse reports",
		ansi.ModeFocusEvent: "focus reports", ansi.ModeBracketedPaste: "bracketed paste",
		ansi.ModeSynchronizedOutput: "a frame half drawn", ansi.ModeCursorKeys: "application cursor keys",
	} {
		if s.modes[mode] {
			left = append(left, name)
		}
	}
	s.mu.Unlock()
	const cooked = unix.ICANON | unix.ECHO | unix.ISIG
	if conn, err := s.tty.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) {
			if state, err := term.GetState(fd); err == nil && (state.Lflag&cooked != cooked || state.Oflag&unix.OPOST == 0) {
				left = append(left, "raw mode")
			}
		})
	}
	return strings.Join(left, ", ")
}
