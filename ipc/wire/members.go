package wire

import "unicode/utf8"

// Member returns the value of an object's member by its very name, in a text that
// [Compact] has made, and nil where there is none. Of a name that comes twice the
// last one counts. ok is false for what is no object, and for one with an escaped
// name, which could be any.
func Member(object []byte, name string) (value []byte, ok bool) {
	if len(object) == 0 || object[0] != '{' {
		return nil, false
	}
	for at := 1; object[at] != '}'; {
		from := at
		at = end(object, at)
		key := object[from+1 : at-1]
		for _, b := range key {
			if b == '\\' {
				return nil, false
			}
		}
		from = at + 1 // behind the colon
		at = end(object, from)
		if string(key) == name {
			value = object[from:at]
		}
		if object[at] == ',' {
			at++
		}
	}
	return value, true
}

// end returns where the value ends that starts at a place of a compact text.
func end(text []byte, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth == 0 { // of what the value stands in
				return at
			}
			depth--
		case ',', ':':
			if depth == 0 {
				return at
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return at + 1
		}
	}
	return at
}

// Text returns what a JSON string says. ok is false for anything else, and for one
// with escapes.
func Text(value []byte) (text string, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	for _, b := range value {
		if b == '\\' {
			return "", false
		}
	}
	return string(value[1 : len(value)-1]), true
}

// Quote appends a text as a JSON string, with U+FFFD for what is no UTF-8.
func Quote(to []byte, text string) []byte {
	const hex = "0123456789abcdef"
	to = append(to, '"')
	for _, r := range text { // what is no UTF-8 is U+FFFD here
		switch {
		case r == '"' || r == '\\':
			to = append(to, '\\', byte(r))
		case r < ' ':
			to = append(to, '\\', 'u', '0', '0', hex[r>>4], hex[r&0xf])
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return append(to, '"')
}
