package doctor

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"sayso/ipc"
	"sayso/plugin"
	"sayso/rules/settings"
)

// settingsFiles looks whether the client's settings can be read.
func settingsFiles(s *state) (found []Finding) {
	const check = "settings"
	for _, f := range s.Places.SettingsFiles(s.Project) {
		if _, err := settings.Read(f); err != nil {
			found = append(found, Finding{check, Warn, err.Error(), "fix it: Claude Code may ignore the file"})
		}
	}
	if len(found) == 0 {
		return one(check, OK, "Claude Code's settings files can be read", "")
	}
	return found
}

// socket looks at the place where sessions and the pane meet.
func socket(s *state) []Finding {
	const check = "socket"
	path, err := ipc.SocketPath(s.Getenv)
	if err == nil {
		err = ipc.CheckPlace(path)
	}
	if err != nil {
		return one(check, Fail, err.Error(), "fix that; until then no ask arrives")
	}
	if s.socket != "" && s.socket != path {
		return one(check, Warn, fmt.Sprintf("the installed plugin asks at %s, but a sayso started here listens at %s",
			s.Places.Short(s.socket), s.Places.Short(path)), "run sayso install here, or start sayso with SAYSO_SOCKET="+s.socket)
	}
	return one(check, OK, s.Places.Short(path)+", for this user alone", "")
}

// running looks for a sayso that answers.
func running(s *state) []Finding {
	const check = "pane"
	path, err := ipc.SocketPath(s.Getenv)
	if s.socket != "" { // there sessions ask, whatever the environment says
		path, err = s.socket, nil
	}
	if err != nil {
		return nil // said above
	}
	c, err := ipc.Dial(path, s.Version)
	if errors.Is(err, ipc.ErrNotRunning) {
		return one(check, Warn, "no sayso is running: asks appear in Claude Code's own dialog", "start sayso in a pane")
	}
	if err != nil {
		return one(check, Fail, err.Error(), "stop what listens there, or set SAYSO_SOCKET")
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(s.ctx, time.Second)
	defer cancel()
	status, err := c.Status(ctx)
	if err != nil {
		return one(check, Fail, "a sayso is running but does not answer: "+err.Error(), "restart it")
	}
	s.running = true
	text := fmt.Sprintf("sayso %s is running, process %d, %d waiting", status.Version, status.PID, status.Waiting)
	if status.Version != s.Version {
		return one(check, Warn, text+"; this one is "+s.Version, "restart it")
	}
	return one(check, OK, text, "")
}

// watchRules looks whether the person's watch rules can be read.
func watchRules(s *state) (found []Finding) {
	const check = "watch"
	file := s.Places.WatchRules()
	n, errs := s.Rules(file)
	for _, err := range errs {
		found = append(found, Finding{check, Warn, err.Error(), ""}) // it says what to do
	}
	if len(found) > 0 {
		return found
	}
	switch n {
	case 0:
		return one(check, OK, "no watch rules: you don't see what auto mode settles ("+s.Places.Short(file)+")", "")
	case 1:
		return one(check, OK, "1 watch rule in "+s.Places.Short(file), "")
	}
	return one(check, OK, fmt.Sprintf("%d watch rules in %s", n, s.Places.Short(file)), "")
}

// event is a payload that every sayso passes over: it is no ask, and tells of
// nothing that happened.
const event = `{"hook_event_name":"SaysoDoctor","session_id":"sayso-doctor","cwd":"/"}`

// roundTrip runs the hook as the installed plugin would. No ask is made: only
// the person could end one.
func roundTrip(s *state) []Finding {
	const check = "round trip"
	if s.dir == "" {
		return nil
	}
	argv, err := plugin.HookCommand(s.dir)
	if err != nil {
		return one(check, Fail, err.Error(), "run sayso install")
	}
	enough := cmp.Or(s.Patience, time.Second)
	ctx, cancel := context.WithTimeout(s.ctx, enough)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], append(argv[1:], "--debug")...)
	cmd.Stdin = strings.NewReader(event)
	cmd.WaitDelay = enough
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err = cmd.Run()
	took := time.Since(start).Round(time.Millisecond)
	said := strings.TrimSpace(errs.String())
	switch {
	case ctx.Err() != nil:
		return one(check, Fail, fmt.Sprintf("the plugin's hook did not end within %s", enough), "run sayso install; sessions wait for this hook")
	case err != nil:
		return one(check, Fail, fmt.Sprintf("the plugin's hook failed: %v %s", err, said), "run sayso install")
	case out.Len() > 0:
		return one(check, Fail, "the plugin's hook answered an event that nobody asked about", "run sayso install")
	case s.running && said != "":
		return one(check, Fail, "the plugin's hook did not reach the pane: "+said, "start the pane again; it must listen at "+s.socket)
	case !s.running:
		return one(check, OK, fmt.Sprintf("the plugin's hook ran in %s and handed back: no sayso answered", took), "")
	}
	return one(check, OK, fmt.Sprintf("the plugin's hook reached the pane and came back in %s", took), "")
}
