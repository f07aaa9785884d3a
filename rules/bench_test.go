package rules_test

import (
	"fmt"
	"testing"

	"sayso/internal/claude"
	"sayso/rules"
)

// manyRules returns n rules of all kinds, none of which matches the calls below.
func manyRules(n int) (list []rules.Rule) {
	forms := []string{
		"Bash(tool%d run:*)", "Bash(git push host%d)", "Bash(git push host%d *)", "Bash(npm run task%d --*)", "Bash(* --flag%d)",
		"Edit(src/pkg%d/**)", "Read(//opt/data%d/*.csv)", "Edit(*.ext%d)", "WebFetch(domain:host%d.example.com)",
		"WebFetch(domain:*.site%d.org)", "mcp__server%d__*", "Bash(broken%d",
	}
	behaviors := claude.Behaviors()
	for i := range n {
		list = append(list, rules.Rule{
			Text: fmt.Sprintf(forms[i%len(forms)], i), Behavior: behaviors[i/len(forms)%3], Source: rules.Source(claude.LocalSettings),
		})
	}
	return list
}

var benchCalls = map[string]func(t testing.TB) rules.Call{
	"Bash": func(t testing.TB) rules.Call {
		return callOf(t, "Bash", "cd src && FOO=1 git push origin main | tee log # push")
	},
	"Edit":     func(t testing.TB) rules.Call { return callOf(t, "Edit", "/home/dev/app/src/deep/er/main.go") },
	"WebFetch": func(t testing.TB) rules.Call { return callOf(t, "WebFetch", "https://docs.example.com/a/b?c=d") },
	"MCP":      func(t testing.TB) rules.Call { return callOf(t, "mcp__tickets__create", "x") },
}

// A call against ten thousand rules is to stay below 100 µs.
func BenchmarkDecide(b *testing.B) {
	set := rules.Compile(manyRules(10_000), realPlace)
	for name, call := range benchCalls {
		b.Run(name, func(b *testing.B) {
			c := call(b)
			b.ReportAllocs()
			for b.Loop() {
				set.Decide(c)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	list := manyRules(10_000)
	for b.Loop() {
		rules.Compile(list, realPlace)
	}
}
