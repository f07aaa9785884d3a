package pathrule_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sayso/rules/pathrule"
)

// manyStars finds ** as a part of a name.
var manyStars = regexp.MustCompile(`\*\*+`)

// Where our patterns mean what gitignore means, git must agree. Left out are the
// places in which Claude Code differs: ! and #, [!…] and [^…], "dir/**", dots, and ** as a
// part of a name, which git in some places takes across folders.
func TestAgainstGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed: the comparison with git check-ignore is left out")
	}
	dir := t.TempDir()
	run := func(stdin string, args ...string) string {
		t.Helper()
		cmd := exec.Command(git, append([]string{"-C", dir, "-c", "core.ignorecase=true"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir, "XDG_CONFIG_HOME="+dir)
		cmd.Stdin = strings.NewReader(stdin)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != 1) {
			t.Fatalf("git %v: %v: %s", args, err, errs.String())
		}
		return string(out)
	}
	run("", "init", "-q")
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	segment := func() string {
		var b strings.Builder
		for range 1 + random.IntN(3) {
			b.WriteString(pick("a", "b", "A", "ab", "*", "?", "[ab]", `\*`, "{a,b}", ".x", "-"))
		}
		return manyStars.ReplaceAllString(b.String(), "*")
	}
	paths := map[string]bool{}
	for range 400 {
		parts := make([]string, 1+random.IntN(4))
		for i := range parts {
			for range 1 + random.IntN(3) {
				parts[i] += pick("a", "b", "A", "ab", ".x", "*", "{a,b}", "-", "c")
			}
		}
		paths[strings.Join(parts, "/")] = true
	}
	var list strings.Builder
	for p := range paths {
		list.WriteString(p + "\x00")
	}
	for range 150 {
		parts := make([]string, 1+random.IntN(3))
		for i := range parts {
			parts[i] = segment()
			if random.IntN(5) == 0 && i < len(parts)-1 && (i == 0 || parts[i-1] != "**") {
				parts[i] = "**"
			}
		}
		pattern := pick("", "", "/") + strings.Join(parts, "/") + pick("", "", "/")
		if strings.HasSuffix(pattern, "/**") || strings.HasSuffix(pattern, "/**/") {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, ".git", "info", "exclude"), []byte(pattern+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		ignored := map[string]bool{}
		for p := range strings.SplitSeq(run(list.String(), "check-ignore", "--no-index", "-z", "--stdin"), "\x00") {
			ignored[p] = true
		}
		p, err := pathrule.Compile(pattern, false)
		if err != nil {
			t.Errorf("%q: %v", pattern, err)
			continue
		}
		for path := range paths {
			if got := p.Match(path); got != ignored[path] {
				t.Errorf("%q covers %q: %v, git says %v", pattern, path, got, ignored[path])
			}
		}
	}
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{".env", "src/**", "//etc/**", "~/x/", "**/a/[!b]*", `\#x`, "{a,b}", "!x", "[^", "p46:*", "***/**", "a/**/**/b"} {
		f.Add(s, "src/.env", true)
	}
	f.Fuzz(func(t *testing.T, pattern, path string, wide bool) {
		p, err := pathrule.Compile(pattern, wide)
		got := p.Match(path)
		if err != nil && got {
			t.Errorf("%q is refused (%v) and covers %q", pattern, err, path)
		}
		if path == "" || path == ".." || strings.HasPrefix(path, "../") {
			if got {
				t.Errorf("%q covers %q", pattern, path)
			}
			return
		}
		if got && !strings.Contains(path, "\x00") && !p.Match(path+"/below") {
			t.Errorf("%q covers %q and not what lies below", pattern, path)
		}
		if key := p.Key(); got && key != "" {
			found := false
			for seg := range strings.SplitSeq(strings.ToLower(path), "/") {
				found = found || seg == key || strings.HasPrefix(key, "*") && strings.HasSuffix(seg, key[1:])
			}
			if !found {
				t.Errorf("%q covers %q, in which its key %q does not occur", pattern, path, key)
			}
		}
	})
}
