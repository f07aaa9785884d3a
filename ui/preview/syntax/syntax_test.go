package syntax_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/ui/preview/syntax"
)

// signs stand for the kinds in what these tests expect.
const signs = ".csnki"

// kinds returns a sign for each byte of the lines.
func kinds(l *syntax.Language, text string) string {
	lines := strings.Split(text, "\n")
	out := make([]string, len(lines))
	for i, runs := range syntax.Scan(l, lines) {
		at := 0
		for _, r := range runs {
			out[i] += strings.Repeat(signs[r.Kind:r.Kind+1], r.End-at)
			at = r.End
		}
	}
	return strings.Join(out, "\n")
}

func TestScan(t *testing.T) {
	for name, tc := range map[string]struct{ file, in, want string }{
		"go": {"a.go",
			"func f(x int) { return 12 } // no",
			"kkkk.i..........kkkkkk.nn...ccccc"},
		"a raw text over lines": {"a.go",
			"x := `a\nb\\` + \"c\\\"\"",
			".....ss\nsss...sssss"},
		"a comment over lines": {"a.c",
			"a /* b\nc */ d",
			"..cccc\ncccc.."},
		"a lone quote opens nothing": {"a.c", "f(it's)", "i......"},
		"a lifetime":                 {"a.rs", "fn f<'a>(x: &'a str)", "kk.................."},
		"an address is no comment":   {"a.js", "f(https://x.y)", "i............."},
		"python":                     {"a.py", `"""a` + "\n" + `b""" # c`, "ssss\nssss.ccc"},
		"json": {"a.json",
			`{"a": "b", "c": [1, true]}`,
			`.iii..sss..iii...n..kkkk..`},
		"yaml":          {"a.yml", "- a-b: yes # c", "..iii..kkk.ccc"},
		"toml":          {"a.toml", "[a.b]\nc-d = \"e\"", "kkkkk\niii...sss"},
		"html":          {"a.html", `<a href="b">c</a><!-- d -->`, `.k......sss....k.cccccccccc`},
		"by whole name": {"src/Makefile", "all: # c", ".....ccc"},
		"not known":     {"a.xyz", "if 1", "...."},
	} {
		t.Run(name, func(t *testing.T) {
			if got := kinds(syntax.For(tc.file), tc.in); got != tc.want {
				t.Errorf("\n in  %q\n got %q\nwant %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestScanShell(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"names after operators": {"mkdir -p a && touch b|wc", "iiiii......kk.iiiii..kii"},
		"assignment first":      {"A=1 make 2", "....iiii.n"},
		"texts":                 {`echo 'a b' "c $D ${E}"`, "iiii.sssss.sssiisiiiis"},
		"a command in a text":   {`echo "a $(date +%s) b" && rm c`, "iiii.ssskkiiii....ksss.kk.ii.."},
		"a text over lines":     {"echo 'a\nb' c", "iiii.ss\nss.."},
		"a comment":             {"ls # a 'b", "ii.cccccc"},
		"no comment":            {"echo a#b", "iiii...."},
		"a document":            {"cat <<'EOF' > a\nx $y\nEOF\nls", "iii.kkkkkkk.k..\nssss\nkkk\nii"},
		"two documents":         {"f <<A <<-B\na\nA\nb\n    B\nls", "i.kkk.kkkk\ns\nk\ns\nkkkkk\nii"},
		"a sum is no document":  {"echo $((1<<2))\nls", "iiii.nnnnnnnnn\nii"},
		"a longer line":         {"ls \\\n  -l", "ii..\n...."},
		"shell words":           {"if a; then b; fi", "kk.ik.kkkk.ik.kk"},
		"a file after >":        {"a > b 2>&1", "i.k...nkkn"},
	} {
		t.Run(name, func(t *testing.T) {
			got := kinds(syntax.Shell(), tc.in)
			if got != tc.want {
				t.Errorf("\n in  %q\n got %q\nwant %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestRunsCoverEveryLine(t *testing.T) {
	files := []string{"a.go", "a.py", "a.ts", "a.json", "a.yaml", "a.toml", "a.html", "a.sh", "a.rs", "Makefile", "x"}
	piece := rapid.SampledFrom([]string{"'", `"`, "`", "$(", "${", "(", ")", "<<", "EOF", "\\", "#", "//", "/*", "*/", " ", "a", "1", "|", "&", "<!--", "日", "\n", "=", ":", "⟨ESC⟩", `"""`})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "text"), "")
		lines := strings.Split(text, "\n")
		got := syntax.Scan(syntax.For(rapid.SampledFrom(files).Draw(t, "file")), lines)
		for i, runs := range got {
			at := 0
			for _, r := range runs {
				if r.End <= at || r.Kind >= syntax.Kinds {
					t.Fatalf("%q has the runs %v", lines[i], runs)
				}
				at = r.End
			}
			if at != len(lines[i]) {
				t.Fatalf("%q is covered to %d: %v", lines[i], at, runs)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	lines := strings.Split(strings.Repeat("\tif err := f(x, \"text\", 12); err != nil { // why\n\t\treturn fmt.Errorf(`a %w`, err)\n", 100), "\n")
	size := len(strings.Join(lines, "\n"))
	for name, l := range map[string]*syntax.Language{"go": syntax.For("a.go"), "shell": syntax.Shell()} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				syntax.Scan(l, lines)
			}
		})
	}
}

// A line that is too long to be looked through is not coloured, and the ones
// after it are.
func TestALongLineIsNotColoured(t *testing.T) {
	for name, l := range map[string]*syntax.Language{"shell": syntax.Shell(), "go": syntax.For("x.go")} {
		for _, open := range []string{"$((", "${", `'\\`, "/*", "\"\\"} {
			short, long := strings.Repeat(open, 20), strings.Repeat(open, 1<<20/len(open))
			runs := syntax.Scan(l, []string{long, "x 1"})
			if len(runs[0]) != 1 || runs[0][0] != (syntax.Run{End: len(long), Kind: syntax.Plain}) {
				t.Errorf("%s, %q: a line of 1 MiB has %d runs", name, open, len(runs[0]))
			}
			if runs := syntax.Scan(l, []string{short}); runs[0][len(runs[0])-1].End != len(short) {
				t.Errorf("%s, %q: the runs of a short line end at %d", name, open, runs[0][len(runs[0])-1].End)
			}
		}
	}
}
