// Package address finds the host in the address of a page, the way in which
// browsers and fetching programs find it, so that a person sees where a request
// goes and not where it seems to go.
package address

import "strings"

// Address is a URL, taken apart so far as a person needs it.
type Address struct {
	Raw      string
	Scheme   string // in lower case
	From, To int    // the place of the host in Raw, without user and port
	User     bool   // something stands before an "@" in front of the host
	Port     string
	Unusual  bool // written in a way that programs read differently, or mend
}

// Host returns the host in lower case, without a dot at its end.
func (a Address) Host() string {
	return strings.TrimSuffix(strings.ToLower(a.Raw[a.From:a.To]), ".")
}

// Parse takes an address apart. It reports false where no host can be told.
//
// Programs take a backslash for a slash, drop tabs and line ends, and need no
// two slashes. Where an address makes use of that it is Unusual.
func Parse(raw string) (Address, bool) {
	a := Address{Raw: raw}
	colon := strings.IndexByte(raw, ':')
	if colon <= 0 {
		return a, false
	}
	a.Scheme = strings.ToLower(strings.TrimLeft(raw[:colon], " "))
	if strings.Trim(a.Scheme, "abcdefghijklmnopqrstuvwxyz0123456789+.-") != "" {
		return a, false
	}
	at := colon + 1
	for at < len(raw) && (raw[at] == '/' || raw[at] == '\\') {
		at++
	}
	a.Unusual = raw[colon+1:at] != "//" || strings.ContainsAny(raw, "\t\n\r\\ ")
	end := len(raw)
	if i := strings.IndexAny(raw[at:], "/\\?#"); i >= 0 {
		end = at + i
	}
	if i := strings.LastIndexByte(raw[at:end], '@'); i >= 0 {
		a.User = true
		at += i + 1
	}
	a.From, a.To = at, end
	if strings.HasPrefix(raw[at:end], "[") { // IPv6
		if i := strings.IndexByte(raw[at:end], ']'); i >= 0 {
			a.To = at + i + 1
		}
	} else if i := strings.IndexByte(raw[at:end], ':'); i >= 0 {
		a.To = at + i
	}
	a.Port = strings.TrimPrefix(raw[a.To:end], ":")
	return a, a.To > a.From
}
