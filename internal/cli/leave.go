package cli

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/ui/paint"
)

// leaveTime is how long the pane's end waits for the terminal at most.
const leaveTime = 500 * time.Millisecond

// leftMsg says that the program's end need wait no more.
type leftMsg struct{ end tea.Msg }

// heardOut returns a filter that has the program's end wait until the terminal has
// answered all that it was asked, and hands everything else to filter. An answer
// that comes after the end is for the shell: it would be typed into that.
func heardOut(screen *paint.Screen, send func(tea.Msg), filter func(tea.Model, tea.Msg) tea.Msg) func(tea.Model, tea.Msg) tea.Msg {
	leaving := false
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		switch msg := msg.(type) {
		case leftMsg:
			return msg.end
		case tea.QuitMsg, tea.InterruptMsg:
			heard := screen.Leave()
			select {
			case <-heard:
				return msg
			default:
			}
			if !leaving {
				leaving = true
				go func() {
					select {
					case <-heard:
					case <-time.After(leaveTime):
					}
					send(leftMsg{msg})
				}()
			}
			return nil
		}
		return filter(m, msg)
	}
}
