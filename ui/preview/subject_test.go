package preview_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/ui/preview"
)

func TestSubject(t *testing.T) {
	for input, want := range map[string]string{
		`{"command":"ls\n-la","description":"List"}`: "ls⟨LF⟩-la",
		`{"file_path":"/home/dev/app/src/a.go"}`:     "src/a.go",
		`{"file_path":"/etc/hosts"}`:                 "/etc/hosts",
		`{"file_path":"/home/dev/app/../x"}`:         "/home/dev/app/../x",
		`{"url":"https://a.io/"}`:                    "https://a.io/",
		`{"command":"","url":7,"query":"go"}`:        "go",
		`{"questions":[{"header":"Database","question":"Which?"},{"question":"And\nwhich\u001b[2J?"},{"header":" "}]}`: "Database · And",
		`{"questions":[{"header":"\u001b[2J"}]}`: "⟨ESC⟩[2J",
		`{"questions":"x"}`:                      "",
		`{"questions":[7]}`:                      "",
		`{"plan":"\n## Move to SQLite\n\n1. …","planFilePath":"/p"}`: "Move to SQLite",
		`{"plan":"\n"}`: "",
		`{"todos":[]}`:  "",
		`[]`:            "",
		`null`:          "",
	} {
		ask := approver.Ask{Input: json.RawMessage(input), Session: approver.Session{Cwd: "/home/dev/app"}}
		if got := preview.Subject(ask); got != want {
			t.Errorf("%s: got %q, want %q", input, got, want)
		}
	}
}

// A subject is drawn with every frame: of a call of any size it is the start, and
// finding it takes no memory by that size.
func TestASubjectIsShortWhateverTheCall(t *testing.T) {
	long := strings.Repeat(`x\n`, 2<<20)
	for name, input := range map[string]string{
		"a command":      `{"command":"` + long + `"}`,
		"after a large":  `{"content":"` + long + `","file_path":"/a/` + long + `"}`,
		"a plan":         `{"plan":"# ` + strings.ReplaceAll(long, `\n`, "") + `"}`,
		"many questions": `{"questions":[` + strings.Repeat(`{"header":"abc"},`, 1<<16) + `{}]}`,
		"many members":   `{` + strings.Repeat(`"a":1,`, 1<<16) + `"b":1}`,
		"cut off":        `{"command":"` + long,
	} {
		ask := approver.Ask{Input: json.RawMessage(input)}
		if got := preview.Subject(ask); len(got) > 4000 || got == "" && name != "many members" {
			t.Errorf("%s: a subject of %d bytes", name, len(got))
		}
		if n := testing.AllocsPerRun(1, func() { preview.Subject(ask) }); n > 2000 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
