package address_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/rules/address"
)

func TestParse(t *testing.T) {
	for raw, want := range map[string]struct {
		host, spelled string
		user, unusual bool
	}{
		"https://docs.example.com/a?b=c#d":  {host: "docs.example.com", spelled: "docs.example.com"},
		"HTTPS://Docs.Example.COM.":         {host: "docs.example.com", spelled: "Docs.Example.COM."},
		"http://localhost:8080/x":           {host: "localhost", spelled: "localhost"},
		"https://good.com@evil.com/":        {host: "evil.com", spelled: "evil.com", user: true},
		"https://good.com:443@evil.com:80/": {host: "evil.com", spelled: "evil.com", user: true},
		"https://a@b@evil.com":              {host: "evil.com", spelled: "evil.com", user: true},
		`https://evil.com\@good.com/`:       {host: "evil.com", spelled: "evil.com", unusual: true},
		"https:evil.com/x":                  {host: "evil.com", spelled: "evil.com", unusual: true},
		"https:///evil.com":                 {host: "evil.com", spelled: "evil.com", unusual: true},
		`https:\\evil.com`:                  {host: "evil.com", spelled: "evil.com", unusual: true},
		"https://ev\til.com":                {host: "evil.com", spelled: "ev\til.com", unusual: true},
		" \x01https://evil.com\n":           {host: "evil.com", spelled: "evil.com", unusual: true},
		"https://evil。com/":                 {host: "evil.com", spelled: "evil。com", unusual: true},
		"https://ev\u200bil.com/":           {host: "evil.com", spelled: "ev\u200bil.com", unusual: true},
		"https://ev\u00adil.com/":           {host: "evil.com", spelled: "ev\u00adil.com", unusual: true},
		"https://ev\u2060il.com/":           {host: "evil.com", spelled: "ev\u2060il.com", unusual: true},
		"https://ｅｖｉｌ．ｃｏｍ/":                 {host: "evil.com", spelled: "ｅｖｉｌ．ｃｏｍ", unusual: true},
		"https://%65vil.com/":               {host: "evil.com", spelled: "%65vil.com", unusual: true},
		"https://evil%e3%80%82com":          {host: "evil.com", spelled: "evil%e3%80%82com", unusual: true},
		"https://bücher.example/":           {host: "xn--bcher-kva.example", spelled: "bücher.example"},
		"https://xn--bcher-kva.example/":    {host: "xn--bcher-kva.example", spelled: "xn--bcher-kva.example"},
		"https://straße.example/":           {host: "xn--strae-oqa.example", spelled: "straße.example"},
		"https://good.com?@evil.com":        {host: "good.com", spelled: "good.com"},
		"http://[::1]:80/":                  {host: "[::1]", spelled: "[::1]"},
		"http://[::ffff:127.0.0.1]/":        {host: "[::ffff:7f00:1]", spelled: "[::ffff:127.0.0.1]", unusual: true},
		"http://0x7f.1/":                    {host: "127.0.0.1", spelled: "0x7f.1", unusual: true},
		"http://2130706433/":                {host: "127.0.0.1", spelled: "2130706433", unusual: true},
		"http://0177.0.0.1/":                {host: "127.0.0.1", spelled: "0177.0.0.1", unusual: true},
		"http://①②⑦.1/":                     {host: "127.0.0.1", spelled: "①②⑦.1", unusual: true},
		"wss://x.example/s":                 {host: "x.example", spelled: "x.example"},
		"git+ssh://git@host.example/r":      {host: "host.example", spelled: "host.example", user: true},
		"file://evil.com/etc/passwd":        {host: "evil.com", spelled: "evil.com"},
		"file:///etc/passwd":                {},
		"file:///C:/x":                      {},
		"mailto:a@evil.com":                 {},
		"data:text/html,//evil.com":         {},
	} {
		a, err := address.Parse(raw)
		if err != nil || a.Host != want.host || a.Spelled() != want.spelled || a.User != want.user || a.Unusual != want.unusual {
			t.Errorf("%q: got %v, spelled %q, %+v; want %+v", raw, err, a.Spelled(), a, want)
		}
	}
}

// Nothing is fetched from these, or nobody can tell from where.
func TestWhatIsNoAddress(t *testing.T) {
	for _, raw := range []string{
		"", "docs", "//a/b", "https://", "https:///", "/a:b", "a b://c", "://x", "1http://x", "https://u@/", "https://:80/",
		"https://a:65536/", "https://a:x/", "https://a b/", "https://a<b/", "https://a%00b/", "https://a%/", "http://1.2.3.256/", "http://0xg.1.1.08/",
		"http://1.2.3.4.5/", "http://[::1", "http://[::1%25eth0]/", "http://[1.2.3.4]/", "https://℀.com/", "https://\u00ad/", "https://xn--/",
		"https://xn--é.com/", "https://xn--zcaς--/", "https://%ff.com/", "https://\xff.com/", "https://1א.com/", "https://xn--a-ecp.ru/", "https://\ufffd.com/", "https://" + strings.Repeat("é", 600) + "/", "foo://a b/", "https://a/" + strings.Repeat("\tx", 64<<10),
	} {
		if a, err := address.Parse(raw); err == nil {
			t.Errorf("%q has the host %q", raw, a.Host)
		}
	}
}

// node.jsonl holds odd addresses, made by chance from what readers of addresses
// disagree about, and the hostname that Node's URL gives: null for none. Where
// both give a host it is the same one. What is stricter here, in names that
// mix directions of writing or have empty labels, is no address to any rule.
func TestHostsAreThoseOfNode(t *testing.T) {
	f, err := os.Open("testdata/node.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, stricter := 0, 0
	for scan := bufio.NewScanner(f); scan.Scan(); rows++ {
		var row [2]*string
		if err := json.Unmarshal(scan.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		a, err := address.Parse(*row[0])
		switch {
		case err == nil && row[1] == nil:
			t.Errorf("%q: Node refuses it, and we read %q", *row[0], a.Host)
		case err != nil && row[1] != nil:
			stricter++
		case err == nil && a.Host != address.TrimDots(strings.ToLower(*row[1])):
			t.Errorf("%q: Node reads %q, we %q", *row[0], *row[1], a.Host)
		}
	}
	if rows < 1000 || stricter*15 > rows {
		t.Errorf("%d of %d addresses are refused here and not by Node", stricter, rows)
	}
}

// However a host is spelled, it is the host that it stands for.
func TestASpelledHostIsTheHostItStandsFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		host := rapid.StringMatching(`[a-z][a-z0-9]{0,8}(\.[a-z][a-z0-9]{0,8}){1,3}`).Draw(t, "host")
		var b strings.Builder
		for _, r := range host {
			b.WriteString(spell(t, r))
		}
		raw := rapid.SampledFrom([]string{"", " ", "\x00\t"}).Draw(t, "lead") +
			rapid.SampledFrom([]string{"https", "HTTP", "ws", "h\tttps"}).Draw(t, "scheme") +
			rapid.SampledFrom([]string{"://", ":", ":/", `:\\`, ":////", "://u@", "://good.com:80@", "://a@b@"}).Draw(t, "between") +
			b.String() + rapid.SampledFrom([]string{"", ".", "..", ":80", ":"}).Draw(t, "tail") +
			rapid.SampledFrom([]string{"", "/", `\@good.com`, "?@good.com", "#@good.com", "/\n"}).Draw(t, "path")
		a, err := address.Parse(raw)
		if err != nil || a.Host != host {
			t.Fatalf("%q is read as %q, %v; it is fetched from %q", raw, a.Host, err, host)
		}
	})
}

// spell draws one of the ways in which a character of a host can be spelled.
func spell(t *rapid.T, r rune) string {
	const hex = "0123456789abcdef"
	plain := string(r)
	ways := []string{plain, plain, plain, strings.ToUpper(plain), "%" + string(hex[r>>4]) + string(hex[r&15]),
		plain + "\u200b", plain + "\u00ad", plain + "\u2060", plain + "\ufeff", plain + "\t", plain + "\r\n", plain + "%C2%AD"}
	if r != '.' {
		ways = append(ways, string(r+0xfee0))
	} else {
		ways = append(ways, "\u3002", "\uff0e", "\uff61", "%E3%80%82")
	}
	return rapid.SampledFrom(ways).Draw(t, "way")
}

// What was read is read again as itself, and the place of the host is in the
// address.
func FuzzParse(f *testing.F) {
	for _, raw := range []string{"https://evil。io/", `https:\\ev%69l.io:80`, "file://a/b", "foo://A%e9é/", "http://0x7f.1", "ht\ttp://[::1]", "https://xn--zca.io", "https:// a"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		a, err := address.Parse(raw)
		if a.From < 0 || a.To < a.From || a.To > len(raw) {
			t.Fatalf("%q: the host is at %d to %d", raw, a.From, a.To)
		}
		if err != nil || a.Host == "" {
			return
		}
		dots := ".." // without them the name 0.. would be the number 0
		if strings.ContainsAny(a.Host[len(a.Host)-1:], "].*") {
			dots = ""
		}
		again, err := address.Parse(a.Scheme + "://" + a.Host + dots + "/")
		if err != nil || again.Host != a.Host {
			t.Fatalf("%q has the host %q, which is read as %q, %v", raw, a.Host, again.Host, err)
		}
	})
}
