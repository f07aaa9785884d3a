package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sayso/rules/settings"
)

// An organization's teams each have a file of their own; the rules of all count.
func TestManagedReadsTheFolderBeside(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "managed-settings.json")
	folder := filepath.Join(dir, "managed-settings.d")
	if got := settings.Managed(name); len(got) != 1 || got[0].Path != name {
		t.Errorf("without a folder: %v", got)
	}
	deny := func(rule string) string { return `{"permissions":{"deny":["` + rule + `"]}}` }
	for file, text := range map[string]string{
		"managed-settings.json":               deny("Bash(main)"),
		"managed-settings.d/20-team.json":     deny("Bash(second)"),
		"managed-settings.d/10-all.json":      deny("Bash(first)"),
		"managed-settings.d/.hidden.json":     deny("Bash(hidden)"),
		"managed-settings.d/readme.txt":       deny("Bash(text)"),
		"managed-settings.d/folder.json/file": "",
		"elsewhere.json":                      deny("Bash(linked)"),
	} {
		path := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"Bash(main)", "Bash(first)", "Bash(second)"}
	if os.Symlink(filepath.Join("..", "elsewhere.json"), filepath.Join(folder, "30-link.json")) == nil {
		want = append(want, "Bash(linked)")
	}
	var got []string
	loaded := settings.Load(settings.Managed(name))
	for _, r := range loaded.Rules {
		got = append(got, r.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(loaded.Problems) > 0 {
		t.Errorf("rules: %s\nproblems: %v", diff, loaded.Problems)
	}
}

func TestAFolderOfManagedSettingsThatCannotBeReadIsTold(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "managed-settings.d")
	if err := os.WriteFile(folder, nil, 0o644); err != nil { // Claude Code takes it for none
		t.Fatal(err)
	}
	name := filepath.Join(dir, "managed-settings.json")
	if got := settings.Managed(name); len(got) != 1 {
		t.Errorf("a file instead of the folder: %v", got)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadDir(folder); err == nil {
		t.Skip("skipped: this user may read every folder")
	}
	if p := settings.Load(settings.Managed(name)).Problems; len(p) != 1 || !strings.Contains(p[0].Error(), folder) {
		t.Errorf("problems: %v", p)
	}
}

// A path is followed as far as it exists, however long the rest of it is.
func TestLinksFollowsWhatExists(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Skip("skipped: no links here")
	}
	long := strings.Repeat("/deep", 20_000)
	for name, want := range map[string]string{
		"/link": "/real", "/link/": "/real", "/link/a": "/real/a", "/link/a/b": "/real/a/b", "/real": "/real", "/none/a": "/none/a",
		"/link" + long: "/real" + long, "/none" + long: "/none" + long, "/link/" + strings.Repeat("a", 9000): "/real/" + strings.Repeat("a", 9000),
	} {
		real, link := settings.Links(dir + name)
		if want := filepath.ToSlash(dir + want); real != want {
			t.Errorf("%.40q leads to %.80q, not to %.80q", name, real, want)
		}
		if want := name == "/link"; link != want && name != "/link/" {
			t.Errorf("%.40q is a link: %v", name, link)
		}
	}
}
