package preview_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"sayso/internal/openjson"
	"sayso/themes"
	"sayso/ui/preview"
)

// editedFile returns what a preview of an edit says that a file will be: the
// lines that it shows as removed and added, carried out on those of the file.
func editedFile(t interface{ Fatalf(string, ...any) }, before string, rows []string) string {
	old := strings.Split(strings.TrimSuffix(strings.ReplaceAll(before, "\r\n", "\n"), "\n"), "\n")
	gone, come := map[int]bool{}, map[int]string{}
	for _, row := range rows {
		m := numbered.FindStringSubmatch(ansi.Strip(row))
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[1])
		switch m[2] {
		case "−":
			gone[n] = true
			if n > len(old) || strings.TrimRight(old[n-1], " ") != strings.TrimRight(m[3], " ") {
				t.Fatalf("line %d is not %q", n, m[3])
			}
		case "+":
			come[n] = strings.TrimRight(m[3], " ")
		}
	}
	var out []string
	for i, line := range old {
		for text, ok := come[len(out)+1]; ok; text, ok = come[len(out)+1] {
			out = append(out, text)
		}
		if !gone[i+1] {
			out = append(out, line)
		}
	}
	for text, ok := come[len(out)+1]; ok; text, ok = come[len(out)+1] {
		out = append(out, text)
	}
	return strings.Join(out, "\n") + "\n"
}

var numbered = regexp.MustCompile(`^ +(\d+) ([ −+]) │ (.*)$`)

func rowsOf(t interface{ Fatal(...any) }, tool string, in map[string]any, before string) []string {
	raw, err := openjson.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	c := context(tool, string(raw), 400, themes.Dark())
	c.Files = files{"/home/dev/app/f": text(before)}
	return preview.Render(c)
}

// What the real client made of these edits (version 2.1.332).
func TestAnEditIsShownAsTheToolDoesIt(t *testing.T) {
	for _, tc := range []struct {
		before, old, new string
		all              bool
		after, said      string
	}{
		{"one\ntwo\nthree\n", "two", "", false, "one\nthree\n", ""},
		{"a two b\ntwo\nc\n", "two", "", true, "a two b\nc\n", "at every place in the file: 1 place"},
		{"one\r\ntwo\r\nthree\r\n", "two\nthree", "2\n3", false, "one\n2\n3\n", "line ends: Windows (CRLF)"},
		{"one\r\ntwo\nthree\r\n", "two", "2", false, "one\n2\nthree\n", "line ends: mixed ones all become Windows (CRLF)"},
		{"a\nb\r\nc\nd\n", "c", "C", false, "a\nb\nC\nd\n", "line ends: mixed ones all become Unix (LF)"},
		{"a\r\nb\n", "b", "B", false, "a\nB\n", "line ends: mixed ones all become Unix (LF)"},
		{"one\r\ntwo\r\n", "two", "2\r\nx", false, "one\n2\nx\n", "line ends: Windows (CRLF)"},
		{"say “hi”\n", `say "hi"`, `say "yo"`, false, "say \"yo\"\n", "the file has curly quotes here, and the tool keeps them"},
		{"one\ntwo\n", "two\n", "", false, "one\n", ""},
		{"a\n", "a", "$& $1", false, "$& $1\n", ""},
	} {
		t.Run(fmt.Sprintf("%q", tc.before), func(t *testing.T) {
			rows := rowsOf(t, "Edit", map[string]any{"file_path": "f", "old_string": tc.old, "new_string": tc.new, "replace_all": tc.all}, tc.before)
			if got := editedFile(t, tc.before, rows); got != tc.after {
				t.Errorf("shown as %q, want %q", got, tc.after)
			}
			said := strings.TrimSpace(ansi.Strip(rows[1]))
			if tc.said != "" && said != tc.said {
				t.Errorf("said %q, want %q", said, tc.said)
			}
		})
	}
}

// What is shown of a change leads from the file that is there to the one that
// will be, for any file and any edit of it.
func TestTheShownChangeIsTheChange(t *testing.T) {
	line := rapid.SampledFrom([]string{"a", "b", "c", "func x()", "return 1", "return 2"})
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOfN(line, 1, 30).Draw(t, "before")
		after := slices.Clone(before)
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			i := rapid.IntRange(0, len(after)-1).Draw(t, "at")
			after = slices.Concat(after[:i], rapid.SliceOfN(line, 0, 3).Draw(t, "new"), after[i+rapid.IntRange(0, 1).Draw(t, "gone"):])
			if len(after) == 0 {
				after = []string{"z"}
			}
		}
		was, is := strings.Join(before, "\n")+"\n", strings.Join(after, "\n")+"\n"
		in := map[string]any{"file_path": "f", "content": is}
		tool := "Write"
		if rapid.Bool().Draw(t, "edit") {
			tool, in = "Edit", map[string]any{"file_path": "f", "old_string": was, "new_string": is}
		}
		if was == is {
			return
		}
		if got := editedFile(t, was, rowsOf(t, tool, in, was)); got != is {
			t.Fatalf("from %q, shown as %q, want %q", was, got, is)
		}
	})
}

// What a renderer does not show is not left out: the call is shown as a tree.
func TestWhatIsNotShownMakesATree(t *testing.T) {
	for tool, input := range map[string]string{
		"Bash":         `{"command":"ls","zz":"unseen"}`,
		"Edit":         `{"file_path":"f","old_string":"a","new_string":"b","zz":"unseen"}`,
		"Write":        `{"file_path":"f","content":"a","zz":"unseen"}`,
		"Read":         `{"file_path":"f","zz":"unseen"}`,
		"WebFetch":     `{"url":"https://a.b","prompt":"c","zz":"unseen"}`,
		"WebSearch":    `{"query":"a","zz":"unseen"}`,
		"Agent":        `{"description":"a","prompt":"b","zz":"unseen"}`,
		"Grep":         `{"pattern":"a","zz":"unseen"}`,
		"Glob":         `{"pattern":"a","zz":"unseen"}`,
		"Skill":        `{"skill":"a","zz":"unseen"}`,
		"TodoWrite":    `{"todos":[{"content":"a","status":"b","activeForm":"c","zz":"unseen"}]}`,
		"ExitPlanMode": `{"plan":"a","zz":"unseen"}`,
		"Monitor":      `{"ws":{"url":"wss://a.b","zz":"unseen"},"description":"d"}`,
		"NotebookEdit": `{"notebook_path":"f","new_source":"a","edit_mode":"unseen"}`,
		"TaskUpdate":   `{"taskId":"1","metadata":{"zz":"unseen"}}`,
		"KillShell":    `{"task_id":"1","shell_id":"unseen"}`,
	} {
		if shown := ansi.Strip(strings.Join(preview.Render(context(tool, input, 80, themes.Dark())), "\n")); !strings.Contains(shown, "unseen") {
			t.Errorf("%s leaves a member out:\n%s", tool, shown)
		}
	}
}
