package preview

import (
	"cmp"
	"fmt"
	"strings"

	"sayso/internal/claude"
	"sayso/ui/preview/diff"
	"sayso/ui/preview/syntax"
)

// write shows a new file as a whole, and of one that is there what changes.
func write(c Context) ([]string, bool) {
	in, ok := input[claude.WriteInput](c)
	if !ok || in.FilePath == "" || saysMore(in.Extra) {
		return nil, false
	}
	file := c.read(in.FilePath)
	if file.State != Read || binary(file.Text) {
		return c.whole(in, c.found(file)), true
	}
	if file.Text == in.Content {
		return c.whole(in, "the file already says this"), true
	}
	d := compare(change{file: in.FilePath, before: plainEnds(file.Text), after: plainEnds(in.Content)})
	out := c.ends(c.path(in.FilePath, d.summary(c)))
	if said := endsChange(file.Text, in.Content); said != "" {
		out = append(out, c.prose(said, c.Styles.Note)...)
	}
	if in.Content == "" {
		out = append(out, c.prose("the file will be empty", c.Styles.Note)...)
	}
	return append(out, c.change(d)...), true
}

// whole shows all of what will be written.
func (c Context) whole(in *claude.WriteInput, said string) []string {
	content := plainEnds(in.Content)
	n := len(strings.Split(strings.TrimSuffix(content, "\n"), "\n"))
	size := fmt.Sprintf("%s, %s", plural(n, "line"), sizeOf(int64(len(in.Content))))
	if in.Content == "" {
		size = "empty"
	}
	out := c.ends(c.path(in.FilePath, c.Styles.Muted.Render(size)))
	for _, what := range []string{said, endsChange("", in.Content)} {
		if what != "" {
			out = append(out, c.prose(what, c.Styles.Note)...)
		}
	}
	if in.Content == "" {
		return out
	}
	var s side
	s.raw, s.ended = diff.Split(content)
	s.prepare(syntax.For(in.FilePath), []diff.Block{{Changed: true, NewTo: len(s.raw)}}, func(b diff.Block) (int, int) { return b.NewFrom, b.NewTo })
	return append(out, c.listing(s, max(len(fmt.Sprint(len(s.raw))), 2))...)
}

// found says why there is no file to compare with, and "" when nobody looked.
func (c Context) found(f File) string {
	switch f.State {
	case Missing:
		return "a new file"
	case TooLarge:
		return "replaces a file of " + sizeOf(f.Size) + ", too large to compare"
	case NotAFile:
		return cmp.Or(f.Why, "there is something other than a file at this path")
	case Unreadable:
		return "the existing file could not be read: " + f.Why
	case Read:
		return "replaces a binary file of " + sizeOf(f.Size)
	}
	return ""
}

// binary reports whether a file is no text, as git tells it.
func binary(text string) bool {
	const looked = 8000
	return strings.IndexByte(text[:min(len(text), looked)], 0) >= 0
}

// sizeOf says a size.
func sizeOf(n int64) string {
	switch {
	case n < 1000:
		return plural(int(n), "byte")
	case n < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1000/1000)
}

// plural says a number of things.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
