package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/rules/settings"
)

func local(t *testing.T, content string) settings.File {
	t.Helper()
	f := settings.File{Source: rules.Source(claude.LocalSettings), Path: filepath.Join(t.TempDir(), "settings.local.json")}
	if err := os.WriteFile(f.Path, []byte(content), 0o640); err != nil {
		t.Fatal(err)
	}
	return f
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestReadNamesTheLine(t *testing.T) {
	f := local(t, "{\n  \"permissions\": {\n    \"allow\": [\"Bash(a)\",\n      \"Read(b)\"],\n    \"deny\": [\"Edit\"],\n"+
		"    \"additionalDirectories\": [\"/x\"], \"defaultMode\": \"plan\"\n  }\n}\n")
	d, err := settings.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	rule := func(text string, b claude.Behavior, line int) rules.Rule {
		return rules.Rule{Text: text, Behavior: b, Source: f.Source, File: f.Path, Line: line}
	}
	want := []rules.Rule{rule("Bash(a)", claude.Allow, 3), rule("Read(b)", claude.Allow, 4), rule("Edit", claude.Deny, 5)}
	if diff := cmp.Diff(want, d.Rules); diff != "" {
		t.Error(diff)
	}
	if !cmp.Equal(d.Directories, []string{"/x"}) {
		t.Errorf("directories %q", d.Directories)
	}
}

func TestMissingAndEmptyFilesHoldNothing(t *testing.T) {
	for _, f := range []settings.File{local(t, ""), local(t, " \n"), {Path: filepath.Join(t.TempDir(), "none.json")}} {
		d, err := settings.Read(f)
		if err != nil || len(d.Rules) != 0 {
			t.Errorf("%s: %v, %v", f.Path, d, err)
		}
	}
}

func TestErrorsNameLineAndFix(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		line    int
		field   string
		reason  string
	}{
		"byte order mark":  {"\xef\xbb\xbf{}", 1, "", "byte order mark"},
		"UTF-16":           {"\xff\xfe{\x00}\x00", 1, "", "UTF-16"},
		"invalid UTF-8":    {"{\n\"a\": \"\xff\"}", 2, "", "not valid UTF-8"},
		"trailing comma":   {"{\n\"permissions\": {\"allow\": [\"a\",\n\"b\",\n]}}", 3, "permissions.allow[1]", "there is a comma after the last element"},
		"trailing comma 2": {"{\n\"a\": 1,\n}", 2, "a", "there is a comma after the last member"},
		"twice":            {"{\n\"a\": 1,\n\"b\": 2,\n\"a\": 3}", 4, "a", "first on line 2"},
		"twice, nested":    {"{\"permissions\": {\"allow\": [],\n\"allow\": []}}", 2, "permissions.allow", "appears twice"},
		"twice, escaped":   {"{\"permissions\": {\"allow\": [],\n\"\\u0061llow\": []}}", 2, "permissions.allow", "appears twice"},
		"no object":        {"\n[]", 2, "", "not an object"},
		"half written":     {"{\"permissions\": {\n\"allow\": [\"Bash(", 2, "", ""},
		"two values":       {"{}\n{}", 2, "", ""},
		"list is no list":  {"{\"permissions\": {\n\"ask\": \"a\"}}", 2, "permissions.ask", "not a list"},
		"permissions list": {"{\n\"permissions\": []}", 2, "permissions", "not an object"},
	} {
		t.Run(name, func(t *testing.T) {
			f := local(t, c.content)
			_, err := settings.Read(f)
			var fe *settings.FileError
			if !errors.As(err, &fe) {
				t.Fatalf("error is %v", err)
			}
			if fe.File != f.Path || fe.Line != c.line || fe.Field != c.field || !strings.Contains(fe.Reason, c.reason) || fe.Fix == "" {
				t.Errorf("got %+v", *fe)
			}
			add := claude.Update{Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.LocalSettings,
				Rules: []claude.RuleValue{{ToolName: "Read"}}}
			if _, err := settings.Update(f, add); err == nil {
				t.Error("a file that does not parse was edited")
			}
			if got := content(t, f.Path); got != c.content {
				t.Errorf("the file was written: %q", got)
			}
		})
	}
}

// Claude Code reads no file with a comment in it, and passes over entries that
// are no text.
func TestWhatClaudeCodeDoesNotRead(t *testing.T) {
	f := local(t, "{\"permissions\": {\n\"deny\": [\"Read\", 7, {\"a\": \"//\"}] // why\n}}")
	d, err := settings.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Rules) != 1 || len(d.Warnings) != 2 || d.Warnings[0].Field != "permissions.deny[1]" {
		t.Errorf("rules %v, warnings %v", d.Rules, d.Warnings)
	}
	if d.Unread == nil || d.Unread.Line != 2 || d.Unread.Column != 34 {
		t.Errorf("unread: %v", d.Unread)
	}
	if s := settings.Load([]settings.File{f}); len(s.Rules) != 0 || len(s.Problems) != 3 {
		t.Errorf("snapshot %+v", s)
	}
	if d, err = settings.Update(f, update(claude.AddRules, claude.Deny, "Edit")); err != nil || len(d.Rules) != 2 {
		t.Errorf("%v, %v", d, err)
	}
	d, err = settings.Parse(f, []byte(`{"permissions": {"deny": ["Read(//x)", "WebFetch(domain:a//b)"]}}`))
	if err != nil || d.Unread != nil {
		t.Errorf("slashes in a text are taken for a comment: %v, %v", d.Unread, err)
	}
}
