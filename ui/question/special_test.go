package question

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// quote returns a text as JSON.
func quote(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// hostile has in every field what moves, hides, reorders or is wide.
var hostile = func() string {
	bad := "\x1b[2J\x1b]52;c;eA==\a\r\u202e\u202e\u200b\x9b \"quoted\" ‘日本語のとても長い文’ 👩\u200d👩\u200d👧\u200d👦 \\ / <b> & é\u0301"
	lines := bad + "\nsecond line\twith a tab\n\n⟨ESC⟩"
	return fmt.Sprintf(`{"questions":[{"question":%s,"header":%s,"options":[{"label":%s,"description":%s,"preview":%s},{"label":"日本語","description":"wide"}],"multiSelect":true}],"answers":{"x":"\u001b"},"response":%s}`,
		quote(lines), quote(bad), quote(lines), quote(lines), quote(lines), quote(lines))
}()

func TestHostileTextIsShownAndSentAsItCame(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {48, 20}, {80, 24}, {120, 40}} {
		c := newCard(hostile, size[0], size[1])
		looks := func() {
			t.Helper()
			rows, _ := c.View(card.Moment{Now: noon, Open: true})
			if len(rows) != size[1] {
				t.Errorf("%d rows in a card of %d", len(rows), size[1])
			}
			for _, row := range rows {
				if lines.Width(row) > size[0] {
					t.Errorf("a row of %d cells in %d: %q", lines.Width(row), size[0], row)
				}
			}
			if s := screen(c); !c.Writing() && strings.ContainsAny(s, "\x1b\r\a\u202e\u200b\u009b") {
				t.Errorf("something gets through: %q", s)
			}
		}
		for _, k := range []string{"down", "space", "G", "g", "pgdown", "G", "G", "G", "n", "…" + "note\x1b[2J", "enter", "down", "down", "down", "down", "space", "…own \u202e words", "enter", "G", "tab", "G", "G", "G"} {
			do(c, k)
			looks()
		}
		got := sent(t, do(c, "enter"))
		var in struct{ Answers, Annotations map[string]json.RawMessage }
		if err := json.Unmarshal([]byte(got), &in); err != nil {
			t.Fatal(err)
		}
		key := c.in.questions[0].Question.plain
		var answer string
		if err := json.Unmarshal(in.Answers[key], &answer); err != nil || answer != claude.QuoteLabel(c.in.questions[0].Options[0].Label.plain)+", own \u202e words" {
			t.Errorf("at %v the answer is %q (%v)", size, answer, err)
		}
		if strings.Contains(got, `"response"`) || len(in.Answers) != 1 {
			t.Errorf("an answer of another hand goes along: %s", got)
		}
	}
}

// Half of a surrogate pair is no character, and Go can't hold it. It goes back
// as it came all the same.
func TestBytesThatGoCannotHoldComeBack(t *testing.T) {
	const raw = `{"questions":[{"question":"a\ud83d?","header":"h","options":[{"label":"\udc18 \/ \u0041","description":"d","preview":"\ud800"},{"label":"b","description":"d"}]}]}`
	got := sent(t, do(newCard(raw, 80, 24), "1", "tab", "enter"))
	want := strings.TrimSuffix(raw, "}") + `,"answers":{"a\ud83d?":"\udc18 \/ \u0041"},"annotations":{"a\ud83d?":{"preview":"\ud800"}}}`
	if got != want {
		t.Errorf("sent\n%s, want\n%s", got, want)
	}
}

func TestTwoQuestionsOfTheSameTextCanOnlyBeRepliedTo(t *testing.T) {
	const q = `{"question":"Sure?","header":"A","options":[{"label":"Yes","description":""},{"label":"No","description":""}]}`
	c := newCard(`{"questions":[`+q+`,`+q+`,{"question":"Else?","header":"C","options":[{"label":"Yes","description":""}]}]}`, 80, 24)
	see(t, c, "Question 2 reads exactly the same")
	for _, key := range []string{"1", "3", "n"} {
		if r, ok := do(c, key).(card.Refused); !ok || !strings.Contains(r.Why, "own words: b") {
			t.Errorf("%s: got %#v", key, r)
		}
	}
	do(c, "tab")
	see(t, c, "Question 1 reads exactly the same")
	do(c, "tab", "1", "tab")
	see(t, c, "can't be told apart")
	if got := sent(t, do(c, "enter")); !strings.HasSuffix(got, `,"answers":{"Else?":"Yes"}}`) {
		t.Errorf("sent %s", got)
	}
}

func TestLabelsThatReadAsSeveralArePointedOut(t *testing.T) {
	c := newCard(`{"questions":[{"question":"Which?","header":"W","multiSelect":true,"options":[{"label":"A, B","description":""},{"label":"A","description":""},{"label":"A","description":""},{"label":"say \"hi\"","description":""}]}]}`, 80, 24)
	see(t, c, "Option 1 has a comma or a quote in its label", "Option 4 has a comma", "Options 2 and 3 have the same label")
	do(c, "1", "2", "tab")
	see(t, c, `"A, B", A`, "2 answers: the quotes hold together")
	do(c, "tab", "2", "tab")
	see(t, c, `"A, B"`, "One answer: the quotes hold its label together")
	do(c, "tab", "1", "2", "tab")
	notSee(t, c, "quotes")
}

// What goes out of several choices is what Claude Code's own dialog would send.
func TestSeveralChoicesAreToldApart(t *testing.T) {
	const raw = `{"questions":[{"question":"Q?","header":"H","multiSelect":true,"options":[` +
		`{"label":"A, B","description":""},{"label":"C","description":""},{"label":"say \"hi\"","description":""},{"label":"\ud83d, \u2028","description":""},{"label":"\u0044, \/","description":""}]}]}`
	own := []string{"6", "…x, y", "enter"}
	for name, tc := range map[string]struct {
		keys []string
		want string
	}{
		"a comma":              {[]string{"1", "2"}, `"\"A, B\", C"`},
		"alone":                {[]string{"1"}, `"\"A, B\""`},
		"no comma":             {[]string{"2"}, `"C"`},
		"a quote":              {[]string{"2", "3"}, `"C, \"say \\\"hi\\\"\""`},
		"what Go can't hold":   {[]string{"2", "4"}, `"C, \"\\ud83d, \\u2028\""`},
		"escaped without need": {[]string{"2", "5"}, `"C, \"D, /\""`},
		"own words beside":     {append([]string{"2"}, own...), `"C, \"x, y\""`},
		"own words alone":      {own, `"x, y"`},
	} {
		t.Run(name, func(t *testing.T) {
			got := sent(t, do(newCard(raw, 80, 40), append(tc.keys, "tab", "enter")...))
			if want := strings.TrimSuffix(raw, "}") + `,"answers":{"Q?":` + tc.want + `}}`; got != want {
				t.Errorf("sent %s, want %s", strings.TrimPrefix(got, raw[:len(raw)-1]), tc.want)
			}
		})
	}
}

func TestThePreviewOfTheOneOptionThatWasChosenGoesAlong(t *testing.T) {
	const raw = `{"questions":[{"question":"Q?","header":"H","multiSelect":true,"options":[{"label":"A","description":"","preview":"one"},{"label":"B","description":"","preview":"two"},{"label":"C","description":""}]}]}`
	for name, tc := range map[string]struct {
		keys []string
		want string
	}{
		"one":           {[]string{"2"}, `"answers":{"Q?":"B"},"annotations":{"Q?":{"preview":"two"}}`},
		"and own words": {[]string{"1", "4", "…mine", "enter"}, `"answers":{"Q?":"A, mine"},"annotations":{"Q?":{"preview":"one"}}`},
		"none of it":    {[]string{"3"}, `"answers":{"Q?":"C"}`},
		"several":       {[]string{"1", "2"}, `"answers":{"Q?":"A, B"}`},
		"one of two":    {[]string{"1", "3"}, `"answers":{"Q?":"A, C"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := sent(t, do(newCard(raw, 80, 40), append(tc.keys, "tab", "enter")...))
			if want := strings.TrimSuffix(raw, "}") + "," + tc.want + "}"; got != want {
				t.Errorf("sent %s, want %s", strings.TrimPrefix(got, raw[:len(raw)-1]), tc.want)
			}
		})
	}
}

func TestAnEmptyLabelIsNoAnswer(t *testing.T) {
	c := newCard(`{"questions":[{"question":"Which?","header":"","options":[{"label":" ","description":""},{"label":"A","description":""}]}]}`, 80, 24)
	see(t, c, "(no label)", "Question 1")
	if r, ok := do(c, "1").(card.Refused); !ok || !strings.Contains(r.Why, "no label") {
		t.Errorf("got %#v", r)
	}
	notSee(t, c, "●")
}

func TestAnswersThatCameWithTheAsk(t *testing.T) {
	input := strings.TrimSuffix(two, "}") + `,"answers":{"Which database should we use?":"SQLite (recommended)","Which features should be on?":["Auth","Export"],"?":"gone"},"annotations":{"Which features should be on?":{"notes":"theirs"}},"metadata":{"source":"x"}}`
	c := newCard(input, 80, 24)
	see(t, c, "Came with the ask: SQLite (recommended)", "Database ●")
	notSee(t, c, "2 ●") // and yet nothing is chosen
	do(c, "1", "tab")
	see(t, c, "Came with the ask: Auth, Export", "n  theirs")
	do(c, "tab")
	see(t, c, "PostgreSQL", "Auth, Export", "came with the ask", "note: theirs")
	got := sent(t, do(c, "enter"))
	want := strings.TrimSuffix(two, "}") + `,"metadata":{"source":"x"},"answers":{"Which database should we use?":"PostgreSQL","Which features should be on?":"Auth, Export"},"annotations":{"Which database should we use?":{"preview":"SELECT 1;"},"Which features should be on?":{"notes":"theirs"}}}`
	if got != want {
		t.Errorf("sent\n%s, want\n%s", got, want)
	}
	do(c, "shift+tab", "backspace", "tab")
	see(t, c, "not answered")
}

func TestAPreviewOfTwoThousandLines(t *testing.T) {
	var preview strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&preview, "line %d\n", i+1)
	}
	input := fmt.Sprintf(`{"questions":[{"question":"Which?","header":"W","multiSelect":true,"options":[{"label":"Long","description":"","preview":%s},{"label":"Short","description":""}]}]}`, quote(preview.String()))
	for _, size := range [][2]int{{40, 12}, {80, 24}} {
		c := newCard(input, size[0], size[1])
		do(c, "down")
		see(t, c, "line 1", "more lines, pgdn")
		do(c, "G")
		see(t, c, "line 2000", "the end of 2000 lines")
		do(c, "g")
		see(t, c, "line 1", "more lines, pgdn")
		n := 0
		for ; n < 3000 && !strings.Contains(screen(c), "line 2000"); n++ {
			do(c, "pgdown")
		}
		if n < 50 || n == 3000 {
			t.Errorf("the end comes after %d pages", n)
		}
		see(t, c, "Long") // and the option is still there
		do(c, "1", "tab")
		sent(t, do(c, "enter")) // a preview need not be read to its end
	}
}

func TestALongPreviewHasTheWholeCardForAKey(t *testing.T) {
	preview := strings.Repeat("row\n", 500) + "the last"
	input := fmt.Sprintf(`{"questions":[{"question":"Which?","header":"W","options":[{"label":"Long","description":"","preview":%s},{"label":"Short","description":""}]}]}`, quote(preview))
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		c := newCard(input, size[0], size[1])
		do(c, "f")
		see(t, c, "Which?") // nothing to read yet
		do(c, "down")
		c.seen[0] = false
		do(c, "f")
		notSee(t, c, "Which?")
		see(t, c, "Long")
		if n := strings.Count(screen(c), "row"); n < size[1]-3 {
			t.Errorf("%d rows of the preview in a card of %d", n, size[1])
		}
		do(c, "G")
		see(t, c, "the last", "the end of 501 lines")
		if c.seen[0] {
			t.Error("what was read is the preview, and not the question")
		}
		do(c, "f")
		see(t, c, "Which?", "▸ 1")
		do(c, "f", "down") // an option without a preview has none to show
		see(t, c, "Which?", "▸ 2")
		do(c, "up", "f", "space", "tab")
		see(t, c, "What the agent will read", "Long")
		do(c, "tab", "f", "n", "…words")
		see(t, c, "A note to your answer", "words", "▸ 1")
		do(c, "enter")
		notSee(t, c, "Which?") // and back where it was
	}
}

func TestAnyNumberOfQuestionsAndOptions(t *testing.T) {
	option := func(i int) string { return fmt.Sprintf(`{"label":"L%d","description":"D%d"}`, i, i) }
	var questions []string
	for q := range 12 {
		var options []string
		for o := range q * 2 {
			options = append(options, option(o))
		}
		questions = append(questions, fmt.Sprintf(`{"question":"Q%d","header":"Header %d","options":[%s]}`, q, q, strings.Join(options, ",")))
	}
	for _, width := range []int{40, 80, 120} {
		c := newCard(`{"questions":[`+strings.Join(questions, ",")+`]}`, width, 20)
		see(t, c, "Something else")
		do(c, "tab") // the first has no option to choose
		for range 10 {
			do(c, "up", "up", "space", "G", "G", "G", "tab")
		}
		see(t, c, "›", "Header 11")
		if width < 80 {
			see(t, c, "12 of 13")
		}
		do(c, "up", "up", "G", "G", "G", "enter")
		see(t, c, "What the agent will read")
		do(c, "G", "G", "G")
		if got := sent(t, do(c, "enter")); strings.Count(got, `":"L`) < 11 || !strings.Contains(got, `"Q11":"L21"`) {
			t.Errorf("sent %s", got[len(got)-300:])
		}
	}
}

func TestWhatIsNoQuestion(t *testing.T) {
	for name, input := range map[string]string{
		"no questions":  `{"questions":[]}`,
		"none at all":   `{}`,
		"no text":       `{"questions":[{"header":"h"}]}`,
		"another form":  `{"questions":{"a":1}}`,
		"another case":  `{"Questions":[{"question":"q","options":[]}]}`,
		"no object":     `[1,2]`,
		"nothing":       ``,
		"label missing": `{"questions":[{"question":"q","options":[{"description":"d"}]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := newCard(input, 80, 24)
			see(t, c, "can't be shown one by one")
			for _, key := range []string{"1", "space", "enter", "n", "tab", "down", "G", "backspace"} {
				if _, ok := do(c, key).(card.Decide); ok {
					t.Errorf("%s decides", key)
				}
			}
			d, ok := do(c, "b", "…what do you mean?", "enter").(card.Decide)
			if !ok || d.Decision.Verdict != approver.Deny || d.Decision.Message != "what do you mean?" {
				t.Errorf("got %#v", d)
			}
		})
	}
}

// Some builds of the client ask for a text or a number: no options, a hint.
func TestQuestionsWithoutOptions(t *testing.T) {
	c := newCard(`{"questions":[{"question":"How wide?","header":"Width","kind":"number","min":1,"max":9.5,"unit":"cm","description":"Of the box"}]}`, 80, 24)
	see(t, c, "Of the box", "A number from 1 to 9.5 cm", "1   Something else…")
	if got := sent(t, do(c, "1", "…7", "enter", "enter")); !strings.HasSuffix(got, `,"answers":{"How wide?":"7"}}`) {
		t.Errorf("sent %s", got)
	}
}

func TestAPreviewIsMarkdownOnlyWhereItSaysSo(t *testing.T) {
	for preview, want := range map[string]string{
		"services:\n  - db: # one\n": "│   - db: # one",
		"Use\n```yaml\n- db\n```\n":  "│ MARKDOWN",
	} {
		c := newCard(fmt.Sprintf(`{"questions":[{"question":"Q?","header":"H","options":[{"label":"A","description":"","preview":%s}]}]}`, quote(preview)), 80, 24)
		c.markdown = func(string, int, style.Styles) []string { return []string{"MARKDOWN"} }
		do(c, "down")
		see(t, c, want)
	}
}
