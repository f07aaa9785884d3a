package shell_test

import (
	"runtime"
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

// However many programs stand in front of a command, it is reached or the line
// can't be checked: nowhere between the bounds does it go unseen.
func TestACommandIsReachedBehindAnyNumberOfOthers(t *testing.T) {
	for _, front := range []string{"sudo ", "timeout 1 ", "env ", "env A=1 ", "xargs ", "CI=1 ", "A=1 ", "nice -n 5 ", "/usr/bin/env ", "command -p ",
		"time ", "nohup env timeout 1 ", "CI=1 timeout 1 ", "sudo -u a -- ", "stdbuf -oL ", "noglob builtin "} {
		for _, broken := range []string{"", ` "`} {
			checked := 0
			for n := range 150 {
				l := shell.Parse(strings.Repeat(front, n) + "git push origin" + broken)
				if l.Unchecked != "" {
					continue
				}
				checked++
				if !slices.ContainsFunc(l.Parts, func(p shell.Part) bool {
					return slices.ContainsFunc(p.Reach(), func(f shell.Form) bool { return f.Text == "git push origin" })
				}) {
					t.Errorf("%d times %q, broken %q: git push is not reached, and the line counts as checked", n, front, broken)
					break
				}
			}
			if checked < 10 {
				t.Errorf("%q, broken %q: only %d lines were checked", front, broken, checked)
			}
		}
	}
}

// Texts of many kilobytes whose parts stand in one another, or whose values
// double: only the steps that are counted end their reading.
func TestTheStepsOfAReadingAreBounded(t *testing.T) {
	for name, command := range map[string]string{
		"substitutions in one another": strings.Repeat("$(a ", 1500) + "git push origin" + strings.Repeat(")", 1500),
		"in quotes":                    strings.Repeat("\"$(a ", 1500) + "git push origin" + strings.Repeat(")\"", 1500),
		"process inputs":               strings.Repeat("a <(", 1500) + "git push origin" + strings.Repeat(")", 1500),
		"default values":               strings.Repeat("${a:-", 1500) + "x" + strings.Repeat("}", 1500) + "; git push origin",
		"values that double":           doubling(20) + "git push origin",
	} {
		if l := shell.Parse(command); l.Unchecked == "" {
			t.Errorf("%s: %d parts were read", name, len(l.Parts))
		}
	}
}

// What is held against rules one by one is bounded in number.
func TestPartsAndWordsAreBounded(t *testing.T) {
	for command, want := range map[string]bool{
		strings.Repeat("a;", shell.MaxParts):                  true,
		strings.Repeat("a;", shell.MaxParts+1):                false,
		strings.Repeat("a ", shell.MaxWords):                  true,
		strings.Repeat("a ", shell.MaxWords+1):                false,
		strings.Repeat("a;", shell.MaxParts+1) + "'":          false,
		strings.Repeat("a b;", shell.MaxParts/2) + " '":       true,
		strings.Repeat("a ", shell.MaxWords) + " '":           false,
		strings.Repeat("CI=1 ", shell.MaxAssigns) + "a":       true,
		strings.Repeat("CI=1 ", shell.MaxAssigns+1) + "a":     false,
		strings.Repeat("timeout 1 ", shell.MaxWrappers) + "a": false,
	} {
		if l := shell.Parse(command); (l.Unchecked == "") != want {
			t.Errorf("%.20q… of %d bytes: unchecked %q", command, len(command), l.Unchecked)
		}
	}
}

// What is taken off the text and what is taken off the words are bounded each by
// itself: they may not agree on what a wrapper is.
func TestWrappersAreBoundedByTextAndByWord(t *testing.T) {
	text := shell.Part{Text: strings.Repeat("nohup ", 100) + "a"}
	words := shell.Part{Text: "a"}
	for range 100 {
		words.Words = append(words.Words, shell.Word{Raw: "sudo", Value: "sudo", Known: true})
	}
	for name, p := range map[string]shell.Part{"text": text, "words": words} {
		if !shell.Tangled(p) {
			t.Errorf("by %s: 100 wrappers pass", name)
		}
	}
}

// growing are commands of about n bytes, of everything that was seen to cost more
// than it is long.
var growing = map[string]func(n int) string{
	"continued lines":      func(n int) string { return "a " + strings.Repeat("\\\n", n/2) + "b" },
	"continued words":      func(n int) string { return strings.Repeat("a \\\n", n/4) + "b" },
	"continued, broken":    func(n int) string { return "a ) " + strings.Repeat("\\\n", n/2) + "b" },
	"wrappers":             func(n int) string { return strings.Repeat("timeout 1 ", n/10) + "a" },
	"env":                  func(n int) string { return strings.Repeat("env ", n/4) + "a" },
	"assignments":          func(n int) string { return strings.Repeat("CI=b ", n/5) + "a" },
	"other assignments":    func(n int) string { return strings.Repeat("a=b ", n/4) + "a" },
	"env's assignments":    func(n int) string { return "env " + strings.Repeat("a=b ", n/4) + "a" },
	"parts":                func(n int) string { return strings.Repeat("cd a && ", n/8) + "a" },
	"parts, broken":        func(n int) string { return "a ) " + strings.Repeat("a;", n/2) },
	"words, broken":        func(n int) string { return "a ) " + strings.Repeat("a ", n/2) },
	"an open quote":        func(n int) string { return `a "` + strings.Repeat("b ", n/2) },
	"redirections":         func(n int) string { return "a " + strings.Repeat(">b ", n/3) },
	"redirected parts":     func(n int) string { return strings.Repeat("a >b;", n/5) },
	"here-documents":       func(n int) string { return strings.Repeat("a <<E\nb\nE\n", n/10) },
	"on one line":          func(n int) string { return "a " + strings.Repeat("<<E ", n/8) + "\n" + strings.Repeat("E\n", n/8) },
	"substitutions":        func(n int) string { return strings.Repeat("$(a ", n/5) + "b" + strings.Repeat(")", n/5) },
	"substitutions beside": func(n int) string { return strings.Repeat("$(a) ", n/5) },
	"process inputs":       func(n int) string { return strings.Repeat("a <(", n/5) + "b" + strings.Repeat(")", n/5) },
	"default values":       func(n int) string { return strings.Repeat("${a:-", n/6) + "b" + strings.Repeat("}", n/6) },
	"variables":            func(n int) string { return strings.Repeat("$a", n/2) },
	"values":               func(n int) string { return strings.Repeat("a=bbbb$a;", n/9) },
	"sums":                 func(n int) string { return "a $((" + strings.Repeat("1+", n/2) + "1))" },
	"negations":            func(n int) string { return "a $((" + strings.Repeat("- ", n/2) + "1))" },
	"times":                func(n int) string { return strings.Repeat("time ", n/5) + "a" },
	"pipes":                func(n int) string { return strings.Repeat("a|", n/2) + "b" },
	"comments":             func(n int) string { return strings.Repeat("#a\\\n", n/4) + "b" },
	"lines in quotes":      func(n int) string { return "a '" + strings.Repeat("\n", n) + "#'" },
	"blanks":               func(n int) string { return "a" + strings.Repeat(" ", n) + "b" },
	"reserved words":       func(n int) string { return strings.Repeat("then ", n/5) + "a )" },
	"options":              func(n int) string { return "sudo " + strings.Repeat("-a ", n/3) + "b" },
	"a case":               func(n int) string { return "case a in " + strings.Repeat("b) c;; ", n/7) + "esac" },
	"a list":               func(n int) string { return "a=(" + strings.Repeat("b ", n/2) + ")" },
	"directories":          func(n int) string { return strings.Repeat("cd abcdefgh;", n/12) },
	"evaluations":          func(n int) string { return strings.Repeat("eval 'a;b';", n/11) },
	"an evaluation":        func(n int) string { return "eval '" + strings.Repeat("a;", n/2) + "'" },
	"evaluated values": func(n int) string {
		return "a='" + strings.Repeat("b;", n/4) + "';" + strings.Repeat(`eval "$a";`, n/40)
	},
	"shells": func(n int) string { return strings.Repeat("sh -c a;", n/8) },
	"scopes": func(n int) string {
		return strings.Repeat("if a; then b=c;", n/32) + "d;" + strings.Repeat(" fi;", n/32)
	},
	"choices":       func(n int) string { return strings.Repeat("{ a=b || ", n/13) + "c" + strings.Repeat("; }", n/13) },
	"xargs":         func(n int) string { return strings.Repeat("xargs -n 1 ", n/11) + "a" },
	"wrapped words": func(n int) string { return strings.Repeat("sudo ", 20) + strings.Repeat("a ", n/2) },
	"looped directories": func(n int) string {
		return strings.Repeat("while a; do cd b;", n/24) + "c" + strings.Repeat("; done", n/24)
	},
	"a value by itself": func(n int) string {
		return "a='" + strings.Repeat("b", n/2) + "';c \"" + strings.Repeat("$a", n/4) + `"`
	},
	"a quoted value": func(n int) string { return "a='" + strings.Repeat("b", n/2) + "';" + strings.Repeat(`c "$a";`, n/14) },
	"tests":          func(n int) string { return "[[ " + strings.Repeat("a && ", n/5) + "a ]]" },
}

// readings are the two ways in which a command is read: with everything that rules
// ask of its parts, and to follow it.
var readings = map[string]func(command string){
	"for rules": func(command string) {
		for _, p := range shell.Parse(command).Parts {
			p.Reach()
			p.AllowForms()
			p.ReadsOnly()
			p.Files()
			p.Script()
		}
	},
	"to follow": func(command string) { shell.Follow(command) },
}

// allocated counts the bytes that a reading of command takes.
func allocated(read func(string), command string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read(command)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// The cost of a reading grows with the length of the text and no faster. It is
// counted in bytes that are copied: what is quadratic here copies what it cuts.
func TestCostGrowsAsTheText(t *testing.T) {
	if raced {
		t.Skip("skipped: under the race detector memory tells nothing")
	}
	for name, command := range growing {
		for way, read := range readings {
			allocated(read, command(1000)) // regular expressions and tables, made once
			small, large := allocated(read, command(4<<10)), allocated(read, command(60<<10))
			if most := perByte * uint64(60<<10); large > most {
				t.Errorf("%s, %s: %d bytes for %d, more than %d a byte", name, way, large, 60<<10, perByte)
			}
			if large > 15*3*small+8<<20 { // some tables are made anew now and then
				t.Errorf("%s, %s: %d bytes for 4 KiB, %d for 60 KiB", name, way, small, large)
			}
		}
	}
}

// base and perByte bound what a reading allocates. The dearest texts have a word or
// a part every second byte, each of which becomes a record with all its spellings.
const (
	base    = 1 << 20
	perByte = 2 << 10
)

// No text of n bytes costs more than c·n.
func FuzzCost(f *testing.F) {
	for _, command := range tangles {
		if len(command) < 1<<16 {
			f.Add(command)
		}
	}
	for _, command := range growing {
		f.Add(command(2000))
	}
	f.Add("a <<E\n$(b)\nE\n")
	f.Add("ls # x \\\nrm")
	f.Fuzz(func(t *testing.T, command string) {
		for way, read := range readings {
			got, most := allocated(read, command), uint64(base+perByte*len(command))
			if raced {
				continue
			}
			if got > most {
				t.Errorf("%s, the reading of %d bytes took %d, more than %d", way, len(command), got, most)
			}
			// A text that is said again costs as much again: what few bytes hide is seen in
			// many.
			if n := (32 << 10) / max(1, len(command)); n > 1 {
				long := strings.Repeat(command, n)
				if got, most := allocated(read, long), uint64(base+perByte*len(long)); got > most {
					t.Errorf("%s, the reading of %d times %d bytes took %d, more than %d", way, n, len(command), got, most)
				}
			}
		}
	})
}
