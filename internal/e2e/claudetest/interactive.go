//go:build unix

package claudetest

import (
	"slices"
	"testing"

	"sayso/internal/e2e/screentest"
)

// Interactive is the client on a terminal. Its screen is read and its keys are
// pressed through the embedded [screentest.Screen].
type Interactive struct {
	*screentest.Screen
	t testing.TB
}

// The terminal of an interactive run: wide and high enough that the client cuts
// nothing off.
const (
	interactiveCols = 110
	interactiveRows = 45
)

// Interactive starts the client on a terminal and waits until it stands at its
// prompt. With a prompt in r it starts on that and does not wait: a dialog may
// be up before the prompt line was ever seen.
func (s *Session) Interactive(r Run) *Interactive {
	s.t.Helper()
	argv := append([]string{s.client}, r.args(s)...)
	if r.Prompt != "" {
		argv = append(argv, r.Prompt)
	}
	c := &Interactive{t: s.t, Screen: screentest.Start(s.t, screentest.Options{
		Argv: argv,
		Env:  slices.Concat(s.Env, r.Env),
		Dir:  s.Project,
		Cols: interactiveCols,
		Rows: interactiveRows,
		// Far more than any step takes, for machines that are busy.
		Timeout: Patience,
	})}
	if r.Prompt == "" {
		// The prompt line has a rule above it, the choices of a dialog have not.
		c.WaitFor("─\n❯")
	}
	return c
}

// Submit types a prompt of one line and presses enter. The two go apart: in one
// burst the client would take them for a paste.
func (c *Interactive) Submit(prompt string) {
	c.Type(prompt)
	c.WaitFor(prompt)
	c.Press("enter")
}
