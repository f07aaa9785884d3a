package ui

import (
	"errors"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"sayso/approver"
	"sayso/ui/activity"
	"sayso/ui/card"
	"sayso/ui/gate"
	"sayso/ui/kept"
	"sayso/ui/sanitize"
	"sayso/ui/style"
)

// Update routes a message. Every change of what is on screen closes the gate.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case DeskMsg:
		return m, m.deskChanged(msg.Snapshot)
	case NoticeMsg:
		m.notice = sanitize.Line(msg.Text)
	case WatchMsg:
		return m, m.watchChanged(msg.State)
	case acceptedMsg:
		return m, m.watchAccepted(msg)
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.watcher.Reset()
		return m, tea.Batch(m.draw(), m.rearm())
	case tea.FocusMsg:
		m.focus = here
		if c, ok := m.card.(card.Chooser); ok {
			c.Unselect()
		}
		return m, m.rearm()
	case tea.BlurMsg:
		m.focus = elsewhere
		m.held = held{}
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		return m, m.restyle()
	case tea.ColorProfileMsg:
		m.basic = msg.Profile == colorprofile.ANSI
		return m, m.restyle()
	case tea.KeyPressMsg:
		return m, m.pressed(msg)
	case tea.PasteMsg:
		return m, m.pasted(msg)
	case tea.MouseWheelMsg:
		m.wheel(msg.Mouse())
	case tea.MouseClickMsg:
		m.clicked(msg.Mouse())
	case releasedMsg:
		return m, m.released(msg.press)
	case answeredMsg:
		return m, m.answered(msg)
	case renderedMsg:
		if m.card != nil && msg.n == m.renders {
			m.was = nil
			if msg.changed {
				return m, m.changed()
			}
			m.holds = msg.document.Holds
			m.card.SetDocument(msg.document)
			return m, m.lookLater()
		}
	case lookDueMsg:
		return m, m.look(msg.n)
	case lookedMsg:
		return m, m.looked(msg)
	case stoppedMsg:
		return m, m.stopped(msg)
	case loadedMsg:
		if l, ok := m.card.(card.Loader); ok && m.card.ID() == msg.id {
			l.Loaded(msg.result)
			return m, tea.Batch(m.draw(), m.rearm())
		}
	case saidMsg:
		m.heard(msg)
	case editedMsg:
		return m, m.edited(msg)
	case namedMsg:
		m.subjects = m.subjects.With(msg.found, m.desk)
	case branchFoundMsg:
		m.branches[msg.cwd] = msg.branch
	case tickedMsg:
		if msg.series == m.series {
			return m, m.nextTick()
		}
	}
	return m, nil
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
		call = tea.Batch(call, func() tea.Msg { return namedMsg{find()} })
	}
	if m.ended() || m.current() >= 0 {
		return call
	}
	if m.card != nil {
		if why, draft := m.lost(m.card); draft != "" {
			return tea.Batch(call, m.put(kept.New(m.card.Ask(), why, draft, m.styles, m.keys)), m.rearm())
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
	return m.draw()
}

// pressed handles a key. Whatever the key is for, the gate notes it first.
func (m *Model) pressed(msg tea.KeyPressMsg) tea.Cmd {
	m.lastKey = m.opts.Now()
	worth := m.gate.Key(m.lastKey, msg.Text != "")
	if m.card != nil && m.card.Writing() && m.overlay == none && msg.String() != "ctrl+c" {
		m.notice = ""
		action, cmd := m.card.Write(msg, worth == gate.Live)
		if d, ok := action.(card.Decide); ok {
			m.remember(d.Decision.Message)
		}
		return tea.Batch(cmd, m.perform(action), m.tick())
	}
	m.notice = ""
	reads, marks := m.follow(msg, worth)
	if worth == gate.Typing && m.card != nil && !reads && !marks && !m.ended() {
		m.card.Deselect()
		m.together = nil
		m.notice = "Looks like typing: nothing decided."
		return m.tick()
	}
	if m.overlay != none {
		return m.pressedOver(msg, worth)
	}
	switch {
	case key.Matches(msg, m.keys.Help):
		m.cover(help)
		return nil
	case key.Matches(msg, m.keys.History):
		m.activity = activity.View{}
		m.cover(history)
		return nil
	case key.Matches(msg, m.keys.Watch):
		return m.openWatch()
	case msg.String() == "ctrl+c":
		return m.quit()
	case key.Matches(msg, m.keys.Quit):
		return m.hold(worth, msg, quitChoice)
	case m.card == nil:
		return nil
	case key.Matches(msg, m.keys.Context) && !m.ended():
		m.said = saidMsg{}
		m.cover(context)
		return m.readContext()
	case key.Matches(msg, m.keys.Alike) && worth == gate.Live:
		m.gather()
		return m.tick()
	case m.switches(msg, m.keys.Next, m.keys.NextAsk):
		return m.switchTo(1)
	case m.switches(msg, m.keys.Previous, m.keys.PreviousAsk):
		return m.switchTo(-1)
	}
	action := m.card.Key(msg, (worth == gate.Live || marks) && m.sent != m.card.ID())
	if h, ok := action.(card.Hold); ok {
		return m.hold(worth, msg, h.Choice)
	}
	return tea.Batch(m.perform(action), m.tick())
}

// pressedOver handles a key while something lies over the card.
func (m *Model) pressedOver(msg tea.KeyPressMsg, worth gate.Verdict) tea.Cmd {
	if m.overlay == quitting && (key.Matches(msg, m.keys.Quit) || key.Matches(msg, m.keys.Take)) && !msg.IsRepeat {
		return tea.Quit
	}
	if m.overlay == quitting || key.Matches(msg, m.keys.Back, m.keys.Quit) ||
		m.overlay == help && key.Matches(msg, m.keys.Help) || m.overlay == context && key.Matches(msg, m.keys.Context) {
		m.cover(none)
		return m.rearm()
	}
	if m.overlay == watching {
		return m.pressedWatch(msg, worth)
	}
	if m.overlay == history {
		if msg.String() == "ctrl+c" || !m.activity.Key(msg, m.keys, m.desk, m.subjects, m.width, m.bodyHeight()) {
			m.cover(none)
			return m.rearm()
		}
		return nil
	}
	m.scrollSheet(msg)
	return nil
}

// hold keeps a deciding key until it is sure that it is not the start of a word.
func (m *Model) hold(worth gate.Verdict, msg tea.KeyPressMsg, choice int) tea.Cmd {
	if msg.IsRepeat || worth == gate.Typing || worth == gate.Dead && m.card != nil {
		return m.tick()
	}
	press, wait := m.gate.Hold()
	m.held = held{press: press, choice: choice}
	if m.card != nil {
		m.held.id = m.card.ID()
	}
	return m.opts.After(wait, releasedMsg{press})
}

// released acts on a held key, if it still counts and the ask that it was
// pressed for is still the one on screen.
func (m *Model) released(press int) tea.Cmd {
	h := m.held
	if !m.gate.Release(press) || h.press != press {
		return nil
	}
	m.held = held{}
	if h.choice == quitChoice {
		return m.quit()
	}
	if m.card == nil || m.card.ID() != h.id || m.sent == h.id || m.overlay != none {
		return nil
	}
	return m.perform(m.card.Release(h.choice))
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
		m.notice = "Copied, where the terminal allows it."
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
		m.notice = "Too late: the ask had ended already."
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
	if len(m.desk.Waiting) == 0 || m.overlay == quitting {
		return tea.Quit
	}
	m.cover(quitting)
	return nil
}

// pasted takes a paste into the field for a message. Anywhere else it does
// nothing: a paste never answers.
func (m *Model) pasted(msg tea.PasteMsg) tea.Cmd {
	m.gate.Key(m.opts.Now(), true)
	if m.card == nil || !m.card.Writing() || m.overlay != none {
		return m.tick()
	}
	_, cmd := m.card.Write(msg, false)
	return cmd
}

func (m *Model) wheel(mouse tea.Mouse) {
	const rows = 3
	if m.card == nil || m.overlay != none {
		return
	}
	switch mouse.Button {
	case tea.MouseWheelDown:
		m.card.Scroll(rows)
	case tea.MouseWheelUp:
		m.card.Scroll(-rows)
	}
}

// clicked selects a choice and never takes it. A click while the gate is closed
// may have been meant to bring the window to the front.
func (m *Model) clicked(mouse tea.Mouse) {
	if m.card == nil || m.overlay != none || mouse.Button != tea.MouseLeft || !m.gate.Open(m.opts.Now()) {
		return
	}
	m.card.Click(mouse.X, mouse.Y-cardTop)
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
