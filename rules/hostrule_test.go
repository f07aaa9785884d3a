package rules_test

import (
	"encoding/json"
	"testing"

	"sayso/internal/claude"
	"sayso/rules"
)

// A host counts as the one that is fetched, however it is spelled: for allow,
// deny and ask alike.
func TestHostsAreComparedAsTheyAreFetched(t *testing.T) {
	for url, host := range map[string]string{
		"https://evil.io/":                  "evil.io",
		"HTTPS://EVIL.IO./":                 "evil.io",
		"https://evil.io../":                "evil.io",
		"https://evil。io/":                  "evil.io",
		"https://evil\uff0eio/":             "evil.io",
		"https://evil\uff61io/":             "evil.io",
		"https://ev\u200bil.io/":            "evil.io",
		"https://ev\u00adil.io/":            "evil.io",
		"https://ev\u2060il.io/":            "evil.io",
		"https://ev\ufeffil.io/":            "evil.io",
		"https://ｅｖｉｌ．ｉｏ/":                  "evil.io",
		`https:\\evil.io\x`:                 "evil.io",
		`https:/\evil.io`:                   "evil.io",
		"https:evil.io":                     "evil.io",
		"https:///evil.io":                  "evil.io",
		"\thttps://evil.io":                 "evil.io",
		"ht\ttps://ev\nil.io":               "evil.io",
		"https://%65vil.io/":                "evil.io",
		"https://evil%2eio/":                "evil.io",
		"https://good.io@evil.io/":          "evil.io",
		"https://good.io:443@evil.io:8080/": "evil.io",
		`https://evil.io\@good.io/`:         "evil.io",
		"https://evil.io?@good.io":          "evil.io",
		"file://evil.io/x":                  "evil.io",
		"ftp://evil.io/":                    "evil.io",
		"wss://evil.io/":                    "evil.io",
		"foo://evil.io/":                    "evil.io",
		"javascript://evil.io/%0aalert(1)":  "evil.io",
		"https://bücher.example/":           "xn--bcher-kva.example",
		"https://XN--BCHER-KVA.example/":    "xn--bcher-kva.example",
		"http://0x7f.1/":                    "127.0.0.1",
		"http://2130706433/":                "127.0.0.1",
		"http://0177.0.0.1/":                "127.0.0.1",
		"http://127。0。0。1/":                 "127.0.0.1",
		"http://[0:0::1]:80/":               "[::1]",
	} {
		for behavior, want := range map[claude.Behavior]rules.Decision{
			claude.Allow: rules.DecideAllow, claude.Deny: rules.DecideDeny, claude.Ask: rules.DecideAsk,
		} {
			if got := decideHost(t, behavior, host, url); got.Decision != want {
				t.Errorf("%s domain:%s, %q: %s (%s)", behavior, host, url, got.Decision, got.Why)
			}
			if got := decideHost(t, behavior, "good.io", url); got.Decision != rules.DecideNone {
				t.Errorf("%s domain:good.io, %q: %s (%s)", behavior, url, got.Decision, got.Why)
			}
		}
	}
}

// An address that nobody can tell the host of is no rule's to allow, and where
// some hosts are kept back it may be one of them.
func TestAnAddressThatCantBeCheckedAsks(t *testing.T) {
	for _, url := range []string{
		"", "evil.io", "//evil.io/x", "https://", "https://evil.io:99999/", "https://evil.io:x/", "https://ev il.io/", "https://ev%00il.io/",
		"https://evil.io%/", "http://[::1", "http://1.2.3.4.5/", "https://xn--/", "https://a℀b.io/", "https://evil.io\ufffd/",
	} {
		for _, host := range []string{"evil.io", "*", "*.io"} {
			for behavior, want := range map[claude.Behavior]rules.Decision{
				claude.Allow: rules.DecideNone, claude.Deny: rules.DecideAsk, claude.Ask: rules.DecideAsk,
			} {
				if got := decideHost(t, behavior, host, url); got.Decision != want {
					t.Errorf("%s domain:%s, %q: %s (%s), want %s", behavior, host, url, got.Decision, got.Why, want)
				}
			}
		}
		allow := rules.Compile([]rules.Rule{{Text: "WebFetch", Behavior: claude.Allow}, {Text: "Bash(ls)", Behavior: claude.Deny}}, rules.Place{Cwd: "/app", Home: "/home/me"})
		if got := allow.Decide(fetch(t, url)); got.Decision != rules.DecideNone {
			t.Errorf("allow WebFetch, %q: %s (%s)", url, got.Decision, got.Why)
		}
	}
}

// What a wildcard stands for, as the client has it.
func TestWildcardsOfHosts(t *testing.T) {
	for _, c := range []struct {
		host, url string
		want      bool
	}{
		{"*.", "https://evil.io/", false},
		{"*.", "http://localhost/", false},
		{"*.*", "https://evil.io/", true},
		{"*.*", "http://[::ffff:127.0.0.1]/", false},
		{"**", "http://localhost/", true},
		{"**", "https://evil.io/", false},
		{"**", "http://[::1]/", false},
		{"*", "http://[::1]/", true},
		{"*.evil.io", "https://a.b.evil.io/", true},
		{"*.evil.io", "https://evil.io/", false},
		{"*.evil.io", "https://.evil.io/", false},
		{"*.evil.io", "https://a..evil.io/", false},
		{"*.evil.io.", "https://a.evil.io/", true},
		{"*.*.evil.io", "https://a.b.c.evil.io/", true},
		{"*.*.evil.io", "https://a.evil.io/", false},
		{"evil.io*", "https://evil.iox/", true},
		{"evil.io*", "https://evil.io.example/", false},
		{"127.*", "http://127.1/", false},
		{"*.0.0.1", "http://127.1/", true},
	} {
		for _, behavior := range []claude.Behavior{claude.Allow, claude.Deny, claude.Ask} {
			if got := decideHost(t, behavior, c.host, c.url); (got.Rule != nil) != c.want {
				t.Errorf("%s domain:%s, %s: %s (%s)", behavior, c.host, c.url, got.Decision, got.Why)
			}
		}
	}
}

func decideHost(t *testing.T, behavior claude.Behavior, host, url string) rules.Trace {
	t.Helper()
	rule := rules.Rule{Text: "WebFetch(domain:" + host + ")", Behavior: behavior}
	return rules.Compile([]rules.Rule{rule}, rules.Place{Cwd: "/app", Home: "/home/me"}).Decide(fetch(t, url))
}

func fetch(t *testing.T, url string) rules.Call {
	t.Helper()
	input, err := json.Marshal(map[string]string{"url": url, "prompt": "x"})
	if err != nil {
		t.Fatal(err)
	}
	return rules.Call{Tool: "WebFetch", Input: input}
}
