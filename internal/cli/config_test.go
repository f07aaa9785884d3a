package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/internal/claude"
	"sayso/ui"
	"sayso/ui/gate"
)

func TestConfigNamesFileLineAndField(t *testing.T) {
	for name, tc := range map[string]struct{ data, want string }{
		"unknown setting":  {"theme = \"dark\"\ncolour = 1\n", "c.toml:2: colour: unknown setting; valid: theme, away, timing.arm"},
		"unknown in table": {"[held]\nall = true\n", "c.toml:2: held.all: unknown setting"},
		"wrong type":       {"[timing]\narm = \"long\"\n", "c.toml:2: timing.arm: it can be a whole number of milliseconds"},
		"a fraction":       {"[timing]\n\nquiet = 0.5\n", "c.toml:3: timing.quiet: it can be a whole number"},
		"no truth value":   {"[held]\nmodel_switch = \"yes\"\n", "c.toml:2: held.model_switch: it can be true or false"},
		"a number":         {"theme = 1\n", `c.toml:1: theme: it can be "auto", "dark" or "light"`},
		"an old name":      {"[hold]\nmodel_switch = true\n", "c.toml:1: [hold] is now called [held]; rename it"},
		"an old table":     {"\n[hold]\n", "c.toml:2: [hold] is now called [held]; rename it"},
		"an old dotted":    {"hold.refusals = 3\n", "c.toml:1: [hold] is now called [held]; rename it"},
		"not TOML":         {"theme =\n", "c.toml:1: unexpected"},
		"half a table":     {"\n[timing\n", "c.toml:2: expected"},
		"said twice":       {"theme = \"dark\"\ntheme = \"light\"\n", "c.toml:2: theme: key theme is already defined"},
		"unknown theme":    {"\ntheme = \"blue\"\n", `c.toml:2: theme: it can be "auto", "dark" or "light"`},
		"unknown away":     {"away = \"shout\"\n", `c.toml:1: away: it can be "bell", "osc9" or "none"`},
		"negative":         {"[held]\nrefusals = -1\n", "c.toml:2: held.refusals: it can be a whole number of seconds"},
		"beyond the clock": {"[held]\nrefusals = 99999999999\n", "c.toml:2: held.refusals: it can be a whole number of seconds"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseConfig("c.toml", []byte(tc.data)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			} else if strings.Contains(err.Error(), "Go") || strings.Contains(err.Error(), "main.") {
				t.Errorf("it speaks of the program: %v", err)
			}
		})
	}
}

// What an error says that a setting can be, it can be.
func TestConfigTakesWhatItSays(t *testing.T) {
	for _, data := range []string{
		`theme = "auto"`, `theme = "dark"`, `theme = "light"`, `away = "bell"`, `away = "osc9"`, `away = "none"`,
		"[timing]\narm = 800\nquiet = 500\nhold = 200", "[held]\nmodel_switch = false\nrefusals = 4294967295",
	} {
		if _, err := parseConfig("c.toml", []byte(data)); err != nil {
			t.Errorf("%s: %v", data, err)
		}
	}
}

func TestConfigHasDefaultsAndAFloor(t *testing.T) {
	c, err := parseConfig("c.toml", nil)
	if err != nil || c.timing() != gate.DefaultTiming() || c.Theme != "auto" {
		t.Errorf("got %+v, %v", c, err)
	}
	c, err = parseConfig("c.toml", []byte("[timing]\narm = 0\nquiet = 0\nhold = 0\n"))
	if err != nil || c.timing() != gate.Floor() {
		t.Errorf("keys can be made careless: %+v, %v", c.timing(), err)
	}
}

func TestConfigHoldsWhatItSays(t *testing.T) {
	off := defaultConfig()
	on, err := parseConfig("c.toml", []byte("[held]\nmodel_switch = true\nrefusals = 30\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []claude.Event{&claude.PreModelSwitch{}, &claude.PermissionDenied{}} {
		if held, _ := off.hold(e); held {
			t.Errorf("%T is held though nobody asked for it", e)
		}
		if held, _ := on.hold(e); !held {
			t.Errorf("%T is not held", e)
		}
	}
	if _, wait := on.hold(&claude.PermissionDenied{}); wait != 30*time.Second {
		t.Errorf("a refusal waits %v", wait)
	}
	if held, _ := on.hold(&claude.PostToolUse{}); held {
		t.Error("the end of a call is held")
	}
}

// A relative directory would be looked for in the working directory, which is a
// project's: whoever wrote that could plant a configuration.
func TestConfigIsNeverReadFromTheWorkingDirectory(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	t.Chdir(project)
	for _, base := range []string{".config", "x", "sayso", "."} {
		if err := os.MkdirAll(filepath.Join(base, "sayso"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(base, "sayso", "config.toml"), []byte("away = \"none\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(home, ".config", "sayso", "config.toml")
	for _, tc := range []struct{ xdg, home, want string }{
		{"", home, own},
		{"x", home, own},
		{".", home, own},
		{"./x", home, own},
		{"~/x", home, own},
		{"x", "", ""},
		{"", ".", ""},
		{"", "x", ""},
		{filepath.Join(home, "x"), home, filepath.Join(home, "x", "sayso", "config.toml")},
	} {
		getenv := func(name string) string {
			return map[string]string{"XDG_CONFIG_HOME": tc.xdg, "HOME": tc.home}[name]
		}
		if got := configPath(getenv); got != tc.want {
			t.Errorf("XDG_CONFIG_HOME=%q HOME=%q: the file is %q, want %q", tc.xdg, tc.home, got, tc.want)
		}
		if c, err := readConfig(getenv); err != nil || c.Away == ui.AwayNone {
			t.Errorf("XDG_CONFIG_HOME=%q HOME=%q: the project's file was read (%v)", tc.xdg, tc.home, err)
		}
	}
}
