package preview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sayso/internal/claude"
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
	out := c.ends(c.path(in.FilePath, d.summary(c)))
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
	// The tool takes all line ends for plain ones, and writes them all as most of
	// them were.
	before, old, new := strings.ReplaceAll(file.Text, "\r\n", "\n"), in.OldString, in.NewString
	if most(file.Text) == windows {
		new = strings.ReplaceAll(new, "\r\n", "\n")
	}
	if actual := curly(before, old); actual != old {
		old = actual
		e.said = append(e.said, "the file has curly quotes here, and the tool keeps them")
	}
	n := strings.Count(before, old)
	switch {
	case old == "" && strings.TrimSpace(before) != "":
		e.said = append(e.said, "the file already exists and is not empty")
		return e
	case n == 0:
		e.said = append(e.said, "the old text is not in the file as it is now")
		return e
	case n > 1 && !in.ReplaceAll && old != "":
		e.said = append(e.said, fmt.Sprintf("the old text is in the file %d times, at lines %s: it must be there once", n, linesOf(before, old)))
		return e
	}
	after, n := exchange(before, old, new, in.ReplaceAll)
	e.change = change{file: in.FilePath, before: before, after: after}
	if in.ReplaceAll {
		e.said[0] = "at every place in the file: " + plural(n, "place")
	}
	switch ends(file.Text) {
	case windows:
		e.said = append(e.said, "line ends: "+lineEndNames[windows])
	case mixed:
		e.said = append(e.said, "line ends: mixed ones all become "+lineEndNames[most(file.Text)])
	}
	return e
}

// notEdited says why a file can't be looked into.
func notEdited(f File) string {
	switch f.State {
	case Missing:
		return "the file does not exist"
	case TooLarge:
		return "the file is too large to check, " + sizeOf(f.Size)
	case NotAFile:
		return cmp.Or(f.Why, "there is something other than a file at this path")
	}
	return "the file could not be read: " + f.Why
}

// exchange does what the tool does, and says at how many places. Text that goes
// away as whole lines takes its newline along, and then other places stay.
func exchange(text, old, new string, all bool) (string, int) {
	if old == "" {
		return new, 1
	}
	if new == "" && !strings.HasSuffix(old, "\n") && strings.Contains(text, old+"\n") {
		old += "\n"
	}
	if all {
		return strings.ReplaceAll(text, old, new), strings.Count(text, old)
	}
	return strings.Replace(text, old, new, 1), 1
}

// curly returns the text that old stands for: where it is not in the file, but
// is when curly quotes count as straight ones, that with its quotes.
func curly(text, old string) string {
	if old == "" || strings.Contains(text, old) {
		return old
	}
	flat := straight(text)
	i := strings.Index(flat, straight(old))
	if i < 0 {
		return old
	}
	// Each quote is one character in both, so characters tell the place.
	from := utf8.RuneCountInString(flat[:i])
	runes := []rune(text)
	return string(runes[from : from+utf8.RuneCountInString(old)])
}

var straighten = strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`)

func straight(s string) string { return straighten.Replace(s) }

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
