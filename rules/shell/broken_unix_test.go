//go:build unix

package shell_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sayso/rules/shell"
)

// bash runs scripts that may not parse, and tells whether they ran the command
// hit. They see no other program.
type bash struct{ program, dir, start string }

func newBash(t *testing.T) bash {
	t.Helper()
	program, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to compare with")
	}
	b := bash{program: program, dir: t.TempDir()}
	b.start = filepath.Join(b.dir, "start")
	if err := os.WriteFile(b.start, []byte("hit() { : > \"$RAN\"; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b bash) runs(t *testing.T, script string) bool {
	t.Helper()
	c := exec.Command(b.program, "-c", script)
	// Each script has a folder of its own: what one leaves behind it may come late.
	dir, err := os.MkdirTemp(b.dir, "")
	if err != nil {
		t.Fatal(err)
	}
	ran := filepath.Join(b.dir, filepath.Base(dir)+".ran")
	c.Dir, c.Env = dir, []string{"BASH_ENV=" + b.start, "PATH=/nowhere", "RAN=" + ran}
	_ = c.Run() // most of them fail
	_, err = os.Stat(ran)
	return err == nil
}

// reaches reports whether a rule for the command hit sees the line.
func reaches(l *shell.Line) bool {
	return l.Unchecked != "" || slices.ContainsFunc(l.Parts, func(p shell.Part) bool {
		return slices.ContainsFunc(p.Reach(), func(f shell.Form) bool { return f.Text == "hit" || strings.HasPrefix(f.Text, "hit ") })
	})
}

// The shell runs the lines before the one that does not parse, whatever stands in
// them that looks like an open quote.
func TestWhatRunsBeforeAnErrorIsReached(t *testing.T) {
	bash := newBash(t)
	for _, script := range []string{
		"echo $'it\\'s'\nhit\necho \"",
		"echo $$'a\\'\nhit\necho \"",
		"echo <<E\nit's\nE\nhit\necho \"",
		"echo <<\\E\nit's\nE\nhit\n)",
		"echo <<-'E'\n\tit's\n\tE\nhit; echo a\n)",
		"echo \"$(echo 'a\"b')\"\nhit\necho \"",
		"echo \"${x:-\"a'b\"}\"\nhit\necho \"",
		"echo ${x:-a\\\"b}\nhit\n)",
		"echo `echo \\'`\nhit\n)",
		"echo `echo 'a\"'`\nhit\n)",
		"echo \"$['1']\"\nhit\n)",
		"echo $\"it's\"\nhit\n)",
		"echo it\\'s\nhit\n)",
		"echo 'a\\'\nhit\necho 'b",
		"if :; then hit; fi\n)",
		"hit\nif :; then",
	} {
		if !bash.runs(t, script) {
			t.Errorf("%q: bash does not run it", script)
		}
		if l := shell.Parse(script); !reaches(l) {
			t.Errorf("%q: bash runs hit, which is in no part: %q", script, texts(l))
		}
	}
}

// Scripts thrown together of what quotes, opens and ends: whatever bash runs of
// them is reached, be they broken or not.
func TestWhateverRunsIsReached(t *testing.T) {
	bash := newBash(t)
	// An expansion with a default value is not among them: what it makes a program of
	// is unknown.
	pieces := []string{
		"'", `"`, "\\'", `\"`, "$'", "$'a\\'b'", `$"`, "`", "$(", "${x#", "$[", "((", "$((", ")", "}", "]", "))", "<<E\n", "<<'E'\n", "<<-E\n", "\nE\n",
		"\n", "\n", "\n", ";", "&&", "|", " ", " ", "a", "echo ", "hit", "hit\n", "\nhit\n", "\nhit;", "hit ", "# ", "\\\n", "\\", "if ", "then ", "fi\n",
		"{ ", "[[ ", " ]]", "=", "x=", "<<<", "$$", "!",
	}
	random := rand.New(rand.NewPCG(1, 2))
	ran, broken := 0, 0
	for range 1500 {
		var b strings.Builder
		for range 4 + random.IntN(14) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		script := b.String()
		if !strings.Contains(script, "hit") || !bash.runs(t, script) {
			continue
		}
		l := shell.Parse(script)
		ran++
		if l.Broken || l.Unchecked != "" {
			broken++
		}
		if !reaches(l) {
			t.Errorf("%q: bash runs hit, which is in no part: %q", script, texts(l))
		}
	}
	if ran < 100 || broken < 50 {
		t.Errorf("only %d scripts ran it, %d of them broken", ran, broken)
	}
}
