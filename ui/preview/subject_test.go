package preview_test

import (
	"encoding/json"
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
