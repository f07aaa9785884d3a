package question

import (
	"slices"
	"strings"

	"sayso/approver"
)

// Draft returns what the person has put in and a decision does not carry, to be
// kept. A no drops marks, which are quickly made again and were meant to be
// dropped; words it does not drop.
func (c *Card) Draft(sent approver.Decision) string {
	if sent.Verdict == approver.Allow {
		return ""
	}
	replies, drafts := c.written()
	var out []string
	words := false
	for i, r := range replies {
		text, own := r.draft(c.in.questions[i], c.in)
		if text != "" {
			out, words = append(out, text), words || own
		}
	}
	for _, d := range drafts {
		if !textOf(d).blank() && d != sent.Message {
			out, words = append(out, d), true
		}
	}
	if sent.Verdict == approver.Deny && !words {
		return ""
	}
	return strings.Join(out, "\n\n")
}

// written returns replies and drafts with what stands in the field.
func (c *Card) written() ([]reply, [2]string) {
	replies, drafts := slices.Clone(c.replies), c.drafts
	switch words := c.field.Value(); c.writing {
	case ownWords:
		replies[c.tab].own, replies[c.tab].useOwn = words, !textOf(words).blank()
	case notes:
		replies[c.tab].notes = words
	case talk, refusal:
		drafts[c.writing-talk] = words
	}
	return replies, drafts
}

// draft returns what the person has put in for a question, "" for nothing, and
// whether there are words among it. What came with the ask is not theirs.
func (r reply) draft(q question, in input) (text string, words bool) {
	r.given = ""
	out := []string{q.Question.plain}
	if answer := r.plain(q); answer != "" {
		out = append(out, answer)
	}
	if !textOf(r.own).blank() {
		words = true
		if !r.useOwn {
			out = append(out, r.own)
		}
	}
	if !textOf(r.notes).blank() && r.notes != in.notes[q.Question.plain] {
		words = true
		out = append(out, "Note: "+r.notes)
	}
	if len(out) == 1 {
		return "", false
	}
	return strings.Join(out, "\n"), words
}
