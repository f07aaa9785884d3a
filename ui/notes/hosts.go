package notes

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"sync"

	"sayso/ui/preview/address"
)

// known are the hosts that others pretend to be.
var known = sync.OnceValue(func() []string {
	return strings.Fields(`github.com gitlab.com bitbucket.org githubusercontent.com google.com googleapis.com
docker.com docker.io anthropic.com claude.ai claude.com openai.com
microsoft.com live.com azure.com apple.com icloud.com amazon.com amazonaws.com cloudflare.com paypal.com stripe.com slack.com
stackoverflow.com facebook.com instagram.com twitter.com linkedin.com netflix.com dropbox.com debian.org ubuntu.com kernel.org mozilla.org
python.org nodejs.org rust-lang.org wikipedia.org huggingface.co vercel.com netlify.com heroku.com atlassian.net`)
})

// atHome are those of them that have hosts of their own in many countries, such
// as google.com.au.
var atHome = map[string]bool{"google.com": true, "amazon.com": true, "apple.com": true, "microsoft.com": true, "facebook.com": true}

// Bounds of what is looked at: so many hosts, each with a name of so many bytes.
// No name may be longer, but one of other letters has more bytes here.
const (
	maxHosts = 200
	maxHost  = 1000
)

// hosts says what is odd about the hosts that a call goes to.
func hosts(l *look) []string {
	var out []string
	looked := map[string]bool{}
	for _, raw := range l.addresses() {
		a, ok := address.Parse(raw)
		if !ok || a.Scheme == "file" {
			continue
		}
		host := a.Host()
		switch {
		case looked[host]:
		case len(looked) == maxHosts:
			return append(out, fmt.Sprintf("it goes to more hosts than the %d that were looked at", maxHosts))
		case len(host) > maxHost:
			out = append(out, fmt.Sprintf("the host is longer than any can be: %d characters", len(host)))
		default:
			if said := oddHost(host); said != "" {
				out = append(out, said)
			}
		}
		looked[host] = true
		if a.User && strings.Contains(a.Raw[:a.From], ".") { // a name alone is who logs in
			out = append(out, "what stands before the @ is no host: the request goes to "+host)
		}
		if a.Unusual {
			out = append(out, "the address is written in an unusual way; it leads to "+host)
		}
	}
	return out
}

// addresses returns the addresses of a call.
func (l *look) addresses() []string {
	var out []string
	if url := l.text("url"); url != "" {
		out = append(out, url)
	}
	if ws := newLook(Call{Input: l.members["ws"]}).text("url"); ws != "" {
		out = append(out, ws)
	}
	for _, p := range l.parts {
		for _, w := range p.Words {
			if strings.Contains(w.Value, "://") && w.Known && !strings.ContainsAny(w.Value, " \n\t") {
				out = append(out, w.Value[strings.LastIndexAny(w.Value[:strings.Index(w.Value, "://")], "=\"'@")+1:])
			}
		}
	}
	return out
}

// oddHost says what is odd about a host, and "" for nothing.
func oddHost(host string) string {
	if name, likes := imitates(host); likes {
		return "the host " + host + " is not " + name
	}
	if ip, ok := asIP(host); ok {
		switch {
		case ip.IsLoopback() || ip.IsUnspecified():
			return ""
		case ip.IsLinkLocalUnicast():
			return "the host is an address without a name: " + host + ", where clouds tell machines their secrets"
		}
		return "the host is an address without a name: " + host
	}
	for label := range strings.SplitSeq(host, ".") {
		if strings.HasPrefix(label, "xn--") {
			return "the host is written in punycode, in letters that are not Latin: " + host
		}
	}
	for _, r := range host {
		if r >= 0x80 {
			return "the host has letters that are not Latin: " + host
		}
	}
	return ""
}

// imitates returns the known host that another pretends to be: by letters that
// look alike, or by having its name in front of its own.
func imitates(host string) (name string, yes bool) {
	for _, k := range known() {
		if host == k || strings.HasSuffix(host, "."+k) {
			return "", false
		}
	}
	for _, k := range known() {
		if looks(host) == looks(k) || strings.HasSuffix(looks(host), "."+looks(k)) {
			return k, true
		}
		if _, rest, ok := strings.Cut("."+host, "."+k+"."); ok && (len(rest) != 2 || !atHome[k]) || strings.HasPrefix(host, k+"-") ||
			strings.HasPrefix(host, strings.ReplaceAll(k, ".", "-")+".") {
			return k, true
		}
	}
	return "", false
}

// looks returns what a host looks like at a glance.
func looks(host string) string {
	var b strings.Builder
	for _, r := range host {
		if t := twins()[r]; t != 0 {
			r = t
		}
		switch r {
		case '0':
			r = 'o'
		case '1', 'i', '|':
			r = 'l'
		case '5':
			r = 's'
		}
		b.WriteRune(r)
	}
	return strings.NewReplacer("rn", "m", "vv", "w", "cl", "d").Replace(b.String())
}

// asIP reads a host that is an address, in the short and odd forms too.
func asIP(host string) (netip.Addr, bool) {
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return ip, true
	}
	// As old libraries read it: parts may be octal, hexadecimal, and fewer.
	parts := strings.Split(host, ".")
	if len(parts) > 4 || host == "" {
		return netip.Addr{}, false
	}
	var sum uint64
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 0, 32)
		if err != nil || strings.Contains(p, "_") {
			return netip.Addr{}, false
		}
		if i < len(parts)-1 {
			sum |= n << (8 * (3 - i))
			continue
		}
		sum |= n
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true
}
