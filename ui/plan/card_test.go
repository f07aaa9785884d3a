package plan

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/style"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

const short = `{"plan":"# Plan\n\n1. Do it\n2. Test it\n","planFilePath":"/home/dev/.claude/plans/otter.md","allowedPrompts":[ ]}`

// draw gives a card its size and its document, as the screen does, on a terminal
// that shows it at once.
func draw(c *Card, width, height int) {
	c.SetSize(width, height)
	c.SetDocument(c.Render(width)(context.Background()))
	c.Painted(c.OnScreen())
}

func newCard(ask approver.Ask, width, height int) *Card {
	c := New(ask, style.New(themes.Dark()), keys.Default(), Outside{Edits: true})
	draw(c, width, height)
	return c
}

func do(c *Card, names ...string) (last card.Action) {
	named := map[string]tea.KeyPressMsg{"enter": {Code: tea.KeyEnter}, "down": {Code: tea.KeyDown}}
	for _, name := range names {
		p, ok := named[name]
		if !ok {
			p = tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
		}
		switch {
		case strings.HasPrefix(name, "…"):
			last, _ = c.Write(tea.PasteMsg{Content: strings.TrimPrefix(name, "…")}, false)
			continue
		case c.Writing():
			last, _ = c.Write(p, true)
			continue
		}
		last = c.Key(p, true)
		if h, ok := last.(card.Hold); ok {
			last = c.Release(h.Choice)
		}
		c.Painted(c.OnScreen())
	}
	return last
}

func screen(c *Card) string {
	rows, _ := c.View(card.Moment{Now: noon, Open: true})
	return ansi.Strip(strings.Join(rows, "\n"))
}

func TestKeys(t *testing.T) {
	mode := func(m claude.Mode) []claude.Update {
		return []claude.Update{{Type: claude.SetMode, Mode: m, Destination: claude.Session}}
	}
	bypassing := askOf(short)
	bypassing.Session.Mode = claude.ModeBypassPermissions
	guarded := askOf(short)
	guarded.Provenance.Plugin = "guard"
	for name, tc := range map[string]struct {
		ask  approver.Ask
		keys []string
		want *approver.Decision // nil for none
	}{
		"y and enter": {askOf(short), []string{"y", "enter"}, &approver.Decision{Verdict: approver.Allow, UpdatedPermissions: mode(claude.ModeDefault)}},
		"y alone":     {askOf(short), []string{"y"}, nil},
		"enter alone": {askOf(short), []string{"enter"}, nil},
		"accept edits": {askOf(short), []string{"2", "enter"},
			&approver.Decision{Verdict: approver.Allow, UpdatedPermissions: mode(claude.ModeAcceptEdits)}},
		"auto": {askOf(short), []string{"3", "enter"},
			&approver.Decision{Verdict: approver.Allow, UpdatedPermissions: mode(claude.ModeAuto)}},
		"bypass is not offered": {askOf(short), []string{"4", "enter"}, nil}, // and 4 is at no row
		"but where it is on": {bypassing, []string{"4", "enter"},
			&approver.Decision{Verdict: approver.Allow, UpdatedPermissions: mode(claude.ModeBypassPermissions)}},
		"a plugin's ask switches no mode": {guarded, []string{"2", "enter"}, nil},
		"and its yes sets none":           {guarded, []string{"y", "enter"}, &approver.Decision{Verdict: approver.Allow}},
		"keep planning":                   {askOf(short), []string{"n"}, &approver.Decision{Verdict: approver.Deny, Message: keepPlanning}},
		"with words":                      {askOf(short), []string{"r", "…test first", "enter"}, &approver.Decision{Verdict: approver.Deny, Message: "test first"}},
		"stop":                            {askOf(short), []string{"x"}, &approver.Decision{Verdict: approver.Deny, Interrupt: true}},
		"hand back":                       {askOf(short), []string{"t"}, &approver.Decision{}},
	} {
		t.Run(name, func(t *testing.T) {
			a := do(newCard(tc.ask, 80, 24), tc.keys...)
			d, ok := a.(card.Decide)
			if !ok || tc.want == nil {
				if ok || tc.want != nil {
					t.Errorf("got %#v", a)
				}
				return
			}
			if tc.want.Verdict == approver.Allow {
				tc.want.UpdatedInput = json.RawMessage(short)
			}
			if fmt.Sprintf("%+v", d.Decision) != fmt.Sprintf("%+v", *tc.want) {
				t.Errorf("got %+v", d.Decision)
			}
			if _, err := tc.ask.Complete(d.Decision); err != nil {
				t.Errorf("it can't be sent: %v", err)
			}
		})
	}
}

func TestAYesWaitsForTheEndOfThePlan(t *testing.T) {
	c := newCard(askOf(fmt.Sprintf(`{"plan":%q}`, strings.Repeat("step\n", 80))), 48, 16)
	if r, ok := do(c, "y").(card.Refused); !ok || !strings.Contains(r.Why, "Read to the end") {
		t.Errorf("got %#v", r)
	}
	if r, ok := do(c, "G", "y").(card.Refused); !ok || !strings.Contains(r.Why, "unseen") {
		t.Errorf("got %#v", r)
	}
	if _, ok := do(c, "G", "y", "enter").(card.Decide); !ok {
		t.Error("skipped knowingly, and still locked")
	}
}

func TestAnEditedPlanIsShownBeforeItIsApproved(t *testing.T) {
	c := newCard(askOf(short), 80, 30)
	e, ok := do(c, "e").(card.Edit)
	if !ok || e.ID != "1" || e.Text != "# Plan\n\n1. Do it\n2. Test it\n" || e.Suffix != ".md" {
		t.Fatalf("got %#v", e)
	}
	if a := c.Edited("# Plan\n\n1. Do it \x1b[2J\n3. Say so\n"); a != nil {
		t.Errorf("got %#v", a)
	}
	if _, ok := do(c, "y", "enter").(card.Decide); ok {
		t.Fatal("approved before it was drawn")
	}
	draw(c, 80, 30)
	for _, want := range []string{"You edited the plan", "  4 − │ 2. Test it", "  3 + │ 1. Do it ⟨ESC⟩[2J", "  4 + │ 3. Say so", "1. Do it ⟨ESC⟩[2J", "Yes, to the plan as you edited it"} {
		if !strings.Contains(screen(c), want) {
			t.Errorf("the card does not show %q:\n%s", want, screen(c))
		}
	}
	if !strings.Contains(c.Draft(approver.Decision{}), "3. Say so") {
		t.Errorf("the draft is %q", c.Draft(approver.Decision{}))
	}
	d, _ := do(c, "2", "enter").(card.Decide)
	want := `{"planFilePath":"/home/dev/.claude/plans/otter.md","allowedPrompts":[ ],"plan":"# Plan\n\n1. Do it \u001b[2J\n3. Say so\n"}`
	if string(d.Decision.UpdatedInput) != want || len(d.Decision.UpdatedPermissions) != 1 {
		t.Errorf("sent %s", d.Decision.UpdatedInput)
	}

	t.Run("and back as it was", func(t *testing.T) {
		if r, ok := c.Edited("# Plan\n\n1. Do it\n2. Test it").(card.Refused); !ok || !strings.Contains(r.Why, "unchanged") {
			t.Errorf("got %#v", r)
		}
		draw(c, 80, 30)
		d, _ := do(c, "y", "enter").(card.Decide)
		if string(d.Decision.UpdatedInput) != short {
			t.Errorf("sent %s", d.Decision.UpdatedInput)
		}
	})
	t.Run("and not empty", func(t *testing.T) {
		if r, ok := c.Edited(" \n").(card.Refused); !ok || !strings.Contains(r.Why, "empty") {
			t.Errorf("got %#v", r)
		}
	})
	t.Run("and not without an editor", func(t *testing.T) {
		c := New(askOf(short), style.New(themes.Dark()), keys.Default(), Outside{})
		draw(c, 80, 24)
		if r, ok := do(c, "e").(card.Refused); !ok || !strings.Contains(r.Why, "EDITOR") {
			t.Errorf("got %#v", r)
		}
	})
}

func TestAPlanThatHasToBeFound(t *testing.T) {
	ask := askOf(`{}`)
	files := disk{"/t/s.jsonl": says(use("ExitPlanMode", `{"plan":"# Told"}`))}
	c := New(ask, style.New(themes.Dark()), keys.Default(), Outside{Read: files.read, Edits: true})
	draw(c, 80, 24)
	if !strings.Contains(screen(c), "Looking for the plan") {
		t.Errorf("it does not say that it looks:\n%s", screen(c))
	}
	c.Loaded(c.Load()())
	draw(c, 80, 24)
	if s := screen(c); !strings.Contains(s, "# Told") || !strings.Contains(s, "read from the transcript /t/s.jsonl") || c.Load() != nil {
		t.Errorf("got\n%s", s)
	}
	d, _ := do(c, "y", "enter").(card.Decide)
	if string(d.Decision.UpdatedInput) != `{}` {
		t.Errorf("sent %s", d.Decision.UpdatedInput)
	}

	t.Run("and is not", func(t *testing.T) {
		c := New(ask, style.New(themes.Dark()), keys.Default(), Outside{Read: disk{}.read, Edits: true})
		c.Loaded(c.Load()())
		draw(c, 80, 24)
		for _, want := range []string{"was not found", "the transcript /t/s.jsonl: no such file", "Yes, without having seen the plan"} {
			if !strings.Contains(screen(c), want) {
				t.Errorf("the card does not show %q:\n%s", want, screen(c))
			}
		}
		if strings.Contains(screen(c), "accept edits") {
			t.Errorf("an unseen plan may switch the mode:\n%s", screen(c))
		}
		if r, ok := do(c, "e").(card.Refused); !ok || !strings.Contains(r.Why, "no plan") {
			t.Errorf("got %#v", r)
		}
	})
}

// While a plan that changed is looked for, none is on screen: what was found
// before is not approved as if it were.
func TestAPlanThatIsLookedForAnewIsUnseen(t *testing.T) {
	c := New(askOf(`{"planFilePath":"/p.md"}`), style.New(themes.Dark()), keys.Default(), Outside{
		Read: func(string, int64) ([]byte, bool, error) { return []byte("Build it\n"), true, nil },
	})
	c.Loaded(c.Load()())
	draw(c, 80, 24)
	if got := screen(c); !strings.Contains(got, "Build it") || !strings.Contains(got, "accept edits") {
		t.Fatalf("the plan is not shown:\n%s", got)
	}
	c.Changed()
	draw(c, 80, 24)
	if got := screen(c); !strings.Contains(got, "Looking for the plan") || !strings.Contains(got, "without having seen the plan") ||
		strings.Contains(got, "accept edits") {
		t.Errorf("a yes stands for a plan that is not shown:\n%s", got)
	}
	c.Loaded(c.Load()())
	draw(c, 80, 24)
	if got := screen(c); !strings.Contains(got, "Build it") || !strings.Contains(got, "accept edits") {
		t.Errorf("the plan is not shown again:\n%s", got)
	}
}

func TestWhatThePlanCarriesBesideIsShown(t *testing.T) {
	c := newCard(askOf(`{"plan":"# P","allowedPrompts":[{"tool":"Bash","prompt":"run\u001b[2J tests"}],"launch":{"x":1}}`), 80, 24)
	for _, want := range []string{"It also asks for Bash: run⟨ESC⟩[2J tests", `It also carries launch: {"x":1}`} {
		if !strings.Contains(screen(c), want) {
			t.Errorf("the card does not show %q:\n%s", want, screen(c))
		}
	}
	if c := newCard(askOf(`{"plan":"# P","planFilePath":"","allowedPrompts":[]}`), 80, 24); strings.Contains(screen(c), "It also") {
		t.Errorf("empty members are told:\n%s", screen(c))
	}
}

func TestFrames(t *testing.T) {
	hostile := `{"plan":"# 計画 \u001b]0;x\u0007\r\n\n| a  | b 🐘 |\n\u202e- ` + strings.Repeat("長い ", 40) + `\n    code   kept\n"}`
	guarded := askOf(hostile)
	guarded.Provenance = approver.Provenance{Plugin: "guard", Reason: "Plans need a second look."}
	lost := askOf(`{"planFilePath":"/home/dev/.claude/plans/a-very-long-name-of-a-plan-that-is-nowhere.md"}`)
	for name, scene := range map[string]struct {
		ask    approver.Ask
		edited string
		keys   []string
	}{
		"short":   {ask: askOf(short)},
		"chosen":  {ask: askOf(short), keys: []string{"2"}},
		"words":   {ask: askOf(short), keys: []string{"r", "…test first"}},
		"hostile": {ask: guarded},
		"edited":  {ask: askOf(short), edited: "# Plan\n\n1. Do it well\n2. Test it\n3. Say so\n"},
		"lost":    {ask: lost},
	} {
		for _, size := range [][3]int{{40, 12, 8}, {48, 20, 15}, {80, 24, 19}, {120, 40, 35}} {
			for theme, colours := range map[string]themes.Theme{"dark": themes.Dark(), "light": themes.Light()} {
				t.Run(fmt.Sprintf("%s/%dx%d/%s", name, size[0], size[1], theme), func(t *testing.T) {
					c := New(scene.ask, style.New(colours), keys.Default(), Outside{Read: disk{}.read, Edits: true})
					if load := c.Load(); load != nil {
						c.Loaded(load())
					}
					if scene.edited != "" {
						c.Edited(scene.edited)
					}
					draw(c, size[0], size[2])
					do(c, scene.keys...)
					rows, _ := c.View(card.Moment{Now: noon, Open: true})
					for _, row := range rows {
						if lines.Width(row) > size[0] {
							t.Errorf("a row of %d cells in %d: %q", lines.Width(row), size[0], row)
						}
					}
					golden.RequireEqual(t, strings.Join(rows, "\n")+"\n")
				})
			}
		}
	}
}
