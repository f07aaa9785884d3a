package activity

import (
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// answersOf returns what the person answered to questions, as the model reads
// it, or "" for any other decision.
func answersOf(e approver.Entry) string {
	if e.Ask.Tool != claude.ToolAskUserQuestion || e.Decision.Verdict != approver.Allow {
		return ""
	}
	var in claude.AskUserQuestionInput
	if openjson.Unmarshal(e.Decision.UpdatedInput, &in) != nil {
		return ""
	}
	if in.Response != "" {
		return in.Response
	}
	var out []string
	for _, q := range in.Questions {
		answer, ok := in.Answers[q.Question]
		if !ok {
			continue
		}
		out = append(out, q.Question+"\n  "+answer.String())
		if note := in.Annotations[q.Question].Notes; note != "" {
			out = append(out, "  Note: "+note)
		}
	}
	return strings.Join(out, "\n")
}
