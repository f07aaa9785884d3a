// Package doctor looks whether everything is in place for an ask to reach the
// pane, and says of each thing what to do about it. It changes nothing.
package doctor

import (
	"context"
	"time"

	"sayso/plugin/setup"
)

// Level says how good a finding is.
type Level string

// The levels. Only Fail makes the whole a failure.
const (
	OK   Level = "ok"
	Warn Level = "warn"
	Fail Level = "fail"
)

// Finding is one line of what the doctor says.
type Finding struct {
	Check string `json:"check"` // a short name that stays the same
	Level Level  `json:"level"`
	Text  string `json:"text"`
	Do    string `json:"do,omitempty"` // what to do about it; "" where nothing is to be done
}

// Patient is what is looked at.
type Patient struct {
	Places  setup.Places
	Project string                           // the project whose settings count too; "" for none
	Getenv  func(string) string              // finds the socket
	Version string                           // of this sayso
	Rules   func(file string) (int, []error) // reads the watch rules: how many, and what is wrong
	// Patience is what the hook may take; 0 is a second, so that nobody waits on it.
	Patience time.Duration
}

// state is what the checks found out for one another.
type state struct {
	Patient
	ctx     context.Context
	plugins []setup.Installed // of the client; nil where it did not say
	dir     string            // where sessions load the plugin from; "" where they don't
	socket  string            // where sessions ask by the plugin; "" where it is not known
	running bool              // a sayso answers on the socket
}

// Examine makes every check, in the order in which one depends on another.
func Examine(ctx context.Context, p Patient) (found []Finding) {
	s := &state{Patient: p, ctx: ctx}
	for _, check := range []func(*state) []Finding{
		client, settingsFiles, installed, otherHooks, project, socket, running, watchRules, roundTrip,
	} {
		found = append(found, check(s)...)
	}
	return found
}

// Failed reports whether any finding is a failure.
func Failed(found []Finding) bool {
	for _, f := range found {
		if f.Level == Fail {
			return true
		}
	}
	return false
}

func one(check string, level Level, text, do string) []Finding {
	return []Finding{{check, level, text, do}}
}

// Modes says which asks reach the pane, by permission mode.
const Modes = `Which asks reach the pane:
  auto     plugins' asks, calls that an ask rule names, questions, plans, and calls
           that your watch rules name; a classifier settles the rest without you
  plan     as in auto where the classifier helps in planning, else as in manual
  manual   everything Claude Code asks you, and calls that your watch rules name;
           the same in acceptEdits, which asks less
  bypass   as in auto, but everything else runs
  dontAsk  none: what would be an ask is refused`
