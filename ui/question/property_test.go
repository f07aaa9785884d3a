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
	"sayso/ui/card"
	"sayso/ui/sanitize"
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
	if rapid.Bool().Draw(t, "given") {
		in["answers"] = map[string]any{questions[0].(map[string]any)["question"].(string): text("given"), "other": "x"}
		in["response"] = "theirs"
	}
	raw, err := json.Marshal(in)
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
	keys := rapid.SampledFrom([]string{"enter", "enter", "tab", "tab", "shift+tab", "up", "down", "space", "1", "2", "3", "5", "9",
		"n", "b", "r", "esc", "backspace", "j", "k", "G", "g", "pgdown", "y", "…own, words", "…\x1b]0;x\a\n日本", "… ", "alt+enter"})
	answers, replies := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		raw := anyInput(t)
		size := rapid.SampledFrom([][2]int{{40, 12}, {80, 24}, {120, 60}}).Draw(t, "size")
		c := newCard(raw, size[0], size[1])
		for range 40 {
			var shown []string
			for _, ln := range c.layout.list {
				shown = append(shown, ansi.Strip(ln.text))
			}
			review, written := c.review(), c.field.Value()
			writing := c.writing
			d, ok := one(c, keys.Draw(t, "key")).(card.Decide)
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
