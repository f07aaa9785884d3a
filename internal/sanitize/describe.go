package sanitize

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDescribed is how many marks are told by name and place.
const maxDescribed = 3

// longNames say what a hidden character does, for people who don't know it by
// its number.
var longNames = map[rune]string{
	'\r': "carriage return", 0x1b: "escape", 0x00: "NUL", 0x08: "backspace", 0x7f: "delete", 0x9b: "terminal control",
	0x00a0: "no-break space", 0x00ad: "soft hyphen", 0x200b: "zero-width space", 0x200c: "zero-width non-joiner",
	0x200d: "zero-width joiner", 0x200e: "left-to-right mark", 0x200f: "right-to-left mark",
	0x2028: "line separator", 0x2029: "paragraph separator",
	0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding", 0x202c: "end of direction",
	0x202d: "left-to-right override", 0x202e: "right-to-left override", 0x2060: "word joiner",
	0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate",
	0x2069: "end of isolate", 0x2800: "blank braille pattern", 0x3164: "Hangul filler", 0xfeff: "byte order mark",
}

// Describe says in one line which characters of a text are hidden and where,
// and "" when none is: "2 hidden characters: right-to-left override at 19,
// escape at 39".
func Describe(text string) string {
	marks := Marks(text)
	if len(marks) == 0 {
		return ""
	}
	parts := make([]string, 0, maxDescribed+1)
	for i, m := range marks {
		if i == maxDescribed {
			parts = append(parts, fmt.Sprintf("%d more", len(marks)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s at %d", nameOf(m.Rune), m.At))
	}
	noun := "hidden characters"
	if len(marks) == 1 {
		noun = "hidden character"
	}
	return fmt.Sprintf("%d %s: %s", len(marks), noun, strings.Join(parts, ", "))
}

func nameOf(r rune) string {
	switch {
	case longNames[r] != "":
		return longNames[r]
	case r == utf8.RuneError:
		return "invalid byte"
	case r == Open || r == Close:
		return "bracket of a mark"
	case unicode.Is(unicode.M, r) && !unicode.Is(unicode.Variation_Selector, r):
		return fmt.Sprintf("combining mark U+%04X", r)
	case unicode.IsLetter(r):
		return fmt.Sprintf("piled up letter U+%04X", r)
	}
	return fmt.Sprintf("U+%04X", r)
}
