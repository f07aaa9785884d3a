package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"sayso/approver"
	"sayso/internal/safefile"
	"sayso/ipc"
	"sayso/ipc/ask"
	"sayso/ipc/hook"
	"sayso/ipc/mcp"
	"sayso/plugin"
	"sayso/plugin/setup"
	watchrules "sayso/plugin/watch"
	"sayso/rules"
	"sayso/themes"
	"sayso/ui"
	"sayso/ui/outside"
	"sayso/ui/paint"
	"sayso/ui/permission"
	"sayso/ui/preview/disk"
)

// Doors are the ways in, by the name that stands on the socket.
var Doors = map[approver.Door]ipc.Decoder{
	approver.DoorAsk:  ask.Decode,
	approver.DoorHook: hook.Decode,
	approver.DoorMCP:  mcp.Decode,
}

// runPane is "sayso": it listens, shows and answers until the person quits.
func runPane(ctx context.Context) error {
	path, err := ipc.SocketPath(os.Getenv)
	if err != nil {
		return err
	}
	c, err := readConfig(os.Getenv)
	if err != nil {
		return err
	}
	return pane(ctx, c, path, "", watchKeeper(path), func(context.Context) {})
}

// pane wires the rooms together: the socket puts asks on the desk, the screen
// shows the desk, the person's keys answer. keeper, if any, says which calls the
// person wants to see. beside runs while the pane does.
func pane(ctx context.Context, c config, path, demo string, keeper *watchrules.Keeper, beside func(context.Context)) error {
	if !term.IsTerminal(os.Stdout.Fd()) {
		return errors.New("the pane needs a terminal to draw on")
	}
	listener, err := ipc.Listen(path)
	if err != nil {
		return err
	}
	defer listener.Close()
	boundMemory(os.Getenv)

	dark, light := themes.Dark(), themes.Light()
	switch c.Theme {
	case "dark":
		light = dark
	case "light":
		dark = light
	}
	desk := approver.NewDesk(time.Now)
	options := ui.Options{
		Desk:   desk,
		Now:    time.Now,
		Branch: outside.Branch,
		Edit:   outside.Editor(os.Getenv),
		Read:   safefile.ReadEnd,
		Sight:  sight(path),
		Timing: c.timing(),
		Dark:   dark,
		Light:  light,
		Basic:  themes.Basic(),
		Away:   c.Away,
		Socket: path,
		Demo:   demo,
	}
	if keeper != nil {
		options.AcceptWatch = acceptWatch(keeper)
	}
	screen := paint.NewScreen(os.Stdout, time.Now, inForeground)
	options.Retake = retakeTerminal
	var program *tea.Program
	send := func(msg tea.Msg) { program.Send(msg) }
	program = tea.NewProgram(ui.New(options), tea.WithContext(ctx), tea.WithOutput(screen),
		tea.WithFilter(heardOut(screen, send, ui.Filter(time.Now, screen))))
	refused := newLatest()
	server := &ipc.Server{
		Desk:     desk,
		Doors:    Doors,
		Complete: Located(os.Getenv),
		Version:  version,
		NewID:    Counter(),
		Hold:     c.hold,
		OnReject: refused.put,
	}

	if keeper != nil {
		server.Watch = keeper.Question
	}

	ctx, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() {
		served <- server.Serve(ctx, listener)
		program.Quit() // a pane that nothing can reach would only look as if it waited
	}()
	go watch(ctx, desk, program)
	var besides sync.WaitGroup
	besides.Go(func() { beside(ctx) })
	besides.Go(func() { beat(ctx, program) })
	besides.Go(func() { tellContinued(ctx, program) })
	besides.Go(func() { keepSocket(ctx, listener, program) })
	besides.Go(func() {
		refused.each(ctx, func(err error) { program.Send(ui.NoticeMsg{Text: "Refused: " + err.Error()}) })
	})
	if demo == "" {
		besides.Go(func() { tellElsewhere(path, program) })
	}
	if keeper != nil {
		besides.Go(func() { keepWatch(ctx, keeper, program) })
	}

	_, err = program.Run()
	// The screen is gone, so nobody can answer any more: what waits is handed
	// back, and what was answered still gets its time to arrive.
	stop()
	err = errors.Join(ended(err), <-served)
	besides.Wait()
	return err
}

// memoryLimit is what the pane's memory is kept below. What is held at once is
// bounded everywhere; this has what large asks leave behind collected in time.
const memoryLimit = 220 << 20

// boundMemory sets the limit, unless the person set one.
func boundMemory(getenv func(string) string) {
	if getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}

// socketCheck is how often the pane looks whether its socket can still be reached.
const socketCheck = 2 * time.Second

// keepSocket opens the socket anew when something took it away, until ctx ends.
// For as long as nobody can ask here, it says so at every look: an empty pane
// would pass for one where nothing waits.
func keepSocket(ctx context.Context, listener *ipc.Listener, program *tea.Program) {
	check := time.NewTicker(socketCheck)
	defer check.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-check.C:
		}
		switch mended, err := listener.Mend(); {
		case err != nil:
			program.Send(ui.NoticeMsg{Text: "Asks can't reach this pane: " + err.Error()})
		case mended:
			program.Send(ui.NoticeMsg{Text: "The socket was gone and has been restored."})
		}
	}
}

// beat shows the screen that it is live, until ctx ends.
func beat(ctx context.Context, program *tea.Program) {
	ticker := time.NewTicker(ui.BeatEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			program.Send(ui.BeatMsg{})
		}
	}
}

// sight is with what the cards look at a call: the disk, and what is sayso's own.
func sight(socket string) permission.Sight {
	home := os.Getenv("HOME")
	return permission.Sight{
		Others: others(socket),
		Files:  disk.New(),
		Home:   home,
		Trace:  func(s approver.Session, call rules.Call) (rules.Trace, bool) { return outside.Trace(home, s, call) },
		Dirs:   func(s approver.Session) []string { return outside.Directories(home, s) },
		Own:    []string{filepath.Dir(configPath(os.Getenv)), filepath.Dir(socket)},
	}
}

// others looks where a project's settings have hooks that answer asks beside the
// one that asks at socket.
func others(socket string) func(project string) []string {
	places, err := setup.Find(os.Getenv)
	if err != nil {
		return nil
	}
	places.Socket = socket
	return places.ProjectHooks
}

// tellElsewhere says that the installed plugin asks at another socket than the
// pane's: then an empty pane would pass for one where nothing waits.
func tellElsewhere(socket string, program *tea.Program) {
	places, err := setup.Find(os.Getenv)
	if err != nil {
		return
	}
	installed, err := plugin.SocketOf(filepath.Join(places.Marketplace(), plugin.Name))
	if err == nil && installed != socket {
		program.Send(ui.NoticeMsg{Text: "Sessions with the plugin ask at " + places.Short(installed) + ", not here: run sayso install"})
	}
}

// ended turns the ways in which the screen may end into an error, or none.
func ended(err error) error {
	if err == nil || errors.Is(err, tea.ErrInterrupted) || errors.Is(err, context.Canceled) {
		return nil
	}
	return fmt.Errorf("drawing the pane: %w", err)
}

// watch sends the desk to the screen whenever it has changed, and looks once
// whether the rules of a yes stand where they were sent to.
func watch(ctx context.Context, desk *approver.Desk, program *tea.Program) {
	looked := map[approver.ID]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-desk.Changed():
		}
		snapshot := desk.Snapshot()
		program.Send(ui.DeskMsg{Snapshot: snapshot})
		for _, e := range snapshot.Ended {
			if outside.ToLookAfter(e) && !looked[e.Ask.ID] {
				looked[e.Ask.ID] = true
				go lookAfter(ctx, desk, e)
			}
		}
	}
}

// writingTime is how long Claude Code may take to write a settings file. It
// writes some time after the call began to run.
const writingTime = 5 * time.Second

// lookAfter tells the desk which of the rules of an answer are missing, once all
// are there or the time is up.
func lookAfter(ctx context.Context, desk *approver.Desk, e approver.Entry) {
	again := time.NewTicker(writingTime / 20)
	defer again.Stop()
	late := time.After(writingTime)
	for {
		missing := outside.Missing(os.Getenv("HOME"), e.Ask.Session.Root(), e.Decision.UpdatedPermissions)
		if len(missing) == 0 {
			desk.Keeps(e.Ask.ID, nil)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-late:
			desk.Keeps(e.Ask.ID, missing)
			return
		case <-again.C:
		}
	}
}

// Counter returns a source of ids: "1", "2" and so on.
func Counter() func() approver.ID {
	var n atomic.Int64
	return func() approver.ID { return approver.ID(strconv.FormatInt(n.Add(1), 10)) }
}
