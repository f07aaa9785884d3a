package rules_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sayso/internal/claude"
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

func local(behavior claude.Behavior, texts ...string) (list []rules.Rule) {
	for i, text := range texts {
		list = append(list, rules.Rule{Text: text, Behavior: behavior, Source: rules.Source(claude.LocalSettings), File: "l.json", Line: i + 1})
	}
	return list
}

// The place of a real session: the project lies in the home directory.
var realPlace = rules.Place{Cwd: "/home/dev/app", Home: "/home/dev"}

// Verdicts of Claude Code on matters that the tables do not touch.
func TestMatchBesidesTheTables(t *testing.T) {
	for _, c := range []struct {
		behavior   claude.Behavior
		rule, tool string
		value      string
		want       bool
	}{
		// a real home holds the project
		{claude.Allow, "Edit(~/**)", "Edit", "/home/dev/app/x", true},
		{claude.Allow, "Edit(~/app/**)", "Edit", "x", true},
		{claude.Deny, "Edit(~/x)", "Edit", "../x", true},
		// files that decide what runs later
		{claude.Allow, "Edit", "Edit", "/home/dev/app/.git/hooks/x", false},
		{claude.Allow, "Edit(**)", "Write", ".bashrc", false},
		{claude.Allow, "Edit(.claude/**)", "Edit", ".claude/settings.json", false},
		{claude.Allow, "Edit(**)", "Edit", "sub/.MCP.json", false},
		{claude.Allow, "Edit(**)", "Edit", ".claude/worktrees/a/x", true},
		{claude.Allow, "Edit(**)", "Edit", ".claude/worktrees/a/.git/x", false},
		{claude.Deny, "Edit(**)", "Edit", ".bashrc", true},
		{claude.Allow, "Read(~/**)", "Read", "/home/dev/.bashrc", true},
		// spellings that other systems read as another path
		{claude.Allow, "Edit(**)", "Edit", "GIT~1", false},
		{claude.Allow, "Edit(**)", "Edit", "a.", false},
		{claude.Allow, "Edit(**)", "Edit", "b.CON", false},
		{claude.Allow, "Edit(**)", "Edit", "a...b", false},
		{claude.Deny, "Edit(**)", "Edit", "a.", true},
		{claude.Allow, "Edit(//**)", "Edit", "a\x00b", false},
		{claude.Allow, "Edit(*)", "Edit", "a\x00b", false},
		// what may be edited may be read
		{claude.Allow, "Edit(//etc/**)", "Read", "/etc/x", true},
		{claude.Allow, "Edit", "Read", "/etc/x", false},
		// Tool(*) of a file tool stays in the working directory
		{claude.Allow, "Edit(*)", "Edit", "/etc/x", false},
		{claude.Deny, "Edit(*)", "Edit", "/etc/x", true},
		// the user's own /x is beneath ~/.claude, not here
		{claude.Deny, "Edit(/x)", "Edit", "/home/dev/app/x", true},
		// rules for the whole line
		{claude.Allow, "Bash(a $X)", "Bash", "a $X", true},
		{claude.Allow, "Bash((a))", "Bash", "(a)", false},
		{claude.Allow, "Bash(a &)", "Bash", "a &", false},
		{claude.Allow, "Bash(a > b)", "Bash", "a > b", false},
		{claude.Allow, "Bash(a && b)", "Bash", "a && b", true},
		// not even a rule for all of Bash
		{claude.Allow, "Bash", "Bash", "rm -rf /", false},
		{claude.Allow, "Bash", "Bash", "rm -rf ~", false},
		{claude.Allow, "Bash", "Bash", "echo x > .bashrc", false},
		{claude.Allow, "Bash", "Bash", "rm .git/config", false},
		{claude.Allow, "Bash", "Bash", "zork > /etc/x", true},
		{claude.Allow, "Bash", "Bash", "a\x01", false},
		{claude.Deny, "Bash", "Bash", "a\x01", true},
		{claude.Deny, "Bash(a)", "Bash", "a\x01", false},
		// files outside
		{claude.Allow, "Bash(rm:*)", "Bash", "rm x", true},
		{claude.Allow, "Bash(rm:*)", "Bash", "rm /etc/x", false},
		{claude.Allow, "Bash(cat:*)", "Bash", "cat /etc/x", false},
		{claude.Allow, "Bash(cat:*)", "Bash", "cat $HOME/x", false},
		{claude.Allow, "Bash(zork:*)", "Bash", "zork < /etc/x", false},
		{claude.Allow, "Bash(zork:*)", "Bash", "zork && cat ~bob/x", false},
		{claude.Allow, "Bash(zork:*)", "Bash", "zork | xargs grep -r x /etc", false},
		{claude.Allow, "Bash(zork:*)", "Bash", "zork > ~/x", false},
		{claude.Allow, "Bash(zork:*)", "Bash", "zork; cd /etc", false},
		// deny rules for files reach into the shell, ask rules do not
		{claude.Deny, "Read(.env)", "Bash", "sudo -n true; cat src/.env", true},
		{claude.Deny, "Edit(.env)", "Bash", "mv .env x", true},
		{claude.Deny, "Edit(.env)", "Bash", "zork 2>.env", true},
		{claude.Ask, "Edit(.env)", "Bash", "zork >.env", false},
		{claude.Deny, "Read(.env)", "Bash", "zork .env", false},
		// Monitor runs shell commands
		{claude.Deny, "Bash", "Monitor", "a", true},
		{claude.Allow, "Bash", "Monitor", "a", false},
		{claude.Allow, "Bash(a)", "Monitor", "a", true},
		// values of the input, for deny and ask
		{claude.Deny, "Agent(subagent_type:Explore)", "Agent", "Explore", true},
		{claude.Deny, "Agent(subagent_type:Exp*)", "Agent", "Explore", true},
		{claude.Deny, "Agent(subagent_type:explore)", "Agent", "Explore", false},
		{claude.Allow, "Agent(subagent_type:Explore)", "Agent", "Explore", false},
		// hosts
		{claude.Allow, "WebFetch(domain:docs.*.com)", "WebFetch", "https://docs.a.com", true},
		{claude.Allow, "WebFetch(domain:docs.*.com)", "WebFetch", "https://docs.a.b.com", false},
		{claude.Allow, "WebFetch(domain:*.a.com)", "WebFetch", "https://x.y.a.com:8080/?q", true},
		{claude.Allow, "WebFetch(domain:a.com)", "WebFetch", "https://evil.com@a.com", true},
		{claude.Allow, "WebFetch(domain:a.com)", "WebFetch", `https://evil.com\.a.com`, false},
		{claude.Allow, "WebFetch(domain:a.com)", "WebFetch", "https://a.com@evil.com", false},
		{claude.Allow, "WebFetch(domain:a.com)", "WebFetch", "javascript:alert(1)", false},
		{claude.Deny, "WebFetch(domain:a.com)", "WebFetch", `https:a.com`, true},
		{claude.Allow, "WebFetch(domain:*.com)", "WebFetch", "https://a..com", false},
		{claude.Allow, "WebFetch(domain:*.com)", "WebFetch", "https://.a.com", false},
		{claude.Deny, "WebFetch(domain:127.0.0.1)", "WebFetch", "http://127.1", true},
		{claude.Deny, "WebFetch(domain:127.0.0.1)", "WebFetch", "http://2130706433", true},
		{claude.Deny, "WebFetch(domain:127.0.0.1)", "WebFetch", "http://0x7f000001", true},
		{claude.Deny, "WebFetch(domain:127.0.0.1)", "WebFetch", "http://127.0.0.1.evil.io", false},
		{claude.Allow, "WebFetch(domain:127.0.0.1)", "WebFetch", "http://127.0.0.1:8080/x", true},
		{claude.Deny, "WebFetch(domain:a.com)", "WebFetch", "https://a%2ecom", true},
		// tools by pattern
		{claude.Deny, "Web*", "WebSearch", "x", true},
		{claude.Allow, "Web*", "WebSearch", "xx", false},
		{claude.Allow, "Skill(code-review)", "Skill", "code-review", true},
		{claude.Allow, "Skill(code*)", "Skill", "code-review", false},
	} {
		rule := rules.Rule{Text: c.rule, Behavior: c.behavior, Source: rules.Source(claude.LocalSettings)}
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
		behavior claude.Behavior
		rule     string
		path     string
		want     bool
	}{
		{claude.Allow, "Edit(out/**)", "out/o", false},
		{claude.Allow, "Edit(**)", "out/o", false},
		{claude.Allow, "Edit(**)", "lnk/f", true},
		{claude.Allow, "Edit(lnk/**)", "lnk/f", false},
		{claude.Allow, "Edit(**)", "link", false},
		{claude.Deny, "Edit(out/**)", "out/o", true},
		{claude.Deny, "Edit(~/outside/**)", "out/o", true},
		{claude.Deny, "Edit(real/**)", "link", true},
	} {
		rule := rules.Rule{Text: c.rule, Behavior: c.behavior, Source: rules.Source(claude.LocalSettings)}
		if got, why := rules.Match(rule, callOf(t, "Edit", c.path), place); got != c.want {
			t.Errorf("%s %s, %s: %v (%s)", c.behavior, c.rule, c.path, got, why)
		}
	}
}

func TestTraceNamesRuleAndLine(t *testing.T) {
	set := rules.Compile(append(local(claude.Allow, "Bash(git push:*)", "Bash(*)"), local(claude.Ask, "Bash(make:*)")...), realPlace)
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

// What Claude Code made of commands that read and change files, with a rule for
// each of the programs and with one for all of Bash. Every verdict was seen.
func TestFilesInCommands(t *testing.T) {
	var programs []string
	for _, name := range strings.Fields("rm rmdir mkdir touch cp mv tee sed echo zork find cat") {
		programs = append(programs, "Bash("+name+":*)")
	}
	each := rules.Compile(local(claude.Allow, programs...), realPlace)
	all := rules.Compile(local(claude.Allow, "Bash"), realPlace)
	for command, want := range map[string][2]bool{
		// a wildcard or a brace in the name of what is changed
		"rm a": {true, true}, "rm a*": {false, true}, "rm 'a*'": {false, true}, `rm a\*`: {false, true}, "rm [a]": {false, true}, "rm a{": {false, true},
		"mv a? b": {false, true}, "cp a b*": {false, true}, "cp a* b": {false, true}, "tee a*": {false, true}, "sed -i s/a/b/ x*": {false, true}, "mkdir 'a{'": {false, true},
		"cat a*": {true, true}, "zork a*": {true, true}, "find a* -name x": {false, true}, "find . -name 'x*'": {true, true}, `find . -name x\*`: {true, true},
		// a path that can't be followed
		"rm sub/../x": {false, true}, "cat sub/../x": {false, true}, "zork < sub/../x": {false, true}, "cat ../app/x": {true, true}, "cat 'x$y'": {false, true},
		"rm 'x$y'": {false, true}, "zork 'x$y'": {true, true},
		// options are seen behind -- too
		"cp -- -a b": {false, true}, "mv -- -a b": {false, true}, "rm -- -a": {true, true},
		// input
		"zork < in": {true, true}, "zork < a*": {false, true}, "zork < $HOME": {false, true}, "zork < /dev/null": {true, true}, "zork < /dev/tty": {true, true},
		"zork < /dev/fd/3": {true, true}, "zork | tee /dev/stderr": {true, true}, "zork >& /dev/null": {true, true},
		// where a redirection stands
		"zork 2>&1 x": {false, true}, "zork >/dev/null x": {false, true}, "zork < in x": {false, true}, "zork 2>&1 # x": {false, true}, "zork <&- x": {false, true},
		"zork <<< x y": {true, true}, "zork 2>&1 <<< x": {false, true}, "zork x 2>&1": {true, true}, "zork 2>&1 && zork x": {true, true}, "zork 2>&1; # x": {true, true},
		"zork 10>&1": {false, true}, "zork <>/dev/null": {false, true}, "zork 3>&1": {true, true}, "zork && [[ -f x ]] 2>/dev/null": {true, true},
		// here-documents that the shell leaves alone
		"zork <<'E'\n$x\nE": {true, true}, "zork <<\"E\"\n$x\nE": {true, true}, "zork <<\\E\n$x\nE": {true, true}, "zork <<E\n$x\nE": {false, true},
		// not even a rule for all of Bash
		"rm a.": {false, false}, "touch GIT~1": {false, false}, "mv x.CON b": {false, false}, "rm a...b": {true, true}, "rm //srv/x": {false, false},
		"cp .git/x b": {false, false}, "echo > a.": {false, false}, "echo > //srv/x": {false, false}, "mv ~ b": {false, false}, "mv -f ~ b": {false, false},
		"mv x .. b": {false, false}, "timeout 5 rm -rf /": {false, false}, "env rm -rf /": {false, false}, "/bin/rm -rf /": {false, false},
		`sh -c "rm -rf /"`: {false, false}, "rm ../app2/*": {false, false}, "rm -rf $X": {false, true}, "rm -rf $X/": {false, false}, "rm -rf $(pwd)": {false, false},
	} {
		for i, set := range []*rules.Set{each, all} {
			trace := set.Decide(callOf(t, "Bash", command))
			if got := trace.Decision == rules.DecideAllow; got != want[i] {
				t.Errorf("%q, %s: allowed is %v, and Claude Code says %v (%s)", command, []string{"a rule for each program", "Bash"}[i], got, want[i], trace.Why)
			}
		}
	}
}

// Deny rules for files and the shell commands that they reach.
func TestDeniedFilesInCommands(t *testing.T) {
	for command, want := range map[string][2]bool{ // denied by Read(.env), by Edit(.env)
		"cat .env": {true, false}, "env X=1 cat .env": {true, false}, "(cat .env)": {true, false}, "cd sub && cat ../.env": {true, false},
		"{ cat .env; }": {false, false}, "zork $(cat .env)": {false, false}, "mv x .env": {false, true}, "mv .env x": {true, true}, "cp .env x": {true, true},
		"cp x .env": {false, true}, "(rm .env)": {false, true}, "/bin/rm .env": {false, true}, "/bin/cat .env": {false, false}, "zork .env": {false, false},
	} {
		for i, text := range []string{"Read(.env)", "Edit(.env)"} {
			trace := rules.Compile(local(claude.Deny, text), realPlace).Decide(callOf(t, "Bash", command))
			if got := trace.Decision == rules.DecideDeny; got != want[i] {
				t.Errorf("%q, deny %s: %v, and Claude Code says %v", command, text, got, want[i])
			}
			named := slices.ContainsFunc(trace.Parts, func(p rules.PartTrace) bool { return p.Rule != nil && p.Decision == rules.DecideDeny })
			if named != want[i] {
				t.Errorf("%q, deny %s: the parts are %+v", command, text, trace.Parts)
			}
		}
	}
}
