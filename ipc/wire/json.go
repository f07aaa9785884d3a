package wire

import "unicode/utf8"

// maxNesting bounds the depth of a text, as encoding/json does.
const maxNesting = 10000

// Compact returns JSON without the blanks between its tokens, so that it fits on
// one line, in a slice of its own. It takes what encoding/json takes, in UTF-8
// alone; ok is false for anything else.
func Compact(text []byte) (line []byte, ok bool) {
	if !utf8.Valid(text) {
		return nil, false
	}
	c := compactor{in: text, out: make([]byte, 0, len(text))}
	if !c.value() || c.at != len(c.in) {
		return nil, false
	}
	return c.out, true
}

// compactor reads in from at on and writes what counts of it to out.
type compactor struct {
	in, out []byte
	at      int
}

// blanks steps over blanks and returns the byte behind them, 0 at the end.
func (c *compactor) blanks() byte {
	for ; c.at < len(c.in); c.at++ {
		switch c.in[c.at] {
		case ' ', '\t', '\n', '\r':
		default:
			return c.in[c.at]
		}
	}
	return 0
}

// keep copies n bytes.
func (c *compactor) keep(n int) {
	c.out = append(c.out, c.in[c.at:c.at+n]...)
	c.at += n
}

// value reads one value with all that stands in it, and the blanks behind it. It
// holds the brackets that are open instead of calling itself.
func (c *compactor) value() bool {
	var open []byte
	for {
		// A value starts here.
		switch b := c.blanks(); b {
		case '{', '[':
			if len(open) == maxNesting {
				return false
			}
			c.keep(1)
			next := c.blanks()
			if next != b+2 { // not its closing bracket, which ends an empty one
				open = append(open, b)
				if b == '{' && !c.name() {
					return false
				}
				continue
			}
			c.keep(1)
		default:
			if !c.scalar(b) {
				return false
			}
		}
		// A value has ended here.
		for {
			next := c.blanks()
			if len(open) == 0 {
				return true
			}
			b := open[len(open)-1]
			if next == ',' {
				c.keep(1)
				if b == '{' && !c.name() {
					return false
				}
				break
			}
			if next != b+2 {
				return false
			}
			c.keep(1)
			open = open[:len(open)-1]
		}
	}
}

// name reads the name of a member and its colon.
func (c *compactor) name() bool {
	if c.blanks() != '"' || !c.text() || c.blanks() != ':' {
		return false
	}
	c.keep(1)
	return true
}

// scalar reads a value that holds no other and starts with b.
func (c *compactor) scalar(b byte) bool {
	switch b {
	case '"':
		return c.text()
	case 't':
		return c.word("true")
	case 'f':
		return c.word("false")
	case 'n':
		return c.word("null")
	}
	return c.number()
}

func (c *compactor) word(w string) bool {
	if len(c.in)-c.at < len(w) || string(c.in[c.at:c.at+len(w)]) != w {
		return false
	}
	c.keep(len(w))
	return true
}

// text reads a string.
func (c *compactor) text() bool {
	for i := c.at + 1; i < len(c.in); i++ {
		switch b := c.in[i]; {
		case b == '"':
			c.keep(i + 1 - c.at)
			return true
		case b < ' ':
			return false
		case b == '\\':
			i++
			if i == len(c.in) {
				return false
			}
			switch c.in[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					if i++; i == len(c.in) || !hexadecimal(c.in[i]) {
						return false
					}
				}
			default:
				return false
			}
		}
	}
	return false
}

func hexadecimal(b byte) bool {
	return digit(b) || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F'
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// number reads a number.
func (c *compactor) number() bool {
	i := c.at
	peek := func() byte {
		if i < len(c.in) {
			return c.in[i]
		}
		return 0
	}
	digits := func() bool {
		from := i
		for digit(peek()) {
			i++
		}
		return i > from
	}
	if peek() == '-' {
		i++
	}
	if peek() == '0' {
		i++
	} else if !digits() {
		return false
	}
	if peek() == '.' {
		if i++; !digits() {
			return false
		}
	}
	if b := peek(); b == 'e' || b == 'E' {
		i++
		if b := peek(); b == '+' || b == '-' {
			i++
		}
		if !digits() {
			return false
		}
	}
	c.keep(i - c.at)
	return true
}
