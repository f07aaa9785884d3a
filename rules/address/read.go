package address

import "strings"

// source is an address without what every reader passes over, and where each of
// its bytes stood before.
type source struct {
	text  string
	place []int // nil where text begins at start and nothing was taken out
	start int
}

// raw returns where the byte at i stood in the address as it was given. Asked
// for an end, it returns the place behind the last byte before it.
func (s source) raw(i int) int {
	if s.place == nil {
		return s.start + i
	}
	return s.place[i]
}

func (s source) rawEnd(i int) int {
	if i == 0 {
		return s.raw(0)
	}
	return s.raw(i-1) + 1
}

// strip takes off blanks and control characters around an address, and tabs and
// line ends in it.
func strip(raw string) source {
	around := func(r rune) bool { return r <= ' ' }
	text := strings.TrimLeftFunc(raw, around)
	s := source{start: len(raw) - len(text)}
	text = strings.TrimRightFunc(text, around)
	if !strings.ContainsAny(text, "\t\n\r") {
		s.text = text
		return s
	}
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c != '\t' && c != '\n' && c != '\r' {
			b.WriteByte(c)
			s.place = append(s.place, s.start+i)
		}
	}
	s.place = append(s.place, s.start+len(text))
	s.text = b.String()
	return s
}

// reader goes through what stands behind the scheme.
type reader struct {
	source
	at      int
	special bool
	between string // what stands between the scheme and the authority
}

// slashes goes to the authority and reports whether there is one.
func (r *reader) slashes() bool {
	from := r.at
	if r.special {
		for r.at < len(r.text) && slash(r.text[r.at]) {
			r.at++
		}
	} else if strings.HasPrefix(r.text[r.at:], "//") {
		r.at += 2
	} else {
		return false
	}
	r.between = r.text[from:r.at]
	return true
}

func slash(c byte) bool { return c == '/' || c == '\\' }

// rest returns what stands up to the path, the query or the fragment.
func (r *reader) rest() string {
	ends := "/?#"
	if r.special {
		ends = `/\?#`
	}
	rest := r.text[r.at:]
	if i := strings.IndexAny(rest, ends); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// authority reads user, host and port.
func (r *reader) authority(a *Address) error {
	whole := r.rest()
	if i := strings.LastIndexByte(whole, '@'); i >= 0 {
		a.User = true
		r.at += i + 1
		whole = whole[i+1:]
	}
	host := whole
	if i := colon(whole); i >= 0 {
		host = whole[:i]
		if i == 0 || !port(whole[i+1:]) {
			return errPort
		}
	}
	a.From, a.To = r.raw(r.at), r.rawEnd(r.at+len(host))
	if host == "" {
		a.To = a.From
		if r.special || a.User {
			return errHost
		}
		return nil
	}
	var err error
	a.Host, err = parseHost(host, r.special)
	return err
}

// colon returns where the port begins: at the first colon that no brackets hold.
func colon(s string) int {
	inside := false
	for i := range len(s) {
		switch s[i] {
		case '[':
			inside = true
		case ']':
			inside = false
		case ':':
			if !inside {
				return i
			}
		}
	}
	return -1
}

func port(s string) bool {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
		if n = n*10 + int(s[i]-'0'); n > 65535 {
			return false
		}
	}
	return true
}

// file reads the host of a file's address, which has no user and no port.
func (r *reader) file(a *Address) error {
	for range 2 {
		if r.at == len(r.text) || !slash(r.text[r.at]) {
			return nil // a path: no host
		}
		r.at++
	}
	host := r.rest()
	a.From = r.raw(r.at)
	a.To = a.From
	if host == "" || drive(host) {
		return nil
	}
	a.To = r.rawEnd(r.at + len(host))
	name, err := parseHost(host, true)
	if name != "localhost" {
		a.Host = name
	}
	return err
}

// drive reports a drive of Windows, C: or C|.
func drive(s string) bool {
	return len(s) == 2 && (s[1] == ':' || s[1] == '|') && s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z'
}
