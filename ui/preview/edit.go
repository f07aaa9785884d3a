package preview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sayso/approver/claude"
)

// edit shows what changes in the file, in its place. Where the place is not
// known it shows what would be exchanged for what, and says why.
func edit(c Context) ([]string, bool) {
	in, ok := input[claude.EditInput](c)
	if !ok || in.FilePath == "" || saysMore(in.Extra) {
		return nil, false
	}
	e := c.carryOut(in)
	d := compare(e.change)
	out := c.path(in.FilePath, d.summary(c))
	for _, said := range e.said {
		out = append(out, c.prose(said, c.Styles.Note)...)
	}
	return append(out, c.change(d)...), true
}

// edited is an edit, carried out in thought.
type edited struct {
	change
	said []string // what there is to know of it
}

// carryOut carries an edit out on the file that is there.
func (c Context) carryOut(in *claude.EditInput) edited {
	e := edited{change: change{file: in.FilePath, before: in.OldString, after: in.NewString, piece: true}}
	if in.ReplaceAll {
		e.said = []string{"at every place in the file"}
	}
	if in.OldString == in.NewString {
		e.said = append(e.said, "old and new are the same: nothing changes")
	}
	file := c.read(in.FilePath)
	switch {
	case file.State == NotLooked:
		return e
	case file.State == Missing && in.OldString == "":
		e.piece, e.said = false, []string{"a new file"}
		return e
	case file.State != Read:
		e.said = append(e.said, notEdited(file))
		return e
	case binary(file.Text):
		e.said = append(e.said, "the file is binary, "+sizeOf(file.Size))
		return e
	}
	before, old, new := file.Text, in.OldString, in.NewString
	if ends(before) == windows { // the tool takes its line ends for plain ones, and puts them back
		before, old, new = plainEnds(before), strings.ReplaceAll(old, "\r\n", "\n"), strings.ReplaceAll(new, "\r\n", "\n")
	}
	n := strings.Count(before, old)
	if old == "" {
		n = 0
		if strings.TrimSpace(before) == "" {
			n = 1
		}
	}
	switch {
	case n == 0 && old == "":
		e.said = append(e.said, "the file is there already and not empty")
		return e
	case n == 0:
		e.said = append(e.said, "the old text is not in the file as it stands")
		return e
	case n > 1 && !in.ReplaceAll:
		e.said = append(e.said, fmt.Sprintf("the old text is in the file %d times, at lines %s: it must be there once", n, linesOf(before, old)))
		return e
	}
	e.change = change{file: in.FilePath, before: before, after: exchange(before, old, new, in.ReplaceAll)}
	if in.ReplaceAll {
		e.said[0] = "at every place in the file: " + plural(n, "place")
	}
	if ends(file.Text) == windows {
		e.said = append(e.said, "line ends: "+lineEndNames[windows])
	}
	return e
}

// notEdited says why a file can't be looked into.
func notEdited(f File) string {
	switch f.State {
	case Missing:
		return "the file is not there"
	case TooLarge:
		return "the file is too large to be looked into, " + sizeOf(f.Size)
	case NotAFile:
		return cmp.Or(f.Why, "there is something else than a file at this path")
	}
	return "the file could not be read: " + f.Why
}

// exchange does what the tool does. Text that goes away as whole lines takes its
// newline along.
func exchange(text, old, new string, all bool) string {
	if old == "" {
		return new
	}
	if new == "" && !strings.HasSuffix(old, "\n") && strings.Contains(text, old+"\n") {
		old += "\n"
	}
	if all {
		return strings.ReplaceAll(text, old, new)
	}
	return strings.Replace(text, old, new, 1)
}

// linesOf says on which lines a text stands, the first few of them.
func linesOf(text, what string) string {
	const most = 5
	var list []string
	at, line := 0, 1
	for {
		i := strings.Index(text[at:], what)
		if i < 0 {
			return strings.Join(slices.Compact(list), ", ")
		}
		if len(list) == most {
			return strings.Join(slices.Compact(list), ", ") + " …"
		}
		line += strings.Count(text[at:at+i], "\n")
		list = append(list, fmt.Sprint(line))
		line += strings.Count(what, "\n")
		at += i + len(what)
	}
}
