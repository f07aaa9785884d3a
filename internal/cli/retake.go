package cli

import (
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
)

// retakeTerminal gives the terminal up and takes it back with all its modes. It
// goes through tea.Exec, so that the program's own loop does it: nothing is drawn
// meanwhile, and an editor that has the terminal keeps it.
func retakeTerminal(done func(error) tea.Msg) tea.Cmd {
	return tea.Exec(interval{}, done)
}

// interval is the program that has the terminal in between. It does nothing for
// the time in which Bubble Tea's renderer comes to its end. That stops a ticker
// which the next renderer starts again: were it stopped after that, nothing would
// ever be drawn.
type interval struct{}

const rendererEnd = 100 * time.Millisecond

func (interval) Run() error {
	time.Sleep(rendererEnd)
	return nil
}

func (interval) SetStdin(io.Reader)  {}
func (interval) SetStdout(io.Writer) {}
func (interval) SetStderr(io.Writer) {}
