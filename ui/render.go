package ui

import (
	stdcontext "context"

	tea "charm.land/bubbletea/v2"

	"sayso/ui/card"
	"sayso/ui/style"
)

// render has the document of the card on screen made outside of the update loop,
// and ends the making of the one before: nobody waits for that any more.
func (m *Model) render() tea.Cmd {
	if m.rendered != nil {
		m.rendered()
	}
	ctx, stop := stdcontext.WithCancel(stdcontext.Background())
	m.rendered = stop
	m.renders++
	n, was, width, styles := m.renders, m.was, m.width, m.styles
	make := m.card.Render(width)
	return func() tea.Msg {
		defer stop()
		if ctx.Err() != nil {
			return nil
		}
		d := lay(ctx, make, width, styles)
		if ctx.Err() != nil {
			return nil // it may have ended early
		}
		return renderedMsg{n, d, was != nil && !sure(was)}
	}
}

// lay makes a document. Where that fails, the ask can't be shown, and the pane
// lives on: the asks of other sessions wait in it.
func lay(ctx stdcontext.Context, make card.Maker, width int, s style.Styles) (d card.Document) {
	defer func() {
		if recover() != nil {
			d = card.Unlaid(width, s)
		}
	}()
	return make(ctx)
}

// sure asks whether a document still holds, and takes one of which that can't be
// told for one that does not.
func sure(holds func() bool) (so bool) {
	defer func() {
		if recover() != nil {
			so = false
		}
	}()
	return holds()
}

// guarded runs what may fail on what came from outside, and gives the message
// that says so where it does.
func guarded(run func() tea.Msg, failed tea.Msg) tea.Cmd {
	return func() (msg tea.Msg) {
		defer func() {
			if recover() != nil {
				msg = failed
			}
		}()
		return run()
	}
}
