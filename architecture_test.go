package main

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pkg is what the tests need of the output of go list.
type pkg struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Deps       []string
}

func goList(t *testing.T, args ...string) []pkg {
	t.Helper()
	return goListIn(t, os.Environ(), args...)
}

// goListIn is goList in another environment.
func goListIn(t *testing.T, env []string, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,Imports,Deps"}, args...)...)
	cmd.Env, cmd.Stderr = env, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// room is one of the parts that the module is made of.
type room struct {
	room string   // the packages beneath it included, but for those of a room that is listed itself
	uses []string // the rooms whose packages it may import; its own is always among them
}

// rooms says what a package of a room may import of the module: packages of the
// rooms beneath it, and of its own.
var rooms = []room{
	{"sayso/internal/openjson", nil},
	{"sayso/internal/jsonrpc", []string{"sayso/internal/openjson"}},
	{"sayso/internal/lazy", nil},
	{"sayso/internal/sanitize", nil},
	{"sayso/internal/safefile", nil},
	{"sayso/internal/claude", []string{"sayso/internal/openjson"}},
	{"sayso/rules", []string{"sayso/internal/claude", "sayso/internal/openjson", "sayso/internal/lazy", "sayso/internal/safefile"}},
	{"sayso/approver", []string{"sayso/internal/claude", "sayso/internal/openjson"}},
	{"sayso/approver/facts", []string{"sayso/internal/claude", "sayso/internal/sanitize", "sayso/rules"}},
	{"sayso/themes", nil},
	{"sayso/ipc", []string{"sayso/internal/claude", "sayso/internal/jsonrpc", "sayso/internal/openjson", "sayso/approver"}},
	{"sayso/plugin", []string{"sayso/internal/claude", "sayso/internal/openjson", "sayso/internal/safefile", "sayso/approver", "sayso/rules", "sayso/ipc"}},
	{"sayso/ui", []string{"sayso/internal/claude", "sayso/internal/openjson", "sayso/internal/sanitize", "sayso/internal/safefile", "sayso/approver", "sayso/approver/facts", "sayso/rules", "sayso/themes"}},
	{"sayso/internal/cli", []string{"sayso/internal/claude", "sayso/internal/sanitize", "sayso/internal/safefile", "sayso/approver", "sayso/rules", "sayso/themes", "sayso/plugin", "sayso/ipc", "sayso/ui"}},
	{"sayso/internal/e2e", []string{"sayso/internal/cli"}},
}

// forbidden says what a room must not reach outside of the module, not even
// through others.
var forbidden = []struct {
	room string
	deps []string // with what stands beneath them; of "net" itself alone, net/url and its like are only text
	why  string
}{
	{"sayso/internal/claude", []string{"charm.land/", "net"}, "a vocabulary does nothing"},
	{"sayso/rules", []string{"charm.land/", "net"}, "the engine is pure"},
	{"sayso/approver", []string{"charm.land/", "net", "os/exec", "golang.org/x/sys"}, "what an ask is knows no terminal and no socket"},
	{"sayso/ui", []string{"net"}, "the screen knows no socket"},
	{"sayso/ipc", []string{"charm.land/"}, "the socket knows no screen"},
	{"sayso/plugin", []string{"charm.land/"}, "what Claude Code is given knows no screen"},
	{"sayso/themes", []string{"charm.land/"}, "a theme is data"},
}

// testOnly are packages that tests import; the arrows are not for them.
var testOnly = []string{"sayso/internal/e2e/claudetest", "sayso/internal/e2e/screentest"}

func TestArrowsGoOneWay(t *testing.T) {
	for _, p := range goList(t, "./...") {
		if p.ImportPath == "sayso" || slices.Contains(testOnly, p.ImportPath) {
			continue
		}
		from, ok := roomOf(p.ImportPath)
		if !ok {
			t.Errorf("%s is in no room: say in rooms what it may import", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if !within(imported, "sayso") {
				continue
			}
			if to, _ := roomOf(imported); to.room != from.room && !slices.Contains(from.uses, to.room) {
				t.Errorf("%s imports %s: an arrow that rooms does not have", p.ImportPath, imported)
			}
		}
		for _, f := range forbidden {
			if !within(p.ImportPath, f.room) {
				continue
			}
			for _, dep := range p.Deps {
				for _, bad := range f.deps {
					if dep == bad || strings.HasPrefix(dep, strings.TrimSuffix(bad, "/")+"/") && bad != "net" {
						t.Errorf("%s reaches %s: %s", p.ImportPath, dep, f.why)
					}
				}
			}
		}
	}
}

// An arrow that nothing uses any more is a hole in the rules.
func TestEveryArrowIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, p := range goList(t, "./...") {
		from, _ := roomOf(p.ImportPath)
		for _, imported := range p.Imports {
			to, _ := roomOf(imported)
			used[from.room+" → "+to.room] = true
		}
	}
	for _, r := range rooms {
		for _, to := range r.uses {
			if arrow := r.room + " → " + to; !used[arrow] && r.room != "sayso/internal/e2e" {
				t.Errorf("nothing goes %s: take it out of rooms", arrow)
			}
		}
	}
}

// roomOf returns the room of a package: of those that it is within, the innermost.
func roomOf(path string) (found room, ok bool) {
	for _, r := range rooms {
		if within(path, r.room) && len(r.room) > len(found.room) {
			found, ok = r, true
		}
	}
	return found, ok
}

// within reports whether a package is the room or stands beneath it.
func within(path, room string) bool { return path == room || strings.HasPrefix(path, room+"/") }

// neverLinked are packages whose start-up every hook would pay for, or that do
// harm by being linked.
var neverLinked = map[string]string{
	"github.com/alecthomas/chroma/v2/lexers":   "5 ms at every start",
	"github.com/alecthomas/chroma/v2/styles":   "5 ms at every start",
	"github.com/alecthomas/chroma/v2/quick":    "links lexers and styles",
	"charm.land/glamour/v2":                    "16 ms at every start",
	"github.com/charmbracelet/glamour":         "16 ms at every start",
	"charm.land/lipgloss/v2/compat":            "reads the terminal, and so a hook's stdin, at every start",
	"github.com/charmbracelet/lipgloss":        "version 1 beside version 2",
	"github.com/charmbracelet/bubbletea":       "version 1 beside version 2",
	"github.com/santhosh-tekuri/jsonschema/v6": "4 ms at every start",
	"github.com/invopop/jsonschema":            "for tests and tools",
	"github.com/mark3labs/mcp-go":              "links a schema validator",
	"testing":                                  "for tests",
	"github.com/charmbracelet/x/vt":            "for tests",
	"github.com/creack/pty":                    "for tests",
	"sayso/internal/e2e/claudetest":            "for tests",
	"sayso/internal/e2e/screentest":            "for tests",
}

func TestTheBinaryLinksNothingThatItMustNot(t *testing.T) {
	deps := goList(t, ".")[0].Deps
	if !slices.Contains(deps, "charm.land/bubbletea/v2") {
		t.Fatal("the list of what is linked is not whole")
	}
	for _, dep := range deps {
		if why, ok := neverLinked[dep]; ok {
			t.Errorf("%s is linked: %s", dep, why)
		}
	}
}

// What the documents say of files and tests is so.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	tests := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	eachSource(t, func(_, text string) {
		for _, found := range declared.FindAllStringSubmatch(text, -1) {
			tests[found[1]] = true
		}
	})
	file := regexp.MustCompile("`([a-z][\\w/.*-]*/[\\w.*-]+\\.(?:go|js|json|toml|md))`")
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`")
	docs, err := filepath.Glob("docs/*.md")
	more, err2 := filepath.Glob("docs/decisions/*.md")
	if docs = append(append(docs, more...), "README.md", "CONTRIBUTING.md"); err != nil || err2 != nil || len(docs) < 10 {
		t.Fatal(docs, err, err2)
	}
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range named.FindAllStringSubmatch(string(text), -1) {
			if !tests[found[1]] {
				t.Errorf("%s names the test %s, which is not there", doc, found[1])
			}
		}
		if !strings.HasPrefix(doc, "docs/a") && !strings.HasPrefix(doc, "docs/c") && !strings.HasPrefix(doc, "docs/d") {
			continue // others name files of the reader's
		}
		for _, found := range file.FindAllStringSubmatch(string(text), -1) {
			path := strings.NewReplacer("NAME", "*").Replace(found[1])
			if there, err := filepath.Glob(path); err != nil || len(there) == 0 && !strings.Contains(path, "*") {
				t.Errorf("%s names %s, which is not there", doc, found[1])
			}
		}
	}
}

// early are the only packages that the hook's quick way may import, and these may
// import no others of sayso: an init runs once all that it imports is initialised,
// and fmt, net and encoding/json bring most of the program with them.
var early = map[string][]string{
	"sayso/ipc/quick":    {"os", "strconv", "syscall", "unsafe", "sayso/ipc/lifetime", "sayso/ipc/wire"},
	"sayso/ipc/wire":     {"os", "strconv", "unicode/utf8"},
	"sayso/ipc/lifetime": {"os", "slices", "strconv"},
}

func TestTheQuickWayImportsNextToNothing(t *testing.T) {
	cmd := append(os.Environ(), "GOOS=linux") // elsewhere there is none
	for _, p := range goListIn(t, cmd, "./ipc/quick", "./ipc/wire", "./ipc/lifetime") {
		if p.Imports == nil {
			t.Errorf("%s imports nothing: the list is not whole", p.ImportPath)
		}
		for _, path := range p.Imports {
			if !slices.Contains(early[p.ImportPath], path) {
				t.Errorf("%s imports %s: every hook waits for it and for what it brings", p.ImportPath, path)
			}
		}
		for _, path := range []string{"fmt", "reflect", "unicode", "context", "net", "encoding/json", "strings", "bytes"} {
			if slices.Contains(p.Deps, path) {
				t.Errorf("%s brings %s", p.ImportPath, path)
			}
		}
	}
}

func TestEveryPackageSaysOnceWhatItIs(t *testing.T) {
	for _, p := range goList(t, "./...") {
		var with []string
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Fatal(err)
			}
			if f.Doc != nil {
				with = append(with, name)
			}
		}
		if len(p.GoFiles) > 0 && len(with) != 1 {
			t.Errorf("%s: package comments in %v, want exactly one", p.ImportPath, with)
		}
	}
}

var colourLiteral = regexp.MustCompile(`"#[0-9a-fA-F]{3,8}"|lipgloss\.(Color|Red|Green|Blue|Yellow|Cyan|Magenta|Black|White|Bright\w+)\b|\\x1b\[[0-9;]*m|\\033\[`)

func TestColoursAreTokens(t *testing.T) {
	eachSource(t, func(path, text string) {
		if within(path, "themes") || path == "ui/style/style.go" || strings.HasSuffix(path, "_test.go") {
			return
		}
		if found := colourLiteral.FindString(text); found != "" {
			t.Errorf("%s has the colour %s: themes have the colours", path, found)
		}
	})
}

func TestFilesStayReadable(t *testing.T) {
	const most = 500
	eachSource(t, func(path, text string) {
		if n := strings.Count(text, "\n"); n > most {
			t.Errorf("%s has %d lines, want at most %d: it holds two things", path, n, most)
		}
	})
}

// Programs that tests run are written by claudetest.WriteExecutable alone: any
// other way is "text file busy" on one day in a hundred.
func TestTestsWriteProgramsInOneWay(t *testing.T) {
	direct := regexp.MustCompile(`(WriteFile|OpenFile)\(.*, 0o[0-7]*[1357][0-7]*\)`)
	story := regexp.MustCompile(`(?m)^chmod [0-7]*[1357][0-7]* [a-z].*`) // a folder is a variable there
	eachFile(t, func(path, text string) {
		how := direct
		switch {
		case strings.HasSuffix(path, ".txtar"):
			how = story
		case !strings.HasSuffix(path, "_test.go"):
			return
		}
		if found := how.FindString(text); found != "" {
			t.Errorf("%s: %s: let claudetest.WriteExecutable (in a story: executable) write it", path, found)
		}
	}, ".go", ".txtar")
}

func TestEveryFuzzTargetIsRun(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	target := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	eachSource(t, func(path, text string) {
		for _, found := range target.FindAllStringSubmatch(text, -1) {
			line := "\t.ci/fuzz " + found[1] + " ./" + filepath.ToSlash(filepath.Dir(path)) + "\n"
			if !strings.Contains(string(makefile), line) {
				t.Errorf("%s: %s is not run by make fuzz: its line there would be %q", path, found[1], line)
			}
		}
	})
}

// Whoever is told how to build it is told to build it so.
func TestEveryBuildIsStatic(t *testing.T) {
	build := regexp.MustCompile("(?m)^.*go (build|install) .*$")
	said := map[string]int{}
	eachFile(t, func(path, text string) {
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata/") {
			return
		}
		for _, line := range build.FindAllString(text, -1) {
			if said[path]++; !strings.Contains(line, "CGO_ENABLED=0 go ") {
				t.Errorf("%s: %q: a build is CGO_ENABLED=0", path, line)
			}
		}
	}, "", ".md", ".go", ".sh")
	for _, path := range []string{"README.md", "Makefile", "plugin/setup/places.go"} {
		if said[path] == 0 {
			t.Errorf("%s does not tell how to build it any more", path)
		}
	}
}

// eachSource calls f for every Go file, with its path from the top.
func eachSource(t *testing.T, f func(path, text string)) {
	t.Helper()
	eachFile(t, f, ".go")
}

// eachFile is eachSource for files with other endings.
func eachFile(t *testing.T, f func(path, text string), endings ...string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "." {
			return filepath.SkipDir
		}
		if d.IsDir() || !slices.Contains(endings, filepath.Ext(path)) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil {
			f(filepath.ToSlash(path), string(data))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
