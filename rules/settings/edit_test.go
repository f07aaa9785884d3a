package settings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/rules/settings"
)

func update(kind claude.UpdateType, behavior claude.Behavior, texts ...string) claude.Update {
	u := claude.Update{Type: kind, Behavior: behavior, Destination: claude.LocalSettings, Rules: []claude.RuleValue{}}
	for _, text := range texts {
		v, err := claude.ParseRule(text)
		if err != nil {
			panic(err)
		}
		u.Rules = append(u.Rules, v)
	}
	return u
}

func TestApplyChangesOnlyWhatItMust(t *testing.T) {
	add := update(claude.AddRules, claude.Allow, "Bash(git push:*)")
	remove := update(claude.RemoveRules, claude.Allow, "b")
	for name, c := range map[string]struct {
		update       claude.Update
		before, want string
	}{
		"empty file": {add, "",
			"{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(git push:*)\"\n    ]\n  }\n}\n"},
		"empty object": {add, "{}\n",
			"{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(git push:*)\"\n    ]\n  }\n}\n"},
		"other members": {add, "{\n\t\"model\": 1.0,\n\t\"big\": 12345678901234567890\n}",
			"{\n\t\"model\": 1.0,\n\t\"big\": 12345678901234567890,\n\t\"permissions\": {\n\t\t\"allow\": [\n\t\t\t\"Bash(git push:*)\"\n\t\t]\n\t}\n}"},
		"empty permissions": {add, "{\n    \"permissions\": {}\n}",
			"{\n    \"permissions\": {\n        \"allow\": [\n            \"Bash(git push:*)\"\n        ]\n    }\n}"},
		"no such list": {add, "{\n  \"permissions\": {\n    \"deny\": []\n  }\n}",
			"{\n  \"permissions\": {\n    \"deny\": [],\n    \"allow\": [\n      \"Bash(git push:*)\"\n    ]\n  }\n}"},
		"empty list": {add, "{\n  \"permissions\": {\n    \"allow\": []\n  }\n}",
			"{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(git push:*)\"\n    ]\n  }\n}"},
		"one line":          {add, `{"permissions":{"allow":["a"],"x":"<&>"}}`, `{"permissions":{"allow":["a", "Bash(git push:*)"],"x":"<&>"}}`},
		"one line, two":     {add, `{"permissions": {"allow": ["a", "b"]}}`, `{"permissions": {"allow": ["a", "b", "Bash(git push:*)"]}}`},
		"one line, no list": {add, `{"a": 1}`, `{"a": 1, "permissions": {"allow": ["Bash(git push:*)"]}}`},
		"CRLF": {add, "{\r\n  \"permissions\": {\r\n    \"allow\": [\r\n      \"a\"\r\n    ]\r\n  }\r\n}\r\n",
			"{\r\n  \"permissions\": {\r\n    \"allow\": [\r\n      \"a\",\r\n      \"Bash(git push:*)\"\r\n    ]\r\n  }\r\n}\r\n"},
		"comments": {add, "// mine\n{\n  /* p */ \"permissions\": { // q\n    \"allow\": [\n      \"a\" // why\n      // end\n    ]\n  }\n}",
			"// mine\n{\n  /* p */ \"permissions\": { // q\n    \"allow\": [\n      \"a\", // why\n      // end\n      \"Bash(git push:*)\"\n    ]\n  }\n}"},
		"comment in an empty list": {add, "{\n  \"permissions\": {\n    \"allow\": [\n      // none yet\n    ]\n  }\n}",
			"{\n  \"permissions\": {\n    \"allow\": [\n      // none yet\n      \"Bash(git push:*)\"\n    ]\n  }\n}"},
		"there already":           {add, `{"permissions":{"allow":["Bash(git push:*)"]}}`, `{"permissions":{"allow":["Bash(git push:*)"]}}`},
		"there in other spelling": {update(claude.AddRules, claude.Allow, "Bash"), `{"permissions":{"allow":["Bash(*)"]}}`, `{"permissions":{"allow":["Bash(*)"]}}`},
		"remove first":            {remove, "{\"permissions\": {\"allow\": [\n  \"b\",\n  \"c\"\n]}}", "{\"permissions\": {\"allow\": [\n  \"c\"\n]}}"},
		"remove middle":           {remove, `{"permissions": {"allow": ["a", "b", "c"]}}`, `{"permissions": {"allow": ["a", "c"]}}`},
		"remove last":             {remove, "{\"permissions\": {\"allow\": [\n  \"a\",\n  \"b\"\n]}}", "{\"permissions\": {\"allow\": [\n  \"a\"\n]}}"},
		"remove only":             {remove, `{"permissions": {"allow": ["b"], "deny": ["b"]}}`, `{"permissions": {"allow": [], "deny": ["b"]}}`},
		"remove twice":            {remove, `{"permissions": {"allow": ["b", "a", "b"]}}`, `{"permissions": {"allow": ["a"]}}`},
		"remove keeps comments": {remove, "{\"permissions\": {\"allow\": [\n  \"a\", // one\n  // two\n  \"b\" // three\n]}}",
			"{\"permissions\": {\"allow\": [\n  \"a\" // one\n  // two\n // three\n]}}"},
		"remove before a bracket":  {remove, "{\"permissions\": {\"allow\": [\"a\", // one\n \"b\" ]}}", "{\"permissions\": {\"allow\": [\"a\" // one\n ]}}"},
		"remove what is not there": {remove, `{"permissions":{"allow":["a"]}}`, `{"permissions":{"allow":["a"]}}`},
		"replace":                  {update(claude.ReplaceRules, claude.Allow, "c", "d"), `{"permissions": {"allow": ["a", "c", "b"]}}`, `{"permissions": {"allow": ["c", "d"]}}`},
		"replace by none":          {update(claude.ReplaceRules, claude.Allow), `{"permissions": {"allow": ["a", "b"]}}`, `{"permissions": {"allow": []}}`},
		"mode": {claude.Update{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.LocalSettings},
			`{"permissions": {"defaultMode": "auto"}}`, `{"permissions": {"defaultMode": "plan"}}`},
		"new mode": {claude.Update{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.LocalSettings},
			"{\n  \"permissions\": {\n    \"allow\": []\n  }\n}", "{\n  \"permissions\": {\n    \"allow\": [],\n    \"defaultMode\": \"plan\"\n  }\n}"},
		"directories": {claude.Update{Type: claude.AddDirectories, Directories: []string{"/a b"}, Destination: claude.LocalSettings},
			`{"permissions": {"additionalDirectories": ["/x"]}}`, `{"permissions": {"additionalDirectories": ["/x", "/a b"]}}`},
		"fewer directories": {claude.Update{Type: claude.RemoveDirectories, Directories: []string{"/x"}, Destination: claude.LocalSettings},
			`{"permissions": {"additionalDirectories": ["/x"]}}`, `{"permissions": {"additionalDirectories": []}}`},
		"characters": {update(claude.AddRules, claude.Allow, `Bash(echo "<é>" && x)`), `{"permissions":{"allow":["a"]}}`,
			`{"permissions":{"allow":["a", "Bash(echo \"<é>\" && x)"]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := settings.Parse(settings.File{Source: rules.Source(claude.LocalSettings)}, []byte(c.before))
			if err != nil {
				t.Fatal(err)
			}
			after, err := d.Apply(c.update)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(after.Bytes())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is added can be removed, and the file is as before but for an empty list.
func TestAddThenRemove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfDistinct(rapid.StringMatching(`[A-Z][a-z]{1,6}(\([a-z:*\\/ "]{1,8}x\))?`), rapid.ID).Draw(t, "rules")
		extra := rapid.StringMatching(`[a-z<>&é\\"]{0,8}`).Draw(t, "extra")
		tree := map[string]any{"zz": extra, "permissions": map[string]any{"allow": texts, "note": []int{1}}}
		before, err := json.MarshalIndent(tree, "", rapid.SampledFrom([]string{"", " ", "\t", "    "}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		d, err := settings.Parse(settings.File{}, before)
		if err != nil {
			t.Fatal(err)
		}
		added := update(claude.AddRules, claude.Allow, "Zzzzzzzzz(new:*)")
		more, err := d.Apply(added)
		if err != nil {
			t.Fatal(err)
		}
		if len(more.Rules) != len(texts)+1 {
			t.Fatalf("%d rules after adding one to %d", len(more.Rules), len(texts))
		}
		added.Type = claude.RemoveRules
		less, err := more.Apply(added)
		if err != nil {
			t.Fatal(err)
		}
		if len(texts) > 0 && string(less.Bytes()) != string(before) {
			t.Errorf("before:\n%s\nafter:\n%s", before, less.Bytes())
		}
	})
}

func TestRemoveLine(t *testing.T) {
	d, err := settings.Parse(settings.File{Path: "s.json"}, []byte("{\"permissions\": {\"deny\": [\n\"a\",\n\"b\",\n\"a\"\n]}}"))
	if err != nil {
		t.Fatal(err)
	}
	after, err := d.RemoveLine(claude.Deny, "a", 4)
	if err != nil {
		t.Fatal(err)
	}
	if want := "{\"permissions\": {\"deny\": [\n\"a\",\n\"b\"\n]}}"; string(after.Bytes()) != want {
		t.Errorf("got %q", after.Bytes())
	}
	if _, err := d.RemoveLine(claude.Deny, "a", 3); err == nil || !strings.Contains(err.Error(), "s.json:3") {
		t.Errorf("error is %v", err)
	}
}

func TestUpdateKeepsModeAndLink(t *testing.T) {
	real := local(t, "{}\n")
	if err := os.Chmod(real.Path, 0o640); err != nil { // whatever the umask is
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "settings.json")
	if err := os.Symlink(real.Path, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	f := settings.File{Source: rules.Source(claude.UserSettings), Path: link}
	d, err := settings.Update(f, update(claude.AddRules, claude.Ask, "Read"))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Rules) != 1 || !strings.Contains(content(t, real.Path), `"Read"`) {
		t.Errorf("the file behind the link holds %q", content(t, real.Path))
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(real.Path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(real.Path), ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestUpdateMakesFolders(t *testing.T) {
	f := settings.File{Path: filepath.Join(t.TempDir(), "p", ".claude", "settings.local.json")}
	if _, err := settings.Update(f, update(claude.AddRules, claude.Allow, "Read")); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Read(f); err != nil {
		t.Fatal(err)
	}
}

func TestUpdateThroughADanglingLink(t *testing.T) {
	dir := t.TempDir()
	f := settings.File{Path: filepath.Join(dir, "settings.json")}
	if err := os.Symlink("elsewhere.json", f.Path); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if _, err := settings.Update(f, update(claude.AddRules, claude.Allow, "Read")); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(content(t, filepath.Join(dir, "elsewhere.json")), "Read") {
		t.Error("the link's target was not written")
	}
}

// A writer that comes in between is not overwritten: the change is made again
// on top of what it wrote.
func TestChangeStartsAgain(t *testing.T) {
	f := local(t, `{"permissions": {"allow": ["a"]}}`)
	tries := 0
	_, err := settings.Change(f, func(d *settings.Document) (*settings.Document, error) {
		tries++
		if tries == 1 {
			if err := os.WriteFile(f.Path, []byte(`{"permissions": {"allow": ["b"]}}`), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return d.Apply(update(claude.AddRules, claude.Allow, "c"))
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, f.Path); got != `{"permissions": {"allow": ["b", "c"]}}` || tries != 2 {
		t.Errorf("%d tries, %s", tries, got)
	}
}
