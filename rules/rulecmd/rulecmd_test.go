package rulecmd_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/rules/rulecmd"
	"sayso/rules/settings"
)

// house makes a home and a project with settings, and options for them.
func house(t *testing.T, user, project, local string) (rulecmd.Options, string) {
	t.Helper()
	dir := t.TempDir()
	o := rulecmd.Options{
		Files: settings.Files(filepath.Join(dir, "home"), filepath.Join(dir, "app"), nil)[:3],
		Place: rules.Place{Cwd: filepath.Join(dir, "app"), Home: filepath.Join(dir, "home")},
	}
	for i, content := range []string{user, project, local} {
		if content == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(o.Files[i].Path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(o.Files[i].Path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return o, dir
}

// output runs f and returns what it wrote, with dir shortened.
func output(t *testing.T, dir string, f func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), dir, "DIR")
}

func TestList(t *testing.T) {
	o, dir := house(t, "{\n\"permissions\": {\"deny\": [\"Bash(rm:*)\"]}}", `{"permissions": {"allow": ["Read", "Bash(a\u001b[2Jb)"]}}`,
		"{\"permissions\": {\"allow\": [\n\"Write(x)\"\n]}}")
	got := output(t, dir, func(b *bytes.Buffer) error { return rulecmd.List(b, o) })
	want := `DIR/home/.claude/settings.json (userSettings)
  2  deny  Bash(rm:*)
DIR/app/.claude/settings.json (projectSettings)
  1  allow  Read               ignored: the folder is not trusted: allow rules of its own settings do not count
  1  allow  "Bash(a\x1b[2Jb)"  ignored: the folder is not trusted: allow rules of its own settings do not count
DIR/app/.claude/settings.local.json (localSettings)
  2  allow  Write(x)  ignored: Write rules with a path settle nothing; Edit(…) guards this tool too
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	o.JSON, o.Trusted = true, true
	got = output(t, dir, func(b *bytes.Buffer) error { return rulecmd.List(b, o) })
	if want := `[{"rule":"Bash(rm:*)","behavior":"deny","source":"userSettings","file":"DIR/home/.claude/settings.json","line":2,"counts":true},`; !strings.HasPrefix(got, want) {
		t.Errorf("got %s", got)
	}
	if strings.Count(got, `"counts":true`) != 3 {
		t.Errorf("in a trusted folder three rules count: %s", got)
	}
}

func TestListOfNothing(t *testing.T) {
	o, dir := house(t, "", "", "")
	if got := output(t, dir, func(b *bytes.Buffer) error { return rulecmd.List(b, o) }); got != "There are no rules.\n" {
		t.Errorf("got %q", got)
	}
	o.JSON = true
	if got := output(t, dir, func(b *bytes.Buffer) error { return rulecmd.List(b, o) }); got != "[]\n" {
		t.Errorf("got %q", got)
	}
}

func TestListReportsABadFileAndGoesOn(t *testing.T) {
	o, _ := house(t, "{", "", `{"permissions": {"ask": ["Read"]}}`)
	var b bytes.Buffer
	err := rulecmd.List(&b, o)
	if err == nil || !strings.Contains(err.Error(), "settings.json:1") {
		t.Errorf("error is %v", err)
	}
	if !strings.Contains(b.String(), "Read") {
		t.Errorf("wrote %q", b.String())
	}
}

func TestExplain(t *testing.T) {
	o, dir := house(t, "{\"permissions\": {\n\"deny\": [\"Bash(make:*)\"],\n\"allow\": [\"Bash(git push:*)\"]}}", "", "")
	got := output(t, dir, func(b *bytes.Buffer) error {
		return rulecmd.Explain(b, o, "Bash", json.RawMessage(`{"command": "git push && sudo make"}`))
	})
	want := `deny by Bash(make:*) (DIR/home/.claude/settings.json:2): a part of the command matches it.
  part 1: git push
    it matches this part: allow Bash(git push:*) (DIR/home/.claude/settings.json:3)
  part 2: sudo make
    it matches this part: deny Bash(make:*) (DIR/home/.claude/settings.json:2)
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = output(t, dir, func(b *bytes.Buffer) error {
		return rulecmd.Explain(b, o, "Bash", json.RawMessage(`{"command": "git push && cargo x"}`))
	})
	want = `No rule decides: no allow rule settles it: none matches the part "cargo x".
  part 1: git push
    it matches this part: allow Bash(git push:*) (DIR/home/.claude/settings.json:3)
  part 2: cargo x
    no allow rule matches
  matches too and does not decide: allow Bash(git push:*) (DIR/home/.claude/settings.json:3)
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := rulecmd.Explain(&bytes.Buffer{}, o, "Bash", json.RawMessage(`"git"`)); err == nil {
		t.Error("a text was taken for an input")
	}
}

func TestCheck(t *testing.T) {
	o, dir := house(t, "{\"permissions\": {\"allow\": [\n\"Bash(*)\",\n\"Bash(ls:*)\"]}}", "", "")
	var n int
	got := output(t, dir, func(b *bytes.Buffer) (err error) { n, err = rulecmd.Check(b, o); return err })
	want := `broad: DIR/home/.claude/settings.json:2: allow Bash(*): it lets every command run; name the commands
shadowed: DIR/home/.claude/settings.json:3: allow Bash(ls:*): Bash(*) (DIR/home/.claude/settings.json:2) covers it already
`
	if diff := cmp.Diff(want, got); diff != "" || n != 2 {
		t.Errorf("%d findings\n%s", n, diff)
	}
}

func TestRemove(t *testing.T) {
	o, dir := house(t, "{\"permissions\": {\"deny\": [\n\"Read\"\n],\n\"allow\": [\n\"Read\",\n\"Edit\"\n]}}", "", `{"permissions": {"allow": ["Read"]}}`)
	user := o.Files[0].Path
	if err := rulecmd.Remove(&bytes.Buffer{}, o, rulecmd.Removal{Text: "Read"}); err == nil || !strings.Contains(err.Error(), "3 rules match") {
		t.Errorf("error is %v", err)
	}
	if err := rulecmd.Remove(&bytes.Buffer{}, o, rulecmd.Removal{Text: "Write"}); err == nil || !strings.Contains(err.Error(), "no settings file holds") {
		t.Errorf("error is %v", err)
	}
	got := output(t, dir, func(b *bytes.Buffer) error {
		return rulecmd.Remove(b, o, rulecmd.Removal{Text: "Read", Destination: claude.UserSettings, All: true})
	})
	want := "removed allow Read (DIR/home/.claude/settings.json:5)\nremoved deny Read (DIR/home/.claude/settings.json:2)\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	after, err := os.ReadFile(user)
	if err != nil {
		t.Fatal(err)
	}
	if string(after) != "{\"permissions\": {\"deny\": [\n],\n\"allow\": [\n\"Edit\"\n]}}" {
		t.Errorf("the file holds %q", after)
	}
}
