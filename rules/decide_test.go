package rules_test

import (
	"encoding/json"
	"testing"

	"sayso/rules"
)

// callOf makes a call of tool whose every field that rules look at holds value.
func callOf(t testing.TB, tool, value string) rules.Call {
	t.Helper()
	in, err := json.Marshal(map[string]string{
		"command": value, "file_path": value, "notebook_path": value, "url": value, "query": value, "skill": value, "subagent_type": value,
	})
	if err != nil {
		t.Fatal(err)
	}
	return rules.Call{Tool: tool, Input: in}
}

func local(behavior rules.Behavior, texts ...string) (list []rules.Rule) {
	for i, text := range texts {
		list = append(list, rules.Rule{Text: text, Behavior: behavior, Source: rules.Source(rules.LocalSettings), File: "l.json", Line: i + 1})
	}
	return list
}

// The place of a real session: the project lies in the home directory.
var realPlace = rules.Place{Cwd: "/home/dev/app", Home: "/home/dev"}

// Verdicts of Claude Code on matters that the tables do not touch.
func TestMatchBesidesTheTables(t *testing.T) {
	for _, c := range []struct {
		behavior   rules.Behavior
		rule, tool string
		value      string
		want       bool
	}{
		// a real home holds the project
		{rules.Allow, "Edit(~/**)", "Edit", "/home/dev/app/x", true},
		{rules.Allow, "Edit(~/app/**)", "Edit", "x", true},
		{rules.Deny, "Edit(~/x)", "Edit", "../x", true},
		// files that decide what runs later
		{rules.Allow, "Edit", "Edit", "/home/dev/app/.git/hooks/x", false},
		{rules.Allow, "Edit(**)", "Write", ".bashrc", false},
		{rules.Allow, "Edit(.claude/**)", "Edit", ".claude/settings.json", false},
		{rules.Allow, "Edit(**)", "Edit", "sub/.MCP.json", false},
		{rules.Allow, "Edit(**)", "Edit", ".claude/worktrees/a/x", true},
		{rules.Allow, "Edit(**)", "Edit", ".claude/worktrees/a/.git/x", false},
		{rules.Deny, "Edit(**)", "Edit", ".bashrc", true},
		{rules.Allow, "Read(~/**)", "Read", "/home/dev/.bashrc", true},
		// spellings that other systems read as another path
		{rules.Allow, "Edit(**)", "Edit", "GIT~1", false},
		{rules.Allow, "Edit(**)", "Edit", "a.", false},
		{rules.Allow, "Edit(**)", "Edit", "b.CON", false},
		{rules.Allow, "Edit(**)", "Edit", "a...b", false},
		{rules.Deny, "Edit(**)", "Edit", "a.", true},
		// what may be edited may be read
		{rules.Allow, "Edit(//etc/**)", "Read", "/etc/x", true},
		{rules.Allow, "Edit", "Read", "/etc/x", false},
		// Tool(*) of a file tool stays in the working directory
		{rules.Allow, "Edit(*)", "Edit", "/etc/x", false},
		{rules.Deny, "Edit(*)", "Edit", "/etc/x", true},
		// the user's own /x is beneath ~/.claude, not here
		{rules.Deny, "Edit(/x)", "Edit", "/home/dev/app/x", true},
		// rules for the whole line
		{rules.Allow, "Bash(a $X)", "Bash", "a $X", true},
		{rules.Allow, "Bash((a))", "Bash", "(a)", false},
		{rules.Allow, "Bash(a &)", "Bash", "a &", false},
		{rules.Allow, "Bash(a > b)", "Bash", "a > b", false},
		{rules.Allow, "Bash(a && b)", "Bash", "a && b", true},
		// not even a rule for all of Bash
		{rules.Allow, "Bash", "Bash", "rm -rf /", false},
		{rules.Allow, "Bash", "Bash", "rm -rf ~", false},
		{rules.Allow, "Bash", "Bash", "echo x > .bashrc", false},
		{rules.Allow, "Bash", "Bash", "rm .git/config", false},
		{rules.Allow, "Bash", "Bash", "zork > /etc/x", true},
		{rules.Allow, "Bash", "Bash", "a\x01", false},
		{rules.Deny, "Bash", "Bash", "a\x01", true},
		{rules.Deny, "Bash(a)", "Bash", "a\x01", false},
		// files outside
		{rules.Allow, "Bash(rm:*)", "Bash", "rm x", true},
		{rules.Allow, "Bash(rm:*)", "Bash", "rm /etc/x", false},
		{rules.Allow, "Bash(cat:*)", "Bash", "cat /etc/x", false},
		{rules.Allow, "Bash(cat:*)", "Bash", "cat $HOME/x", false},
		{rules.Allow, "Bash(zork:*)", "Bash", "zork < /etc/x", false},
		{rules.Allow, "Bash(zork:*)", "Bash", "zork && cat ~bob/x", false},
		{rules.Allow, "Bash(zork:*)", "Bash", "zork | xargs grep -r x /etc", false},
		{rules.Allow, "Bash(zork:*)", "Bash", "zork > ~/x", false},
		{rules.Allow, "Bash(zork:*)", "Bash", "zork; cd /etc", false},
		// deny rules for files reach into the shell, ask rules do not
		{rules.Deny, "Read(.env)", "Bash", "sudo -n true; cat src/.env", true},
		{rules.Deny, "Edit(.env)", "Bash", "mv .env x", true},
		{rules.Deny, "Edit(.env)", "Bash", "zork 2>.env", true},
		{rules.Ask, "Edit(.env)", "Bash", "zork >.env", false},
		{rules.Deny, "Read(.env)", "Bash", "zork .env", false},
		// Monitor runs shell commands
		{rules.Deny, "Bash", "Monitor", "a", true},
		{rules.Allow, "Bash", "Monitor", "a", false},
		{rules.Allow, "Bash(a)", "Monitor", "a", true},
		// values of the input, for deny and ask
		{rules.Deny, "Agent(subagent_type:Explore)", "Agent", "Explore", true},
		{rules.Deny, "Agent(subagent_type:Exp*)", "Agent", "Explore", true},
		{rules.Deny, "Agent(subagent_type:explore)", "Agent", "Explore", false},
		{rules.Allow, "Agent(subagent_type:Explore)", "Agent", "Explore", false},
		// hosts
		{rules.Allow, "WebFetch(domain:docs.*.com)", "WebFetch", "https://docs.a.com", true},
		{rules.Allow, "WebFetch(domain:docs.*.com)", "WebFetch", "https://docs.a.b.com", false},
		{rules.Allow, "WebFetch(domain:*.a.com)", "WebFetch", "https://x.y.a.com:8080/?q", true},
		{rules.Allow, "WebFetch(domain:a.com)", "WebFetch", "https://evil.com@a.com", true},
		{rules.Allow, "WebFetch(domain:a.com)", "WebFetch", `https://evil.com\.a.com`, false},
		{rules.Allow, "WebFetch(domain:a.com)", "WebFetch", "https://a.com@evil.com", false},
		{rules.Allow, "WebFetch(domain:a.com)", "WebFetch", "javascript:alert(1)", false},
		{rules.Deny, "WebFetch(domain:a.com)", "WebFetch", `https:a.com`, true},
		{rules.Deny, "WebFetch(domain:a.com)", "WebFetch", "https://a%2ecom", true},
		// tools by pattern
		{rules.Deny, "Web*", "WebSearch", "x", true},
		{rules.Allow, "Web*", "WebSearch", "xx", false},
		{rules.Allow, "Skill(code-review)", "Skill", "code-review", true},
		{rules.Allow, "Skill(code*)", "Skill", "code-review", false},
	} {
		rule := rules.Rule{Text: c.rule, Behavior: c.behavior, Source: rules.Source(rules.LocalSettings)}
		if got, why := rules.Match(rule, callOf(t, c.tool, c.value), realPlace); got != c.want {
			t.Errorf("%s %s, %s %q: %v (%s)", c.behavior, c.rule, c.tool, c.value, got, why)
		}
	}
}

func TestSymbolicLinks(t *testing.T) {
	place := realPlace
	place.Follow = func(p string) (string, bool) {
		switch p {
		case "/home/dev/app/out/o":
			return "/home/dev/outside/o", false
		case "/home/dev/app/lnk/f":
			return "/home/dev/app/real/f", false
		case "/home/dev/app/link":
			return "/home/dev/app/real/f", true
		}
		return p, false
	}
	for _, c := range []struct {
		behavior rules.Behavior
		rule     string
		path     string
		want     bool
	}{
		{rules.Allow, "Edit(out/**)", "out/o", false},
		{rules.Allow, "Edit(**)", "out/o", false},
		{rules.Allow, "Edit(**)", "lnk/f", true},
		{rules.Allow, "Edit(lnk/**)", "lnk/f", false},
		{rules.Allow, "Edit(**)", "link", false},
		{rules.Deny, "Edit(out/**)", "out/o", true},
		{rules.Deny, "Edit(~/outside/**)", "out/o", true},
		{rules.Deny, "Edit(real/**)", "link", true},
	} {
		rule := rules.Rule{Text: c.rule, Behavior: c.behavior, Source: rules.Source(rules.LocalSettings)}
		if got, why := rules.Match(rule, callOf(t, "Edit", c.path), place); got != c.want {
			t.Errorf("%s %s, %s: %v (%s)", c.behavior, c.rule, c.path, got, why)
		}
	}
}

func TestTraceNamesRuleAndLine(t *testing.T) {
	set := rules.Compile(append(local(rules.Allow, "Bash(git push:*)", "Bash(*)"), local(rules.Ask, "Bash(make:*)")...), realPlace)
	trace := set.Decide(callOf(t, "Bash", "git push && env make all"))
	if trace.Decision != rules.DecideAsk || trace.Rule == nil || trace.Rule.Where() != "l.json:1" || trace.Rule.Text != "Bash(make:*)" {
		t.Errorf("trace %+v", trace)
	}
	if len(trace.Parts) != 2 || trace.Parts[1].Decision != rules.DecideAsk || trace.Parts[1].Text != "env make all" {
		t.Errorf("parts %+v", trace.Parts)
	}
	if len(trace.Outvoted) != 1 || trace.Outvoted[0].Text != "Bash(*)" {
		t.Errorf("outvoted %+v", trace.Outvoted)
	}
}
