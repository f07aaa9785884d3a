package question

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// text is a string of the payload: as it reads, and the very bytes that stand
// for it. An answer is made of the bytes, so that nothing of it can change on
// the way through sayso.
type text struct {
	plain string
	raw   json.RawMessage // nil where the payload has none
}

// UnmarshalJSON reads a string; null is no string.
func (t *text) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*t = text{}
		return nil
	}
	if err := json.Unmarshal(data, &t.plain); err != nil {
		return err
	}
	t.raw = append(json.RawMessage(nil), data...)
	return nil
}

// textOf returns the text of the person's own words.
func textOf(words string) text {
	raw, err := openjson.Marshal(words)
	if err != nil {
		panic(err) // a string always encodes
	}
	return text{plain: words, raw: raw}
}

// quoted returns the text as it stands among others that it could be mistaken
// for. Its bytes are a JSON string already: they are taken as they came where they
// stand for half of a surrogate pair, which Go can't hold.
func (t text) quoted() text {
	if strings.ContainsRune(t.plain, utf8.RuneError) && bytes.Contains(bytes.ToLower(t.raw), []byte(`\ud`)) {
		return textOf(string(bytes.TrimSpace(t.raw)))
	}
	return textOf(claude.QuoteLabel(t.plain))
}

// blank reports whether an answer of this text would say nothing.
func (t text) blank() bool { return strings.TrimSpace(t.plain) == "" }

// option is one choice of a question.
type option struct {
	Label       text `json:"label"`
	Description text `json:"description,omitzero"`
	Preview     text `json:"preview,omitzero"`
}

// UnmarshalJSON reads an option by the exact names of its members.
func (o *option) UnmarshalJSON(data []byte) error {
	if err := openjson.UnmarshalFields(data, o); err != nil {
		return err
	}
	if o.Label.raw == nil {
		return errors.New("an option without a label")
	}
	return nil
}

// question is one question of the payload.
type question struct {
	Question    text     `json:"question"`
	Header      text     `json:"header,omitzero"`
	Options     []option `json:"options"`
	MultiSelect bool     `json:"multiSelect,omitzero"`

	// Some builds of the client ask for a text or a number, without options.
	Description text        `json:"description,omitzero"`
	Kind        string      `json:"kind,omitzero"`
	Min         json.Number `json:"min,omitzero"`
	Max         json.Number `json:"max,omitzero"`
	Unit        text        `json:"unit,omitzero"`

	twin int // the place of an earlier or later question of the same text, or -1
}

// UnmarshalJSON reads a question by the exact names of its members.
func (q *question) UnmarshalJSON(data []byte) error {
	if err := openjson.UnmarshalFields(data, q); err != nil {
		return err
	}
	if q.Question.raw == nil {
		return errors.New("a question without a text")
	}
	q.twin = -1
	return nil
}

// input is the input of AskUserQuestion as the card needs it.
type input struct {
	raw       json.RawMessage
	questions []question
	answers   map[string]string // that came with the ask, by the question's text
	notes     map[string]string // likewise
	response  string            // likewise
}

// parse reads an input. With an error the questions can't be shown one by one;
// a free reply can still be given when the input is an object.
func parse(raw json.RawMessage) (input, error) {
	in := input{raw: raw}
	var known struct {
		Questions   []question                 `json:"questions"`
		Answers     map[string]json.RawMessage `json:"answers"`
		Annotations map[string]json.RawMessage `json:"annotations"`
		Response    json.RawMessage            `json:"response"`
	}
	if err := openjson.Unmarshal(raw, &known); err != nil {
		return in, formError(err)
	}
	in.questions = known.Questions
	if len(in.questions) == 0 {
		return in, errors.New("the ask holds no question")
	}
	for i := range in.questions {
		for j := range in.questions {
			if i != j && in.questions[i].Question.plain == in.questions[j].Question.plain {
				in.questions[i].twin = j
			}
		}
	}
	in.answers, in.notes = map[string]string{}, map[string]string{}
	for q, a := range known.Answers {
		in.answers[q] = answerText(a)
	}
	for q, a := range known.Annotations {
		var note struct {
			Notes string `json:"notes"`
		}
		if json.Unmarshal(a, &note) == nil {
			in.notes[q] = note.Notes
		}
	}
	in.response = answerText(known.Response)
	return in, nil
}

// formError says for a person what is not as it should be: the decoder speaks of
// Go.
func formError(err error) error {
	if field, ok := errors.AsType[*openjson.FieldError](err); ok {
		return fmt.Errorf("%s is not in the expected form", field.Field)
	}
	return errors.New("the input is not in the expected form")
}

// answerText returns an answer of the payload as the model would read it: a
// text, or a list of labels.
func answerText(raw json.RawMessage) string {
	var one string
	var many []string
	if json.Unmarshal(raw, &one) == nil {
		return one
	}
	if json.Unmarshal(raw, &many) == nil {
		return claude.JoinLabels(many...)
	}
	return ""
}
