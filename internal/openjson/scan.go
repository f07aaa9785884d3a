package openjson

import (
	"bytes"
	"encoding/json"
	"iter"
	"unicode/utf8"
)

// The functions of this file read JSON in place: they copy no value, call
// themselves for no level, and stop at the first byte that can't be JSON. That
// makes them fit for a value of megabytes of which little is wanted. Whether all
// of it is JSON is for [json.Valid] to say.

// Depth returns how many lists and objects stand in one another at the deepest
// place of a JSON value. It stops counting at most+1.
func Depth(data []byte, most int) int {
	deepest, depth := 0, 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = skipText(data, i) - 1
		case '[', '{':
			if depth++; depth > deepest {
				if deepest = depth; deepest > most {
					return deepest
				}
			}
		case ']', '}':
			depth--
		}
	}
	return deepest
}

// Members yields the members of an object in their order, each value as it
// stands in data. A name that comes twice is yielded twice. Of any other value,
// and behind what is no JSON, it yields nothing.
func Members(data []byte) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		i, ok := opened(data, '{')
		for ok && i < len(data) && data[i] == '"' {
			end := skipText(data, i)
			name := Text(data[i:end])
			if i = skipSpace(data, end); i >= len(data) || data[i] != ':' {
				return
			}
			start := skipSpace(data, i+1)
			if end = skipValue(data, start); end == start || !yield(name, data[start:end:end]) {
				return
			}
			i, ok = more(data, end)
		}
	}
}

// Elements yields the elements of a list, as [Members] does those of an object.
func Elements(data []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		i, ok := opened(data, '[')
		for ok && i < len(data) && data[i] != ']' {
			end := skipValue(data, i)
			if end == i || !yield(data[i:end:end]) {
				return
			}
			i, ok = more(data, end)
		}
	}
}

// Text returns the text that a JSON string stands for, and "" for any other
// value.
func Text(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// Head returns the beginning of the text that a JSON string stands for: that of
// at most so many of its bytes, and all of a shorter one. raw itself may be cut
// off anywhere.
func Head(raw []byte, most int) string {
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	end := 1
	for end < len(raw) && raw[end] != '"' {
		size := 1
		switch {
		case raw[end] >= utf8.RuneSelf:
			_, size = utf8.DecodeRune(raw[end:])
		case raw[end] == '\\' && bytes.HasPrefix(raw[end:], []byte(`\u`)):
			size = 6
			if pair := raw[min(end+6, len(raw)):]; bytes.HasPrefix(pair, []byte(`\u`)) {
				size = 12 // maybe the two halves of one character
			}
		case raw[end] == '\\':
			size = 2
		}
		if end+size > min(most+1, len(raw)) {
			break
		}
		end += size
	}
	return Text(append(bytes.Clone(raw[:end]), '"'))
}

// opened returns where the first member or element of a list or an object
// stands, and false where the value is none.
func opened(data []byte, bracket byte) (int, bool) {
	i := skipSpace(data, 0)
	if i >= len(data) || data[i] != bracket {
		return 0, false
	}
	return skipSpace(data, i+1), true
}

// more returns where the next one stands, and false where none follows.
func more(data []byte, i int) (int, bool) {
	if i = skipSpace(data, i); i >= len(data) || data[i] != ',' {
		return 0, false
	}
	return skipSpace(data, i+1), true
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t' || data[i] == '\n' || data[i] == '\r') {
		i++
	}
	return i
}

// skipText returns the end of the string that starts at i.
func skipText(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(data)
}

// skipValue returns the end of the value that starts at i, and i where none does.
func skipValue(data []byte, i int) int {
	depth := 0
	for i < len(data) {
		switch c := data[i]; {
		case c == '"':
			i = skipText(data, i)
		case c == '[' || c == '{':
			depth++
			i++
			continue
		case (c == ']' || c == '}') && depth > 0:
			depth--
			i++
		case depth == 0 && ends(c):
			return i
		case ends(c):
			i++
			continue
		default:
			for i < len(data) && !ends(data[i]) && data[i] != '[' && data[i] != '{' && data[i] != '"' {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// ends reports whether a byte ends a number or a word, or stands between values.
func ends(c byte) bool {
	switch c {
	case ',', ':', ']', '}', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}
