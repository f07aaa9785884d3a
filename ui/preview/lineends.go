package preview

import "strings"

// lineEnds is how the lines of a text end.
type lineEnds int

const (
	unix    lineEnds = iota // \n, or there is no line end
	windows                 // \r\n
	mixed                   // both
)

var lineEndNames = map[lineEnds]string{unix: "Unix (LF)", windows: "Windows (CRLF)", mixed: "mixed"}

// ends returns how the lines of a text end.
func ends(text string) lineEnds {
	all, crlf := strings.Count(text, "\n"), strings.Count(text, "\r\n")
	switch {
	case crlf == 0:
		return unix
	case crlf == all && strings.Count(text, "\r") == crlf:
		return windows
	}
	return mixed
}

// most returns how the lines of a text end for the most part, as the tool looks
// at it: at the start of the text, and in doubt as Unix has it.
func most(text string) lineEnds {
	const looked = 4096
	text = text[:min(len(text), looked)]
	crlf := strings.Count(text, "\r\n")
	if crlf > strings.Count(text, "\n")-crlf {
		return windows
	}
	return unix
}

// plainEnds takes the carriage returns away from a text all of whose lines end
// with one. What is mixed keeps them, to be seen.
func plainEnds(text string) string {
	if ends(text) == windows {
		return strings.ReplaceAll(text, "\r\n", "\n")
	}
	return text
}

// endsChange says in words how line ends change, and "" when they don't.
func endsChange(before, after string) string {
	was, is := ends(before), ends(after)
	switch {
	case before == "" && is != unix:
		return "line ends: " + lineEndNames[is]
	case was == is && was == windows:
		return "line ends: " + lineEndNames[is]
	case was == is, before == "", !strings.Contains(after, "\n"), !strings.Contains(before, "\n"):
		return ""
	}
	return "line ends: " + lineEndNames[was] + " become " + lineEndNames[is]
}
