package question

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/internal/sanitize"
	"sayso/ui/card"
)

// anyInput makes inputs of all sorts: texts that repeat, that are empty, that
// need escapes, and answers of another hand.
func anyInput(t *rapid.T) string {
	text := func(label string) string {
		return rapid.OneOf(
			rapid.SampledFrom([]string{"A", "B", "A, B", "Which one?", "", " ", "\"q\"\n", "日本", "\x1b[2J", "👩‍👧"}),
			rapid.StringN(0, 12, -1),
		).Draw(t, label)
	}
	questions := []any{}
	for q := range rapid.IntRange(1, 4).Draw(t, "questions") {
		options := []any{}
		for range rapid.IntRange(0, 5).Draw(t, "options") {
			options = append(options, map[string]any{"label": text("label"), "description": text("description"), "preview": text("preview")})
		}
		words := text("question")
		if rapid.Bool().Draw(t, "unique") {
			words = fmt.Sprint(words, q)
		}
		questions = append(questions, map[string]any{"question": words, "header": text("header"),
			"options": options, "multiSelect": rapid.Bool().Draw(t, "multi")})
	}
	in := map[string]any{"questions": questions, "zebra": map[string]any{"answers": 1}}
	first := questions[0].(map[string]any)["question"].(string)
	if rapid.Bool().Draw(t, "given") {
		in["answers"] = map[string]any{first: text("given"), "other": "x"}
	}
	if rapid.Bool().Draw(t, "replied") {
		in["response"] = "theirs"
	}
	if rapid.Bool().Draw(t, "annotated") {
		in["annotations"] = map[string]any{first: map[string]any{"preview": "theirs", "notes": text("notes")}, "other": map[string]any{"notes": "x"}}
	}
	raw, err := openjson.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// squeezed returns a text without its white space, so that it can be found
// wherever it was wrapped.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// Whatever the keys, what is sent may be sent, changes nothing of the input, and
// is what stood on the card.
func TestWhateverTheKeys(t *testing.T) {
	key := rapid.SampledFrom([]string{"enter", "enter", "enter", "tab", "tab", "tab", "shift+tab", "up", "down", "space", "1", "1", "2", "2", "3", "3", "5", "9",
		"n", "b", "r", "esc", "backspace", "j", "k", "G", "G", "g", "pgdown", "y", "…own, words", "…\x1b]0;x\a\n日本", "… ", "alt+enter"})
	answers, replies := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		raw := anyInput(t)
		size := rapid.SampledFrom([][2]int{{40, 12}, {80, 24}, {120, 60}}).Draw(t, "size")
		c := newCard(raw, size[0], size[1])
		for range 80 {
			press := key.Draw(t, "key")
			if press != "enter" { // nothing else sends
				if d, ok := one(c, press).(card.Decide); ok {
					t.Fatalf("%s decides: %+v", press, d)
				}
				continue
			}
			var shown []string
			for _, ln := range c.layout.list {
				shown = append(shown, ansi.Strip(ln.text))
			}
			review, written := c.review(), c.field.Value()
			writing := c.writing
			drawn := drawnAnswers(c)
			d, ok := one(c, press).(card.Decide)
			if !ok || d.Decision.Verdict != approver.Allow {
				if ok && (d.Decision.UpdatedInput != nil || d.Decision.UpdatedPermissions != nil) {
					t.Fatalf("a no carries %+v", d.Decision)
				}
				continue
			}
			got, err := c.Ask().Complete(d.Decision)
			if err != nil {
				t.Fatalf("it may not be sent: %v", err)
			}
			check(t, raw, got.UpdatedInput, review, writing, squeezed(strings.Join(shown, "")), written)
			if review && writing == nothing {
				checkDrawn(t, raw, got.UpdatedInput, drawn)
			}
			if review && writing == nothing {
				answers++
			} else {
				replies++
			}
		}
	})
	if answers == 0 || replies == 0 {
		t.Errorf("only %d answers and %d replies were sent: the keys don't get far enough", answers, replies)
	}
}

// drawn is what the card shows as put in for one question.
type drawn struct {
	chosen []bool // by option, something else as the last
	own    string // the rows under something else, squeezed as the others
	rows   string // all of the rows
}

// drawnAnswers reads off the card's rows what is put in: by the marks before
// the options, not by what the card keeps.
func drawnAnswers(c *Card) []drawn {
	out := make([]drawn, len(c.in.questions))
	for i, q := range c.in.questions {
		at := *c
		at.tab, at.writing = i, nothing
		rows, _ := at.options(q, c.replies[i], 5000)
		d := drawn{chosen: make([]bool, len(q.Options)+1)}
		seen := -1
		for _, ln := range append(at.head(5000), rows...) {
			text := ansi.Strip(ln.text)
			d.rows += squeezed(text)
			if ln.option > seen {
				seen = ln.option
				d.chosen[seen] = strings.ContainsAny(string([]rune(text)[:column(q)]), "●x")
			} else if ln.option == len(q.Options) {
				d.own += squeezed(text)
			}
		}
		out[i] = d
	}
	return out
}

// checkDrawn checks that what is sent is neither more nor less than what was
// drawn as chosen, made anew from the input that came.
func checkDrawn(t *rapid.T, raw string, sent []byte, shown []drawn) {
	var came struct {
		Questions []struct {
			Question    string
			MultiSelect bool
			Options     []struct{ Label, Preview string }
		}
		Answers map[string]string
	}
	var told struct {
		Answers     map[string]string
		Annotations map[string]struct{ Preview, Notes string }
	}
	if json.Unmarshal([]byte(raw), &came) != nil || json.Unmarshal(sent, &told) != nil {
		t.Fatalf("not JSON, or of another form: %s", sent)
	}
	count := map[string]int{}
	for _, q := range came.Questions {
		count[q.Question]++
	}
	for i, q := range came.Questions {
		answer, answered := told.Answers[q.Question]
		if count[q.Question] > 1 {
			continue // check says that it has no answer
		}
		var labels, previews []string
		for k, o := range q.Options {
			if shown[i].chosen[k] {
				labels, previews = append(labels, o.Label), append(previews, o.Preview)
			}
		}
		own := shown[i].chosen[len(q.Options)]
		want := strings.Join(labels, ", ")
		if q.MultiSelect {
			want = claude.JoinLabels(labels...)
		}
		note := told.Annotations[q.Question]
		switch {
		case !q.MultiSelect && len(labels) > 1, !q.MultiSelect && own && len(labels) > 0:
			t.Fatalf("%q wants one answer, drawn as chosen are %q, own words %t", q.Question, labels, own)
		case own:
			rest, ok := strings.CutPrefix(answer, want)
			if !ok || len(labels) > 0 && !strings.HasPrefix(rest, ", ") || strings.TrimSpace(rest) == "" {
				t.Fatalf("%q: %q was sent, drawn were %q and own words", q.Question, answer, labels)
			}
			rest = strings.TrimPrefix(rest, ", ")
			var words string
			if len(labels) == 0 || json.Unmarshal([]byte(rest), &words) != nil {
				words = rest
			}
			if shown[i].own != squeezed(strings.Join(sanitize.Block(words), "")) {
				t.Fatalf("%q: the words %q were sent, drawn was %q", q.Question, words, shown[i].own)
			}
		case len(labels) > 0 && answer != want:
			t.Fatalf("%q: %q was sent, drawn was %q", q.Question, answer, want)
		case len(labels) > 0:
		case answered && answer == notesOnly && strings.TrimSpace(note.Notes) != "":
		case answered && answer != came.Answers[q.Question]:
			t.Fatalf("%q: %q was sent, and nothing was chosen", q.Question, answer)
		}
		var preview string
		if len(previews) == 1 {
			preview = previews[0]
		}
		if note.Preview != preview {
			t.Fatalf("%q: the preview %q was sent, of the chosen %q it is %q", q.Question, note.Preview, labels, preview)
		}
		if strings.TrimSpace(note.Notes) != "" != !strings.HasSuffix(shown[i].rows, "naddanote") || !strings.Contains(shown[i].rows, squeezed(strings.Join(sanitize.Block(note.Notes), ""))) {
			t.Fatalf("%q: the note %q was sent, drawn was %q", q.Question, note.Notes, shown[i].rows)
		}
	}
}

func check(t *rapid.T, raw string, sent []byte, review bool, writing target, shown, written string) {
	var before, after map[string]any
	var told struct {
		Answers     map[string]string
		Annotations map[string]struct{ Preview, Notes string }
		Response    string
		Questions   []struct{ Question string }
	}
	if json.Unmarshal([]byte(raw), &before) != nil || json.Unmarshal(sent, &after) != nil || json.Unmarshal(sent, &told) != nil {
		t.Fatalf("not JSON, or of another form: %s", sent)
	}
	for _, m := range []map[string]any{before, after} {
		delete(m, "answers")
		delete(m, "annotations")
		delete(m, "response")
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Fatalf("the input changed: %s", d)
	}
	if writing == talk {
		if told.Response != written || told.Answers[told.Questions[0].Question] != written || strings.TrimSpace(written) == "" {
			t.Fatalf("the field held %q, sent was %s", written, sent)
		}
		return
	}
	if !review || writing != nothing {
		t.Fatalf("answers were sent from elsewhere than the review: %s", sent)
	}
	if told.Response != "" {
		t.Fatalf("a reply of another hand went along: %s", sent)
	}
	count := map[string]int{}
	for _, q := range told.Questions {
		count[q.Question]++
	}
	for q, a := range told.Answers {
		if count[q] != 1 {
			t.Fatalf("%q was answered, and %d questions read so", q, count[q])
		}
		if a == notesOnly {
			a = "no option, only your note"
		}
		if strings.TrimSpace(a) == "" || !strings.Contains(shown, squeezed(strings.Join(sanitize.Block(a), ""))) {
			t.Fatalf("%q was sent, the review showed %q", a, shown)
		}
	}
	for q, a := range told.Annotations {
		if _, ok := told.Answers[q]; !ok || !strings.Contains(shown, squeezed(strings.Join(sanitize.Block(a.Notes), ""))) {
			t.Fatalf("the note %q was sent, the review showed %q", a.Notes, shown)
		}
	}
	if n := strings.Count(shown, "○"); n < len(told.Questions)-len(told.Answers) {
		t.Fatalf("%d questions are unanswered, the review marks %d", len(told.Questions)-len(told.Answers), n)
	}
}
