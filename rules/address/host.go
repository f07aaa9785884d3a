package address

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxName is how many bytes of a name outside ASCII are looked at. No name of
// the DNS has more than 253 in ASCII.
const maxName = 1000

// names maps names outside ASCII to what is asked of the DNS, as the URL
// Standard has it: mapped, not transitional, without a look at lengths, hyphens
// and which ASCII characters are fit for a host.
var names = sync.OnceValue(func() *idna.Profile {
	return idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(),
		idna.StrictDomainName(false), idna.CheckHyphens(false), idna.VerifyDNSLength(false))
})

// parseHost returns the host that a spelled one stands for.
func parseHost(s string, special bool) (string, error) {
	if strings.HasPrefix(s, "[") {
		return ipv6(s)
	}
	if !special {
		if strings.ContainsFunc(s, func(r rune) bool { return forbidden(r) }) {
			return "", errName
		}
		return TrimDots(lower(opaque(s))), nil
	}
	if len(s) > maxName && strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 || r == '%' }) {
		return "", ErrLong
	}
	name, err := toASCII(percentDecode(s))
	if err != nil {
		return "", err
	}
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return forbidden(r) || r <= 0x1f || r == '%' || r >= 0x7f }) {
		return "", errName
	}
	if numeric(name) {
		return ipv4(name)
	}
	return TrimDots(name), nil
}

// forbidden reports what no host holds, of whichever scheme.
func forbidden(r rune) bool {
	return r == 0 || strings.ContainsRune("\t\n\r #/:<>?@[\\]^|", r)
}

// toASCII maps a name to the one that is asked of the DNS.
func toASCII(name string) (string, error) {
	ascii, coded := true, false
	folded := lower(name)
	for i := range len(folded) {
		ascii = ascii && folded[i] < 0x80
	}
	for label := range strings.SplitSeq(folded, ".") {
		if strings.HasPrefix(label, "xn--") {
			coded = true
			if strings.ContainsFunc(label, func(r rune) bool { return r >= 0x80 }) {
				return "", errName // coded and then again outside ASCII
			}
		}
	}
	if ascii && !coded {
		return folded, nil
	}
	if len(name) > maxName {
		return "", ErrLong
	}
	mapped, err := names().ToASCII(folded)
	if err != nil || vanished(folded, mapped) {
		return "", errName
	}
	return mapped, nil
}

// vanished reports an empty label in a mapped name. The mapping makes one of a
// bare xn--, which others refuse. Elsewhere it is no name either, but for dots
// at the end.
func vanished(name, mapped string) bool {
	const dots = ".\u3002\uff0e\uff61"
	spelled := utf8.RuneCountInString(name) - utf8.RuneCountInString(strings.TrimRight(name, dots))
	body := strings.TrimRight(mapped, ".")
	return len(mapped)-len(body) > spelled || slices.Contains(strings.Split(body, "."), "")
}

// percentDecode decodes what is spelled %XX; other percent signs stay. What is no
// UTF-8 then becomes a character that no name has.
func percentDecode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i] == '%' {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return strings.ToValidUTF8(b.String(), "\ufffd")
}

// opaque returns a host of a scheme of which nothing is known: what is not
// printable ASCII is spelled %XX.
func opaque(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] <= 0x1f || s[i] >= 0x7f {
			fmt.Fprintf(&b, "%%%02X", s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// ipv6 reads an address in brackets.
func ipv6(s string) (string, error) {
	inside, ok := strings.CutSuffix(s[1:], "]")
	ip, err := netip.ParseAddr(inside)
	if !ok || err != nil || !ip.Is6() || ip.Zone() != "" {
		return "", errName
	}
	if ip.Is4In6() {
		b := ip.As16()
		return fmt.Sprintf("[::ffff:%x:%x]", int(b[12])<<8|int(b[13]), int(b[14])<<8|int(b[15])), nil
	}
	return "[" + ip.String() + "]", nil
}

// numeric reports whether a name ends in a number, so that it is an IPv4 address
// or nothing.
func numeric(name string) bool {
	name = strings.TrimSuffix(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" {
		return false
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	digits, ok := strings.CutPrefix(last, "0x")
	return ok && strings.Trim(digits, "0123456789abcdef") == ""
}

// ipv4 reads an IPv4 address, which may be spelled with fewer numbers and with
// hexadecimal or octal ones: 127.1 and 0x7f000001 are 127.0.0.1.
func ipv4(name string) (string, error) {
	parts := strings.Split(strings.TrimSuffix(name, "."), ".")
	if len(parts) > 4 {
		return "", errName
	}
	var sum uint64
	for i, part := range parts {
		room := uint(8)
		if i == len(parts)-1 {
			room = 8 * uint(5-len(parts))
		}
		n, ok := number(part)
		if !ok || n >= 1<<room {
			return "", errName
		}
		sum = sum<<room | n
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}).String(), nil
}

// number reads a part of an IPv4 address. 0x alone is nought.
func number(s string) (uint64, bool) {
	base, digits := 10, s
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		base, digits = 16, hex
	} else if len(s) > 1 && s[0] == '0' {
		base, digits = 8, s[1:]
	}
	if digits == "" {
		return 0, s != ""
	}
	if strings.ContainsAny(digits, "+-_") {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, base, 64)
	return n, err == nil
}
