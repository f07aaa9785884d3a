package ui

import (
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// PaintedMsg says that the terminal has answered question N of package paint: it
// has what was drawn with it, and all keys pressed before it have been read.
type PaintedMsg struct{ N int }

// BeatMsg shows that messages are handled in time. Send one every [BeatEvery].
type BeatMsg struct{}

// BeatEvery is how often a [BeatMsg] comes, and lateBeat how long the screen may
// be without one before keys may have piled up.
const (
	BeatEvery = 100 * time.Millisecond
	lateBeat  = 350 * time.Millisecond
)

// ContinuedMsg says that the program was stopped and goes on.
type ContinuedMsg struct{}

// stalledMsg says that the program stood still: it was stopped, or something took
// long. key is the key that was read then, or nil.
type stalledMsg struct{ key *tea.KeyPressMsg }

// repaintMsg follows when everything is to be drawn anew.
type repaintMsg struct{}

// Answers matches what the terminal sends with the questions that it was asked, as
// a [paint.Screen] does: the device attributes, or the cursor's cell counted from 0.
// ok is false where nobody asked.
type Answers interface {
	Answered() (n int, ok bool)
	At(x, y int) (n int, ok bool)
}

// Filter returns a filter for the program's messages. It turns the terminal's
// answers into [PaintedMsg] and keeps the beats from the model, which would be drawn
// for each. A key that comes while beats are late was pressed
// nobody knows when, and decides nothing.
func Filter(now func() time.Time, answers Answers) func(tea.Model, tea.Msg) tea.Msg {
	var last time.Time
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		late := false
		if at := now(); !last.IsZero() && at.Sub(last) > lateBeat {
			late = true
		}
		switch m := msg.(type) {
		case BeatMsg:
			last = now()
			if late {
				return stalledMsg{}
			}
			return nil
		case tea.KeyPressMsg:
			if late {
				last = now() // once for each time
				return stalledMsg{&m}
			}
		case uv.PrimaryDeviceAttributesEvent:
			if n, ok := answers.Answered(); ok {
				return PaintedMsg{n}
			}
		case tea.CursorPositionMsg:
			if n, ok := answers.At(m.X, m.Y); ok {
				return PaintedMsg{n}
			}
		}
		return msg
	}
}

// painted takes an answer of the terminal.
func (m *Model) painted(n int) tea.Cmd {
	m.shown(n)
	was := m.gate.Open()
	press := m.gate.Answered(m.opts.Now(), n)
	cmd := m.act(press)
	if was && m.gate.Open() && press == 0 {
		return nil
	}
	return tea.Batch(cmd, m.tick())
}

// stalled closes the gate, and has everything drawn anew: a stopped program has
// lent its terminal to others.
func (m *Model) stalled(msg stalledMsg) tea.Cmd {
	if msg.key != nil {
		m.lastKey = m.opts.Now()
		m.gate.Key(m.lastKey, msg.key.Text != "")
		if m.card != nil {
			m.notice = "sayso was stopped: that key was ignored."
		}
	}
	return tea.Batch(m.disturbed(), tea.Sequence(tea.ClearScreen, func() tea.Msg { return repaintMsg{} }))
}

// continued takes the terminal back. Whoever had it meanwhile may have left it in
// other modes: a shell leaves it echoing, and lets a paste pass for keys.
func (m *Model) continued() tea.Cmd {
	retake := m.opts.Retake
	if retake == nil {
		return m.disturbed()
	}
	return tea.Batch(m.disturbed(), retake(func(err error) tea.Msg {
		if err != nil {
			return NoticeMsg{"The terminal could not be restored: " + err.Error()}
		}
		return repaintMsg{}
	}))
}

// disturbed closes the gate because of something that is no key.
func (m *Model) disturbed() tea.Cmd {
	m.gate.Disturb(m.opts.Now())
	return m.forget()
}

// cutKeys follow on alt where an escape sequence was cut behind its second byte.
const cutKeys = "[]OP_^X"

// isCut reports whether a key is the start of an escape sequence whose rest did
// not come in time.
func isCut(key tea.KeyPressMsg) bool {
	if key.Mod&tea.ModAlt == 0 || key.Mod&tea.ModCtrl != 0 {
		return false
	}
	for _, c := range cutKeys {
		if key.Code == c || key.Code == c+'a'-'A' && c >= 'A' && c <= 'Z' && key.Mod&tea.ModShift != 0 {
			return true
		}
	}
	return false
}

// isNoKey reports whether a message is input from the terminal that is neither a
// key, a paste, the mouse, nor the focus: reports, and what could not be read.
func isNoKey(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.BackgroundColorMsg, tea.ForegroundColorMsg, tea.CursorColorMsg, tea.CursorPositionMsg, tea.ModeReportMsg,
		tea.CapabilityMsg, tea.TerminalVersionMsg, tea.KeyboardEnhancementsMsg, tea.ClipboardMsg, tea.ProgramStatusSupportMsg:
		return true
	}
	t := reflect.TypeOf(msg)
	return t != nil && t.PkgPath() == reflect.TypeFor[uv.UnknownEvent]().PkgPath()
}
