package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"sayso/internal/claude"
	"sayso/internal/safefile"
	"sayso/ui"
	"sayso/ui/gate"
)

// config is what a person can set, in $XDG_CONFIG_HOME/sayso/config.toml. Every
// member has a default, so the file may say as little as it likes.
type config struct {
	// Theme is "dark", "light", or "auto" for what the terminal says.
	Theme  string       `toml:"theme"`
	Timing configTiming `toml:"timing"`
	Held   configHeld   `toml:"held"`
	// Away is how a new ask is told while the pane has no focus: "bell", "osc9"
	// or "none". The window title tells it in any case.
	Away ui.Away `toml:"away"`
}

// configTiming is how careful keys are, in milliseconds; see [gate.Timing]. What
// is below the floor is lifted to it.
type configTiming struct {
	Arm   uint32 `toml:"arm"`
	Quiet uint32 `toml:"quiet"`
	Hold  uint32 `toml:"hold"`
}

// configHeld says which further events wait for the person.
type configHeld struct {
	ModelSwitch bool `toml:"model_switch"`
	// Refusals is for how many seconds a refusal by auto mode waits, so that the
	// person can let the model try again; 0 is not at all.
	Refusals uint32 `toml:"refusals"`
}

// configSettings says what each setting can be, in the order in which they are named
// to a person.
var configSettings = []struct{ key, canBe string }{
	{"theme", `"auto", "dark" or "light"`},
	{"away", `"bell", "osc9" or "none"`},
	{"timing.arm", "a whole number of milliseconds"},
	{"timing.quiet", "a whole number of milliseconds"},
	{"timing.hold", "a whole number of milliseconds"},
	{"held.model_switch", "true or false"},
	{"held.refusals", "a whole number of seconds"},
}

func defaultConfig() config {
	t := gate.DefaultTiming()
	return config{
		Theme:  "auto",
		Timing: configTiming{Arm: uint32(t.Arm.Milliseconds()), Quiet: uint32(t.Quiet.Milliseconds()), Hold: uint32(t.Hold.Milliseconds())},
		Away:   ui.AwayBell,
	}
}

// maxConfig is the largest configuration that is read, in bytes.
const maxConfig = 1 << 20

// readConfig reads the file where there is one. An error names the file, the
// line and the field, and what can stand there.
func readConfig(getenv func(string) string) (config, error) {
	path := configPath(getenv)
	if path == "" {
		return defaultConfig(), nil
	}
	data, err := safefile.Read(path, maxConfig)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return defaultConfig(), nil
	case errors.Is(err, safefile.ErrNoFile), errors.Is(err, safefile.ErrLarge):
		return config{}, fmt.Errorf("%s: %w; replace it with a configuration, or delete it", path, err)
	case err != nil:
		return config{}, fmt.Errorf("reading the configuration: %w", err)
	}
	return parseConfig(path, data)
}

// configPath returns where the configuration is, and "" where the environment
// names no place for one. A relative directory counts as none, as the XDG
// specification says: the working directory is a project's.
func configPath(getenv func(string) string) string {
	dir := getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		home := getenv("HOME")
		if !filepath.IsAbs(home) {
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
		return config{}, fmt.Errorf("%s:%d: %s", path, row, notKnown(unknown.Errors[0].Key()))
	case errors.As(err, &decode):
		row, _ := decode.Position()
		return config{}, fmt.Errorf("%s:%d: %s", path, row, inWords(decode))
	case err != nil:
		return config{}, fmt.Errorf("%s: %w", path, err)
	}
	switch {
	case !slices.Contains([]string{"auto", "dark", "light"}, c.Theme):
		return config{}, notOne(path, data, "theme")
	case !c.Away.Valid():
		return config{}, notOne(path, data, "away")
	}
	return c, nil
}

// renamed are tables that had another name in earlier versions.
var renamed = map[string]string{"hold": "held"}

// notKnown says what to write in place of a key that is no setting.
func notKnown(key []string) string {
	if now := renamed[key[0]]; now != "" {
		return fmt.Sprintf("[%s] is now called [%s]; rename it", key[0], now)
	}
	return strings.Join(key, ".") + ": unknown setting; valid: " + settingNames()
}

// notOne says what a setting at the top of the file can be, and where it stands.
func notOne(path string, data []byte, key string) error {
	row := 1
	for line := range bytes.Lines(data) {
		if name, _, ok := bytes.Cut(line, []byte("=")); ok && string(bytes.Trim(name, " \t\"'")) == key {
			break
		}
		row++
	}
	return fmt.Errorf("%s:%d: %s", path, row, canBe(key))
}

// inWords says what is wrong with a line, and for a setting what it can be: the
// decoder speaks of Go.
func inWords(err *toml.DecodeError) string {
	why, key := strings.TrimPrefix(err.Error(), "toml: "), strings.Join(err.Key(), ".")
	if key == "" {
		return why
	}
	if words := canBe(key); words != "" && !strings.Contains(why, "already defined") {
		return words
	}
	return key + ": " + why
}

// canBe says what a setting can be; "" where there is no such setting.
func canBe(key string) string {
	for _, s := range configSettings {
		if s.key == key {
			return key + ": it can be " + s.canBe
		}
	}
	return ""
}

// settingNames lists the settings for a person.
func settingNames() string {
	names := make([]string, len(configSettings))
	for i, s := range configSettings {
		names[i] = s.key
	}
	return strings.Join(names, ", ")
}

// timing returns how careful keys are.
func (c config) timing() gate.Timing {
	ms := func(n uint32) time.Duration { return time.Duration(n) * time.Millisecond }
	return gate.Timing{Arm: ms(c.Timing.Arm), Quiet: ms(c.Timing.Quiet), Hold: ms(c.Timing.Hold)}.AtLeast(gate.Floor())
}

// hold says which events the person decides.
func (c config) hold(e claude.Event) (bool, time.Duration) {
	switch e.(type) {
	case *claude.PreModelSwitch:
		return c.Held.ModelSwitch, 0
	case *claude.PermissionDenied:
		return c.Held.Refusals > 0, time.Duration(c.Held.Refusals) * time.Second
	}
	return false, 0
}
