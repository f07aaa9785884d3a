package address_test

import (
	"testing"

	"sayso/ui/preview/address"
)

func TestParse(t *testing.T) {
	for raw, want := range map[string]struct {
		host, port    string
		user, unusual bool
	}{
		"https://docs.example.com/a?b=c#d":  {host: "docs.example.com"},
		"HTTPS://Docs.Example.COM.":         {host: "docs.example.com"},
		"http://localhost:8080/x":           {host: "localhost", port: "8080"},
		"https://good.com@evil.com/":        {host: "evil.com", user: true},
		"https://good.com:443@evil.com:80/": {host: "evil.com", port: "80", user: true},
		"https://a@b@evil.com":              {host: "evil.com", user: true},
		`https://evil.com\@good.com/`:       {host: "evil.com", unusual: true},
		"https:evil.com/x":                  {host: "evil.com", unusual: true},
		"https:///evil.com":                 {host: "evil.com", unusual: true},
		"https://ev\til.com":                {host: "ev\til.com", unusual: true},
		"https://good.com?@evil.com":        {host: "good.com"},
		"http://[::1]:80/":                  {host: "[::1]", port: "80"},
		"wss://x.example/s":                 {host: "x.example"},
		"git+ssh://git@host.example/r":      {host: "host.example", user: true},
	} {
		a, ok := address.Parse(raw)
		if !ok || a.Host() != want.host || a.Port != want.port || a.User != want.user || a.Unusual != want.unusual {
			t.Errorf("%q: got %v, host %q, %+v; want %+v", raw, ok, a.Host(), a, want)
		}
	}
	for _, raw := range []string{"", "docs", "//a/b", "https://", "https:///", "/a:b", "a b://c"} {
		if a, ok := address.Parse(raw); ok {
			t.Errorf("%q has the host %q", raw, a.Host())
		}
	}
}
