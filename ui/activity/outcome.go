package activity

import (
	"fmt"
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
)

// outcomes makes of a tool's record what is shown of it. A new tool is one line
// here. Of a tool that is not here, the start of its output is shown.
var outcomes = map[string]func(record any, o approver.Outcome) shown{
	claude.ToolAgent:        of(agentOutcome),
	claude.ToolBash:         of(bashOutcome),
	claude.ToolEdit:         of(editOutcome),
	claude.ToolGlob:         of(globOutcome),
	claude.ToolGrep:         of(grepOutcome),
	claude.ToolMonitor:      of(monitorOutcome),
	claude.ToolNotebookEdit: of(notebookOutcome),
	claude.ToolRead:         of(readOutcome),
	claude.ToolTaskCreate:   of(taskCreateOutcome),
	claude.ToolTaskGet:      of(taskGetOutcome),
	claude.ToolTaskList:     of(taskListOutcome),
	claude.ToolTaskOutput:   of(taskOutputOutcome),
	claude.ToolTaskStop:     of(taskStopOutcome),
	claude.ToolTaskUpdate:   of(taskUpdateOutcome),
	claude.ToolTodoWrite:    of(todoOutcome),
	claude.ToolWebFetch:     of(webFetchOutcome),
	claude.ToolWebSearch:    of(webSearchOutcome),
	claude.ToolWrite:        of(writeOutcome),
}

// shown is what a record says: sentences, and then a text as it came or a
// change. Empty where the record says nothing that is known here.
type shown struct {
	said  []string
	text  string
	patch []claude.PatchHunk
}

func (s *shown) say(format string, args ...any) {
	s.said = append(s.said, fmt.Sprintf(format, args...))
}

// of makes what shows one type of record show any, of which other types say
// nothing.
func of[Record any](show func(Record, approver.Outcome) shown) func(any, approver.Outcome) shown {
	return func(record any, o approver.Outcome) shown {
		r, ok := record.(*Record)
		if !ok {
			return shown{}
		}
		return show(*r, o)
	}
}

// outcomeDetail returns what is shown of how a call ended: what its record says,
// and the start of its output where that can't be read.
func outcomeDetail(e approver.Entry) detail {
	output := detailOf("Output", e.Run.Output)
	tool := claude.CanonicalTool(e.Ask.Tool)
	show, known := outcomes[tool]
	if !known || len(e.Run.Outcome.Record) == 0 {
		return output
	}
	record, err := claude.ParseOutput(tool, e.Run.Outcome.Record)
	if err != nil {
		return output
	}
	s := show(record, e.Run.Outcome)
	text := append(s.said, strings.TrimSuffix(s.text, "\n"))
	if s.text == "" {
		text = s.said
	}
	if len(text) == 0 && len(s.patch) == 0 {
		return output
	}
	d := detailOf("Outcome", strings.Join(text, "\n"))
	d.patch = patchLines(s.patch)
	d.rest += e.Run.Outcome.Rest
	return d
}

// count says a number of things.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// number returns the whole number that a record tells, and 0 for none.
func number(n claude.Number) int { return int(max(min(n.Float(), 1<<53), -1<<53)) }

// size says a number of bytes.
func size(n claude.Number) string { return count(number(n), "byte", "bytes") }

// texts returns those that are not empty, each on one line.
func texts(all ...string) (out []string) {
	for _, text := range all {
		if text != "" {
			out = append(out, line(text))
		}
	}
	return out
}

// blockTexts returns the texts of content blocks.
func blockTexts(blocks []claude.ContentBlock) string { return claude.Blocks(blocks).String() }
