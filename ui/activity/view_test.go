package activity_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/themes"
	"sayso/ui/activity"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// sizes are the rooms of a card on terminals of 40×12, 48×20 and 80×24.
var sizes = [][2]int{{40, 8}, {48, 15}, {80, 19}}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// ended is an ask of a session that ended a while ago.
func ended(n int, session, command string) approver.Entry {
	input, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		panic(err)
	}
	return approver.Entry{
		Ask:     approver.Ask{ID: approver.ID(fmt.Sprint(n)), Tool: "Bash", Input: input, Session: approver.Session{ID: session, Cwd: "/home/dev/" + session}},
		State:   approver.Withdrawn,
		EndedAt: noon.Add(-time.Duration(n) * time.Minute),
	}
}

// many is a history of so many asks of two sessions, the latest first.
func many(n int) (s approver.Snapshot) {
	for i := range n {
		s.Ended = append(s.Ended, ended(i, []string{"alpha", "beta"}[i%2], fmt.Sprintf("run %d", i)))
	}
	return s
}

// rig is the list of a history in a room of a size.
type rig struct {
	v        activity.View
	s        approver.Snapshot
	subjects activity.Subjects
	size     [2]int
}

func newRig(s approver.Snapshot, size [2]int) *rig {
	r := &rig{s: s, size: size}
	if find := r.subjects.Unknown(s); find != nil {
		r.subjects = r.subjects.With(find(), s)
	}
	return r
}

// press presses keys by name and reports whether the list is still open.
func (r *rig) press(names ...string) (open bool) {
	named := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "down": {Code: tea.KeyDown}, "up": {Code: tea.KeyUp},
		"pgdown": {Code: tea.KeyPgDown}, "pgup": {Code: tea.KeyPgUp}, "space": {Code: tea.KeySpace, Text: " "},
	}
	open = true
	for _, name := range names {
		press, ok := named[name]
		if !ok {
			press = tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
		}
		open = r.v.Key(press, keys.Default(), r.s, r.subjects, r.size[0], r.size[1])
	}
	return open
}

func (r *rig) frame() []string {
	rows := r.v.View(r.s, r.subjects, r.size[0], r.size[1], style.New(themes.Dark()))
	for i := range rows {
		rows[i] = ansi.Strip(rows[i])
	}
	return rows
}

// selected returns the row with the marker.
func (r *rig) selected() string {
	for _, row := range r.frame() {
		if strings.HasPrefix(row, "▸") {
			return row
		}
	}
	return ""
}

func times(n int, name string) (out []string) {
	for range n {
		out = append(out, name)
	}
	return out
}

func TestMovingInTheList(t *testing.T) {
	for name, tc := range map[string]struct {
		press []string
		want  string // in the selected row
	}{
		"the latest is first":            {nil, "run 0"},
		"down":                           {[]string{"down"}, "run 1"},
		"j is down":                      {[]string{"j", "j"}, "run 2"},
		"up from the first stays":        {[]string{"up"}, "run 0"},
		"down and up":                    {[]string{"down", "down", "up"}, "run 1"},
		"the end":                        {[]string{"G"}, "run 49"},
		"down from the last stays":       {[]string{"G", "down"}, "run 49"},
		"the start":                      {[]string{"G", "g"}, "run 0"},
		"pages end at the last":          {times(60, "pgdown"), "run 49"},
		"pages back end at the first":    {append(times(60, "space"), times(60, "pgup")...), "run 0"},
		"only the next session, alpha":   {[]string{"tab"}, "run 0"},
		"and then the other, beta":       {[]string{"tab", "tab"}, "run 1"},
		"and then all again":             {[]string{"tab", "tab", "tab", "down"}, "run 1"},
		"the end of one session":         {[]string{"tab", "G"}, "run 48"},
		"details and back keep the line": {[]string{"down", "down", "enter", "esc"}, "run 2"},
		"any other key does nothing":     {[]string{"down", "y", "n", "1"}, "run 1"},
	} {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				r := newRig(many(50), size)
				if !r.press(tc.press...) {
					t.Fatal("it is closed")
				}
				if got := r.selected() + " "; size[0] >= 48 && !strings.Contains(got, tc.want+" ") {
					t.Errorf("selected is %q, want %q:\n%s", got, tc.want, strings.Join(r.frame(), "\n"))
				}
				for _, row := range r.frame() {
					if lines.Width(row) > size[0] {
						t.Errorf("%q is too wide", row)
					}
				}
				if n := len(r.frame()); n > size[1] {
					t.Errorf("%d rows, want %d at most", n, size[1])
				}
			})
		}
	}
}

func TestWhatClosesTheList(t *testing.T) {
	for name, tc := range map[string]struct {
		press []string
		open  bool
	}{
		"esc":                    {[]string{"esc"}, false},
		"h":                      {[]string{"h"}, false},
		"q":                      {[]string{"q"}, false},
		"esc from the details":   {[]string{"enter", "esc"}, true},
		"esc esc from there":     {[]string{"enter", "esc", "esc"}, false},
		"h from the details":     {[]string{"enter", "h"}, false},
		"enter and enter is not": {[]string{"enter", "enter"}, true},
	} {
		if got := newRig(many(3), sizes[2]).press(tc.press...); got != tc.open {
			t.Errorf("%s: open is %t", name, got)
		}
	}
	if r := newRig(approver.Snapshot{}, sizes[2]); !r.press("enter", "down", "tab", "G") || !strings.Contains(strings.Join(r.frame(), "\n"), "Nothing has happened yet.") {
		t.Errorf("an empty list:\n%s", strings.Join(r.frame(), "\n"))
	}
}

// All of an item can be read, in pages and row by row, and scrolling ends at its
// end.
func TestTheDetailsAreReadToTheirEnd(t *testing.T) {
	var command strings.Builder
	for i := range 40 {
		fmt.Fprintf(&command, "step-%d\n", i)
	}
	e := ended(1, "alpha", "make all")
	e.Run = approver.Run{Started: true, Ended: true, Output: command.String()}
	for _, size := range sizes {
		for _, on := range []string{"space", "pgdown", "down"} {
			t.Run(fmt.Sprintf("%dx%d %s", size[0], size[1], on), func(t *testing.T) {
				r := newRig(approver.Snapshot{Ended: []approver.Entry{e}}, size)
				r.press("enter")
				seen := map[string]bool{}
				for range 60 {
					rows := r.frame()
					if len(rows) > size[1] {
						t.Fatalf("%d rows", len(rows))
					}
					for _, row := range rows {
						seen[strings.TrimSpace(row)] = true
					}
					r.press(on)
				}
				for i := range 40 {
					if !seen[fmt.Sprintf("step-%d", i)] {
						t.Errorf("step %d is never on screen", i)
					}
				}
				end := strings.Join(r.frame(), "\n")
				if strings.Contains(end, "▾") {
					t.Errorf("more follows the end:\n%s", end)
				}
				if r.press("g"); !strings.Contains(strings.Join(r.frame(), "\n"), "▾") {
					t.Errorf("g does not go to the start:\n%s", strings.Join(r.frame(), "\n"))
				}
				if r.press("G"); strings.Join(r.frame(), "\n") != end {
					t.Errorf("G does not go to the end:\n%s", strings.Join(r.frame(), "\n"))
				}
			})
		}
	}
}

func TestHostileHistory(t *testing.T) {
	evil := "evil\x1b]0;title\x07\u202e\x1b[2Jdone"
	e := ended(1, "a\x1b[31m\u202e", evil)
	e.State, e.Why = approver.SettledElsewhere, evil
	e.Run.Output = strings.Repeat(evil+"\n", 30)
	told := approver.Happening{At: noon, Event: &claude.Notification{Message: evil, NotificationType: evil}}
	s := approver.Snapshot{Ended: []approver.Entry{e}, Happenings: []approver.Happening{told}}
	for _, size := range sizes {
		r := newRig(s, size)
		for _, press := range []string{"tab", "tab", "G", "enter", "space", "space", "G", "esc", "g", "enter"} {
			r.press(press)
			for _, row := range r.frame() {
				if strings.ContainsAny(row, "\x1b\x07\u202e") || lines.Width(row) > size[0] {
					t.Fatalf("%v after %s: %q", size, press, row)
				}
			}
		}
	}
}

// The list shrinks under the person: what is selected stays in it.
func TestTheListGetsShorter(t *testing.T) {
	r := newRig(many(50), sizes[1])
	r.press("G", "enter")
	r.s = many(2)
	if all := strings.Join(r.frame(), "\n"); !strings.Contains(all, "run 1") {
		t.Errorf("after the list got shorter:\n%s", all)
	}
	r.press("down", "esc", "up")
	if got := r.selected(); !strings.Contains(got, "run 0") {
		t.Errorf("up selects %q", got)
	}
}

func TestTheKeysThatAreNamed(t *testing.T) {
	help := func(r *rig) (out []string) {
		for _, b := range r.v.Bindings(keys.Default(), r.s) {
			out = append(out, b.Help().Desc)
		}
		return out
	}
	for name, tc := range map[string]struct {
		s     approver.Snapshot
		press string
		want  string
	}{
		"nothing happened": {approver.Snapshot{}, "g", "[back]"},
		"a list":           {many(2), "g", "[back choose details next session]"},
		"details":          {many(2), "enter", "[back read on]"},
	} {
		r := newRig(tc.s, sizes[2])
		r.press(tc.press)
		if got := fmt.Sprint(help(r)); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}
