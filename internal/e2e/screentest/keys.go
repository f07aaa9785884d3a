//go:build unix

package screentest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// plain are the keys that are one byte.
var plain = map[string]string{
	"enter": "\r", "esc": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f",
}

// lettered are the keys that end in a letter: CSI A, SS3 A in application
// cursor mode, CSI 1;m A with modifiers.
var lettered = map[string]byte{
	"up": 'A', "down": 'B', "right": 'C', "left": 'D', "end": 'F', "home": 'H',
}

// numbered are the keys that end in a tilde: CSI n ~, CSI n;m ~ with modifiers.
var numbered = map[string]int{
	"insert": 2, "delete": 3, "pgup": 5, "pgdown": 6,
	"f5": 15, "f6": 17, "f7": 18, "f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
}

// functional are the first four function keys, which are SS3 P …, or CSI 1;m P.
var functional = map[string]byte{"f1": 'P', "f2": 'Q', "f3": 'R', "f4": 'S'}

// encode returns what an xterm sends for a key. appCursor is the terminal's
// application cursor mode (DECCKM).
func encode(key string, appCursor bool) (string, error) {
	name, mods := key, 0
	for _, mod := range []struct {
		prefix string
		bit    int
	}{{"ctrl+", 4}, {"alt+", 2}, {"shift+", 1}} {
		if rest, ok := strings.CutPrefix(name, mod.prefix); ok && rest != "" {
			name, mods = rest, mods|mod.bit
		}
	}
	if letter, ok := lettered[name]; ok {
		switch {
		case mods != 0:
			return fmt.Sprintf("\x1b[1;%d%c", mods+1, letter), nil
		case appCursor:
			return "\x1bO" + string(letter), nil
		}
		return "\x1b[" + string(letter), nil
	}
	if letter, ok := functional[name]; ok {
		if mods != 0 {
			return fmt.Sprintf("\x1b[1;%d%c", mods+1, letter), nil
		}
		return "\x1bO" + string(letter), nil
	}
	if number, ok := numbered[name]; ok {
		if mods != 0 {
			return fmt.Sprintf("\x1b[%d;%d~", number, mods+1), nil
		}
		return fmt.Sprintf("\x1b[%d~", number), nil
	}
	if name == "tab" && mods == 1 {
		return "\x1b[Z", nil
	}
	seq, named := plain[name]
	if !named {
		seq = name
		if utf8.RuneCountInString(name) != 1 {
			return "", fmt.Errorf("no key is called %q", key)
		}
	}
	if mods&4 != 0 {
		b, ok := control(name)
		if !ok {
			return "", fmt.Errorf("a plain terminal has no code for %q", key)
		}
		seq = string(rune(b))
	}
	if mods&1 != 0 {
		// A person's shift changes the character: it is written "Y", not "shift+y".
		return "", fmt.Errorf("a plain terminal has no code for %q", key)
	}
	if mods&2 != 0 {
		seq = "\x1b" + seq
	}
	return seq, nil
}

// control returns the control code of a key pressed with ctrl.
func control(name string) (byte, bool) {
	switch {
	case name == "space" || name == "@":
		return 0, true
	case len(name) == 1 && name[0] >= 'a' && name[0] <= 'z':
		return name[0] - 'a' + 1, true
	case len(name) == 1 && strings.Contains(`[\]^_`, name):
		return name[0] - '@', true
	}
	return 0, false
}
