// Package address reads the address of a page as the programs that fetch it do,
// and says which host the request goes to. Claude Code's own reader follows the
// URL Standard (https://url.spec.whatwg.org), with the mapping of Unicode UTS 46
// for names outside ASCII; so does this one.
//
// Rules, watch rules and the card all take a host from here: two readers would
// disagree one day, and a rule would then be for another host than the one that
// the card shows.
package address

import (
	"errors"
	"strings"
)

// Address is a URL, taken apart so far as rules and people need it.
type Address struct {
	Raw    string
	Scheme string // in lower case
	// Host is the host that is fetched: a name in lower case and ASCII, without
	// dots at its end, or an IP address as it is printed. It is "" where the
	// address has none, as mailto:a@b has.
	Host     string
	From, To int  // the place of the host as it is spelled in Raw, without user and port
	User     bool // an "@" stands before the host
	Unusual  bool // spelled so that a person may see another host, or none: not letters of another script alone
}

// Spelled returns the host as it stands in the address.
func (a Address) Spelled() string { return a.Raw[a.From:a.To] }

// Same reports whether the host is spelled as it is fetched, but for upper case
// and for dots at the end, which mislead nobody.
func (a Address) Same() bool { return a.Host == "" || TrimDots(lower(a.Spelled())) == a.Host }

// Letters returns the host in the letters that its xn-- labels stand for.
func (a Address) Letters() string {
	if !strings.Contains(a.Host, "xn--") {
		return a.Host
	}
	if letters, err := names().ToUnicode(a.Host); err == nil {
		return letters
	}
	return a.Host
}

// What makes an address one that nothing can be fetched from.
var (
	errScheme = errors.New("it has no scheme, such as https")
	errHost   = errors.New("it has no host")
	errName   = errors.New("its host is neither a name nor an IP address")
	errPort   = errors.New("its port is not a number up to 65535")

	// ErrLong means that nobody looked: no host is that long.
	ErrLong = errors.New("it is too long to be one")
)

// maxAddress is how many bytes of an address are looked at. What fetches pages
// takes far less: Claude Code 2,000 characters.
const maxAddress = 64 << 10

// Parse takes an address apart. An error means that no program fetches it, or
// that this package can't tell from where: no rule may be taken to cover it.
func Parse(raw string) (Address, error) {
	a := Address{Raw: raw}
	if len(raw) > maxAddress {
		return a, ErrLong
	}
	s := strip(raw)
	scheme, ok := schemeOf(s.text)
	if !ok {
		return a, errScheme
	}
	a.Scheme = lower(scheme)
	r := reader{source: s, at: len(scheme) + 1, special: special(a.Scheme)}
	var err error
	if a.Scheme == "file" {
		err = r.file(&a)
	} else if r.slashes() {
		err = r.authority(&a)
	}
	if err != nil {
		return a, err
	}
	a.Unusual = strings.ContainsAny(raw, "\t\n\r\\ ") || r.special && a.Scheme != "file" && r.between != "//" ||
		!a.Same() && TrimDots(strings.ToLower(a.Spelled())) != a.Letters()
	return a, nil
}

// schemeOf returns what stands before the first colon, where it is a scheme.
func schemeOf(s string) (string, bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case c == ':':
			return s[:i], i > 0
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return "", false
		}
	}
	return "", false
}

// special reports the schemes of which every address names a host in the same
// way, however many slashes it has and whichever way they lean.
func special(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss", "ftp", "file":
		return true
	}
	return false
}

// lower turns ASCII letters alone into lower case: what the others become is the
// matter of the name's mapping.
func lower(s string) string {
	if strings.ToLower(s) == s {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// TrimDots takes off the dots at the end of a name, as Claude Code does before
// it compares hosts. Where a wildcard or nothing stands before them they stay.
func TrimDots(host string) string {
	name := strings.TrimRight(host, ".")
	if name == "" || strings.HasSuffix(name, "*") {
		return host
	}
	return name
}
