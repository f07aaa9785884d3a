package rules

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"sayso/rules/lazy"
)

// hostRule is the content of a WebFetch rule, domain:HOST.
type hostRule struct {
	host    string         // without wildcards, lower case
	pattern *regexp.Regexp // with wildcards
	any     bool           // domain:*
}

// compileHost reads the content of a WebFetch rule.
func compileHost(content string) (h hostRule, ignored string) {
	host, ok := strings.CutPrefix(content, "domain:")
	if !ok {
		return h, "WebFetch takes a host only: write domain:HOST"
	}
	host = strings.TrimRight(strings.ToLower(host), ".")
	switch {
	case host == "*":
		return hostRule{any: true}, ""
	case host == "":
		return h, "no host stands after domain:"
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
	expr := "^"
	if rest, ok := strings.CutPrefix(host, "*."); ok {
		expr, host = `^.+\.`, rest
	}
	pieces := strings.Split(host, "*")
	for i := range pieces {
		pieces[i] = regexp.QuoteMeta(pieces[i])
	}
	return hostRule{pattern: regexp.MustCompile(expr + strings.Join(pieces, `[^.]*`) + "$")}, ""
}

// covers reports whether the rule covers host, as [hostOf] gives it.
func (h hostRule) covers(host string) bool {
	switch {
	case h.any:
		return true
	case host == "":
		return false
	case h.pattern != nil:
		return h.pattern.MatchString(host)
	}
	return h.host == host
}

// hostOf returns the host of an address, lower case, without a trailing dot.
// valid is false where Claude Code takes the address for none. plain is false
// where the address is spelled so that readers of addresses disagree about its
// host; it then is a guess, fit to deny by and not to allow.
func hostOf(address string) (host string, valid, plain bool) {
	plain = true
	s := strings.Trim(address, "\x00\t\n\f\r ")
	s = lineEnds.Replace(s)
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || !schemeName().MatchString(scheme) || len(address) > 2000 {
		return "", false, false
	}
	if s != address || strings.ContainsAny(s, `\ `) {
		plain = false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ws", "wss", "ftp":
	default:
		return "", true, false // javascript:, data:, file: name no host
	}
	rest = strings.ReplaceAll(rest, `\`, "/")
	trimmed := strings.TrimLeft(rest, "/")
	if len(rest)-len(trimmed) != 2 {
		plain = false
	}
	if i := strings.IndexAny(trimmed, "/?#"); i >= 0 {
		trimmed = trimmed[:i]
	}
	if i := strings.LastIndexByte(trimmed, '@'); i >= 0 {
		plain = plain && strings.Count(trimmed, "@") == 1
		trimmed = trimmed[i+1:]
	}
	host, port := trimmed, ""
	if i := strings.LastIndexByte(trimmed, ':'); i >= 0 && !strings.HasSuffix(trimmed, "]") {
		host, port = trimmed[:i], trimmed[i+1:]
	}
	if strings.Trim(port, "0123456789") != "" || len(port) > 5 || len(port) == 5 && port > "65535" {
		return "", false, false
	}
	if un, err := url.PathUnescape(host); err == nil && un != host {
		host, plain = un, false
	}
	host = strings.TrimRight(strings.ToLower(host), ".")
	if host == "" || strings.ContainsAny(host, " #/<>?@\\^|%") {
		return "", false, false
	}
	if strings.HasPrefix(host, ".") || strings.Contains(host, "..") {
		plain = false // a name without letters: no wildcard of an allow rule stands for it
	}
	if dotted, ok := dottedOf(host); ok && dotted != host {
		host, plain = dotted, false
	}
	for _, r := range host {
		if r > 0x7f {
			plain = false
		}
	}
	return host, true, plain
}

// dottedOf returns the four numbers of an IPv4 address that is spelled with
// fewer, or with hexadecimal or octal ones: 127.1 and 0x7f000001 are 127.0.0.1.
func dottedOf(host string) (string, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return "", false
	}
	var address uint64
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 0, 32) // 0x and a leading 0 as addresses have them
		last := i == len(parts)-1
		room := uint(8)
		if last {
			room = 8 * uint(5-len(parts))
		}
		if err != nil || strings.Contains(part, "_") || n >= 1<<room {
			return "", false
		}
		address = address<<room | n
	}
	return fmt.Sprintf("%d.%d.%d.%d", address>>24, address>>16&0xff, address>>8&0xff, address&0xff), true
}

// lineEnds takes out what readers of addresses pass over.
var lineEnds = strings.NewReplacer("\t", "", "\n", "", "\r", "")

var schemeName = lazy.Regexp(`^[A-Za-z][A-Za-z0-9+.-]*$`)
