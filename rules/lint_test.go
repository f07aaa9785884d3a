package rules_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/claude"
	"sayso/rules"
)

func TestCheck(t *testing.T) {
	type b = claude.Behavior
	for name, c := range map[string]struct {
		allow, deny, ask []string
		want             []string // KIND rule, or KIND rule < the rule in the way
	}{
		"nothing to say":    {allow: []string{"Bash(git push:*)", "Edit(src/**)", "Read(//etc/hosts)", "WebFetch(domain:a.io)", "mcp__a__b"}},
		"ignored":           {allow: []string{"Write(x)"}, want: []string{"ignored Write(x)"}},
		"all of Bash":       {allow: []string{"Bash"}, want: []string{"broad Bash"}},
		"an interpreter":    {allow: []string{"Bash(python3:*)", "Bash(sudo *)", "Bash(git:*)"}, want: []string{"broad Bash(python3:*)", "broad Bash(sudo *)"}},
		"leading wildcard":  {allow: []string{"Bash(* --version)", "Bash(*)"}, want: []string{"shadowed Bash(* --version) < Bash(*)", "broad Bash(* --version)", "broad Bash(*)"}},
		"name and wildcard": {allow: []string{"Bash(git*)"}, want: []string{"broad Bash(git*)"}},
		"every host":        {allow: []string{"WebFetch(domain:*)", "WebFetch(domain:a.io)"}, want: []string{"broad WebFetch(domain:*)", "shadowed WebFetch(domain:a.io) < WebFetch(domain:*)"}},
		"every file":        {allow: []string{"Edit(//**)", "Edit(~/**)", "Edit"}, want: []string{"shadowed Edit(//**) < Edit", "broad Edit(//**)", "shadowed Edit(~/**) < Edit", "broad Edit(~/**)", "broad Edit"}},
		"this folder only":  {allow: []string{"Edit(*)", "Edit(//etc/x)"}},
		"shadowed prefix":   {allow: []string{"Bash(git:*)", "Bash(git push:*)", "Bash(git status)"}, want: []string{"shadowed Bash(git push:*) < Bash(git:*)", "shadowed Bash(git status) < Bash(git:*)"}},
		"shadowed pattern":  {allow: []string{"Bash(npm run *)", "Bash(npm run build:*)", "Bash(npm run x)"}, want: []string{"shadowed Bash(npm run build:*) < Bash(npm run *)", "shadowed Bash(npm run x) < Bash(npm run *)"}},
		"twice":             {allow: []string{"Read(a)", "Read(a)"}, want: []string{"shadowed Read(a) < Read(a)"}},
		"beneath a folder":  {deny: []string{"Edit(/src/**)", "Edit(/src/a/**)"}, want: []string{"shadowed Edit(/src/a/**) < Edit(/src/**)"}},
		"denied":            {allow: []string{"Bash(git push)"}, deny: []string{"Bash(git:*)"}, want: []string{"unreachable Bash(git push) < Bash(git:*)"}},
		"asked":             {allow: []string{"WebFetch(domain:a.b.io)"}, ask: []string{"WebFetch(domain:*.b.io)"}, want: []string{"unreachable WebFetch(domain:a.b.io) < WebFetch(domain:*.b.io)"}},
		"exact ask wins":    {ask: []string{"Bash(git push)"}, deny: []string{"Bash(git:*)"}},
		"ask denied":        {ask: []string{"Bash(git push:*)"}, deny: []string{"Bash(git:*)"}, want: []string{"unreachable Bash(git push:*) < Bash(git:*)"}},
		"narrower deny":     {allow: []string{"Bash(git push:*)"}, deny: []string{"Bash(git push --force:*)"}},
		"server":            {allow: []string{"mcp__a__b"}, deny: []string{"mcp__a"}, want: []string{"unreachable mcp__a__b < mcp__a"}},
		"everything denied": {allow: []string{"Read(x)"}, deny: []string{"*"}, want: []string{"unreachable Read(x) < *"}},
	} {
		t.Run(name, func(t *testing.T) {
			list := append(append(local(b(claude.Allow), c.allow...), local(claude.Deny, c.deny...)...), local(claude.Ask, c.ask...)...)
			var got []string
			for _, f := range rules.Check(list, realPlace) {
				s := string(f.Kind) + " " + f.Rule.Text
				if f.By != nil {
					s += " < " + f.By.Text
				}
				got = append(got, s)
				if f.Why == "" || !strings.Contains(f.String(), "l.json:") {
					t.Errorf("finding %q has no reason or place", f)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The matcher decides; it must not be able to reach a network or a terminal.
func TestTheMatcherImportsNoNetworkAndNoTerminal(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "sayso/rules").Output()
	if err != nil {
		t.Skip("the go command is not to be had:", err)
	}
	for dep := range strings.Lines(string(out)) {
		dep = strings.TrimSpace(dep)
		switch {
		case dep == "net", strings.HasPrefix(dep, "net/http"), strings.HasPrefix(dep, "crypto/tls"), dep == "os/exec",
			strings.HasPrefix(dep, "charm.land/"), strings.Contains(dep, "charmbracelet"), strings.Contains(dep, "fsnotify"),
			strings.Contains(dep, "x/term"):
			t.Errorf("sayso/rules imports %s", dep)
		}
	}
}
