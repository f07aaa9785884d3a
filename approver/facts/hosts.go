package facts

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"sayso/internal/claude"
	"sayso/rules/address"
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
	own := l.fetched()
	for _, raw := range l.addresses() {
		a, err := address.Parse(raw)
		host := a.Host
		switch {
		case len(host) > maxHost:
			out = append(out, fmt.Sprintf("the host is too long to be real: %d characters", len(host)))
		case err != nil && (raw == own || err == address.ErrLong):
			out = append(out, "where the address leads can't be told: "+err.Error())
		case err != nil || host == "" || looked[host]:
		case len(looked) == maxHosts:
			return append(out, fmt.Sprintf("it contacts more than the %d hosts that were checked", maxHosts))
		default:
			if said := oddHost(host, a.Letters()); said != "" {
				out = append(out, said)
			}
		}
		if err != nil || host == "" {
			continue
		}
		looked[host] = true
		if a.User && strings.Contains(a.Raw[:a.From], ".") { // a name alone is who logs in
			out = append(out, "the part before the @ is not a host: the request goes to "+host)
		}
		if a.Unusual {
			out = append(out, "the address is written in an unusual way; it leads to "+host)
		}
	}
	return out
}

// fetched returns the address that the call itself goes to, or "".
func (l *look) fetched() string {
	switch l.Tool {
	case claude.ToolWebFetch:
		return l.text("url")
	case claude.ToolMonitor:
		return newLook(Call{Input: l.members["ws"]}).text("url")
	}
	return ""
}

// addresses returns the addresses of a call.
func (l *look) addresses() []string {
	var out []string
	for _, own := range []string{l.text("url"), l.fetched()} {
		if own != "" {
			out = append(out, own)
		}
	}
	for _, p := range l.parts {
		for _, w := range p.Words {
			if strings.Contains(w.Value, "://") && w.Known && !strings.ContainsAny(w.Value, " \n\t") {
				out = append(out, w.Value[strings.LastIndexAny(w.Value[:strings.Index(w.Value, "://")], "=\"'@")+1:])
			}
		}
	}
	return slices.Compact(out)
}

// oddHost says what is odd about a host, which people read as letters, and "" for
// nothing.
func oddHost(host, letters string) string {
	shown := host
	if letters != host {
		shown = letters + " (" + host + ")"
	}
	if name, likes := imitates(letters); likes {
		return "the host " + shown + " is not " + name
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
	if letters != host {
		return "the host has letters that are not Latin: " + shown
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

// asIP reads a host that is an address. The host of a scheme that only programs
// of its own know may be spelled in the short and odd forms too.
func asIP(host string) (netip.Addr, bool) {
	a, err := address.Parse("http://" + host + "/")
	if err != nil {
		return netip.Addr{}, false
	}
	ip, err := netip.ParseAddr(strings.Trim(a.Host, "[]"))
	return ip.Unmap(), err == nil
}
