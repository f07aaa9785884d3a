package activity

import (
	"fmt"
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/sanitize"
	"sayso/ui/lines"
	"sayso/ui/style"
)

func editOutcome(r claude.EditOutput, o approver.Outcome) (s shown) {
	if len(r.StructuredPatch) > 0 {
		s.say("Changed %s", changed(r.FilePath, o))
		s.patch = r.StructuredPatch
	} else {
		s.said = texts(r.Message)
		if n := number(r.Replacements); n > 0 {
			s.say("%s in %s", count(n, "replacement", "replacements"), line(r.EditedPath))
		}
	}
	if r.UserModified {
		s.say("You changed the edit before it ran")
	}
	return s
}

func writeOutcome(r claude.WriteOutput, o approver.Outcome) (s shown) {
	switch {
	case r.Type == "create":
		s.say("Created %s, %s", line(r.FilePath), count(o.Lines, "line", "lines"))
	case r.Type == "update":
		s.say("Updated %s", changed(r.FilePath, o))
		s.patch = r.StructuredPatch
	default:
		s.said = texts(r.Message)
		if n := number(r.BytesWritten); n > 0 {
			s.say("%s written to %s", size(r.BytesWritten), line(r.WrittenPath))
		}
	}
	if r.UserModified {
		s.say("You changed the text before it was written")
	}
	return s
}

func notebookOutcome(r claude.NotebookEditOutput, _ approver.Outcome) (s shown) {
	s.said = texts(r.Error, r.Message)
	how := r.EditMode + r.EditType // each form has one of them
	if word, ok := edits[how]; ok && r.Error == "" {
		s.say("%s cell %s", word, line(r.CellID))
	}
	return s
}

// edits says what became of a cell.
var edits = map[string]string{
	"replace": "Replaced", "replaced": "Replaced", "insert": "Inserted", "inserted": "Inserted", "delete": "Deleted", "deleted": "Deleted",
}

// changed says which file a patch changed and by how much.
func changed(file string, o approver.Outcome) string {
	return fmt.Sprintf("%s: %s added, %d removed", line(file), count(o.Added, "line", "lines"), o.Removed)
}

// patchLines writes a patch as a unified diff. A line that holds several goes on
// as what it began as.
func patchLines(patch []claude.PatchHunk) (out []string) {
	for _, h := range patch {
		out = append(out, fmt.Sprintf("@@ -%d,%d +%d,%d @@", number(h.OldStart), number(h.OldLines), number(h.NewStart), number(h.NewLines)))
		for _, l := range h.Lines {
			kind := " "
			if l != "" {
				kind, l = l[:1], l[1:]
			}
			for part := range strings.SplitSeq(l, "\n") {
				out = append(out, kind+part)
			}
		}
	}
	return out
}

// patchRows draws one line of a patch. The sign of the line tells what it is
// where there are no colours.
func patchRows(of string, width int, look style.Styles) (rows []string) {
	paint := look.Text
	switch of[0] {
	case '+':
		paint = look.Text.Inherit(look.Added)
	case '-':
		paint = look.Text.Inherit(look.Removed)
	case '@':
		paint = look.Muted
	}
	for _, l := range sanitize.Block(of) {
		for _, row := range lines.Wrap(l, width) {
			rows = append(rows, look.Shown(row, paint))
		}
	}
	return rows
}
