package kept_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/kept"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// sizes are the rooms of a card on terminals of 40×12, 48×20 and 80×24.
var sizes = [][2]int{{40, 8}, {48, 15}, {80, 19}}

func newCard(text string, width, height int) *kept.Card {
	c := kept.New(approver.Ask{ID: "7", Tool: "Bash"}, "It was answered in the terminal.", text, style.New(themes.Dark()), keys.Default())
	c.SetSize(width, height)
	c.SetDocument(c.Render(width)(nil))
	return c
}

func frame(c *kept.Card) []string {
	rows, _ := c.View(card.Moment{})
	for i := range rows {
		rows[i] = ansi.Strip(rows[i])
	}
	return rows
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "word %d.\n", i)
	}
	return b.String()
}

var (
	pageDown = tea.KeyPressMsg{Code: tea.KeyPgDown}
	pageUp   = tea.KeyPressMsg{Code: tea.KeyPgUp}
	down     = tea.KeyPressMsg{Code: tea.KeyDown}
	up       = tea.KeyPressMsg{Code: tea.KeyUp}
)

func TestKeysOfAKeptCard(t *testing.T) {
	for name, tc := range map[string]struct {
		press tea.KeyPressMsg
		want  card.Action
	}{
		"c copies the whole text":  {tea.KeyPressMsg{Code: 'c', Text: "c"}, card.Copy{Text: "my words\nof two lines"}},
		"esc closes":               {tea.KeyPressMsg{Code: tea.KeyEscape}, card.Close{}},
		"a repeated c does not":    {tea.KeyPressMsg{Code: 'c', Text: "c", IsRepeat: true}, nil},
		"a repeated esc does not":  {tea.KeyPressMsg{Code: tea.KeyEscape, IsRepeat: true}, nil},
		"a yes decides nothing":    {tea.KeyPressMsg{Code: 'y', Text: "y"}, nil},
		"a no decides nothing":     {tea.KeyPressMsg{Code: 'n', Text: "n"}, nil},
		"enter decides nothing":    {tea.KeyPressMsg{Code: tea.KeyEnter}, nil},
		"a digit decides nothing":  {tea.KeyPressMsg{Code: '1', Text: "1"}, nil},
		"reading asks for nothing": {pageDown, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, live := range []bool{false, true} { // it waits for no gate
				c := newCard("my words\nof two lines", 80, 19)
				if got := c.Key(tc.press, live); got != tc.want {
					t.Errorf("live %t: got %#v, want %#v", live, got, tc.want)
				}
			}
		})
	}
}

// Every row can be read at every size, forwards and backwards, and the frame
// never has more rows or cells than the card.
func TestAKeptTextIsReadToItsEnd(t *testing.T) {
	for _, size := range sizes {
		for _, with := range []struct{ on, back tea.KeyPressMsg }{{pageDown, pageUp}, {down, up}} {
			t.Run(fmt.Sprintf("%dx%d %s", size[0], size[1], with.on), func(t *testing.T) {
				c := newCard(numbered(60), size[0], size[1])
				seen := func(key tea.KeyPressMsg) map[string]bool {
					out := map[string]bool{}
					for range 80 {
						rows := frame(c)
						if len(rows) != size[1] {
							t.Fatalf("%d rows", len(rows))
						}
						for _, row := range rows {
							if lines.Width(row) > size[0] {
								t.Fatalf("%q is too wide", row)
							}
							out[strings.TrimSpace(row)] = true
						}
						c.Key(key, false)
					}
					return out
				}
				for _, key := range []tea.KeyPressMsg{with.on, with.back} {
					found := seen(key)
					for i := range 60 {
						if !found[fmt.Sprintf("word %d.", i)] {
							t.Errorf("%s: row %d is never on screen", key, i)
						}
					}
				}
				if top := strings.Join(frame(c), "\n"); !strings.Contains(top, "word 0.") || !strings.Contains(top, "more") {
					t.Errorf("back at the start it is:\n%s", top)
				}
			})
		}
	}
}

func TestAKeptCardSaysWhy(t *testing.T) {
	for _, size := range sizes {
		top := strings.Join(frame(newCard(numbered(60), size[0], size[1])), "\n")
		for _, want := range []string{"Bash", "ended", "It was answered in the terminal.", "What you had filled in:", "word 0."} {
			if !strings.Contains(top, want) {
				t.Errorf("%v: no %q in\n%s", size, want, top)
			}
		}
	}
}

func TestAShortKeptTextHasNoMore(t *testing.T) {
	for _, size := range sizes {
		c := newCard("a word", size[0], size[1])
		c.Scroll(5)
		if all := strings.Join(frame(c), "\n"); !strings.Contains(all, "a word") || strings.Contains(all, "▾") {
			t.Errorf("%v:\n%s", size, all)
		}
	}
}

// A text that was pasted is sanitised where it is drawn and whole where it is
// copied.
func TestHostileKeptText(t *testing.T) {
	hostile := "red \x1b[31m\u202eevil\x07"
	for _, size := range sizes {
		c := newCard(hostile, size[0], size[1])
		rows, _ := c.View(card.Moment{})
		drawn := ansi.Strip(strings.Join(rows, "\n"))
		if strings.ContainsAny(drawn, "\x1b\x07\u202e") || !strings.Contains(drawn, "evil") {
			t.Errorf("%v: drawn as %q", size, drawn)
		}
		if strings.Contains(strings.Join(rows, "\n"), "\x1b[31m\u202e") {
			t.Errorf("%v: its colours reach the terminal", size)
		}
		if got := c.Key(tea.KeyPressMsg{Code: 'c', Text: "c"}, false); got != (card.Copy{Text: hostile}) {
			t.Errorf("copied %#v", got)
		}
	}
}

// A smaller window keeps the scroll in its bounds.
func TestAKeptCardIsResized(t *testing.T) {
	c := newCard(numbered(20), 80, 8)
	c.Scroll(100)
	c.SetSize(80, 40)
	if all := strings.Join(frame(c), "\n"); !strings.Contains(all, "word 0.") || !strings.Contains(all, "word 19.") {
		t.Errorf("with room for all it is:\n%s", all)
	}
}
