//go:build unix

package shell_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sayso/rules/shell"
)

// scripts makes scripts of what changes directory and variables, in all kinds of
// scopes. Each call of x in them has a number of its own.
type scripts struct {
	*rand.Rand
	bash  string // its path
	start string // the folder that scripts start in
	n     int    // calls of x so far
}

func (s *scripts) list(depth int) string {
	var list []string
	for range 1 + s.IntN(3) {
		list = append(list, s.statement(depth))
	}
	return strings.Join(list, "; ")
}

func (s *scripts) statement(depth int) string {
	pick := func(of ...string) string { return of[s.IntN(len(of))] }
	if depth == 0 {
		switch s.IntN(4) {
		case 0:
			return "cd " + pick("a", "b", "..", "a/../b", s.start, "~", "~/a", `"$HOME"`, "$PWD/a", "$D", "-")
		case 1:
			return pick("D", "E") + "=" + pick("a", "b", "$D", "$E", "$PWD", "~/a", `"$D/$E"`, "'~'", "$(:)", "'a b'", "../b")
		}
		s.n++
		return fmt.Sprintf(`x %d %s %s`, s.n, pick("$D", `"$E"`, "$E/a", "a", `"$PWD/$D"`), pick("~/a", `"~"`, "$PWD", `"${HOME}"/b`, `\~`, `a\ b`))
	}
	inner := s.list(depth - 1)
	quoted := "'" + strings.ReplaceAll(inner, "'", `'\''`) + "'"
	switch s.IntN(16) {
	case 0:
		return "( " + inner + ")"
	case 1:
		return "{ " + inner + "; }"
	case 2:
		return "if " + pick(":", "false", s.statement(0)) + "; then " + inner + "; else " + s.list(depth-1) + "; fi"
	case 3:
		return "for i in 1 2; do " + inner + "; done"
	case 4:
		return "{ " + inner + "; } | :"
	case 5:
		return ": | { " + inner + "; }"
	case 6:
		return "f() { " + inner + "; }; " + s.statement(0) + "; f"
	case 7:
		return "eval " + quoted
	case 8:
		return s.bash + " -c " + quoted
	case 9:
		return `: "$( ` + inner + `)"`
	case 10:
		return ": && " + pick(":", "D=b") + " && { " + inner + "; }; false && E=b"
	case 11:
		return pick(":", "false", s.statement(0)) + " || { " + inner + "; }"
	case 12:
		return "case a in " + pick("a", "b") + ") " + inner + ";; *) " + s.list(depth-1) + ";; esac"
	case 13:
		return "command eval " + quoted
	case 14:
		return "D=" + pick("a", "b") + " HOME=$PWD " + s.bash + " -c " + quoted
	}
	return "while :; do " + inner + "; break; done"
}

// Scripts thrown together of scopes, directories and variables: what is told of a
// command is what bash runs. One call in a loop is held against its first run.
func TestFollowAgreesWithBash(t *testing.T) {
	b := newBash(t)
	// Each folder leads to itself, so that a way into one ends nowhere.
	home := filepath.Join(b.dir, "h1", "h2", "h3", "h4", "h5", "home")
	start := filepath.Join(b.dir, "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8")
	for _, dir := range []string{home, start} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		for at := dir; len(at) >= len(b.dir); at = filepath.Dir(at) {
			_ = os.Symlink(".", filepath.Join(at, "a")) // there already, in what both stand in
			_ = os.Symlink(".", filepath.Join(at, "b"))
		}
	}
	// A change of directory that fails ends a script: what is told counts on success.
	define := "x() { printf '%s\\0' \"$1\" \"$PWD\" $(($#-1)) \"${@:2}\" >> \"$RAN\"; }\ncd() { builtin cd \"$@\" >/dev/null 2>&1 || kill -9 $$; }\n"
	if err := os.WriteFile(b.start, []byte(define), 0o600); err != nil {
		t.Fatal(err)
	}
	s := scripts{Rand: rand.New(rand.NewPCG(3, 4)), bash: b.program, start: start}
	said, runs := 0, 0
	for i := range 200 {
		s.n = 0
		script := s.list(s.IntN(4))
		ran := filepath.Join(b.dir, fmt.Sprint("ran", i))
		c := exec.Command(b.program, "-c", script)
		c.Dir, c.Env = start, []string{"BASH_ENV=" + b.start, "PATH=/nowhere", "RAN=" + ran, "HOME=" + home, "PWD=" + start}
		_ = c.Run() // many fail, or are ended
		out, err := os.ReadFile(ran)
		if err != nil {
			continue
		}
		told := map[string]shell.Command{}
		followed := shell.Follow(script)
		for _, c := range followed.Commands {
			if c.Name == "x" {
				told[c.Args[0].Value] = c
			}
		}
		seen := map[string]bool{}
		fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		for len(fields) > 2 {
			number, dir, n := fields[0], fields[1], 0
			fmt.Sscan(fields[2], &n)
			args := fields[3 : 3+n]
			fields = fields[3+n:]
			if seen[number] {
				continue
			}
			seen[number] = true
			runs++
			c, ok := told[number]
			if !ok {
				if followed.Unchecked == "" {
					t.Errorf("%s\nbash runs x %s, which is not told", script, number)
				}
				continue
			}
			at := start
			if c.Moved {
				at = "?"
			} else if c.Dir != "" {
				at = real(c.Dir, start, home)
			}
			if at != "?" && at != dir {
				t.Errorf("%s\nx %s runs in %s, and is told to run in %s", script, number, dir, at)
			}
			if len(args) != len(c.Args)-1 { // what is nothing, or several words, and not told
				if slices.ContainsFunc(c.Args, func(a shell.Expansion) bool { return !a.Known || a.Value == "" }) {
					continue
				}
				t.Errorf("%s\nx %s gets %q, and is told to get %s", script, number, args, expansions(c.Args))
				continue
			}
			for i, a := range c.Args[1:] {
				if a.Known && !(c.Moved && strings.HasPrefix(a.Value, ".")) {
					said++
					if got, want := real(a.Value, dir, home), real(args[i], dir, ""); got != want {
						t.Errorf("%s\nx %s gets %q, and is told to get %q in %s", script, number, args[i], a.Value, at)
					}
				}
			}
		}
	}
	if runs < 200 || said < 200 {
		t.Errorf("only %d calls ran, and of %d words something was told", runs, said)
	}
}

// real returns where a path leads, from the root.
func real(name, dir, home string) string {
	if home != "" && (name == "~" || strings.HasPrefix(name, "~/")) {
		name = home + name[1:]
	}
	if !filepath.IsAbs(name) {
		name = dir + "/" + name
	}
	return filepath.Clean(name)
}
