package ui_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/approver/approvertest"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/rules"
	"sayso/themes"
	"sayso/ui"
	"sayso/ui/gate"
	"sayso/ui/paint"
	"sayso/ui/permission"
	"sayso/ui/preview"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// noRules is what the engine says of a call to somebody who has no rules yet.
func noRules(s approver.Session, call rules.Call) (rules.Trace, bool) {
	return rules.Compile(nil, rules.Place{Cwd: s.Cwd, Project: s.Root(), Home: "/home/dev"}).Decide(call), true
}

// failer is what the rig needs of a test; rapid's T is one too.
type failer interface {
	Helper()
	Error(...any)
	Errorf(string, ...any)
	Fatal(...any)
	Fatalf(string, ...any)
}

// rig drives the model without a program: time stands still until it is moved,
// and every command is run on the spot.
type rig struct {
	t      failer
	m      tea.Model
	desk   *approver.Desk
	module *approvertest.Module // of the session that most asks come from
	now    time.Time
	timers []timer
	quit   bool
	raw    []string // what was sent to the terminal as it is
	sent   []sent
	n      int

	tickets map[approver.ID]*approver.Ticket

	terminal string                           // what the terminal shows
	painted  int                              // the last question that it has answered
	frozen   bool                             // it shows nothing new and answers nothing
	mute     bool                             // it answers nothing
	stopped  bool                             // the program reads nothing and draws nothing
	late     bool                             // it reads answers only when time passes
	stdin    []tea.Msg                        // what it has not read yet
	filter   func(tea.Model, tea.Msg) tea.Msg // as the program has it
	beat     time.Time                        // the next one
	onPaint  func()

	holdRenders bool      // documents are kept back,
	holdStops   bool      // and word of a yes that was stopped,
	held        []tea.Msg // here

	editor func(text, suffix string) (string, error)

	transcript string // what reading a transcript gives
	readErr    error
}

type timer struct {
	at  time.Time
	msg tea.Msg
}

// timerMsg is what the rig's After makes of a timer.
type timerMsg timer

// sent is a decision on its way to the desk.
type sent struct {
	id       approver.ID
	decision approver.Decision
	at       time.Time
	err      error
}

func newRig(t failer, width, height int, more ...func(*ui.Options)) *rig {
	r := &rig{t: t, now: noon, tickets: map[approver.ID]*approver.Ticket{}}
	r.editor = func(text, _ string) (string, error) { return text, nil }
	r.desk = approver.NewDesk(r.clock)
	r.module = &approvertest.Module{Desk: r.desk, Session: "7c1e0f3a"}
	opts := ui.Options{
		Desk: r,
		Now:  r.clock,
		After: func(d time.Duration, msg tea.Msg) tea.Cmd {
			return func() tea.Msg { return timerMsg{r.now.Add(d), msg} }
		},
		Branch: func(string) string { return "main" },
		Sight:  permission.Sight{Files: oneFile{}, Home: "/home/dev", Trace: noRules},
		Edit: func(text, suffix string, done func(string, error) tea.Msg) tea.Cmd {
			return func() tea.Msg { return done(r.editor(text, suffix)) }
		},
		Read:   func(string, int64) ([]byte, bool, error) { return []byte(r.transcript), true, r.readErr },
		Timing: gate.DefaultTiming(),
		Dark:   themes.Dark(),
		Light:  themes.Light(),
		Basic:  themes.Basic(),
		Socket: "/run/user/1000/sayso/sayso.sock",
	}
	for _, m := range more {
		m(&opts)
	}
	r.filter, r.beat = ui.Filter(r.clock, &answers{}), r.now
	r.m = ui.New(opts)
	r.run(r.m.Init())
	r.send(tea.WindowSizeMsg{Width: width, Height: height})
	return r
}

func (r *rig) clock() time.Time { return r.now }

// Answer makes the rig the desk of the model, so that it sees what is sent.
func (r *rig) Answer(id approver.ID, d approver.Decision) error {
	err := r.desk.Answer(id, d)
	r.sent = append(r.sent, sent{id, d, r.now, err})
	return err
}

func (r *rig) send(msg tea.Msg) {
	if msg = r.filter(r.m, msg); msg == nil {
		return
	}
	var cmd tea.Cmd
	r.m, cmd = r.m.Update(msg)
	r.run(cmd)
	r.paint()
}

// paint has the terminal show what is drawn, and answer what is asked with it.
func (r *rig) paint() {
	if r.frozen || r.stopped {
		return
	}
	view := r.m.View()
	r.terminal = ansi.Strip(view.Content)
	if _, n := paint.Split(view.WindowTitle); n > r.painted && !r.mute {
		r.painted = n
		r.stdin = append(r.stdin, ui.PaintedMsg{N: n})
	}
	if r.onPaint != nil {
		r.onPaint()
	}
	if !r.late {
		r.read()
	}
}

// read has the program read what the terminal has sent.
func (r *rig) read() {
	for len(r.stdin) > 0 && !r.stopped {
		msg := r.stdin[0]
		r.stdin = r.stdin[1:]
		r.send(msg)
	}
}

// run runs a command and whatever follows from it.
func (r *rig) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		r.quit = true
	case tea.RawMsg:
		r.raw = append(r.raw, fmt.Sprint(msg.Msg))
	case timerMsg:
		r.timers = append(r.timers, timer(msg))
	case tea.BatchMsg:
		for _, c := range msg {
			r.run(c)
		}
	default:
		name := reflect.TypeOf(msg).Name()
		if r.holdRenders && name == "renderedMsg" || r.holdStops && name == "stoppedMsg" {
			r.held = append(r.held, msg)
			return
		}
		if reflect.TypeOf(msg).PkgPath() == "charm.land/bubbletea/v2" {
			return // a request to the terminal
		}
		r.send(msg)
	}
	r.deliver()
}

// deliver brings the desk to the model, as the program's watcher does.
func (r *rig) deliver() {
	if r.stopped {
		return
	}
	select {
	case <-r.desk.Changed():
		r.send(ui.DeskMsg{Snapshot: r.desk.Snapshot()})
	default:
	}
}

// title returns what the window is called.
func (r *rig) title() string {
	title, _ := paint.Split(r.m.View().WindowTitle)
	return title
}

// thaw lets a frozen terminal show what is drawn, and answer.
func (r *rig) thaw() {
	r.frozen = false
	r.paint()
}

// advance lets time pass and fires what is due, in its order.
func (r *rig) advance(d time.Duration) {
	end := r.now.Add(d)
	for {
		r.read()
		next := -1
		for i, t := range r.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(r.timers[next].at)) {
				next = i
			}
		}
		if !r.beat.After(end) && (next < 0 || r.beat.Before(r.timers[next].at)) {
			if r.beat.After(r.now) {
				r.now = r.beat
			}
			r.beat = r.now.Add(ui.BeatEvery)
			r.send(ui.BeatMsg{})
			continue
		}
		if next < 0 {
			r.now = end
			return
		}
		due := r.timers[next]
		r.timers = slices.Delete(r.timers, next, next+1)
		if due.at.After(r.now) {
			r.now = due.at
		}
		r.send(due.msg)
	}
}

// stop stops the program for so long. What is done meanwhile finds it so.
func (r *rig) stop(d time.Duration, meanwhile ...func()) {
	r.stopped = true
	for _, do := range meanwhile {
		do()
	}
	r.now = r.now.Add(d)
	r.stopped = false
}

// arrive puts an ask on the desk and returns its id.
func (r *rig) arrive(ask approver.Ask) approver.ID {
	r.t.Helper()
	id, err := r.offer(ask)
	if err != nil {
		r.t.Fatal(err)
	}
	r.deliver()
	return id
}

// offer puts an ask on the desk, if that takes it.
func (r *rig) offer(ask approver.Ask) (approver.ID, error) {
	r.n++
	ask.ID = approver.ID(fmt.Sprint(r.n))
	if ask.Origin == approver.FromSession {
		ask = r.module.Prove(ask)
	}
	ticket, err := r.desk.Submit(ask)
	if err == nil {
		r.tickets[ask.ID] = ticket
	}
	return ask.ID, err
}

// withdraw ends an ask from its door's side.
func (r *rig) withdraw(id approver.ID) { r.desk.Withdraw(r.tickets[id]) }

// settle waits until a card is armed.
func (r *rig) settle() { r.advance(time.Second) }

// press presses keys one after another, without a pause.
func (r *rig) press(names ...string) {
	for _, name := range names {
		r.stdin = append(r.stdin, keyPress(name))
	}
	r.read()
}

// decide presses a key and waits until it acts.
func (r *rig) decide(name string) {
	r.press(name)
	r.advance(200 * time.Millisecond)
}

// oneFile is a disk with one file on it.
type oneFile struct{}

func (oneFile) Read(path string) preview.File {
	if path != "/home/dev/app/src/main.go" {
		return preview.File{State: preview.Missing}
	}
	return preview.File{State: preview.Read, Text: "package main\n\nfunc main() {\n\tprintln(\"hi\")\n}\n"}
}

func (oneFile) Real(path string) string { return path }

// focusMsg is what the terminal sends when the pane gets the focus.
var focusMsg = tea.FocusMsg{}

// keyPress makes the message of a key by its name.
func keyPress(name string) tea.KeyPressMsg {
	named := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
		"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift},
		"up":        {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "pgdown": {Code: tea.KeyPgDown}, "pgup": {Code: tea.KeyPgUp},
		"space": {Code: tea.KeySpace, Text: " "}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
		"alt+enter": {Code: tea.KeyEnter, Mod: tea.ModAlt}, "backspace": {Code: tea.KeyBackspace},
	}
	if msg, ok := named[name]; ok {
		return msg
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// screen returns the frame as plain text.
func (r *rig) screen() string { return ansi.Strip(r.m.View().Content) }

func (r *rig) see(want string) {
	r.t.Helper()
	if !strings.Contains(r.screen(), want) {
		r.t.Errorf("the screen does not show %q:\n%s", want, r.screen())
	}
}

func (r *rig) notSee(what string) {
	r.t.Helper()
	if strings.Contains(r.screen(), what) {
		r.t.Errorf("the screen shows %q:\n%s", what, r.screen())
	}
}

// only returns the one decision that was sent.
func (r *rig) only() sent {
	r.t.Helper()
	if len(r.sent) != 1 {
		r.t.Fatalf("%d decisions were sent, want 1: %+v", len(r.sent), r.sent)
	}
	return r.sent[0]
}

func (r *rig) nothingSent() {
	r.t.Helper()
	if len(r.sent) > 0 {
		r.t.Errorf("sent %+v:\n%s", r.sent, r.screen())
	}
}

// askOf makes an ask of a payload's parts, which are JSON.
func askOf(tool, input string, more ...string) approver.Ask {
	payload := fmt.Sprintf(`{"session_id":"7c1e0f3a","cwd":"/home/dev/app","permission_mode":"default",
		"hook_event_name":"PermissionRequest","tool_name":%q,"tool_input":%s%s}`, tool, input, strings.Join(append([]string{""}, more...), ","))
	var p claude.PermissionRequest
	if err := openjson.Unmarshal([]byte(payload), &p); err != nil {
		panic(err)
	}
	ask := approver.FromPermissionRequest(p)
	if p.Sayso != nil { // the plugin adds it, and proves the whole
		ask.Origin = approver.FromSession
	}
	return ask
}

// movedAsk is askOf in a session whose agent did "cd src".
func movedAsk(tool, input string) approver.Ask {
	ask := askOf(tool, input)
	ask.Session.Cwd, ask.Session.Project = "/home/dev/app/src", "/home/dev/app"
	return ask
}

var (
	lsAsk   = askOf("Bash", `{"command":"ls -la","description":"List the files"}`)
	pushAsk = askOf("Bash", `{"command":"git push origin main && rm -rf build","description":"Push and clean"}`,
		`"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"git push *"},{"toolName":"Bash","ruleContent":"rm -rf build"}],"behavior":"allow","destination":"localSettings"}]`)
	guardAsk = askOf("Bash", `{"command":"mkdir -p build && touch build/x","description":"Make build dir"}`,
		`"sayso":{"plugin":"deploy-guard","reason":"Touching files needs a second look before a release."}`)
	longAsk = askOf("Write", `{"file_path":"/home/dev/app/steps.txt","content":"`+strings.Repeat(`echo step\n`, 60)+`"}`)
)
