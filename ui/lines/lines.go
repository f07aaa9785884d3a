// Package lines lays text out in cells: wrapping, rows with two ends, and cuts
// that always leave a mark. Widths are counted as terminals count them, with
// wide and combining characters. Where they differ, as for an emoji with a skin
// tone, the larger width is taken: then nothing is pushed off the screen.
//
// What goes in has been through the sanitiser: text alone, no escape sequence.
package lines

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"sayso/internal/sanitize"
)

// Ellipsis is what a cut leaves.
const Ellipsis = "…"

// Width returns how many cells a text takes, escape sequences of styles aside.
func Width(text string) int { return max(ansi.StringWidth(text), ansi.StringWidthWc(text)) }

// Wrap cuts a line into rows of at most width cells, at any character, with
// nothing lost or added: joined, the rows are the line. Code is wrapped so; a
// sanitiser's mark stays whole where it fits. An empty line is one empty row.
func Wrap(line string, width int) []string {
	if width < 1 {
		width = 1
	}
	var rows []string
	for {
		n := First(line, width)
		rows = append(rows, line[:n])
		if line = line[n:]; line == "" {
			return rows
		}
	}
}

// First returns how many bytes of a line the first row of [Wrap] has.
func First(line string, width int) int {
	used, i := 0, 0
	for i < len(line) {
		size, cells := unit(line[i:], width)
		if used+cells > width && used > 0 {
			return i
		}
		used += cells
		i += size
	}
	return i
}

// unit returns the size in bytes and cells of what must stay together at the
// start of s: a mark, or one character with all that combines with it.
func unit(s string, width int) (size, cells int) {
	if len(s) == 1 || s[0] < 0x80 && s[1] < 0x80 {
		return 1, 1
	}
	if strings.HasPrefix(s, string(sanitize.Open)) {
		if end := strings.IndexRune(s, sanitize.Close); end > 0 {
			size = end + len(string(sanitize.Close))
			if cells = Width(s[:size]); cells <= width {
				return size, cells
			}
		}
	}
	cluster, cells := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	cells = max(cells, ansi.StringWidthWc(cluster))
	if cells <= width {
		return len(cluster), cells
	}
	// What combines may be more than a row has room for: it is taken apart then.
	size, cells = 0, 0
	for i, r := range cluster {
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n := utf8.DecodeRuneInString(cluster[i:])
			end = i + n
		}
		with := Width(cluster[:end])
		if i > 0 && with > width {
			break
		}
		size, cells = end, with
	}
	return size, cells
}

// WrapWords cuts prose into rows of at most width cells, at spaces where there
// are some. The spaces at a cut are dropped.
func WrapWords(text string, width int) []string {
	var rows []string
	for _, line := range strings.Split(text, "\n") {
		row, used := "", 0
		for _, word := range strings.Fields(line) {
			cells := Width(word)
			if used > 0 && used+1+cells <= width {
				row, used = row+" "+word, used+1+cells
				continue
			}
			if used > 0 {
				rows = append(rows, row)
			}
			parts := Wrap(word, width)
			rows = append(rows, parts[:len(parts)-1]...)
			row = parts[len(parts)-1]
			used = Width(row)
		}
		rows = append(rows, row)
	}
	return rows
}

// Cut shortens a text, styled or not, to width cells; what was cut leaves an
// ellipsis.
func Cut(text string, width int) string {
	if width <= 0 {
		return ""
	}
	if wide := ansi.StringWidthWc(text); wide > width && wide > ansi.StringWidth(text) {
		// TruncateWc cuts nothing off a text that fits by the other way to count.
		// The spaces make it too long by that way too.
		return ansi.TruncateWc(text+strings.Repeat(" ", width), width, Ellipsis)
	}
	return ansi.Truncate(text, width, Ellipsis)
}

// Row puts left and right at the two ends of width cells. When both don't fit,
// right stays whole as long as left keeps half the row, and what gives way is
// cut with a mark.
func Row(left, right string, width int) string {
	if right == "" {
		return Cut(left, width)
	}
	room := max(width-Width(right)-1, min(Width(left), width/2))
	left = Cut(left, room)
	right = Cut(right, width-Width(left)-1)
	gap := max(width-Width(left)-Width(right), 0)
	return left + strings.Repeat(" ", gap) + right
}

// Columns sets the cells of rows under one another: each column as wide as its
// widest cell, two cells between. Trailing space is dropped.
func Columns(rows [][]string) []string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	out := make([]string, len(rows))
	for r, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-Width(cell)+2))
			}
		}
		out[r] = strings.TrimRight(b.String(), " ")
	}
	return out
}
