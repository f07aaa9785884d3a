package main

import (
	"strings"
	"testing"
	"time"

	"sayso/approver/claude"
	"sayso/ui/gate"
)

func TestConfigNamesFileLineAndField(t *testing.T) {
	for name, tc := range map[string]struct{ data, want string }{
		"unknown setting":  {"theme = \"dark\"\ncolour = 1\n", "c.toml:2: colour: there is no such setting"},
		"unknown in table": {"[hold]\nall = true\n", "c.toml:2: hold.all: there is no such setting"},
		"wrong type":       {"[timing]\narm = \"long\"\n", "c.toml:2: timing.arm"},
		"not TOML":         {"theme =\n", "c.toml:1"},
		"unknown theme":    {"theme = \"blue\"\n", `theme: "blue"; it can be`},
		"unknown away":     {"away = \"shout\"\n", `away: "shout"; it can be`},
		"negative":         {"[hold]\nrefusals = -1\n", "can't be negative"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseConfig("c.toml", []byte(tc.data)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
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
	on, err := parseConfig("c.toml", []byte("[hold]\nmodel_switch = true\nrefusals = 30\n"))
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
