//go:build linux || darwin

package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"sayso/ui/gate"
)

// film is what a terminal has shown and what was typed into it, by a witness who
// knows nothing of sayso but what its frames say.
type film struct {
	mu      sync.Mutex
	cards   []span
	skips   []span                          // frames that said what a second G skips
	rows    map[string]map[string]time.Time // by ask: when a row was first on the terminal
	yes     map[string]bool                 // the asks that were told as allowed
	muted   []span                          // the pane said that it got no answer from the terminal
	strokes []stroke
	junk    []time.Time // when what is no key was sent
}

// span is the time in which the terminal has shown an ask.
type span struct {
	ask      string
	from, to time.Time // to is zero for what is shown still
}

// stroke is a key that was pressed at some moment between two.
type stroke struct {
	key           string
	before, after time.Time
	stopped       bool // the pane was stopped then
}

// The rows of a frame: its head names the ask's folder, each line of the command
// its ask and its number, and the history what came of an ask.
var (
	headRow    = regexp.MustCompile(`^ sayso +(ask-\d+)\b`)
	commandRow = regexp.MustCompile(`^  echo (ask-\d+)\.(\d+)\.$`)
	toldRow    = regexp.MustCompile(`✓ +yes.*\b(ask-\d+)\.`)
)

// take notes a frame.
func (f *film) take(at time.Time, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rows == nil {
		f.rows, f.yes = map[string]map[string]time.Time{}, map[string]bool{}
	}
	card, others, skips, muted := "", false, "", ""
	for i, row := range strings.Split(text, "\n") {
		if m := headRow.FindStringSubmatch(row); m != nil && i == 0 {
			card = m[1]
		}
		if m := commandRow.FindStringSubmatch(row); m != nil {
			if f.rows[m[1]] == nil {
				f.rows[m[1]] = map[string]time.Time{}
			}
			if _, before := f.rows[m[1]][m[2]]; !before {
				f.rows[m[1]][m[2]] = at
			}
			others = others || m[1] != card
		}
		if m := toldRow.FindStringSubmatch(row); m != nil {
			f.yes[m[1]] = true
		}
		if strings.Contains(row, "G again skips") {
			skips = card
		}
		if strings.Contains(row, "No answer from the terminal") {
			muted = "muted"
		}
	}
	if others {
		card, skips = "", ""
	}
	f.cards, f.skips, f.muted = goOn(f.cards, card, at), goOn(f.skips, skips, at), goOn(f.muted, muted, at)
}

// goOn notes that something is shown from a moment on, or nothing.
func goOn(spans []span, ask string, at time.Time) []span {
	if n := len(spans); n > 0 && spans[n-1].to.IsZero() {
		if spans[n-1].ask == ask {
			return spans
		}
		spans[n-1].to = at
	}
	if ask == "" {
		return spans
	}
	return append(spans, span{ask: ask, from: at})
}

// over reports whether the terminal had shown it for so long at some moment of
// the stroke.
func (s span) over(k stroke, least time.Duration) bool {
	return !s.from.Add(least).After(k.after) && (s.to.IsZero() || s.to.After(k.before))
}

// typed notes a stroke.
func (f *film) typed(k stroke) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.strokes = append(f.strokes, k)
}

// spoilt notes that something was sent that is no key.
func (f *film) spoilt(at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.junk = append(f.junk, at)
}

// types reports whether the key is a character.
func (k stroke) types() bool { return len(k.key) == 1 || k.key == "space" }

// dead says why a stroke can be no yes, whatever the terminal has shown: it is
// another key, the pane was stopped, more was typed before it could act, or it
// came right behind what is no key. "" is none of them.
func (f *film) dead(i int) string {
	k := f.strokes[i]
	switch timing := gate.DefaultTiming(); {
	case k.key != "y" && k.key != "enter":
		return "another key"
	case k.stopped:
		return "typed while the pane was stopped"
	case i+1 < len(f.strokes) && f.strokes[i+1].types() && f.strokes[i+1].after.Sub(k.before) < timing.Hold:
		return "a part of typing"
	}
	if slices.ContainsFunc(f.muted, func(s span) bool { return s.over(k, 0) }) {
		return ""
	}
	if slices.ContainsFunc(f.junk, func(at time.Time) bool { return !at.After(k.before) && k.after.Sub(at) < gate.DisturbQuiet }) {
		return "behind what is no key"
	}
	return ""
}

// judge says what is wrong with an allow that came at a moment for a command of so
// many rows, "" where nothing is: a key that counts was pressed when the terminal
// had shown the ask for the arming time and the command's rows, or those that
// nobody may skip.
func (f *film) judge(ask string, rows int, came time.Time) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	wrong := []string{"no key was pressed while it was shown"}
	for i, k := range f.strokes {
		if k.before.After(came) || k.key != "y" && k.key != "enter" {
			continue
		}
		at := slices.IndexFunc(f.cards, func(s span) bool { return s.ask == ask && s.over(k, 0) })
		if at < 0 {
			continue
		}
		why := f.dead(i)
		switch missing := f.unseen(ask, rows, k); {
		case why != "":
		case !f.cards[at].over(k, gate.DefaultTiming().Arm):
			why = fmt.Sprintf("the terminal had shown it for %v", k.after.Sub(f.cards[at].from))
		case missing != "":
			why = "never on the terminal: " + missing
		default:
			return ""
		}
		wrong = append(wrong, fmt.Sprintf("%s %v before: %s", k.key, came.Sub(k.before).Round(time.Millisecond), why))
	}
	return strings.Join(wrong[max(len(wrong)-4, 0):], "; ")
}

// unseen names the rows that had to be on the terminal before a stroke and were
// not.
func (f *film) unseen(ask string, rows int, k stroke) string {
	skipped := slices.ContainsFunc(f.strokes, func(g stroke) bool {
		return g.key == "G" && !g.before.After(k.before) && !g.stopped &&
			slices.ContainsFunc(f.skips, func(s span) bool { return s.ask == ask && s.over(g, 0) })
	})
	var missing []string
	for n := range rows {
		at, seen := f.rows[ask][fmt.Sprint(n)]
		if (!seen || at.After(k.after)) && (!skipped || n == rows-1) {
			missing = append(missing, fmt.Sprint(n))
		}
	}
	return strings.Join(missing, " ")
}

// onTerminal returns the ask that is on the terminal, "" for none.
func (f *film) onTerminal() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.cards); n > 0 && f.cards[n-1].to.IsZero() {
		return f.cards[n-1].ask
	}
	return ""
}

// told reports whether a frame has told the ask as allowed.
func (f *film) told(ask string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.yes[ask]
}
