//go:build !unix

package cli

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// tellContinued has nothing to tell: programs are not stopped here.
func tellContinued(context.Context, *tea.Program) {}

// inForeground is always so here.
func inForeground() bool { return true }
