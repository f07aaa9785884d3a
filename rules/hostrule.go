package rules

import (
	"regexp"
	"strings"
	"unicode/utf16"

	"sayso/rules/address"
)

// hostRule is the content of a WebFetch rule, domain:HOST.
type hostRule struct {
	host    string         // without wildcards, lower case
	pattern *regexp.Regexp // with wildcards
	beneath int            // of *.HOST, how many dots and colons HOST has, and one; pattern is HOST's
	any     bool           // domain:*
}

// compileHost reads the content of a WebFetch rule.
func compileHost(content string) (h hostRule, ignored string) {
	host, ok := strings.CutPrefix(content, "domain:")
	if !ok {
		return h, "WebFetch takes a host only: write domain:HOST"
	}
	host = address.TrimDots(strings.ToLower(host))
	switch {
	case host == "*":
		return hostRule{any: true}, ""
	case strings.Trim(host, ".") == "":
		return h, "no host stands after domain:"
	case strings.HasSuffix(host, "*."):
		return h, "no host ends in a dot; write domain:* for all hosts"
	case strings.ContainsAny(host, "/@ \t") || strings.Contains(strings.TrimPrefix(host, "["), ":") && !strings.HasPrefix(host, "["):
		return h, "a host has no scheme, port, path or blank in it"
	case strings.HasPrefix(host, "."):
		return h, "a host does not begin with a dot; write *" + host + " for all hosts beneath"
	case strings.Contains(host, "?"):
		return h, "? is no wildcard in a host"
	}
	for _, r := range host {
		if r > 0x7f {
			return h, "a host outside ASCII is compared in its xn-- spelling: write that"
		}
	}
	if !strings.Contains(host, "*") {
		return hostRule{host: host}, ""
	}
	// *. in front stands for any number of labels, another * for a part of one.
	rest, isBeneath := strings.CutPrefix(host, "*.")
	if isBeneath {
		h.beneath = 1 + strings.Count(rest, ".") + strings.Count(rest, ":")
	}
	pieces := strings.Split(rest, "*")
	for i := range pieces {
		pieces[i] = regexp.QuoteMeta(pieces[i])
	}
	h.pattern = regexp.MustCompile("^" + strings.Join(pieces, `[^.:]*`) + "$")
	return h, ""
}

// covers reports whether the rule covers host, as [hostOf] gives it.
func (h hostRule) covers(host string) bool {
	switch {
	case h.any:
		return true
	case h.pattern == nil:
		return h.host == host && host != ""
	case h.beneath == 0:
		return h.pattern.MatchString(host)
	}
	at := len(host)
	for range h.beneath {
		if at = strings.LastIndexAny(host[:at], ".:"); at < 0 {
			return false
		}
	}
	return labels(host[:at+1]) && h.pattern.MatchString(host[at+1:])
}

// labels reports whether *. in front of a host stands for s, which ends in a
// dot: for labels with a letter each, and for no part of an IPv6 address.
func labels(s string) bool {
	return !strings.HasPrefix(s, ".") && !strings.Contains(s, "..") && !strings.Contains(s, ":")
}

// maxAddress is the length from which on Claude Code takes an address for none,
// as JavaScript counts it.
const maxAddress = 2000

// hostOf returns the host that an address is fetched from. valid is false where
// Claude Code takes the address for none, or where nobody can tell its host: no
// rule covers it then, and a rule that keeps hosts back may.
func hostOf(url string) (host string, valid bool) {
	if len(url) > 3*maxAddress || len(url) > maxAddress && len(utf16.Encode([]rune(url))) > maxAddress {
		return "", false
	}
	a, err := address.Parse(url)
	return a.Host, err == nil
}
