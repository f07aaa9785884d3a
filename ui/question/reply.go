package question

import (
	"fmt"
	"slices"
	"strings"

	"sayso/internal/claude"
)

// reply is what the person has put in for one question.
type reply struct {
	chosen []bool // by option
	own    string // something else, in the person's own words
	useOwn bool   // own is part of the answer, and not only kept
	notes  string
	given  string // the answer that came with the ask, until the person puts one in its place
}

// newReplies returns a reply to each question: nothing chosen, whatever a label
// recommends, and what came with the ask.
func newReplies(in input) []reply {
	out := make([]reply, len(in.questions))
	for i, q := range in.questions {
		out[i].chosen = make([]bool, len(q.Options))
		if q.twin < 0 {
			if given := in.answers[q.Question.plain]; !textOf(given).blank() {
				out[i].given = given
			}
			out[i].notes = in.notes[q.Question.plain]
		}
	}
	return out
}

// clone returns a copy that shares nothing.
func clone(replies []reply) []reply {
	out := slices.Clone(replies)
	for i := range out {
		out[i].chosen = slices.Clone(out[i].chosen)
	}
	return out
}

// toggle chooses an option, or takes it back. Of a question that wants one
// answer it is the only one then.
func (r *reply) toggle(q question, i int) {
	was := r.chosen[i]
	if !q.MultiSelect {
		clear(r.chosen)
		r.useOwn = false
	}
	r.chosen[i] = !was
	r.given = ""
}

// choose chooses an option and leaves it chosen when it was.
func (r *reply) choose(q question, i int) {
	if !r.chosen[i] {
		r.toggle(q, i)
	}
}

// say takes the person's own words as the answer, or as a part of it.
func (r *reply) say(q question, words string) {
	r.own, r.useOwn = words, !textOf(words).blank()
	if !r.useOwn {
		return
	}
	r.given = ""
	if !q.MultiSelect {
		clear(r.chosen)
	}
}

// parts returns what the answer is made of, in the order of the card and as it
// is sent. It is empty where nothing was put in.
//
// Of several choices, a part that could be taken for several goes in quotes, as
// Claude Code's own dialog writes it. The person's own words, where they are all
// of the answer, need none.
func (r reply) parts(q question) []text {
	var out []text
	for i, o := range q.Options {
		if r.chosen[i] {
			out = append(out, o.Label)
		}
	}
	if r.useOwn {
		out = append(out, textOf(r.own))
	}
	if q.MultiSelect && (len(out) > 1 || !r.useOwn) {
		for i, p := range out {
			if claude.AmbiguousLabel(p.plain) {
				out[i] = p.quoted()
			}
		}
	}
	if len(out) == 0 && r.given != "" {
		out = append(out, textOf(r.given))
	}
	return out
}

// onlyOption returns the one option that was chosen, and -1 for none or several.
func (r reply) onlyOption() int {
	only := slices.Index(r.chosen, true)
	if only >= 0 && slices.Contains(r.chosen[only+1:], true) {
		return -1
	}
	return only
}

// answered reports whether there is something to send: an answer, or a note,
// which the agent reads without one too.
func (r reply) answered(q question) bool {
	return q.twin < 0 && (len(r.parts(q)) > 0 || !textOf(r.notes).blank())
}

// notesOnly is what Claude Code puts in the place of an answer where the person
// wrote a note and chose nothing. It reads it back as "no option selected".
const notesOnly = "(notes only)"

// plain returns the answer as the model reads it, or "".
func (r reply) plain(q question) string {
	parts := r.parts(q)
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = p.plain
	}
	return strings.Join(out, claude.Joint)
}

// blocked says why a question can't be answered by its options, or "".
func (q question) blocked() string {
	if q.twin < 0 {
		return ""
	}
	return fmt.Sprintf("Question %d reads exactly the same, and the agent tells answers apart by the question's text alone. Answer both in your own words: b.", q.twin+1)
}

// doubts returns what may be read in another way than it was meant, for the
// person to know before choosing.
func (q question) doubts() []string {
	var out []string
	for i, o := range q.Options {
		for j := range i {
			if q.Options[j].Label.plain == o.Label.plain {
				out = append(out, fmt.Sprintf("Options %d and %d have the same label: the agent can't tell which one you chose.", j+1, i+1))
			}
		}
		if q.MultiSelect && claude.AmbiguousLabel(o.Label.plain) {
			out = append(out, fmt.Sprintf("Option %d has a comma or a quote in its label. It is sent in quotes, or it would read as several.", i+1))
		}
	}
	return out
}

// doubt says how this very answer is to be read, or "".
func (r reply) doubt(q question) string {
	if !q.MultiSelect {
		return ""
	}
	chosen := 0
	quoted := false
	for i, o := range q.Options {
		if r.chosen[i] {
			chosen++
			quoted = quoted || claude.AmbiguousLabel(o.Label.plain)
		}
	}
	if r.useOwn {
		chosen++
		quoted = quoted || chosen > 1 && claude.AmbiguousLabel(r.own)
	}
	if !quoted {
		return ""
	}
	if chosen == 1 {
		return "One answer: the quotes hold its label together."
	}
	return fmt.Sprintf("%d answers: the quotes hold together what has a comma or a quote in it.", chosen)
}
