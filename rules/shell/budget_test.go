package shell_test

import (
	"slices"
	"strings"
	"testing"

	"sayso/rules/shell"
)

// doubling is a short command whose variables grow to 2^n times their size.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("v0=aa; ")
	for i := range n {
		name := func(i int) string { return "v" + string(rune('a'+i/26)) + string(rune('a'+i%26)) }
		if i == 0 {
			b.WriteString(name(0) + "=$v0$v0; ")
			continue
		}
		b.WriteString(name(i) + "=$" + name(i-1) + "$" + name(i-1) + "; ")
	}
	return b.String()
}

// tangles are commands that cost far more than they are long, or did.
var tangles = map[string]string{
	"22 doublings":     doubling(22) + "git push origin",
	"40 doublings":     doubling(40) + "git push origin",
	"2,000 wrappers":   strings.Repeat("timeout 1 ", 2000) + "git push origin",
	"60 wrappers":      strings.Repeat("sudo ", 60) + "git push origin",
	"a word of 8 MB":   strings.Repeat("a", 8<<20) + "; git push origin",
	"open brackets":    strings.Repeat("(", 200_000) + "git push origin",
	"substitutions":    strings.Repeat("$(", 100_000) + "git push origin",
	"process inputs":   "cat " + strings.Repeat("<(", 100_000) + "git push origin",
	"backquotes":       strings.Repeat("`", 5000) + "git push origin",
	"closed in quotes": strings.Repeat(`(")" `, 10_000) + "git push origin",
	"old arithmetic":   strings.Repeat("$[", 30_000) + "git push origin",
	"ifs":              strings.Repeat("if ", 20_000) + "git push origin",
	"braces and lines": strings.Repeat("{\n", 30_000) + "git push origin",
	"braces":           strings.Repeat("{ ", 30_000) + "git push origin",
	"wrappers, broken": strings.Repeat("sudo ", 60) + `git push "origin`,
}

func TestWhatIsTooTangledCantBeChecked(t *testing.T) {
	for name, command := range tangles {
		l := shell.Parse(command)
		if l.Unchecked == "" || l.Doubt == "" || l.Firm == "" || l.Parts != nil {
			t.Errorf("%s: unchecked %q, doubt %q, %d parts", name, l.Unchecked, l.Doubt, len(l.Parts))
		}
	}
}

func TestWhatPeopleWriteIsNotTooTangled(t *testing.T) {
	for _, command := range []string{
		"sudo env A=1 nice -n 5 timeout 10 nohup make -j8",
		strings.Repeat("git add a && ", 500) + "git commit",
		"cat <<'EOF' > x.py\n" + strings.Repeat("print(len((1, 2)))\n", 300) + "EOF",
		strings.Repeat("echo $(date) ", 100),
		`curl "https://x/#a" \` + "\n  -o b",
		doubling(5),
	} {
		if l := shell.Parse(command); l.Unchecked != "" {
			t.Errorf("%.60q: %s", command, l.Unchecked)
		}
	}
}

// A comment ends with its line, whatever stands at the end of that. Each was run
// by bash and dash: the last command runs.
func TestACommentDoesNotGoOn(t *testing.T) {
	for command, want := range map[string][]string{
		"ls # x \\\nrm -rf ~/work":                {"ls", "rm -rf ~/work"},
		"# \\\nrm -rf ~/work":                     {"rm -rf ~/work"},
		"ls;# x\\\nrm -rf ~/work":                 {"ls", "rm -rf ~/work"},
		"ls # x \\\n# y \\\nrm -rf ~/work":        {"ls", "rm -rf ~/work"},
		"echo 'a' # b' \\\nrm -rf ~/work":         {"echo 'a'", "rm -rf ~/work"},
		"echo a#b \\\nc":                          {"echo a#b c"},
		"echo '# x \\\ny'":                        {"echo '# x y'"},
		"echo \"a # x \\\ny\" # z \\\nrm -rf ~/w": {"echo \"a # x y\"", "rm -rf ~/w"},
	} {
		if got := texts(shell.Parse(command)); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", command, got, want)
		}
	}
	for _, command := range []string{"echo \"$(ls # x \\\nrm -rf ~/work\n)\"", "cat <<E # x \\\nit's\nE\nrm x",
		"ls # x \\\ngit push origin\n)", "ls # don't\ngit push origin\n)", "ls # don't\ngit push origin; echo 'a'\n)", "ls # \"\ngit push origin\nfi", "echo `ls # x \\\nrm x\n`"} {
		if l := shell.Parse(command); l.Unchecked == "" {
			t.Errorf("%q passes as %q", command, texts(l))
		}
	}
}

// Whatever a text holds, what its reading leaves behind grows with its length and
// no faster. This bounds the result, not the steps that the walker counts.
func FuzzCost(f *testing.F) {
	for _, command := range tangles {
		if len(command) < 1<<16 {
			f.Add(command)
		}
	}
	f.Add("a <<E\n$(b)\nE\n")
	f.Add("ls # x \\\nrm")
	f.Fuzz(func(t *testing.T, command string) {
		l := shell.Parse(command)
		held := 0
		for _, p := range l.Parts {
			held += len(p.Text)
			for _, w := range slices.Concat(p.Words, p.Assigns, p.Reads, p.Writes) {
				held += len(w.Raw) + len(w.Value)
			}
			for _, form := range p.Reach() {
				held += len(form.Text)
			}
		}
		const perPart = 4 * 40 // spellings of a part: by each wrapper, plain and by value
		if most := perPart * (1<<16 + 256*len(command)); held > most {
			t.Errorf("%d bytes of command became %d bytes, more than %d", len(command), held, most)
		}
	})
}
