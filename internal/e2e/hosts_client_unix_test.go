//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sayso/internal/e2e/claudetest"
	"sayso/rules"
	"sayso/rules/address"
	"sayso/rules/settings"
)

// The real client takes a host for the one that is fetched, and so does the
// matcher; what the client can't read it refuses before it asks anybody. What is allowed leads to a port of this machine where nobody listens.
func TestClientComparesHostsAsTheyAreFetched(t *testing.T) {
	urls := []string{
		"https://evil.example/", "https://good.example/", "https://EVIL.example./", "https://evil。example/", "https://ev\u200bil.example/",
		"https://ev\u00adil.example/", "https://ev\u2060il.example/", "https://ｅｖｉｌ．ｅｘａｍｐｌｅ/", `https:\\evil.example`, "https:evil.example",
		"https:///evil.example", "ht\ttps://ev\nil.example", "https://%65vil.example/", "https://good.example@evil.example:8443/",
		"https://evil.example@good.example/", `https://evil.example\@good.example/`, "https://evil.example?@good.example", "file://evil.example/x",
		"foo://evil.example/", "mailto:a@evil.example", "https://bücher.example/", "https://xn--bcher-kva.example/", "https://straße.example/",
		"https://evil.example.good.example/", "https://evil.example:x/", "https://ev il.example/", "evil.example", "https://xn--/", "https://a℀b.example/",
		"https://1א.evil2.example/", "https://a\u0640.evil2.example/", "https://xn--a-ecp.evil2.example/", "https://xn--é.evil2.example/", "https://é..evil2.example/",
		"http://0x7f.1:1/", "http://2130706433:1/", "http://0177.0.0.1:1/", "http://127。0。0。1:1/", "http://0xg.1:1/",
	}
	var calls claudetest.Turn
	for i, url := range urls {
		calls = append(calls, claudetest.ToolUse("WebFetch", map[string]any{"url": url, "prompt": "x"}).As(fmt.Sprint("u", i)))
	}
	model := claudetest.NewModel(t, calls)
	session := claudetest.NewSession(t, model, claudetest.Settings{})
	file := filepath.Join(session.Home, ".claude", "settings.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	const written = `{"skipWebFetchPreflight": true, "permissions": {"allow": ["WebFetch(domain:127.0.0.1)"],
		"deny": ["WebFetch(domain:evil.example)", "WebFetch(domain:*.evil2.example)", "WebFetch(domain:xn--bcher-kva.example)", "WebFetch(domain:xn--strae-oqa.example)"]}}`
	if err := os.WriteFile(file, []byte(written), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded := settings.Load(settings.Files(session.Home, session.Project, nil))
	set := rules.Compile(loaded.Rules, rules.Place{Cwd: session.Project, Home: session.Home, Follow: settings.Links})

	ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
	defer cancel()
	session.Headless(ctx, claudetest.Run{Prompt: "go"}).Wait()
	results := model.ToolResults()
	count := map[string]int{}
	for i, url := range urls {
		input, err := json.Marshal(map[string]string{"url": url, "prompt": "x"})
		if err != nil {
			t.Fatal(err)
		}
		predicted := set.Decide(rules.Call{Tool: "WebFetch", Input: input})
		read, err := address.Parse(url)
		said := results[fmt.Sprint("u", i)].Text
		verdict, agree := "allowed", predicted.Decision == rules.DecideAllow
		switch {
		case strings.Contains(said, "InputValidationError"): // nothing is asked, and nothing runs
			verdict, agree = "refused", predicted.Decision == rules.DecideAsk && err != nil
		case strings.HasPrefix(said, "WebFetch denied access to domain:"+read.Host+".") && read.Host != "":
			verdict, agree = "denied", predicted.Decision == rules.DecideDeny
		case strings.Contains(said, "haven't granted it"):
			verdict, agree = "asked", predicted.Decision == rules.DecideNone || predicted.Decision == rules.DecideAsk
		}
		count[verdict]++
		if !agree {
			t.Errorf("%q: predicted %s (%s) for the host %q, %v; the client: %s (%s)", url, predicted.Decision, predicted.Why, read.Host, err, verdict, said)
		}
	}
	if count["denied"] < 19 || count["allowed"] != 4 || count["refused"] != 10 {
		t.Errorf("the client's verdicts are %v", count)
	}
}
