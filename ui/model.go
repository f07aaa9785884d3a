package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/themes"
	"sayso/ui/activity"
	"sayso/ui/card"
	"sayso/ui/gate"
	"sayso/ui/kept"
	"sayso/ui/keys"
	"sayso/ui/markdown"
	"sayso/ui/permission"
	"sayso/ui/plan"
	"sayso/ui/question"
	"sayso/ui/style"
	"sayso/ui/watch"
)

// Desk is the part of [approver.Desk] that the screen uses.
type Desk interface {
	Answer(approver.ID, approver.Decision) error
}

// Options are what a Model works with.
type Options struct {
	Desk   Desk
	Now    func() time.Time
	After  func(time.Duration, tea.Msg) tea.Cmd                                // nil for a real timer
	Branch func(cwd string) string                                             // the branch checked out there, or ""; nil for none
	Edit   func(text, suffix string, done func(string, error) tea.Msg) tea.Cmd // runs the person's editor; nil for none
	Read   plan.Reader                                                         // reads a file that an ask names; nil for none
	Sight  permission.Sight                                                    // with what documents are made
	Timing gate.Timing
	Dark   themes.Theme // for a dark background
	Light  themes.Theme // and for a light one; the same twice to leave the terminal no say
	Basic  themes.Theme // for a terminal with sixteen colours
	Away   Away
	Socket string // where sayso listens, to be shown
	// AcceptWatch lets the watch rules of a state go that were removed from the
	// file; nil where there are none.
	AcceptWatch func(revision int) (watch.State, error)
	Demo        string // a line that tells of the demo, or ""
	// Retake takes the terminal back, with all its modes, after the program was
	// stopped and others had it; nil where there is none.
	Retake func(done func(error) tea.Msg) tea.Cmd
}

// focus is whether the pane has it. Not every terminal tells.
type focus int

const (
	unknown focus = iota
	here
	elsewhere
)

// overlay is what lies over the card.
type overlay int

const (
	none overlay = iota
	help
	history
	context
	watching
	quitting
)

// held is a deciding key that waits for its time.
type held struct {
	press  int
	id     approver.ID // the ask that was on screen when it was pressed
	choice int         // what the card called it, or quitChoice
}

// quitChoice is the held key that quits.
const quitChoice = -1

// Model is the whole screen. It is a tea.Model.
type Model struct {
	opts    Options
	keys    keys.Map
	styles  style.Styles
	dark    bool
	basic   bool // the terminal has sixteen colours
	width   int
	height  int
	focus   focus
	lastKey time.Time

	desk     approver.Snapshot
	card     card.Card // nil while nothing waits
	gate     gate.Gate
	held     held
	sent     approver.ID // the ask whose decision is on its way to the desk
	late     approver.ID // the ask that ended before its decision came
	overlay  overlay
	top      int // the first row of the help, or of the context, that is on screen
	said     saidMsg
	together []approver.ID // the other asks that the next answer is for
	activity activity.View
	subjects activity.Subjects
	watch    watch.State
	watcher  watch.View
	notice   string
	aside    []aside
	was      func() bool       // holds of the last document, until it is rendered again
	remains  []*kept.Card      // of those whose asks have ended, to be shown
	messages []string          // that went with a no, the latest first
	branches map[string]string // by directory
	series   int               // of ticks
	renders  int               // documents that were asked for
	rendered func()            // ends the making of the last one; nil before the first
	asked    []asked           // what the terminal was asked about, the latest last
	holds    func() bool       // whether the one on screen still holds; nil for one that always does
	run      run               // of the last keys that type
}

// New returns the screen with an empty desk.
func New(opts Options) *Model {
	if opts.After == nil {
		opts.After = after
	}
	m := &Model{
		opts:     opts,
		keys:     keys.Default(),
		styles:   style.New(opts.Dark),
		dark:     true,
		gate:     gate.New(opts.Timing),
		branches: map[string]string{},
	}
	return m
}

// Init asks the terminal for its background and starts the clock.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.tick())
}

// tick starts a new series of ticks: fast while the gate counts down, slow
// otherwise.
func (m *Model) tick() tea.Cmd {
	m.series++
	return m.nextTick()
}

func (m *Model) nextTick() tea.Cmd {
	const fast, slow = 100 * time.Millisecond, time.Second
	interval := slow
	if m.counts() && !m.gate.Open() {
		interval = fast
	}
	if next, ok := m.gate.Next(m.opts.Now()); ok {
		interval = min(interval, next)
	}
	return m.opts.After(interval, tickedMsg{m.series})
}

// counts reports whether something on screen shows how the gate counts down.
func (m *Model) counts() bool { return m.card != nil || m.overlay == watching }

// rearm closes the gate because what is on screen has changed.
func (m *Model) rearm() tea.Cmd {
	m.gate.Close(m.opts.Now())
	return m.forget()
}

// forget drops what was pressed before the gate closed.
func (m *Model) forget() tea.Cmd {
	m.held, m.together = held{}, nil
	m.run.began = gate.Dead
	return m.tick()
}

// current returns the place of the card's ask in the queue, or -1.
func (m *Model) current() int {
	if m.card == nil {
		return -1
	}
	return m.place(m.card.ID())
}

// place returns the place of an ask in the queue, or -1.
func (m *Model) place(id approver.ID) int {
	return slices.IndexFunc(m.desk.Waiting, func(e approver.Entry) bool { return e.Ask.ID == id })
}

// The branches that are kept: of so many directories, each with a name of so
// many bytes at most. A longer one names none.
const (
	maxBranches = 100
	maxCwd      = 4096
)

// show puts an ask on the screen.
func (m *Model) show(ask approver.Ask) tea.Cmd {
	c := m.takeBack(ask.ID)
	if c.Card == nil {
		c.Card = m.newCard(ask)
	}
	cmds := []tea.Cmd{m.put(c.Card, c.holds), m.load(), m.rearm()}
	cwd := ask.Session.Cwd
	if _, known := m.branches[cwd]; !known && m.opts.Branch != nil && len(cwd) <= maxCwd {
		if len(m.branches) >= maxBranches {
			clear(m.branches) // asks may name any number of directories
		}
		cmds = append(cmds, findBranch(m.opts.Branch, cwd))
	}
	return tea.Batch(cmds...)
}

// load gets what the card on screen wants from outside, if it wants any.
func (m *Model) load() tea.Cmd {
	if l, ok := m.card.(card.Loader); ok {
		if load := l.Load(); load != nil {
			return loadFor(m.card.ID(), load)
		}
	}
	return nil
}

// put takes a card for the one on screen. One that was set aside has a document,
// which it shows and which counts as seen; holds looks again at what that was
// made from, and is nil where nothing of it can change.
func (m *Model) put(c card.Card, holds func() bool) tea.Cmd {
	m.card, m.holds, m.was = c, holds, nil
	m.card.SetCovered(m.overlay != none)
	return m.draw()
}

// draw gives the card its size and has its document made, outside of the update
// loop: that may take long and may read files.
func (m *Model) draw() tea.Cmd {
	if m.card == nil || m.width == 0 {
		return nil
	}
	m.card.SetSize(m.width, m.bodyHeight())
	if m.was == nil {
		m.was = m.holds // what was seen of one document counts for another of the same only
	}
	return m.render()
}

// cards makes the card of a tool. Every other tool has a permission card.
var cards = map[string]func(*Model, approver.Ask) card.Card{
	claude.ToolAskUserQuestion: func(m *Model, ask approver.Ask) card.Card {
		return question.New(ask, m.styles, m.keys, markdown.Render)
	},
	claude.ToolExitPlanMode: func(m *Model, ask approver.Ask) card.Card {
		return plan.New(ask, m.styles, m.keys, plan.Outside{Read: m.opts.Read, Markdown: markdown.Render, Edits: m.opts.Edit != nil})
	},
}

// maxOwn is how many bytes of JSON the input of such a card may have. It is read
// when the card is made, in the update loop; the client's own have less than a
// tenth. A larger one has a permission card, which shows its start.
const maxOwn = 256 << 10

// newCard returns the card for an ask.
func (m *Model) newCard(ask approver.Ask) card.Card {
	sight := m.opts.Sight
	sight.Edits = m.opts.Edit != nil
	sight.Granted = m.desk.Granted(ask)
	if c := cards[claude.CanonicalTool(ask.Tool)]; c != nil {
		if len(ask.Input) <= maxOwn {
			return c(m, ask)
		}
		sight.Most = maxOwn
	}
	c := permission.New(ask, m.styles, m.keys, sight)
	c.Recall(m.messages)
	return c
}
