package permission

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/rules"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// oneFile is a disk with one file and one link.
type oneFile struct{}

func (oneFile) Read(path string) preview.File {
	if path == "/home/dev/app/a.txt" {
		return preview.File{State: preview.Read, Text: "one\ntwo\n", Size: 8}
	}
	return preview.File{State: preview.Missing}
}

func (oneFile) Real(path string) string { return strings.Replace(path, "/app/link", "/other", 1) }

func document(ask approver.Ask, by Sight) []string {
	ask.Session.Cwd = cmp.Or(ask.Session.Cwd, "/home/dev/app")
	out := Document(ask, 60, style.New(themes.Dark()), by)
	for i, row := range out {
		out[i] = strings.TrimRight(ansi.Strip(row), " ")
	}
	return out
}

func TestADocumentEndsWithItsNotes(t *testing.T) {
	got := document(approver.Ask{
		Tool:       "Bash",
		Input:      json.RawMessage(`{"command":"echo x >> ~/.bashrc"}`),
		Provenance: approver.Provenance{Plugin: "guard", Reason: "Look twice."},
	}, Sight{Home: "/home/dev"})
	want := []string{
		" ▌ guard asks", " ▌ Look twice.", "",
		"  echo x >> ~/.bashrc", "",
		"  writes ~/.bashrc, which a shell runs when it starts",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestADocumentLooksAtFilesBySight(t *testing.T) {
	edit := approver.Ask{Tool: "Edit", Input: json.RawMessage(`{"file_path":"a.txt","old_string":"two","new_string":"2"}`)}
	if got := strings.Join(document(edit, Sight{Files: oneFile{}}), "\n"); !strings.Contains(got, "  2 + │ 2") {
		t.Errorf("the line in the file is not told:\n%s", got)
	}
	if got := strings.Join(document(edit, Sight{}), "\n"); !strings.Contains(got, "  + │ 2") {
		t.Errorf("without a look there is a number:\n%s", got)
	}
	write := approver.Ask{Tool: "Write", Input: json.RawMessage(`{"file_path":"link/x","content":"a\n"}`)}
	got := strings.Join(document(write, Sight{Files: oneFile{}, Home: "/home/dev"}), "\n")
	if !strings.Contains(got, "→ ~/other/x") || !strings.Contains(got, "writes link/x, outside of the project") {
		t.Errorf("the link is not followed:\n%s", got)
	}
}

// A press is answered at once, however much is shown: a card draws what is on
// screen and no more.
func BenchmarkScrollALargeDocument(b *testing.B) {
	raw, err := json.Marshal(map[string]string{"file_path": "big.go", "content": strings.Repeat("\tx := f(1, \"two\") // three\n", 38_000)})
	if err != nil {
		b.Fatal(err)
	}
	c := New(approver.Ask{Tool: "Write", Input: raw}, style.New(themes.Dark()), keys.Default(), Sight{})
	c.SetSize(100, 40)
	c.SetDocument(c.Render(100)(context.Background()))
	if n := len(c.document); n < 38_000 {
		b.Fatalf("the document has only %d rows", n)
	}
	for b.Loop() {
		c.Scroll(7)
		rows, _ := c.View(card.Moment{})
		if len(rows) != 40 || lines.Width(rows[5]) == 0 {
			b.Fatal("nothing is drawn")
		}
	}
}

// A project may answer its own asks: the person is told, once and in one line.
func TestADocumentTellsOfTheProjectsHooks(t *testing.T) {
	ask := approver.Ask{Tool: "Bash", Input: json.RawMessage(`{"command":"ls"}`)}
	var asked string
	places := []string{".claude/settings.json:12\x1b[2J", ".claude/settings.local.json:1"}
	by := Sight{Others: func(project string) []string { asked = project; return places }}
	told := strings.Join(document(ask, by), "\n")
	if asked != "/home/dev/app" || strings.Count(told, "Another hook in this project") != 1 {
		t.Errorf("of %s it tells\n%s", asked, told)
	}
	words := strings.Join(strings.Fields(told), " ")
	if !strings.Contains(words, "answers too: .claude/settings.json:12⟨ESC⟩[2J and 1 more") {
		t.Errorf("it tells\n%s", told)
	}
	if places = nil; strings.Contains(strings.Join(document(ask, by), "\n"), "Another hook") {
		t.Error("it tells of a hook where there is none")
	}
}

// What a document looks up is the project's, wherever in it the agent is.
func TestADocumentIsOfTheProject(t *testing.T) {
	ask := approver.Ask{Tool: "Bash", Input: json.RawMessage(`{"command":"make a && cp x ../conf/x"}`),
		Session: approver.Session{Cwd: "/home/dev/app/src", Project: "/home/dev/app"}}
	var hooks, parts string
	told := strings.Join(document(ask, Sight{
		Home:   "/home/dev",
		Others: func(project string) []string { hooks = project; return nil },
		Trace: func(s approver.Session, _ rules.Call) (rules.Trace, bool) {
			parts = s.Root() + " from " + s.Cwd
			return rules.Trace{}, false
		},
	}), "\n")
	if hooks != "/home/dev/app" || parts != "/home/dev/app from /home/dev/app/src" {
		t.Errorf("hooks were looked for in %s, rules in %s", hooks, parts)
	}
	if strings.Contains(told, "outside of the project") {
		t.Errorf("it tells\n%s", told)
	}
	// In a worktree the files of the project are not the session's.
	ask.Session.Cwd = "/home/dev/app/.claude/worktrees/w/src"
	ask.Input = json.RawMessage(`{"command":"cp x ../conf/x && cp x /home/dev/app/x"}`)
	told = strings.Join(document(ask, Sight{Home: "/home/dev"}), "\n")
	if strings.Count(told, "outside of the project") != 1 || !strings.Contains(told, "writes ~/app/x, outside of the project") {
		t.Errorf("in a worktree it tells\n%s", told)
	}
	ask.Session.Project = "/home/dev/a\u202epp"
	if told := strings.Join(document(ask, Sight{}), "\n"); !strings.Contains(told, "project: 1 hidden character") {
		t.Errorf("a project with hidden characters:\n%s", told)
	}
}
