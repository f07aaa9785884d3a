package question

import (
	"bytes"
	"encoding/json"
	"errors"

	"sayso/internal/claude"
	"sayso/ui/payload"
)

// errNothing means that an input with these answers would tell the model
// nothing.
var errNothing = errors.New("nothing is answered yet")

// withAnswers returns the input with the answers in it: byte for byte as it
// came, and then answers and annotations. Answers of an earlier hand are
// replaced, and so is a reply, which would be read in their place.
func withAnswers(in input, replies []reply) (json.RawMessage, error) {
	var answers, annotations payload.Object
	for i, q := range in.questions {
		r := replies[i]
		if !r.answered(q) {
			continue
		}
		parts := r.parts(q)
		if len(parts) == 0 {
			parts = []text{textOf(notesOnly)}
		}
		answers.Add(q.Question.raw, join(parts))
		if a := annotation(q, r); a != nil {
			annotations.Add(q.Question.raw, a)
		}
	}
	if len(answers) == 0 {
		return nil, errNothing
	}
	var more payload.Object
	more.Add([]byte(`"answers"`), answers.JSON())
	if len(annotations) > 0 {
		more.Add([]byte(`"annotations"`), annotations.JSON())
	}
	return payload.Splice(in.raw, more, replaced...)
}

// withResponse returns the input with a free reply in it. It stands there twice.
// A client that takes a reply reads that one and no answer; one that knows only
// answers, which is what a hook's input is checked against, drops the reply and
// reads it as the answer to the first question.
func withResponse(in input, words string) (json.RawMessage, error) {
	said := textOf(words)
	if said.blank() {
		return nil, errNothing
	}
	var answers, more payload.Object
	answers.Add(in.questions[0].Question.raw, said.raw)
	more.Add([]byte(`"answers"`), answers.JSON())
	more.Add([]byte(`"response"`), said.raw)
	return payload.Splice(in.raw, more, replaced...)
}

// annotation returns what goes with an answer, or nil: the preview of the one
// option that was chosen, and notes. The model reads a preview as that of the
// whole answer ("selected preview:"), and there is room for one, so of several
// chosen options none is sent: each alone would be untrue, and a text made of
// all was never shown.
func annotation(q question, r reply) json.RawMessage {
	var out payload.Object
	if only := r.onlyOption(); only >= 0 && q.Options[only].Preview.plain != "" {
		out.Add([]byte(`"preview"`), q.Options[only].Preview.raw)
	}
	if !textOf(r.notes).blank() {
		out.Add([]byte(`"notes"`), textOf(r.notes).raw)
	}
	if len(out) == 0 {
		return nil
	}
	return out.JSON()
}

// join returns several texts as one, the labels' bytes as they came.
func join(parts []text) json.RawMessage {
	out := []byte{'"'}
	for i, p := range parts {
		if i > 0 {
			out = append(out, claude.Joint...)
		}
		raw := bytes.TrimSpace(p.raw)
		out = append(out, raw[1:len(raw)-1]...)
	}
	return append(out, '"')
}

// replaced are the members that an answer consists of. Those of an earlier hand
// go out with none of their bytes.
var replaced = []string{"answers", "annotations", "response"}
