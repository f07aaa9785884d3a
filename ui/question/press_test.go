package question

import (
	"strings"
	"testing"

	"sayso/approver"
	"sayso/ui/card"
)

// head is the input without its closing brace: what goes out begins with it.
var head = strings.TrimSuffix(two, "}")

func TestKeysThatSend(t *testing.T) {
	for name, tc := range map[string]struct {
		keys []string
		want string // what follows the input
	}{
		"digits": {[]string{"1", "tab", "1", "3", "tab", "enter"},
			`"answers":{"Which database should we use?":"PostgreSQL","Which features should be on?":"Auth, Export"},"annotations":{"Which database should we use?":{"preview":"SELECT 1;"}}`},
		"arrows and enter": {[]string{"down", "down", "enter", "down", "space", "enter", "enter"},
			`"answers":{"Which database should we use?":"SQLite (recommended)","Which features should be on?":"Auth"}`},
		"in the order of the card, not of the keys": {[]string{"tab", "3", "1", "tab", "tab", "2", "enter", "enter"},
			`"answers":{"Which database should we use?":"SQLite (recommended)","Which features should be on?":"Auth, Export"}`},
		"the second thought counts": {[]string{"1", "2", "tab", "2", "2", "3", "tab", "enter"},
			`"answers":{"Which database should we use?":"SQLite (recommended)","Which features should be on?":"Export"}`},
		"one of two": {[]string{"2", "tab", "tab", "enter"},
			`"answers":{"Which database should we use?":"SQLite (recommended)"}`},
		"something else": {[]string{"3", "…DuckDB\n“for now”", "enter", "2", "tab", "enter"},
			`"answers":{"Which database should we use?":"DuckDB\n“for now”","Which features should be on?":"Search"}`},
		"something else beside labels": {[]string{"tab", "1", "4", "…Tags", "enter", "tab", "enter"},
			`"answers":{"Which features should be on?":"Auth, Tags"}`},
		"a label in place of own words": {[]string{"3", "…DuckDB", "enter", "shift+tab", "2", "tab", "tab", "enter"},
			`"answers":{"Which database should we use?":"SQLite (recommended)"}`},
		"a note": {[]string{"2", "n", "…version 3", "enter", "tab", "tab", "enter"},
			`"answers":{"Which database should we use?":"SQLite (recommended)"},"annotations":{"Which database should we use?":{"notes":"version 3"}}`},
		"a note to a preview": {[]string{"1", "n", "…version 17", "esc", "tab", "tab", "enter"},
			`"answers":{"Which database should we use?":"PostgreSQL"},"annotations":{"Which database should we use?":{"preview":"SELECT 1;","notes":"version 17"}}`},
		"a note alone": {[]string{"n", "…none of them", "enter", "tab", "tab", "enter"},
			`"answers":{"Which database should we use?":"(notes only)"},"annotations":{"Which database should we use?":{"notes":"none of them"}}`},
		"taken back": {[]string{"1", "backspace", "tab", "1", "tab", "enter"},
			`"answers":{"Which features should be on?":"Auth"}`},
		"a reply": {[]string{"b", "…Why at all?", "enter"},
			`"answers":{"Which database should we use?":"Why at all?"},"response":"Why at all?"`},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCard(two, 80, 24)
			if got := sent(t, do(c, tc.keys...)); got != head+","+tc.want+"}" {
				t.Errorf("sent %s", strings.TrimPrefix(got, head))
			}
		})
	}
}

func TestKeysThatRefuse(t *testing.T) {
	for name, tc := range map[string]struct {
		keys []string
		want approver.Decision
	}{
		"decline":          {[]string{"d"}, approver.Decision{Verdict: approver.Deny, Message: declined}},
		"from the review":  {[]string{"1", "tab", "tab", "d"}, approver.Decision{Verdict: approver.Deny, Message: declined}},
		"with words":       {[]string{"r", "…later", "enter"}, approver.Decision{Verdict: approver.Deny, Message: "later"}},
		"with empty words": {[]string{"r", "enter"}, approver.Decision{Verdict: approver.Deny, Message: declined}},
		"and stop":         {[]string{"x"}, approver.Decision{Verdict: approver.Deny, Interrupt: true}},
		"hand back":        {[]string{"t"}, approver.Decision{}},
	} {
		t.Run(name, func(t *testing.T) {
			d, ok := do(newCard(two, 80, 24), tc.keys...).(card.Decide)
			if got := d.Decision; !ok || got.Verdict != tc.want.Verdict || got.Message != tc.want.Message ||
				got.Interrupt != tc.want.Interrupt || got.UpdatedInput != nil {
				t.Errorf("got %+v", d)
			}
		})
	}
}

func TestKeysThatSendNothing(t *testing.T) {
	for name, tc := range map[string]struct {
		keys []string
		why  string // of the last press, "" where it is no refusal
	}{
		"enter on arrival":                  {[]string{"enter"}, ""},
		"enter on an empty review":          {[]string{"tab", "tab", "enter"}, "Nothing is answered yet"},
		"enter with a question unseen":      {[]string{"2", "shift+tab", "enter"}, "Read question 2"},
		"enter on several with none chosen": {[]string{"tab", "down", "enter"}, "Nothing is chosen here"},
		"a blank reply":                     {[]string{"b", "space", "enter"}, "empty reply"},
		"blank words of one's own":          {[]string{"3", "space", "enter", "tab", "tab", "enter"}, "Nothing is answered yet"},
		"words that were left":              {[]string{"3", "…DuckDB", "esc", "tab", "tab", "enter"}, "Nothing is answered yet"},
		"n on the review":                   {[]string{"tab", "tab", "n"}, "to decline, press d"},
		"a digit beyond":                    {[]string{"9"}, ""},
		"y":                                 {[]string{"y"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := do(newCard(two, 80, 24), tc.keys...)
			r, refused := a.(card.Refused)
			if _, decided := a.(card.Decide); decided || refused != (tc.why != "") || !strings.Contains(r.Why, tc.why) {
				t.Errorf("got %#v", a)
			}
		})
	}
}

func TestSendingWaitsUntilAllWasOnScreen(t *testing.T) {
	c := newCard(two, 80, 24)
	do(c, "2", "shift+tab") // round the end to the review, past the second question
	see(t, c, "read question 2 first")
	if r, ok := do(c, "enter").(card.Refused); !ok || !strings.Contains(r.Why, "question 2") {
		t.Errorf("got %#v", r)
	}
	see(t, c, "Which features should be on?") // it is shown at once
	do(c, "tab")
	sent(t, do(c, "enter"))

	t.Run("to its end", func(t *testing.T) {
		c := newCard(two, 40, 8)
		do(c, "2", "tab", "tab", "G")
		if r, ok := do(c, "enter").(card.Refused); !ok || !strings.Contains(r.Why, "question") {
			t.Errorf("got %#v", r)
		}
		do(c, "G", "tab", "G", "tab", "G")
		sent(t, do(c, "enter"))
	})
	t.Run("and not under something", func(t *testing.T) {
		c := New(askOf(two), c.styles, c.keys, nil)
		c.SetCovered(true)
		c.SetSize(80, 24)
		do(c, "2", "tab", "tab")
		if _, ok := do(c, "enter").(card.Refused); !ok {
			t.Error("what was covered counts as seen")
		}
	})
}

func TestADigitOnTheReviewGoesToItsQuestion(t *testing.T) {
	c := newCard(two, 80, 24)
	do(c, "tab", "tab", "2")
	see(t, c, "Which features should be on?")
	do(c, "tab", "9")
	see(t, c, "What the agent will read", "not answered")
	do(c, "1")
	see(t, c, "Which database should we use?")
	notSee(t, c, "●")
}

func TestAReplyInPlaceOfAnswersSaysSo(t *testing.T) {
	c := newCard(two, 80, 24)
	do(c, "b")
	notSee(t, c, "your answers stay here")
	do(c, "esc", "1", "b")
	see(t, c, "Talk about it instead: your answers stay here")
}

func TestADeadKeyAndARepeatDoNothing(t *testing.T) {
	for _, name := range []string{"1", "space", "down", "enter", "n", "b", "d", "r", "x", "t", "backspace"} {
		c := newCard(two, 80, 24)
		before := screen(c)
		if a := c.Key(press(name), false); a != nil || screen(c) != before {
			t.Errorf("%s does something while the gate is closed: %#v", name, a)
		}
		if name == "down" {
			continue // moving about by a held key is fine
		}
		p := press(name)
		p.IsRepeat = true
		if a := c.Key(p, true); a != nil || screen(c) != before {
			t.Errorf("a repeated %s does something: %#v", name, a)
		}
	}
	c := newCard(two, 80, 24)
	do(c, "1", "tab", "tab")
	for _, live := range []bool{true, false} {
		p := press("enter")
		p.IsRepeat = live
		if a := c.Key(p, live); a != nil {
			t.Errorf("enter on the review, repeated %t, live %t: %#v", live, live, a)
		}
	}
	do(c, "b", "…words")
	p := press("enter")
	p.IsRepeat = true
	if a, _ := c.Write(p, true); a != nil || !c.Writing() {
		t.Errorf("a repeated enter sends a reply: %#v", a)
	}
}

func TestNothingIsChosenOnArrival(t *testing.T) {
	c := newCard(two, 80, 24)
	notSee(t, c, "●")
	notSee(t, c, "▸")
	do(c, "tab")
	notSee(t, c, "[x]")
}

func TestTypingTakesBackWhatItsFirstKeysDid(t *testing.T) {
	c := newCard(two, 80, 24)
	c.Remember()
	do(c, "2", "j")
	see(t, c, "●")
	c.Deselect()
	notSee(t, c, "●")
	notSee(t, c, "▸")
	c.Deselect()
	notSee(t, c, "●")
}

func TestAClickChoosesAndNeverSends(t *testing.T) {
	c := newCard(two, 80, 24)
	c.Click(5, 5) // the second option
	see(t, c, "2 ● SQLite")
	c.Click(60, 5) // the room for the preview
	see(t, c, "2 ● SQLite")
	c.Click(16, 0)
	see(t, c, "Which features")
	c.Click(6, 4)
	see(t, c, "[x] Auth")
	c.Click(30, 0)
	see(t, c, "What the agent will read")
	for y := range 24 {
		for x := 0; x < 80; x += 4 {
			c.Click(x, y)
			c.show(2)
		}
	}
	see(t, c, "SQLite (recommended)", "Auth")
	c.Click(4, 3)
	see(t, c, "Which database")
}

func TestTheDraftHoldsAllThatWasPutIn(t *testing.T) {
	c := newCard(two, 80, 24)
	if c.Draft(approver.Decision{}) != "" {
		t.Errorf("an untouched card has the draft %q", c.Draft(approver.Decision{}))
	}
	do(c, "1", "n", "…a note", "enter", "tab", "4", "…own words", "esc", "r", "…why not", "esc", "b", "…half a rep")
	for _, want := range []string{"Which database should we use?\nPostgreSQL", "a note", "own words", "why not", "half a rep"} {
		if !strings.Contains(c.Draft(approver.Decision{}), want) {
			t.Errorf("the draft lacks %q:\n%s", want, c.Draft(approver.Decision{}))
		}
	}
}
