package watch_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sayso/themes"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/style"
	"sayso/ui/watch"
)

// sizes are the rooms of a card on terminals of 40×12, 48×20 and 80×24.
var sizes = [][2]int{{40, 8}, {48, 15}, {80, 19}}

// removed is a state with so many rules removed and so many in force.
func removed(gone, inForce int) watch.State {
	s := watch.State{File: "~/.config/sayso/watch", Revision: 3}
	for i := range gone {
		s.Rules = append(s.Rules, watch.Rule{Text: fmt.Sprintf("Bash(gone%d *)", i), Removed: true})
	}
	for i := range inForce {
		s.Rules = append(s.Rules, watch.Rule{Text: fmt.Sprintf("Bash(here%d *)", i), Line: i + 1})
	}
	return s
}

func frame(v *watch.View, s watch.State, size [2]int) []string {
	rows := v.View(s, size[0], size[1], style.New(themes.Dark()))
	for i := range rows {
		rows[i] = ansi.Strip(rows[i])
	}
	return rows
}

var (
	enter    = tea.KeyPressMsg{Code: tea.KeyEnter}
	pageDown = tea.KeyPressMsg{Code: tea.KeyPgDown}
	down     = tea.KeyPressMsg{Code: tea.KeyDown}
	space    = tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	bottom   = tea.KeyPressMsg{Code: 'G', Text: "G"}
)

func letter(c rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: c, Text: string(c)} }

func TestKeysOfTheWatchRules(t *testing.T) {
	for name, tc := range map[string]struct {
		state watch.State
		press tea.KeyPressMsg
		live  bool
		want  watch.Outcome
	}{
		"enter accepts a removal":         {removed(1, 2), enter, true, watch.Accept},
		"not before the gate is open":     {removed(1, 2), enter, false, watch.Stay},
		"not when the key repeats":        {removed(1, 2), tea.KeyPressMsg{Code: tea.KeyEnter, IsRepeat: true}, true, watch.Stay},
		"not where nothing was removed":   {removed(0, 2), enter, true, watch.Stay},
		"not where no rules are":          {watch.State{}, enter, true, watch.Stay},
		"not by the key of a yes":         {removed(1, 2), letter('y'), true, watch.Stay},
		"esc closes":                      {removed(1, 2), tea.KeyPressMsg{Code: tea.KeyEscape}, false, watch.Close},
		"w closes":                        {removed(1, 2), letter('w'), false, watch.Close},
		"q closes":                        {removed(1, 2), letter('q'), false, watch.Close},
		"reading stays":                   {removed(1, 2), space, false, watch.Stay},
		"what is removed must be read":    {removed(40, 2), enter, true, watch.Unread},
		"what is in force need not be":    {removed(1, 80), enter, true, watch.Accept},
		"a removal of a long rule's rows": {watch.State{Rules: []watch.Rule{{Text: strings.Repeat("x", 4000), Removed: true}}}, enter, true, watch.Unread},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range sizes {
				v := &watch.View{}
				frame(v, tc.state, size)
				if got := v.Key(tc.press, keys.Default(), tc.state, size[0], size[1], tc.live); got != tc.want {
					t.Errorf("%v: got %d, want %d", size, got, tc.want)
				}
			}
		})
	}
}

// A removal is accepted only when every rule that goes was on a frame, however
// the person got to the end of them.
func TestARemovalIsAcceptedWhenAllOfItWasRead(t *testing.T) {
	for _, size := range sizes {
		for name, on := range map[string]tea.KeyPressMsg{"page": pageDown, "space": space, "row": down, "the end": bottom} {
			t.Run(fmt.Sprintf("%dx%d %s", size[0], size[1], name), func(t *testing.T) {
				s, v, shown := removed(40, 3), &watch.View{}, map[string]bool{}
				for range 100 {
					for _, row := range frame(v, s, size) {
						shown[strings.TrimSpace(strings.Trim(row, " −"))] = true
					}
					got := v.Key(enter, keys.Default(), s, size[0], size[1], true)
					all := true
					for i := range 40 {
						all = all && shown[fmt.Sprintf("Bash(gone%d *)", i)]
					}
					if got == watch.Accept && !all {
						t.Fatalf("accepted when only %d rows were on a frame", len(shown))
					}
					if got == watch.Accept {
						return
					}
					v.Key(on, keys.Default(), s, size[0], size[1], false)
				}
				if on.Text != bottom.Text {
					t.Error("it can't be read to its end")
				}
			})
		}
	}
}

// After Reset nothing counts as read: what is shown is another list.
func TestResetForgetsWhatWasRead(t *testing.T) {
	size := sizes[1]
	s, v := removed(40, 0), &watch.View{}
	for range 40 {
		frame(v, s, size)
		v.Key(pageDown, keys.Default(), s, size[0], size[1], false)
	}
	frame(v, s, size)
	if got := v.Key(enter, keys.Default(), s, size[0], size[1], true); got != watch.Accept {
		t.Fatalf("read to the end, the outcome is %d", got)
	}
	v.Reset()
	if top := frame(v, s, size); !strings.Contains(strings.Join(top, "\n"), "gone0") {
		t.Errorf("it is not back at its start:\n%s", strings.Join(top, "\n"))
	}
	if got := v.Key(enter, keys.Default(), s, size[0], size[1], true); got != watch.Unread {
		t.Errorf("after a reset the outcome is %d", got)
	}
}

func TestFramesOfTheWatchRules(t *testing.T) {
	hostile := watch.State{
		File:     "/home/\x1b[31mdev/watch",
		Rules:    []watch.Rule{{Text: "Bash(rm \x1b]0;x\x07\u202e *)", Removed: true}, {Text: "Edit(\x1b[2J/x)", Line: 4}},
		Problems: []string{"line 9: \x1b[31mwhat is \u202ethis"},
	}
	for name, tc := range map[string]struct {
		state watch.State
		want  []string
	}{
		"none":    {watch.State{File: "watch"}, []string{"Watch rules", "None.", "watch"}},
		"removed": {removed(1, 1), []string{"Removed from the file", "− Bash(gone0 *)"}},
		"hostile": {hostile, []string{"Bash(rm ⟨ESC⟩"}},
		"many":    {removed(0, 60), []string{"here0", "more lines"}},
	} {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				v := &watch.View{}
				rows := frame(v, tc.state, size)
				all := strings.Join(rows, "\n")
				for _, want := range tc.want {
					if !strings.Contains(all, want) && size[1] > 8 {
						t.Errorf("no %q in\n%s", want, all)
					}
				}
				if len(rows) > size[1] {
					t.Errorf("%d rows, want %d at most", len(rows), size[1])
				}
				for range 100 { // to the end
					for _, row := range frame(v, tc.state, size) {
						if lines.Width(row) > size[0] || strings.ContainsAny(row, "\x1b\x07\u202e") {
							t.Fatalf("the row %q", row)
						}
					}
					v.Key(down, keys.Default(), tc.state, size[0], size[1], false)
				}
				end := strings.Join(frame(v, tc.state, size), "\n")
				if strings.Contains(end, "▾") {
					t.Errorf("more follows the end:\n%s", end)
				}
				v.Key(letter('g'), keys.Default(), tc.state, size[0], size[1], false)
				if again := strings.Join(frame(v, tc.state, size), "\n"); again != all {
					t.Errorf("g does not go to the start:\n%s", again)
				}
				v.Key(bottom, keys.Default(), tc.state, size[0], size[1], false)
				if again := strings.Join(frame(v, tc.state, size), "\n"); again != end {
					t.Errorf("G goes to\n%s\nwant\n%s", again, end)
				}
			})
		}
	}
}

func TestScrolls(t *testing.T) {
	for _, size := range sizes {
		v := &watch.View{}
		if v.Scrolls(removed(0, 60), size[0], size[1]) != true || v.Scrolls(removed(0, 1), size[0], size[1]) != false {
			t.Errorf("%v: scrolls", size)
		}
	}
}

func TestWhatIsSaidOfAState(t *testing.T) {
	for name, tc := range map[string]struct {
		state         watch.State
		summary, mark string
	}{
		"none":                   {watch.State{}, "", ""},
		"one":                    {removed(0, 1), "1 watch rule", ""},
		"several":                {removed(0, 3), "3 watch rules", ""},
		"one removed":            {removed(1, 1), "2 watch rules", "watch rules changed"},
		"faulty":                 {watch.State{Problems: []string{"x"}}, "", "watch rules faulty"},
		"a removal before fault": {watch.State{Rules: []watch.Rule{{Removed: true}}, Problems: []string{"x"}}, "1 watch rule", "watch rules changed"},
	} {
		if s, m := tc.state.Summary(), tc.state.Mark(); s != tc.summary || m != tc.mark {
			t.Errorf("%s: %q and %q", name, s, m)
		}
	}
}
