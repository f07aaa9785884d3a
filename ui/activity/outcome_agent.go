package activity

import (
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
)

func agentOutcome(r claude.AgentOutput, _ approver.Outcome) (s shown) {
	switch r.Status {
	case claude.AgentCompleted:
		end := []string{"It is done"}
		if took := milliseconds(r.TotalDurationMS); took != "" {
			end = append(end, took)
		}
		if n := number(r.TotalToolUseCount); n > 0 {
			end = append(end, count(n, "call", "calls"))
		}
		if n := number(r.TotalTokens); n > 0 { // of its last request alone
			end = append(end, count(n, "token", "tokens")+" in its last request")
		}
		s.say("%s", strings.Join(end, ", "))
		if t := r.ToolStats; t != nil && number(t.LinesAdded)+number(t.LinesRemoved) > 0 {
			s.say("%s added, %d removed in %s", count(number(t.LinesAdded), "line", "lines"), number(t.LinesRemoved), count(number(t.EditFileCount), "edit", "edits"))
		}
		if r.WorktreePath != "" {
			s.say("It worked in %s", line(r.WorktreePath))
		}
		s.text = blockTexts(r.Content)
	case claude.AgentAsyncLaunched:
		s.say("It runs in the background, as agent %s", line(r.AgentID))
	case claude.AgentRemoteLaunched:
		s.say("It runs elsewhere, as task %s: %s", line(r.TaskID), line(r.SessionURL))
	}
	return s
}
