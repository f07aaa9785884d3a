package pathrule_test

import (
	"errors"
	"testing"

	"sayso/rules/pathrule"
)

// What Claude Code itself made of these patterns and paths.
func TestMatch(t *testing.T) {
	type paths map[string]bool
	for _, c := range []struct {
		pattern string
		wide    bool
		base    pathrule.Base
		paths   paths
	}{
		{".env", false, pathrule.WorkingDir, paths{".env": true, "src/.env": true, "src/deep/er/.env": true, ".env.bak": false, ".env/child.txt": true}},
		{"./.env", false, pathrule.WorkingDir, paths{".env": true, "src/.env": true}},
		{"/.env", false, pathrule.SettingsRoot, paths{".env": true, "src/.env": false, ".env/child": true}},
		{"~/.env", false, pathrule.Home, paths{".env": true, "src/.env": false}},
		{"//etc/**", false, pathrule.Root, paths{"etc/x": true, "etc/x/y": true, "opt/etc/x": false}},
		{"///etc", false, pathrule.Root, paths{"etc": true}},
		{"src/*", false, pathrule.WorkingDir, paths{"src/a": true, "src/a/b": true, "x/src/a": false}},
		{"src/", false, pathrule.WorkingDir, paths{"src": false, "src/a": true, "x/src/a": true}},
		{"src/**", false, pathrule.WorkingDir, paths{"src": true, "src/a": true, "x/src/a": false}},
		{"src/**", true, pathrule.WorkingDir, paths{"src": true, "src/a": true, "x/src/a": true}},
		{"./src/**", true, pathrule.WorkingDir, paths{"x/src/a": true}},
		{"/src/**", true, pathrule.SettingsRoot, paths{"src/a": true, "x/src/a": false}},
		{"**/src/**", false, pathrule.WorkingDir, paths{"src/a": true, "x/src/a": true, "x/srcs/a": false}},
		{"p/**/", false, pathrule.WorkingDir, paths{"p/a": true, "p/a/b": true}},
		{"src/**/.env", false, pathrule.WorkingDir, paths{"src/.env": true, "src/a/b/.env": true, ".env": false}},
		{"**", false, pathrule.WorkingDir, paths{"a": true, "a/b": true, "": false, "..": false, "../a": false}},
		{"//**", false, pathrule.Root, paths{"etc/passwd": true, ".": false}},
		{"p/?.txt", false, pathrule.WorkingDir, paths{"p/a.txt": true, "p/ab.txt": false, "q/p/a.txt": false}},
		{"p/[ab].txt", false, pathrule.WorkingDir, paths{"p/a.txt": true, "p/c.txt": false}},
		{"p/[!ab].txt", false, pathrule.WorkingDir, paths{"p/c.txt": false, "p/a.txt": true, "p/!.txt": true}},
		{"x[!0-9]", true, pathrule.WorkingDir, paths{"x1": true, "x!": true, "xa": false}},
		{"p/[^a]x", false, pathrule.WorkingDir, paths{"p/ax": true, "p/^x": true, "p/bx": false}},
		{"p/[a-c]x", false, pathrule.WorkingDir, paths{"p/bx": true, "p/dx": false}},
		{"p/{a,b}.txt", false, pathrule.WorkingDir, paths{"p/a.txt": false, "p/{a,b}.txt": true}},
		{"Name.txt", false, pathrule.WorkingDir, paths{"name.TXT": true}},
		{"a.txt ", false, pathrule.WorkingDir, paths{"a.txt": true}},
		{" a.txt", false, pathrule.WorkingDir, paths{" a.txt": true, "a.txt": false}},
		{`p\*.txt`, false, pathrule.WorkingDir, paths{"p*.txt": true, "pa.txt": false}},
		{`p/\a`, false, pathrule.WorkingDir, paths{"p/a": true}},
		{`\!p`, false, pathrule.WorkingDir, paths{"!p": true}},
		{`\#p`, false, pathrule.WorkingDir, paths{"#p": true}},
		{"#p", true, pathrule.WorkingDir, paths{"#p": true, "p": false}},
		{"p//a", false, pathrule.WorkingDir, paths{"p/a": true}},
		{".//p", false, pathrule.WorkingDir, paths{"p": true}},
		{"p**", false, pathrule.WorkingDir, paths{"p": true, "pa": true, "p/a": true}},
		{"**p", false, pathrule.WorkingDir, paths{"p": true, "ap": true, "x/ap": true}},
		{"p*/x", false, pathrule.WorkingDir, paths{"pa/x": true, "p/x": true, "p/a/x": false}},
		{"*.p", false, pathrule.WorkingDir, paths{".p": true, "a.p": true, "d/a.p": true, "a.p/x": true}},
		{"~p", false, pathrule.WorkingDir, paths{"~p": true}},
		{"p/*/x", false, pathrule.WorkingDir, paths{"p/a/x": true, "p/a/b/x": false, "p/x": false}},
		{"p/**/x/**", false, pathrule.WorkingDir, paths{"p/x/a": true, "p/a/x/b": true, "p/x": true}},
		{"/**/", false, pathrule.SettingsRoot, paths{"a": false, "a/b": true}},
		{"**/**/p", false, pathrule.WorkingDir, paths{"p": false, "a/p": true, "a/b/p": true}},
		{"p(x)", false, pathrule.WorkingDir, paths{"p(x)": true}},
	} {
		p, err := pathrule.Compile(c.pattern, c.wide)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		if p.Base != c.base {
			t.Errorf("%q: base %v, want %v", c.pattern, p.Base, c.base)
		}
		for path, want := range c.paths {
			if got := p.Match(path); got != want {
				t.Errorf("%q (wide %v) covers %q: %v, want %v", c.pattern, c.wide, path, got, want)
			}
		}
	}
}

func TestPatternsThatMatchNothing(t *testing.T) {
	for pattern, want := range map[string]error{
		"!a": pathrule.ErrNegated, "/!a": nil, "#a": pathrule.ErrComment, "a:*": pathrule.ErrPrefix, "~": pathrule.ErrHome,
		"a/[": pathrule.ErrSyntax, "a\\": pathrule.ErrSyntax, `a[\d]`: pathrule.ErrClass, `a[\]]`: pathrule.ErrClass, `a[\!b]`: nil, "../a": pathrule.ErrDots, "a/./b": pathrule.ErrDots, "a/../b": pathrule.ErrDots, " ": pathrule.ErrEmpty, "/": pathrule.ErrEmpty, "//": pathrule.ErrEmpty, "~/": pathrule.ErrEmpty,
	} {
		p, err := pathrule.Compile(pattern, false)
		if !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", pattern, err, want)
		}
		if err != nil && (p.Match("a") || p.Match("b") || p.Match("a/b")) {
			t.Errorf("%q is refused and matches", pattern)
		}
	}
}
