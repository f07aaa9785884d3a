package shell_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/rules/shell"
)

func texts(l *shell.Line) (list []string) {
	for _, p := range l.Parts {
		list = append(list, p.Text)
	}
	return list
}

func TestParts(t *testing.T) {
	for command, want := range map[string][]string{
		"git push":            {"git push"},
		"  git  push \n":      {"git  push"},
		"a && b || c; d | e":  {"a", "b", "c", "d", "e"},
		"a\nb":                {"a", "b"},
		"a # b":               {"a"},
		"# a\nb":              {"b"},
		"a 2>&1 >/dev/null b": {"a b"},
		"a <<< x":             {"a <<< x"},
		"a \\\n  b":           {"a b"},
		"if a; then b; elif c; then d; else e; fi": {"a", "b", "c", "d", "e"},
		"while a; do b; done":                      {"a", "b"},
		"X=1 a":                                    {"X=1 a"},
		"time a":                                   {"time a"},
		"[[ -f x ]] && a":                          {"[[ -f x ]]", "a"},
		"a $(b; c)":                                {"a $(b; c)", "b", "c"},
		"a `b`":                                    {"a `b`", "b"},
		"diff <(a) <(b)":                           {"diff <(a) <(b)", "a", "b"},
		"f() { a; }; f":                            {"a", "f"},
		"(a; b)":                                   {"a", "b"},
		"a <<E\n$(b)\nE":                           {"a", "b"},
		"a;;":                                      {"a"},
		`a "b; c`:                                  {`a "b; c`},
		"a ) ; b":                                  {"a", "b"},
		"if a":                                     {"a"},
		"":                                         nil,
	} {
		if diff := cmp.Diff(want, texts(shell.Parse(command))); diff != "" {
			t.Errorf("%q: %s", command, diff)
		}
	}
}

// Without a doubt is only what can be followed completely.
func TestDoubt(t *testing.T) {
	clear := []string{
		"git push", `git push "$HOME"`, "a $HOME/x", "a 'x; y'", `a "x && y"`, "a *.go", "a ~/x", "a {x}", "a 2>/dev/null", "a < in",
		"a && b | c", "! a", "if a; then b; fi", "a <<'E'\nx\nE", "NODE_ENV=x; a", "a $((1+2))", "a \\\n b", "a x=y",
	}
	doubtful := []string{
		"a $X", `a "$X"`, "a ${HOME}", "a $(b)", "a `b`", "a <(b)", "a &", "(a)", "{ a; }", "f() { a; }", "case x in x) a;; esac",
		"for i in 1; do a; done", "a {x,y}", "a {1..2}", "a $'x'", `a $"x"`, "eval a", "exec a", ". a", "source a", "watch a", "X=1; a",
		"a =b", `a x\ y`, "a <<E\nx\nE", "a \u00a0b", "a 'x\n# y'", "coproc a", "trap a EXIT", "timeout -x 5 a", "nohup -x a", "cd a && cd b",
		"cd a && git push", "cd a && b > c", "a x\\\ny", "a \\", "<x a", "a )", `a "b`, "read x", "((x=1))", "time -p a", "find . -exec a {} +",
		"select x in a; do b; done", "a $[1+2]", "X[1]=2 a", "X=(1 2) a", "a >$X", "a !(x)",
	}
	for _, c := range clear {
		if l := shell.Parse(c); l.Doubt != "" || l.Broken {
			t.Errorf("%q: doubt %q", c, l.Doubt)
		}
	}
	for _, c := range doubtful {
		if l := shell.Parse(c); l.Doubt == "" {
			t.Errorf("%q: no doubt", c)
		}
	}
}

func TestFault(t *testing.T) {
	for _, c := range []string{"a\r\n", "a\x00b", "a\x1b[0m", "a\x7f", "a\xff"} {
		if l := shell.Parse(c); l.Fault == "" || len(l.Parts) > 0 {
			t.Errorf("%q: fault %q, parts %v", c, l.Fault, texts(l))
		}
	}
}

func TestAllowFormsAreNarrow(t *testing.T) {
	for command, want := range map[string][]string{
		"NODE_ENV=x timeout 5 git push": {"NODE_ENV=x timeout 5 git push", "timeout 5 git push", "git push"},
		"nice nohup git push":           {"nice nohup git push", "nohup git push", "git push"},
		"FOO=1 git push":                {"FOO=1 git push"},
		"sudo git push":                 {"sudo git push"},
		"env git push":                  {"env git push"},
		`"git" push`:                    {`"git" push`, "git push"},
		`timeout 5 \git push`:           {`timeout 5 \git push`, `\git push`, "git push"},
		`"git push"`:                    {`"git push"`},
		`git "push"`:                    {`git "push"`},
		"/usr/bin/git push":             {"/usr/bin/git push"},
		"command -v git":                {"command -v git"},
	} {
		if diff := cmp.Diff(want, shell.Parse(command).Parts[0].AllowForms()); diff != "" {
			t.Errorf("%q: %s", command, diff)
		}
	}
}

func TestReachIsWide(t *testing.T) {
	for _, command := range []string{
		"git push", "FOO=1 git push", "FOO=1 BAR=2 git push", "sudo git push", "sudo -u bob git push", "sudo -E A=1 git push",
		"sudo env X=1 timeout 5 git push", "doas git push", "env -i A=1 git push", "env -S 'git push'", "/usr/bin/git push", "./git push",
		"git.exe push", `"git" push`, `g\it push`, "git 'push'", "nice -n 5 git push", "watch -n1 git push", "flock l git push", "setsid git push",
		"strace -f -o x git push", "exec git push", "command -p git push", "git push > x", "<x git push", "git $X push", "X=git; $X push",
		`git push "`, "$HOME/git push", "git push $((1+1))", "chrt -f 1 git push", "script -q x git push", "ionice -c3 git push",
	} {
		l := shell.Parse(command)
		found := false
		for _, p := range l.Parts {
			found = found || slices.ContainsFunc(p.Reach(), func(f shell.Form) bool { return f.Text == "git push" && !f.ViaXargs })
		}
		if !found {
			t.Errorf("%q: git push is not reached", command)
		}
	}
	for _, command := range []string{"echo git push", "npx git push", "bash -c 'git push'", "command -v git push", "xargs git push"} {
		for _, p := range shell.Parse(command).Parts {
			if slices.ContainsFunc(p.Reach(), func(f shell.Form) bool { return f.Text == "git push" && !f.ViaXargs }) {
				t.Errorf("%q: git push is reached", command)
			}
		}
	}
}

func TestReadsOnly(t *testing.T) {
	for command, want := range map[string]bool{
		"ls -la": true, "echo hi": true, "head -5": true, "grep -rn x .": true, "wc -l": true, "sleep 1": true, "true": true, "git status": true,
		"git log --oneline -5": true, "[[ -f x ]]": true, "test -f x": true, "sed -n 1,5p x": true, "find . -name x": true, "date +%s": true,
		"rm x": false, "sort -o x": false, "sed -i s/a/b/ x": false, "find . -delete": false, "git push": false, "git diff --output=x": false,
		"rg --pre=x y": false, "date -s x": false, "echo $X": false, "make": false, "X=1 ls": false, "time ls": false, "uniq a b": false,
		"env": false, "xargs rm": false, "xargs grep x": true, "jq env": false, "git branch x": false, "git branch": true,
	} {
		if got := shell.Parse(command).Parts[0].ReadsOnly(); got != want {
			t.Errorf("%q: %v", command, got)
		}
	}
}

func TestFiles(t *testing.T) {
	for command, want := range map[string][2]string{
		"cat a b": {"a b", ""}, "grep x a": {"a", ""}, "grep -e x a": {"x a", ""}, "cp a b": {"a", "a b"}, "mv a b": {"a", "a b"}, "env X=1 cat a": {"a", ""},
		"rm -rf a": {"", "a"}, "sed s/a/b/ c": {"c", "c"}, "sed -n 1p c": {"c", ""}, "cd": {"~", ""}, "cd a": {"a", ""}, "git diff a": {"a", ""},
		"timeout 5 cat a": {"a", ""}, "env cat a": {"a", ""}, "zork a": {"", ""}, "find a -name b": {"a", ""}, "tee -a x": {"", "x"},
	} {
		reads, writes, _ := shell.Parse(command).Parts[0].Files()
		if got := [2]string{values(reads), values(writes)}; got != want {
			t.Errorf("%q: %q", command, got)
		}
	}
}

func values(words []shell.Word) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.Value
	}
	return strings.Join(list, " ")
}

// Whatever the text, an allow form is among the wide ones, a line that is broken
// or faulty is in doubt, and nothing panics or hangs.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"git push && make", `a "$(b)" 'c' $'d'`, "if a; then b; fi", "X=1 sudo env -S 'a b' c", "a <<E\n$(b)\nE\n", "a ) b", "`a", "a {b,c}",
		"time -p a", "xargs timeout 5 a", "a;;", "((a))", "[[ a ]]", "a \\\n b", "coproc a", "a\r", "f() { a; }", "case a in b) c;; esac", "nice -n",
		"timeout", "flock", "env -S", "chrt 1", "\ufeffa", "a <", "for", "$", "\\",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, command string) {
		l := shell.Parse(command)
		if (l.Broken || l.Firm != "") && l.Doubt == "" {
			t.Errorf("%q: broken or firm without a doubt", command)
		}
		for _, p := range l.Parts {
			reach := p.Reach()
			for _, form := range p.AllowForms() {
				want := strings.TrimSpace(form)
				if want != "" && !slices.ContainsFunc(reach, func(f shell.Form) bool { return f.Text == want }) {
					t.Errorf("%q: %q is allowed by and not reached", command, form)
				}
			}
			p.ReadsOnly()
			p.Files()
			p.Name()
		}
		same(t, command)
		if l.Doubt == "" && l.Fault == "" {
			for _, p := range l.Parts {
				if p.Nested && !strings.ContainsAny(command, "$`") {
					t.Errorf("%q: a nested part without a substitution", command)
				}
			}
		}
	})
}
