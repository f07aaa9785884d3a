package shell_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sayso/rules/shell"
)

// shown writes a command as "rm x >f @dir <1 >2 in 0": what it runs, the files it
// writes, its directory, the pipes it reads and writes and where it stands.
func shown(c shell.Command) string {
	said := strings.TrimSpace(c.Name + " " + expansions(c.Args))
	for _, w := range c.Writes {
		said += " >" + expansions([]shell.Expansion{w})
	}
	switch {
	case c.Moved:
		said += " @?"
	case c.Dir != "":
		said += " @" + c.Dir
	}
	if c.In != 0 {
		said += fmt.Sprintf(" <%d", c.In)
	}
	if c.Out != 0 {
		said += fmt.Sprintf(" |%d", c.Out)
	}
	if c.Via != shell.ViaNothing {
		said += fmt.Sprintf(" %s%d", [...]string{"", "$", "in", "out"}[c.Via], c.Host)
	}
	return strings.TrimSpace(said)
}

// expansions writes words by value: ? for one that can't be told, * behind one
// that stands for several.
func expansions(words []shell.Expansion) string {
	list := make([]string, len(words))
	for i, w := range words {
		if list[i] = w.Value; !w.Known {
			list[i] = "?"
		} else if w.Glob {
			list[i] += "*"
		}
	}
	return strings.Join(list, " ")
}

// followed checks a table of lines and the commands they run.
func followed(t *testing.T, table map[string][]string) {
	t.Helper()
	for line, want := range table {
		s := shell.Follow(line)
		var got []string
		for _, c := range s.Commands {
			got = append(got, shown(c))
		}
		if diff := cmp.Diff(want, got); diff != "" || s.Broken || s.Unchecked != "" {
			t.Errorf("%q: %+v %s", line, s.Unchecked, diff)
		}
	}
}

func TestFollowFindsEachCommand(t *testing.T) {
	followed(t, map[string][]string{
		"":                                   nil,
		"ls -l":                              {"ls -l"},
		"a && b || c; d &":                   {"a", "b", "c", "d"},
		"if a; then b; elif c; then d; fi":   {"a", "b", "c", "d"},
		"for f in a b; do c $f; done":        {"c ?"},
		"while a; do b; done":                {"a", "b"},
		"case $x in a) b;; *) c;; esac":      {"b", "c"},
		"f() { a; b; }; f":                   {"a", "b", "f"},
		"export A=1; [[ -f x ]] && a; ((1))": {"", "", "a"},
		"time a; ! b; coproc c":              {"a", "b", "c"},
		"a \x01; b":                          {"a \x01", "b"},
		"a # b":                              {"a"},
		"cat <<'E'\nx; y\nE\nls":             {"cat", "ls"},
	})
	for _, line := range []string{"echo 'a", "if a; then", "a && ", "((", "<<"} {
		if s := shell.Follow(line); !s.Broken || s.Commands != nil {
			t.Errorf("%q: %+v", line, s)
		}
	}
}

func TestFollowLooksBehindWrappers(t *testing.T) {
	followed(t, map[string][]string{
		"rm -rf 'a b' c":                       {"rm -rf a b c"},
		"/bin/rm x":                            {"rm x"},
		`\rm x`:                                {"rm x"},
		"r''m x":                               {"rm x"},
		`r$'\x6d' x`:                           {""},
		"$X y":                                 {""},
		"sudo -u root -n rm x":                 {"rm x"},
		"env -i A=1 B=$(c) rm x":               {"rm x", "c $0"},
		"A=1 rm x":                             {"rm x"},
		"timeout -s KILL 5 rm x":               {"rm x"},
		"timeout --foreground -k 1 5 rm x":     {"rm x"},
		"nohup nice -n 5 rm x":                 {"rm x"},
		"nice --adjustment=5 time -v rm x":     {"rm x"},
		"xargs -0 -n 1 rm -f":                  {"rm -f"},
		"find . | xargs -I {} busybox rm {}":   {"find . |1", "rm {} <1"},
		"caffeinate -i setsid stdbuf -oL rm":   {"rm"},
		"command -v rm":                        {"command -v rm"},
		"env":                                  {"env"},
		"sudo -i":                              {"sudo -i"},
		"sudo $X rm x":                         {""},
		"flock /tmp/l rm x":                    {"rm x"},
		"builtin command rm x; exec -a y rm z": {"rm x", "rm z"},
	})
}

func TestFollowExpandsWords(t *testing.T) {
	for word, want := range map[string]string{
		`"$HOME/x" ~/y ~ $PWD/a $TMPDIR/b`:            "~/x ~/y ~ ./a /tmp/b",
		`"~/z" '~' \~/x "~"/a`:                        "./~/z ./~ ./~/x ./~/a",
		`~a/b ~$X`:                                    "~a/b ?",
		`"$X/y" $(a) ${HOME%/} $((1+1)) $1`:           "? ? ? ? ?",
		`*.go {a,b} "*.go" \* a{1..3}`:                "*.go* {a,b}* *.go * a{1..3}*",
		`a\ b "a\$b" 'a\b' $'a' $'\x61' $"b"`:         `a b a$b a\b a ? b`,
		`of=$HOME/x --to="$HOME/y" a$HOME a$PWD ~/$a`: "of=~/x --to=~/y ? ? ?",
		"a\\\nb": "ab",
	} {
		if got := expansions(shell.Follow("x " + word).Commands[0].Args); got != want {
			t.Errorf("%s: got %q, want %q", word, got, want)
		}
	}
}

func TestFollowKnowsWhatTheLineAssigns(t *testing.T) {
	for line, want := range map[string]string{
		"D=/srv/x; rm $D/y":                   "/srv/x/y",
		`D=/srv; E=$D/a; rm "$E"`:             "/srv/a",
		"export D=/srv; rm $D":                "/srv",
		"declare -i D=1+1; rm $D":             "?",
		"D=/srv rm $D":                        "?",
		"D=$(a); rm $D":                       "?",
		"D+=b; rm $D":                         "?",
		"D=; rm $D/x":                         "/x",
		`D="a b"; rm $D`:                      "?",
		`D="a b"; rm "$D"`:                    "a b",
		"D='*'; rm $D":                        "**",
		`D='*'; rm "$D"`:                      "*",
		"D='~/x'; rm $D":                      "./~/x",
		"for f in *.go; do rm \"$f\"; done":   "*.go*",
		"for f in a b; do rm $f; done":        "?",
		"for f in a; do :; done; rm $f":       "?",
		"(D=/srv); rm $D":                     "?",
		"D=a; (D=b); rm $D":                   "a",
		"D=a | b; rm $D":                      "?",
		"D=a; if b; then D=c; fi; rm $D":      "?",
		"if b; then D=c; rm $D; fi":           "c",
		"D=a; b || D=c; rm $D":                "?",
		"D=a; f() { D=b; }; f; rm $D":         "?",
		"D=a; f() { rm $D; }; D=b; f":         "?",
		"f() { D=a; rm $D; }; f":              "a",
		"HOME=/srv; f() { rm ~/x; }; f":       "?",
		"D=a; case x in y) D=c;; esac; rm $D": "?",
		"D=a; while b; do D=c; done; rm $D":   "?",
		"b && D=a && rm $D":                   "a",
		"b && D=a; rm $D":                     "?",
		"D=a && rm $D":                        "a",
		"D=a && b && c; rm $D":                "a",
		"b && D=a && c; rm $D":                "?",
		"b && { c && D=a; rm $D; } && d":      "?",
		"D=a; read D; rm $D":                  "?",
		"D=a; unset D; rm $D":                 "?",
		"D=a; x $(D=b); rm $D":                "a",
		"HOME=/srv; rm ~/x":                   "/srv/x",
		"HOME=/srv; rm $HOME/x":               "/srv/x",
		"HOME=$(mktemp -d); rm ~/x":           "?",
		"D=$PWD; rm $D/x":                     "./x",
		"D=$PWD; cd /srv; rm $D/x":            "?",
		"D=b; eval 'rm $D'":                   "b",
		"eval D=b; rm $D":                     "b",
		"D=b; sh -c 'rm $D'":                  "?",
		"D=b sh -c 'rm $D'":                   "b",
		"HOME=/srv sh -c 'rm ~/x'":            "/srv/x",
		"HOME=/srv; sh -c 'rm ~/x'":           "/srv/x",
		"sh -c 'D=b'; rm $D":                  "?",
	} {
		all := shell.Follow(line).Commands
		got := "no rm"
		for _, c := range all {
			if c.Name == "rm" {
				got = expansions(c.Args)
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

func TestFollowKnowsTheDirectory(t *testing.T) {
	for line, want := range map[string]string{
		"x": "", "cd a; x": "a", "cd a && cd b && x": "a/b", "cd a/../..; x": "..", "cd /srv && x": "/srv", "cd && x": "~", "cd ~/a; cd b; x": "~/a/b",
		"cd ~; cd ..; x": "~/..", "cd ~/a; cd ..; x": "~", "cd -- a; x": "a", "cd -P a; x": "a", "cd \"$HOME/a\"; x": "~/a",
		"cd -; x": "?", "cd $X; x": "?", "cd a*; x": "?", "cd a b; x": "?", "cd $X; cd /srv; x": "/srv", "pushd a; x": "a", "pushd; x": "?", "pushd a; popd; x": "?",
		"(cd a); x": "", "(cd a; x)": "a", "cd a | b; x": "", "cd a & x": "", "b $(cd a); x": "", "b $(cd a; x)": "a", "{ cd a; }; x": "a",
		"if b; then cd a; fi; x": "?", "if cd a; then x; fi": "a", "if b; then cd a; else x; fi": "?", "if b; then cd a; x; fi": "a",
		"cd a || x": "", "cd a || exit 1; x": "a", "b || cd a; x": "?", "{ b; cd a; } || x": "?",
		"for i in 1; do cd a; done; x": "?", "while cd a; do x; done": "a", "f() { cd a; }; x": "", "f() { cd a; }; f; x": "?", "f() { cd a; }; g() { f; }; g; x": "?", "case b in b) cd a;; esac; x": "?",
		"sudo cd a; x": "", "command cd a; x": "a", "env cd a; x": "", "eval 'cd a'; x": "a", "sh -c 'cd a'; x": "", "cd a; sh -c x": "a", "sh -c 'cd a; x'": "a",
		"coproc cd a; x": "",
		"f() { x; }; f":  "", "f() { x; }; cd a; f": "?", "f() { cd /srv; x; }; cd a; f": "/srv", "cd /a; f() { x; }; cd /b; f": "?", "cd /a; f() { x; }; f": "/a",
	} {
		got := "no x"
		for _, c := range shell.Follow(line).Commands {
			if c.Name == "x" {
				if got = c.Dir; c.Moved {
					got = "?"
				}
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

func TestFollowKnowsPipesAndSubstitutions(t *testing.T) {
	followed(t, map[string][]string{
		"a | b |& c":                {"a |2", "b <2 |1", "c <1"},
		"{ a; b; } | (c; d)":        {"a |1", "b |1", "c <1", "d <1"},
		"a > f | b":                 {"a >f", "b <1"},
		"a 2> f | b < g":            {"a >f |1", "b"},
		"a | { b; } < f":            {"a |1", "", "b"},
		"{ a; } > f | b":            {">f", "a", "b <1"},
		"a | while b; do c; done":   {"a |1", "b <1", "c <1"},
		"a $(b | c) | d":            {"a ? |1", "b |2 $0", "c <2 $0", "d <1"},
		"a <(b) > >(c)":             {"a ? >?", "b in0", "c out0"},
		`a "${x:-$(b)}"`:            {"a ?", "b $0"},
		"X=$(a)":                    {"", "a $0"},
		"export X=`a`":              {"", "a $0"},
		"[[ $(a) ]]":                {"", "a $0"},
		"a <<< $(b)":                {"a", "b $0"},
		"a <<E\n$(b)\nE":            {"a", "b $0"},
		"for i in $(a); do b; done": {"a $-1", "b"},
		"a | sh -c 'b'":             {"a |1", "sh -c b <1", "b <1"},
	})
}

func TestFollowKnowsWhatIsWritten(t *testing.T) {
	followed(t, map[string][]string{
		"a > f >> g 2>&1 < h":       {"a >f >g"},
		"a &> f; b >| g; c >& h":    {"a >f", "b >g", "c >h"},
		"a > /dev/null":             {"a >/dev/null"},
		"a > $X; a > ~/f":           {"a >?", "a >~/f"},
		"> f":                       {">f"},
		"{ cd x; a; } > f":          {">f", "cd x", "a @x"},
		"(a) > f":                   {">f", "a"},
		"for i in 1; do a; done >f": {">f", "a"},
		"a <> f":                    {"a >f"},
	})
}

func TestFollowReadsWhatAShellIsHanded(t *testing.T) {
	followed(t, map[string][]string{
		`bash -c "a; b"`:                    {"bash -c a; b", "a", "b"},
		`sudo sh -xc 'a'`:                   {"sh -xc a", "a"},
		`bash -eo pipefail -c 'a'`:          {"bash -eo pipefail -c a", "a"},
		`bash --norc -c a b`:                {"bash --norc -c a b", "a"},
		`bash x -c a`:                       {"bash x -c a"},
		`sh -c "$X"`:                        {"sh -c ?"},
		`eval "a b" c`:                      {"eval a b c", "a b c"},
		`eval "$X"`:                         {"eval ?"},
		`env -S 'rm x'`:                     {"env -S rm x", "rm x"},
		`env '-Srm x'`:                      {"env -Srm x", "rm x"},
		`sh -c "sh -c 'a'"`:                 {"sh -c sh -c 'a'", "sh -c a", "a"},
		`sh -c 'echo "'`:                    {`sh -c echo "`},
		`sh -c 'a' 'b'; python -c 'c'`:      {"sh -c a b", "a", "python -c c"},
		`timeout 5 bash -lc 'cd x && rm y'`: {"bash -lc cd x && rm y", "cd x", "rm y @x"},
	})
}

// What goes beyond the bounds is said: nobody takes the rest for the whole.
func TestFollowSaysWhatItDoesNotFollow(t *testing.T) {
	deep := "rm x"
	for range shell.MaxHanded + 1 {
		deep = "eval " + "'" + strings.ReplaceAll(deep, "'", `'\''`) + "'"
	}
	inQuotes := regexp.MustCompile(`=(\$[^;]*);`).ReplaceAllString(doubling(22), `="$1";`)
	for name, line := range map[string]string{
		"shells in shells":         "ls; " + deep,
		"values that double":       doubling(22) + "ls",
		"in quotes":                inQuotes + "ls",
		"handed on":                "ls; bash -c '" + doubling(22) + "ls'",
		"with control characters":  "ls \x01;" + doubling(22),
		"wrappers no rule knows":   strings.Repeat("xargs -n 1 ", 40) + "rm x",
		"wrappers handed on":       "bash -c '" + strings.Repeat("sudo ", 40) + "rm x'",
		"brackets, handed on":      "ls; bash -c '" + strings.Repeat("(", 2500) + "'",
		"a command said too often": strings.Repeat("eval a;", shell.MaxParts/2+1),
	} {
		if s := shell.Follow(line); s.Unchecked == "" {
			t.Errorf("%s: %d commands", name, len(s.Commands))
		}
	}
	for name, line := range tangles {
		if s := shell.Follow(line); s.Unchecked == "" || s.Commands != nil {
			t.Errorf("%s: %d commands", name, len(s.Commands))
		}
	}
}

// Any text is followed: to the same end as the rules read it, and without a panic.
func TestFollowTakesAnything(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", " ", "'", `"`, "`", "$(", "${x", "}", ")", "(", "<<E", "\nE\n", "\n", ";", "&", "|", ">", "<", ">(", "if ", "then ", "fi",
		"{ ", "bash -c ", "eval ", "cd ", "\\", "=", "for x in ", "do ", "done", "\x00", "é", "~", "$x", "sudo ", "xargs ", "coproc ", "||", "x=", "env -S "})
	rapid.Check(t, func(t *rapid.T) {
		same(t, strings.Join(rapid.SliceOf(piece).Draw(t, "line"), ""))
	})
}

// same holds what is followed against what the rules read of a line.
func same(t interface{ Fatalf(string, ...any) }, line string) {
	s, l := shell.Follow(line), shell.Parse(line)
	if l.Fault == "" && (l.Unchecked != "" && s.Unchecked == "" || l.Broken != s.Broken) {
		t.Fatalf("%q: rules read %q, broken %v; it is followed as %q, broken %v", line, l.Unchecked, l.Broken, s.Unchecked, s.Broken)
	}
	if l.Fault == "" && s.Unchecked == "" && !s.Broken && len(s.Commands) < len(l.Parts)-strings.Count(line, "time")-strings.Count(line, "coproc") {
		t.Fatalf("%q: %d parts and %d commands", line, len(l.Parts), len(s.Commands))
	}
	for i, c := range s.Commands {
		if c.Host >= i {
			t.Fatalf("%q: command %d stands in %d", line, i, c.Host)
		}
	}
}

func BenchmarkFollow(b *testing.B) {
	for b.Loop() {
		shell.Follow("mkdir -p build && cd build && cmake .. | tee log && make -j8 $(nproc)")
	}
}
