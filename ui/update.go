package ui

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"sayso/approver"
	"sayso/internal/sanitize"
	"sayso/ui/card"
	"sayso/ui/kept"
	"sayso/ui/style"
)

// Update handles a message, and has the terminal asked about what is to be drawn
// then.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	m.askAbout()
	return m, cmd
}

// route routes a message. Every change of what is on screen closes the gate.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	if isNoKey(msg) {
		return tea.Batch(m.reported(msg), m.disturbed())
	}
	switch msg := msg.(type) {
	case DeskMsg:
		return m.deskChanged(msg.Snapshot)
	case NoticeMsg:
		m.notice = sanitize.Line(msg.Text)
	case WatchMsg:
		return m.watchChanged(msg.State)
	case acceptedMsg:
		return m.watchAccepted(msg)
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.watcher.Reset()
		return tea.Batch(m.draw(), m.setSaid(), m.rearm())
	case tea.FocusMsg:
		m.focus = here
		if c, ok := m.card.(card.Chooser); ok {
			c.Unselect()
		}
		return m.rearm()
	case tea.BlurMsg:
		m.focus = elsewhere
		m.held = held{}
	case tea.ColorProfileMsg:
		m.basic = msg.Profile == colorprofile.ANSI
		return m.restyle()
	case tea.KeyPressMsg:
		return m.pressed(msg)
	case tea.PasteMsg:
		return m.pasted(msg)
	case tea.MouseWheelMsg:
		m.wheel(msg.Mouse())
	case tea.MouseClickMsg:
		m.clicked(msg.Mouse())
	case releasedMsg:
		return m.released(msg.press)
	case answeredMsg:
		return m.answered(msg)
	case renderedMsg:
		if m.card != nil && msg.n == m.renders {
			m.was = nil
			if msg.changed {
				return m.changed()
			}
			m.holds = msg.document.Holds
			m.card.SetDocument(msg.document)
			return tea.Batch(m.lookLater(), m.rearm())
		}
	case lookDueMsg:
		return m.look(msg.n)
	case lookedMsg:
		return m.looked(msg)
	case stoppedMsg:
		return m.stopped(msg)
	case loadedMsg:
		if l, ok := m.card.(card.Loader); ok && m.card.ID() == msg.id {
			l.Loaded(msg.result)
			return tea.Batch(m.draw(), m.rearm())
		}
	case saidMsg:
		return m.heard(msg)
	case editedMsg:
		return m.edited(msg)
	case namedMsg:
		m.subjects = m.subjects.With(msg.found, m.desk)
	case branchFoundMsg:
		m.branches[msg.cwd] = msg.branch
	case PaintedMsg:
		return m.painted(msg.N)
	case stalledMsg:
		return m.stalled(msg)
	case ContinuedMsg:
		return m.continued()
	case repaintMsg:
		return m.disturbed()
	case tickedMsg:
		if msg.series == m.series {
			m.gate.Pass(m.opts.Now())
			return m.nextTick()
		}
	}
	return nil
}

// reported takes what the terminal tells of itself.
func (m *Model) reported(msg tea.Msg) tea.Cmd {
	if background, ok := msg.(tea.BackgroundColorMsg); ok {
		m.dark = background.IsDark()
		return m.restyle()
	}
	return nil
}

// deskChanged takes a new snapshot. The card on screen stays while its ask
// waits: a new ask never takes its place.
func (m *Model) deskChanged(s approver.Snapshot) tea.Cmd {
	var call tea.Cmd
	if m.looksElsewhere() && s.Seen > m.desk.Seen && len(s.Waiting) > 0 {
		call = m.opts.Away.call(len(s.Waiting))
	}
	m.desk = s
	m.sortAside()
	if find := m.subjects.Unknown(s); find != nil {
		call = tea.Batch(call, guarded(func() tea.Msg { return namedMsg{find()} }, nil))
	}
	if m.ended() || m.current() >= 0 {
		return call
	}
	if m.card != nil {
		if why, draft := m.lost(m.card); draft != "" {
			return tea.Batch(call, m.put(kept.New(m.card.Ask(), why, draft, m.styles, m.keys), nil), m.rearm())
		}
		m.tellEnd(m.card.ID())
	}
	return tea.Batch(call, m.showFirst())
}

// restyle takes the theme for what the terminal can show.
func (m *Model) restyle() tea.Cmd {
	theme := m.opts.Light
	switch {
	case m.basic:
		theme = m.opts.Basic
	case m.dark:
		theme = m.opts.Dark
	}
	m.styles = style.New(theme)
	if m.card == nil {
		return nil
	}
	m.card.SetStyles(m.styles)
	return tea.Batch(m.draw(), m.setSaid())
}

// perform does what the card asked for.
func (m *Model) perform(a card.Action) tea.Cmd {
	switch a := a.(type) {
	case card.Decide:
		m.sent = a.ID
		return m.answerAll(a)
	case card.Refused:
		m.notice = sanitize.Line(a.Why) // an error in it may quote what came from outside
	case card.Copy:
		m.notice = "Copied, if the terminal allows it."
		return tea.SetClipboard(a.Text)
	case card.Redraw:
		return m.draw()
	case card.Close:
		return m.showFirst()
	case card.Edit:
		if m.opts.Edit != nil {
			return m.opts.Edit(a.Text, a.Suffix, func(text string, err error) tea.Msg {
				return editedMsg{a.ID, text, err}
			})
		}
	}
	return nil
}

// answered tells when a decision did not reach the desk.
func (m *Model) answered(msg answeredMsg) tea.Cmd {
	if m.sent == msg.id {
		m.sent = ""
	}
	switch {
	case errors.Is(msg.err, approver.ErrNotWaiting):
		m.late = msg.id
		m.notice = "Too late: the ask had already ended."
	case msg.err != nil:
		m.notice = sanitize.Line(fmt.Sprintf("Not sent: %v", msg.err))
	}
	return nil
}

// switchTo shows the next or the previous waiting ask.
func (m *Model) switchTo(by int) tea.Cmd {
	n := len(m.desk.Waiting)
	i := m.current()
	if n < 2 || i < 0 {
		return nil
	}
	m.setAside()
	return m.show(m.desk.Waiting[(i+by+n)%n].Ask)
}

func (m *Model) cover(with overlay) {
	m.overlay = with
	m.top = 0
	m.held = held{}
	m.run = run{words: with == none} // what follows at once on the key that closed it is no reading
	if m.card != nil {
		m.card.SetCovered(with != none)
	}
}

// quit ends at once when nothing waits, and asks once otherwise.
func (m *Model) quit() tea.Cmd {
	if m.gate.Disturbed() {
		return m.tick()
	}
	if len(m.desk.Waiting) == 0 || m.overlay == quitting {
		return tea.Quit
	}
	m.cover(quitting)
	return nil
}

// remember keeps a message for the next no that may want it.
func (m *Model) remember(message string) {
	const most = 20
	if message == "" {
		return
	}
	m.messages = slices.DeleteFunc(m.messages, func(old string) bool { return old == message })
	m.messages = slices.Insert(m.messages, 0, message)
	m.messages = m.messages[:min(len(m.messages), most)]
}
