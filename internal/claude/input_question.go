package claude

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"sayso/internal/openjson"
)

// AskUserQuestionInput is the input of AskUserQuestion: one to four questions
// of two to four options. An allow sends it back with Answers or Response
// filled in.
type AskUserQuestionInput struct {
	Questions   []Question            `json:"questions"`
	Answers     map[string]Answer     `json:"answers,omitempty"`     // by the question's text
	Annotations map[string]Annotation `json:"annotations,omitempty"` // by the question's text
	Response    string                `json:"response,omitempty"`    // a free reply instead of answers
	Metadata    json.RawMessage       `json:"metadata,omitempty"`    // analytics, not shown
	Extra       openjson.Extra        `json:"-"`
}

// Question is one question of AskUserQuestion.
type Question struct {
	Question    string           `json:"question"`
	Header      string           `json:"header"` // a label of at most twelve characters
	Options     []QuestionOption `json:"options"`
	MultiSelect bool             `json:"multiSelect,omitempty"`
	Extra       openjson.Extra   `json:"-"`
}

// QuestionOption is one choice of a [Question].
type QuestionOption struct {
	Label       string         `json:"label"`
	Description string         `json:"description"`
	Preview     string         `json:"preview,omitempty"`
	Extra       openjson.Extra `json:"-"`
}

// Annotation is what goes with the answer to one question.
type Annotation struct {
	Preview    string         `json:"preview,omitempty"` // that of the chosen option
	Notes      string         `json:"notes,omitempty"`
	Unanswered string         `json:"unanswered,omitempty"` // skipped, replied_in_chat, dismissed; in the output
	Extra      openjson.Extra `json:"-"`
}

// Answer is the answer to one question: a label or a free text, or for several
// choices a list of labels. Claude Code sends a text. It takes a list too, but
// not from a hook, whose whole decision it then drops.
type Answer struct {
	text   string
	labels []string // nil where it is a text
}

// TextAnswer returns an answer to a question of several choices, as a text.
func TextAnswer(labels ...string) Answer { return Answer{text: JoinLabels(labels...)} }

// String returns the answer as Claude Code reads it.
func (a Answer) String() string {
	if a.labels != nil {
		return JoinLabels(a.labels...)
	}
	return a.text
}

// Joint stands between the labels of one answer.
const Joint = ", "

// JoinLabels returns labels as one text, as Claude Code's own dialog writes the
// answer to a question of several choices.
func JoinLabels(labels ...string) string {
	out := make([]string, len(labels))
	for i, label := range labels {
		out[i] = label
		if AmbiguousLabel(label) {
			out[i] = QuoteLabel(label)
		}
	}
	return strings.Join(out, Joint)
}

// AmbiguousLabel reports whether a label could not be told from several, or from
// a quoted one, where it stands among others. Claude Code quotes such a label.
func AmbiguousLabel(label string) bool {
	return strings.Contains(label, Joint) || strings.Contains(label, `"`)
}

// unescaped turns back what encoding/json escapes and JavaScript does not. It
// takes an escaped backslash first, so that none is taken for an escape.
var unescaped = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")

// QuoteLabel returns a label as a JSON string, character for character as
// JavaScript writes it: Claude Code takes an answer apart, puts it together
// again, and counts it as labels only where that gives the same text.
func QuoteLabel(label string) string {
	raw, err := openjson.Marshal(label)
	if err != nil {
		panic(err) // a string always encodes
	}
	return unescaped.Replace(string(raw))
}

// Equal reports whether the two read and are written alike.
func (a Answer) Equal(b Answer) bool {
	return a.text == b.text && (a.labels == nil) == (b.labels == nil) && slices.Equal(a.labels, b.labels)
}

// UnmarshalJSON reads a text or a list of texts.
func (a *Answer) UnmarshalJSON(data []byte) error {
	*a = Answer{}
	switch {
	case string(data) == "null" || openjson.HasNull(data):
		return openjson.ErrNull
	case bytes.HasPrefix(data, []byte(`"`)):
		return json.Unmarshal(data, &a.text)
	case bytes.HasPrefix(data, []byte("[")):
		return json.Unmarshal(data, &a.labels)
	}
	return errors.New("neither a text nor a list of texts")
}

// MarshalJSON writes the form that came.
func (a Answer) MarshalJSON() ([]byte, error) {
	if a.labels != nil {
		return openjson.Marshal(a.labels)
	}
	return openjson.Marshal(a.text)
}
