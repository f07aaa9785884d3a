package shell_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/ui/preview/shell"
)

func TestParts(t *testing.T) {
	for in, want := range map[string][]string{
		"ls -l":                   {"first: ls -l"},
		"mkdir -p b && touch b/x": {"first: mkdir -p b", "if ok: touch b/x"},
		"a || b; c &":             {"first: a", "or else: b", "then: c, later"},
		"a | b | c":               {"first: a", "piped to: b <0", "piped to: c <1"},
		"a\nb":                    {"first: a", "then: b"},
		"echo $(date +%s) `id`":   {"first: echo $(date +%s) `id`", "first: date +%s [in $( )]", "first: id [in $( )]"},
		`echo "${x:-$(rm y)}"`:    {`first: echo "${x:-$(rm y)}"`, "first: rm y [in $( )]"},
		"diff <(a) b":             {"first: diff <(a) b", "first: a [in <( )]"},
		"X=$(a) && b":             {"first: X=$(a)", "first: a [in $( )]", "if ok: b"},
		"a $(b) | c":              {"first: a $(b)", "first: b [in $( )]", "piped to: c <0"},
		"if a; then b; elif c; then d; else e; fi": {"if: a", "if so: b", "else if: c", "if so: d", "else: e"},
		"for f in *.go; do gofmt $f; done":         {"for each: gofmt $f [in a loop]"},
		"while read x; do echo; done":              {"while: read x", "repeat: echo [in a loop]"},
		"case $x in a) b;; *) c;; esac":            {"in a case: b", "in a case: c"},
		"f() { a; b; }; f":                         {"first: a [in f()]", "then: b [in f()]", "then: f"},
		"(cd x && make); ls":                       {"first: cd x", "if ok: make @x", "then: ls"},
		"cd x && make":                             {"first: cd x", "if ok: make @x"},
		"cd $(git root) && make":                   {"first: cd $(git root)", "first: git root [in $( )]", "if ok: make @?"},
		"cat <<'E' > f\nx; y\nE\nls":               {"first: cat <<'E' > f >f 1 lines", "then: ls"},
		"a > b 2>&1 < c":                           {"first: a > b 2>&1 < c >b"},
		"{ a; b; } > c":                            {"first: a", "then: b >c"},
		`bash -c "a; b"`:                           {`first: bash -c "a; b"`, "first: a [in bash]", "then: b [in bash]"},
		`sudo sh -xc 'a'`:                          {`first: sudo sh -xc 'a'`, "first: a [in sh]"},
		`eval "a b"`:                               {`first: eval "a b"`, "first: a b [in eval]"},
		"! a":                                      {"first: ! a"},
		"time a":                                   {"first: a"},
		"export A=1; [[ -f x ]] && a":              {"first: export A=1", "then: [[ -f x ]]", "if ok: a"},
		"":                                         nil,
	} {
		t.Run(in, func(t *testing.T) {
			script := shell.Parse(in)
			if script.Err != nil {
				t.Fatal(script.Err)
			}
			var got []string
			for _, p := range script.Parts {
				said := p.How + ": " + p.Text
				if p.Where != "" {
					said += " [" + p.Where + "]"
				}
				for _, w := range p.Writes {
					said += " >" + w.Value
				}
				if p.Piped >= 0 {
					said += fmt.Sprintf(" <%d", p.Piped)
				}
				if p.Lines > 0 {
					said += fmt.Sprintf(" %d lines", p.Lines)
				}
				if p.Moved {
					said += " @?"
				} else if p.Dir != "" {
					said += " @" + p.Dir
				}
				if p.Later {
					said += ", later"
				}
				got = append(got, said)
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func TestWhatDoesNotParseHasNoParts(t *testing.T) {
	for _, in := range []string{"echo 'a", "if a; then", "a && ", "((", "<<"} {
		if s := shell.Parse(in); s.Err == nil || len(s.Parts) > 0 {
			t.Errorf("%q has the parts %v", in, s.Parts)
		}
	}
}

func TestCommandAndValues(t *testing.T) {
	for in, want := range map[string]string{
		"rm -rf 'a b' c":                "rm|-rf|a b|c",
		"/bin/rm x":                     "rm|x",
		`\rm x`:                         "rm|x",
		"r''m x":                        "rm|x",
		"r$'\\x6d' x":                   "",
		"$X y":                          "",
		"sudo -u root -n rm x":          "rm|x",
		"env -i A=1 B=2 rm x":           "rm|x",
		"A=1 rm x":                      "rm|x",
		"timeout -s KILL 5 rm x":        "rm|x",
		"nohup nice -n 5 rm x":          "rm|x",
		"xargs -0 -n 1 rm -f":           "rm|-f",
		"env":                           "env",
		`rm "$HOME/x" ~/y "~/z" $PWD/a`: "rm|~/x|~/y|./~/z|./a",
		`rm "$X/y"`:                     "rm|?",
		`rm *.go {a,b} "*.go"`:          "rm|*.go*|{a,b}*|*.go",
		`rm a\ b "a\$b" 'a\b'`:          `rm|a b|a$b|a\b`,
	} {
		t.Run(in, func(t *testing.T) {
			name, args := shell.Parse(in).Parts[0].Command()
			got := name
			for _, a := range args {
				switch {
				case !a.Known:
					got += "|?"
				case a.Glob:
					got += "|" + a.Value + "*"
				default:
					got += "|" + a.Value
				}
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestWhatTheCommandItselfAssigns(t *testing.T) {
	parts := shell.Parse("D=/srv/x; E=$(a); rm $D/y $E; for f in b c; do rm $f; done").Parts
	_, args := parts[3].Command()
	if !args[0].Known || args[0].Value != "/srv/x/y" || args[1].Known {
		t.Errorf("got %+v", args)
	}
	if _, args = parts[4].Command(); args[0].Known {
		t.Errorf("got %+v", args)
	}
}

func TestOptionsAndOperands(t *testing.T) {
	_, args := shell.Parse("rm -rf --no-preserve-root a -- -b").Parts[0].Command()
	if !shell.Option(args, 'r', "recursive") || !shell.Option(args, 0, "no-preserve-root") || shell.Option(args, 'b', "") {
		t.Error("options are not told")
	}
	if got := shell.Operands(args); len(got) != 2 || got[0].Value != "a" || got[1].Value != "-b" {
		t.Errorf("got %+v", got)
	}
}

func TestParseTakesAnything(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", " ", "'", `"`, "`", "$(", "${x", "}", ")", "(", "<<E", "\nE\n", "\n", ";", "&", "|", ">", "<", "if ", "then ", "fi", "{ ", "bash -c ", "eval ", "cd ", "\\", "=", "for x in ", "do ", "done", "\x00", "é"})
	rapid.Check(t, func(t *rapid.T) {
		if s := shell.Parse(strings.Join(rapid.SliceOf(piece).Draw(t, "command"), "")); errors.Is(s.Err, shell.ErrBroken) {
			t.Fatal("it broke")
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		shell.Parse("mkdir -p build && cd build && cmake .. | tee log && make -j8 $(nproc)")
	}
}
