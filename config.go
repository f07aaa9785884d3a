package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"sayso/approver/claude"
	"sayso/ui"
	"sayso/ui/gate"
)

// config is what a person can set, in $XDG_CONFIG_HOME/sayso/config.toml. Every
// member has a default, so the file may say as little as it likes.
type config struct {
	// Theme is "dark", "light", or "auto" for what the terminal says.
	Theme  string       `toml:"theme"`
	Timing configTiming `toml:"timing"`
	Hold   configHold   `toml:"hold"`
	// Away is how a new ask is told while the pane has no focus: "bell", "osc9"
	// or "none". The window title tells it in any case.
	Away string `toml:"away"`
}

// configTiming is how careful keys are, in milliseconds; see [gate.Timing]. What
// is below the floor is lifted to it.
type configTiming struct {
	Arm   int `toml:"arm"`
	Quiet int `toml:"quiet"`
	Hold  int `toml:"hold"`
}

// configHold is which further events wait for the person.
type configHold struct {
	ModelSwitch bool `toml:"model_switch"`
	// Refusals is for how many seconds a refusal by auto mode waits, so that the
	// person can let the model try again; 0 is not at all.
	Refusals int `toml:"refusals"`
}

func defaultConfig() config {
	t := gate.DefaultTiming()
	return config{
		Theme:  "auto",
		Timing: configTiming{Arm: int(t.Arm.Milliseconds()), Quiet: int(t.Quiet.Milliseconds()), Hold: int(t.Hold.Milliseconds())},
		Away:   string(ui.AwayBell),
	}
}

// readConfig reads the file where there is one. An error names the file, the
// line and the field, and what can stand there.
func readConfig(getenv func(string) string) (config, error) {
	path := configPath(getenv)
	if path == "" {
		return defaultConfig(), nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return defaultConfig(), nil
	}
	if err != nil {
		return config{}, fmt.Errorf("reading the configuration: %w", err)
	}
	return parseConfig(path, data)
}

// configPath returns where the configuration is, and "" where the environment
// names no place for one.
func configPath(getenv func(string) string) string {
	dir := getenv("XDG_CONFIG_HOME")
	if dir == "" {
		home := getenv("HOME")
		if home == "" {
			return ""
		}
		dir = filepath.Join(home, ".config")
	}
	return filepath.Join(dir, "sayso", "config.toml")
}

func parseConfig(path string, data []byte) (config, error) {
	c := defaultConfig()
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&c)
	var unknown *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		row, _ := unknown.Errors[0].Position()
		return config{}, fmt.Errorf("%s:%d: %s: there is no such setting; there are theme, away, timing.arm, timing.quiet, timing.hold, hold.model_switch and hold.refusals",
			path, row, strings.Join(unknown.Errors[0].Key(), "."))
	case errors.As(err, &decode):
		row, _ := decode.Position()
		return config{}, fmt.Errorf("%s:%d: %s: %w", path, row, strings.Join(decode.Key(), "."), err)
	case err != nil:
		return config{}, fmt.Errorf("%s: %w", path, err)
	}
	return c, c.check(path)
}

// check returns what of the values can't be.
func (c config) check(path string) error {
	switch {
	case c.Theme != "auto" && c.Theme != "dark" && c.Theme != "light":
		return fmt.Errorf(`%s: theme: %q; it can be "auto", "dark" or "light"`, path, c.Theme)
	case !ui.Away(c.Away).Valid():
		return fmt.Errorf(`%s: away: %q; it can be "bell", "osc9" or "none"`, path, c.Away)
	case c.Hold.Refusals < 0 || c.Timing.Arm < 0 || c.Timing.Quiet < 0 || c.Timing.Hold < 0:
		return fmt.Errorf("%s: a time can't be negative", path)
	}
	return nil
}

// timing returns how careful keys are.
func (c config) timing() gate.Timing {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	return gate.Timing{Arm: ms(c.Timing.Arm), Quiet: ms(c.Timing.Quiet), Hold: ms(c.Timing.Hold)}.AtLeast(gate.Floor())
}

// hold says which events the person decides.
func (c config) hold(e claude.Event) (bool, time.Duration) {
	switch e.(type) {
	case *claude.PreModelSwitch:
		return c.Hold.ModelSwitch, 0
	case *claude.PermissionDenied:
		return c.Hold.Refusals > 0, time.Duration(c.Hold.Refusals) * time.Second
	}
	return false, 0
}
