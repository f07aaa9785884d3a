package permission

import (
	"fmt"

	"sayso/approver"
	"sayso/approver/facts"
	"sayso/internal/sanitize"
	"sayso/rules"
	"sayso/ui/card"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// Sight is what a document is made with beside the ask: where files are looked
// at, and how things are shown. The zero value looks at no file.
type Sight struct {
	Files      preview.Files
	Home       string   // the person's home directory
	Own        []string // files and folders of sayso's own
	Granted    []string // directories that the person's answers added to the session
	SideBySide bool
	Edits      bool // the person has an editor
	Most       int  // bytes of an input that is shown whole; 0 for [preview.MaxInput]
	// Stopped reports whether nobody waits for the document any more; nil for never.
	Stopped func() bool
	// Trace says what a session's rules make of a call, and false where that can't
	// be told; nil for nothing to say.
	Trace func(approver.Session, rules.Call) (rules.Trace, bool)
	// Dirs returns the working directories that a session has by its settings beside
	// its project, as absolute paths; nil for none.
	Dirs func(s approver.Session) []string
	// Others says where the settings of a session's project have hooks that answer
	// asks too, as file and line; nil for nothing to say.
	Others func(project string) []string
}

// Document returns everything that a person has to see of an ask before a yes,
// in rows for a width: who asks and why, then the call itself, then what there
// is to note of it, and what hides in the words around it. It may take long, for
// a large call or a slow file, so it runs outside of the update loop.
func Document(ask approver.Ask, width int, s style.Styles, by Sight) []string {
	return layOut(ask, width, s, by).Rows
}

// layOut makes the document, or as much of it as can be read.
func layOut(ask approver.Ask, width int, s style.Styles, by Sight) card.Document {
	out := nameRows(ask, width, s)
	var ends []int
	if len(out) > 0 {
		ends = append(ends, len(out))
	}
	if said := card.Provenance(ask, width, s); len(said) > 0 {
		out = append(append(out, said...), "")
	}
	var trace func(rules.Call) (rules.Trace, bool)
	if by.Trace != nil {
		trace = func(call rules.Call) (rules.Trace, bool) { return by.Trace(ask.Session, call) }
	}
	shown, inside, whole := preview.ShowEnds(preview.Context{
		Ask: ask, Width: width, Styles: s,
		Home: by.Home, Files: by.Files, SideBySide: by.SideBySide, Trace: trace, Stopped: by.Stopped,
	})
	if !whole {
		return withheld(append(out, shown...), ask, width, s)
	}
	for _, end := range inside {
		ends = append(ends, len(out)+end)
	}
	out = append(append(out, shown...), factRows(ask, width, s, by)...)
	out = append(out, otherHooks(ask, width, s, by)...)
	if d := ask.Provenance.Description; d != "" {
		out = append(out, "")
		for _, line := range sanitize.Block(d) {
			for _, row := range lines.WrapWords(line, width-3) {
				out = append(out, "  "+s.Shown(row, s.Muted))
			}
		}
	}
	return card.Document{Rows: append(out, hiddenRows(ask, width, s)...), Ends: ends}
}

// otherHooks says that the project answers its own asks, on one line: then the
// person is not the only one who decides.
func otherHooks(ask approver.Ask, width int, s style.Styles, by Sight) []string {
	if by.Others == nil {
		return nil
	}
	places := by.Others(ask.Session.Root())
	if len(places) == 0 {
		return nil
	}
	line := "Another hook in this project answers too: " + sanitize.Line(places[0])
	if more := len(places) - 1; more > 0 {
		line += fmt.Sprintf(" and %d more", more)
	}
	out := []string{""}
	for _, row := range lines.WrapWords(line, width-2) {
		out = append(out, "  "+s.Shown(row, s.Muted))
	}
	return out
}

// dirs returns the working directories that a session has beside its project.
func (by Sight) dirs(s approver.Session) []string {
	var out []string
	if by.Dirs != nil {
		out = by.Dirs(s)
	}
	from := rules.Place{Cwd: s.Root(), Home: by.Home}
	for _, dir := range by.Granted {
		out = append(out, from.Abs(dir))
	}
	return out
}

// factRows returns the facts about a call, after an empty row.
func factRows(ask approver.Ask, width int, s style.Styles, by Sight) []string {
	call := facts.Call{Tool: ask.Tool, Input: ask.Input, Cwd: ask.Session.Cwd, Project: ask.Session.Tree(), Home: by.Home, Dirs: by.dirs(ask.Session), Own: by.Own}
	if by.Files != nil {
		call.Real = by.Files.Real
	}
	var out []string
	for _, line := range facts.Of(call) {
		if out == nil {
			out = []string{""}
		}
		for _, row := range lines.WrapWords(line, width-2) {
			out = append(out, "  "+s.Shown(row, s.Note))
		}
	}
	return out
}
