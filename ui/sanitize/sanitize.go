// Package sanitize makes text from outside fit to be shown: whatever would move
// the cursor, hide, or reorder what stands beside it becomes a visible mark
// such as ⟨U+202E⟩ or ⟨ESC⟩.
//
// It is the one gate between the socket and the screen. What is sent back to
// Claude Code is never taken from here but from the original.
package sanitize

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// The brackets of a mark. A text that has them itself gets them marked too, so
// that whatever stands between them was written by this package.
const (
	Open  = '⟨'
	Close = '⟩'
)

// TabWidth is how far apart tab stops are, in cells.
const TabWidth = 4

// maxCombining is how many combining marks in a row are shown. Every living
// script does with fewer; more of them paint over the lines around.
const maxCombining = 4

// Block returns the text cut at its newlines, each line fit to be shown. Tabs
// become spaces up to the next stop. A carriage return is marked, before a
// newline too: it is part of what will be written or run.
func Block(text string) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = clean(line, true)
	}
	return lines
}

// Line returns the text as one line: a newline or a tab becomes a mark as well.
// It is for names, paths and titles, which should have neither.
func Line(text string) string { return clean(text, false) }

// Clean reports whether the text holds nothing that would have to be marked,
// newlines and tabs aside.
func Clean(text string) bool { return len(Marks(text)) == 0 }

// Mark is one character that was made visible.
type Mark struct {
	Rune rune // utf8.RuneError for a byte that is no UTF-8
	At   int  // its place in the text in characters, from 1
}

// Marks returns what of a text is hidden, newlines and tabs aside.
func Marks(text string) []Mark {
	var marks []Mark
	at, combining, before := 0, 0, rune(0)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		at++
		combining = countCombining(combining, r)
		if r != '\n' && r != '\t' && hides(r, size, combining) && !emojiStyle(before, r, text[i+size:]) {
			marks = append(marks, Mark{Rune: r, At: at})
		}
		i, before = i+size, r
	}
	return marks
}

// clean marks what hides in one line.
func clean(line string, tabs bool) string {
	if plain(line) {
		return line
	}
	var b strings.Builder
	combining, column, before := 0, 0, rune(0)
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		combining = countCombining(combining, r)
		switch {
		case r == '\t' && tabs:
			n := TabWidth - column%TabWidth
			b.WriteString("    "[:n])
			column += n
		case emojiStyle(before, r, line[i+size:]):
		case hides(r, size, combining):
			mark := markOf(r, line[i])
			b.WriteString(mark)
			column += utf8.RuneCountInString(mark)
		default:
			b.WriteRune(r)
			column += cells(r)
		}
		i, before = i+size, r
	}
	return b.String()
}

// cells returns how many cells a character takes that is shown as it is.
func cells(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	return ansi.StringWidth(string(r))
}

// emojiStyle reports whether a character is the selector that asks for the
// colourful form of the sign before it. It says nothing more, stands in everyday
// text, and terminals differ in the cells that it makes of its sign: so it is
// left out and not told of. after is the text that follows.
func emojiStyle(before, r rune, after string) bool {
	const selector, keycap = '\ufe0f', '\u20e3'
	if r != selector {
		return false
	}
	if before == '#' || before == '*' || before >= '0' && before <= '9' {
		next, _ := utf8.DecodeRuneInString(after)
		return next == keycap
	}
	return before > unicode.MaxASCII && (unicode.In(before, unicode.So, unicode.Sm) || strings.ContainsRune("‼⁉ℹ", before))
}

// plain reports whether the line is printable ASCII, as most are.
func plain(line string) bool {
	for i := range len(line) {
		if line[i] < ' ' || line[i] > '~' {
			return false
		}
	}
	return true
}

func countCombining(before int, r rune) int {
	if unicode.Is(unicode.M, r) {
		return before + 1
	}
	return 0
}

// hides reports whether a character can't be shown as it is.
func hides(r rune, size, combining int) bool {
	switch {
	case r >= ' ' && r <= '~':
		return false
	case r == utf8.RuneError && size == 1, r == Open, r == Close:
		return true
	case r == '\u3000': // the ideographic space is wide and seen
		return false
	case unicode.Is(unicode.Zs, r), r == '\u2800': // looks like a space, and is none to a shell
		return true
	case combining > maxCombining:
		return true
	}
	return !unicode.IsGraphic(r) ||
		unicode.In(r, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// shortNames are the control characters that people know by a name.
var shortNames = map[rune]string{
	0x00: "NUL", 0x07: "BEL", 0x08: "BS", '\t': "TAB", '\n': "LF", 0x0b: "VT", 0x0c: "FF",
	'\r': "CR", 0x1b: "ESC", 0x7f: "DEL", 0x9b: "CSI",
}

// markOf returns the mark for a character; first is its first byte.
func markOf(r rune, first byte) string {
	if r == utf8.RuneError {
		return fmt.Sprintf("%cx%02X%c", Open, first, Close)
	}
	if name, ok := shortNames[r]; ok {
		return string(Open) + name + string(Close)
	}
	return fmt.Sprintf("%cU+%04X%c", Open, r, Close)
}
