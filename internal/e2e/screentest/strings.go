//go:build unix

package screentest

// stringFilter makes the strings inside escape sequences (OSC, DCS, APC, PM,
// SOS) plain ASCII on their way to the emulator. Its parser takes the byte 0x9c
// for the end of a string even within a UTF-8 character, and so puts the rest
// of a title like "✳ Claude Code" on the screen, where no terminal does.
type stringFilter struct {
	state stringState
}

type stringState int

const (
	outside   stringState = iota
	escape                // after ESC outside a string
	inString              // after ESC ] and its like
	stringEsc             // after ESC in a string: \ ends it
)

// filter returns data with each byte of a non-ASCII character in a string
// replaced by a question mark. A sequence may be split between calls.
func (f *stringFilter) filter(data []byte) []byte {
	out := make([]byte, len(data))
	for i, b := range data {
		out[i] = b
		switch f.state {
		case outside:
			if b == 0x1b {
				f.state = escape
			}
		case escape:
			f.state = outside
			switch b {
			case ']', 'P', '_', '^', 'X':
				f.state = inString
			case 0x1b:
				f.state = escape
			}
		case inString, stringEsc:
			switch {
			case b == 0x1b:
				f.state = stringEsc
			case f.state == stringEsc: // ESC \, or ESC that begins something else
				f.state = outside
				if b == ']' || b == 'P' || b == '_' || b == '^' || b == 'X' {
					f.state = inString
				}
			case b == 0x07, b == 0x18, b == 0x1a: // BEL, CAN, SUB
				f.state = outside
			case b >= 0x80:
				out[i] = '?'
			}
		}
	}
	return out
}
