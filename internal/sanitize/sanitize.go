// Package sanitize makes text from outside fit to be shown: whatever would move
// the cursor, hide, reorder or paint over what stands beside it becomes a visible
// mark such as ⟨U+202E⟩ or ⟨ESC⟩.
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

// maxCluster is how many code points are shown of what a terminal takes for one
// character. Syllables of Hangul and conjuncts of Indic scripts have fewer; there
// are chains without an end, and whoever sets or draws one goes through all of it.
const maxCluster = 16

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

// Head returns the beginning of a text, of at most so many bytes and of whole
// characters, so that a long text need not be sanitised in full. Nothing marks
// what is left out: that is up to the caller.
func Head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

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
	var c cursor
	for i, at := 0, 1; i < len(text); at++ {
		r, size := utf8.DecodeRuneInString(text[i:])
		fate := c.next(r, size, text[i:])
		i += size
		if fate == marked && r != '\n' && r != '\t' {
			marks = append(marks, Mark{Rune: r, At: at})
		}
	}
	return marks
}

// clean marks what hides in one line.
func clean(line string, tabs bool) string {
	if plain(line) {
		return line
	}
	var b strings.Builder
	var c cursor
	column := 0
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		switch fate := c.next(r, size, line[i:]); {
		case r == '\t' && tabs:
			n := TabWidth - column%TabWidth
			b.WriteString("    "[:n])
			column += n
		case fate == marked:
			mark := markOf(r, line[i])
			b.WriteString(mark)
			column += utf8.RuneCountInString(mark)
		case fate == shown:
			b.WriteRune(r)
			column += cells(r)
		}
		i += size
	}
	return b.String()
}

// fate is what becomes of a character.
type fate int

const (
	shown fate = iota
	marked
	leftOut
)

// cursor goes through a text, one character after the other.
type cursor struct {
	before    rune // the last character, 0 at the start
	combining int  // how many combining marks in a row it ends
	// based is whether a combining mark would stand on a character of this text
	// that is seen. On any other it would paint over what is not of this text: a
	// choice's number, a mark of ours, the frame.
	based bool
	// What a terminal takes for one character: how many bytes of it are still to
	// come, and how many code points were there.
	cluster, points int
}

// next says what becomes of a character. rest is the text from it on.
func (c *cursor) next(r rune, size int, rest string) fate {
	isCombining, before, after := unicode.Is(unicode.M, r), c.before, rest[size:]
	piled := c.piles(size, rest)
	c.before = r
	if isCombining {
		c.combining++
	} else {
		c.combining = 0
	}
	switch {
	case emojiStyle(before, r, after):
		return leftOut
	case piled, hides(r, size), isCombining && (!c.based || c.combining > maxCombining):
		c.based = false
		return marked
	}
	c.based = isCombining || !unicode.IsSpace(r)
	return shown
}

// piles reports whether a character is one too many of what a terminal takes for
// one character. Each is gone through once, however long it is.
func (c *cursor) piles(size int, rest string) bool {
	if c.cluster <= 0 {
		c.cluster, c.points = 1, 0
		if rest[0] >= utf8.RuneSelf || len(rest) > 1 && rest[1] >= utf8.RuneSelf {
			first, _ := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
			c.cluster = len(first)
		}
	}
	c.cluster -= size
	c.points++
	return c.points > maxCluster && rest[0] >= utf8.RuneSelf // after what is not ASCII, a chain may end in it
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

// hides reports whether a character can't be shown as it is, wherever it stands.
func hides(r rune, size int) bool {
	switch {
	case r >= ' ' && r <= '~':
		return false
	case r == utf8.RuneError && size == 1, r == Open, r == Close:
		return true
	case r == '\u3000': // the ideographic space is wide and seen
		return false
	case unicode.Is(unicode.Zs, r), r == '\u2800': // looks like a space, and is none to a shell
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
