package plugin

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folderMode is that of a new folder which others may read as far as this
// machine's umask lets them.
func folderMode(t *testing.T) fs.FileMode {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// tree returns every file below dir with its content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	folderMode := folderMode(t)
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != dir && info.Mode().Perm() != folderMode {
				t.Errorf("%s: mode %v", name, info.Mode())
			}
			return nil
		}
		if info.Mode().Perm() != 0o644 {
			t.Errorf("%s: mode %v", name, info.Mode())
		}
		content, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		found[filepath.ToSlash(rel)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// hooksFile is what this package's tests read of hooks.json.
type hooksFile struct {
	Modules []string
	Hooks   map[string][]struct {
		Hooks []struct {
			Type, Command string
			Args          []string
			Timeout       int
			Async         bool
		}
	}
}

func readHooks(t *testing.T, dir string) hooksFile {
	t.Helper()
	var hooks hooksFile
	readJSON(t, filepath.Join(dir, "hooks", "hooks.json"), &hooks)
	return hooks
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestWriteIsWholeAndStable(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, "/usr/bin/sayso", "/run/sayso.sock"); err != nil {
		t.Fatal(err)
	}
	first := tree(t, dir)
	for _, name := range []string{".claude-plugin/plugin.json", ".claude-plugin/icon.png", "hooks/hooks.json",
		"hooks/sayso.js", "README.md", "LICENSE"} {
		if first[name] == "" {
			t.Errorf("%s is missing or empty", name)
		}
	}
	for name, content := range first {
		if strings.Contains(content, "@SAYSO_") {
			t.Errorf("%s still holds a placeholder", name)
		}
	}
	var manifest struct{ Name, Version string }
	readJSON(t, filepath.Join(dir, ".claude-plugin", "plugin.json"), &manifest)
	if manifest.Name != Name || manifest.Version != Version {
		t.Errorf("the manifest says %q %q", manifest.Name, manifest.Version)
	}

	mark := filepath.Join(dir, "not-ours.txt")
	if err := errors.Join(os.WriteFile(mark, []byte("kept"), 0o644), os.Chmod(mark, 0o644)); err != nil {
		t.Fatal(err)
	}
	stat := func() os.FileInfo {
		info, err := os.Stat(filepath.Join(dir, "hooks", "watch.js"))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	before := stat()
	if err := Write(dir, "/usr/bin/sayso", "/run/sayso.sock"); err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, stat()) {
		t.Error("an unchanged file was written again")
	}
	first["not-ours.txt"] = "kept"
	second := tree(t, dir)
	if len(first) != len(second) {
		t.Errorf("%d files became %d", len(first), len(second))
	}
	for name, content := range first {
		if second[name] != content {
			t.Errorf("%s changed", name)
		}
	}
	if err := Write(dir, "/elsewhere/sayso", "/run/sayso.sock"); err != nil {
		t.Fatal(err)
	}
	if os.SameFile(before, stat()) || !strings.Contains(tree(t, dir)["hooks/watch.js"], `"/elsewhere/sayso"`) {
		t.Error("a new path of the binary did not reach the mod")
	}
}

func TestHooksFile(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, "/usr/bin/sayso", "/run/sayso.sock"); err != nil {
		t.Fatal(err)
	}
	hooks := readHooks(t, dir)
	for event, groups := range hooks.Hooks {
		if len(groups) != 1 || len(groups[0].Hooks) != 1 {
			t.Fatalf("%s: not one hook", event)
		}
		hook := groups[0].Hooks[0]
		timeout, async := 5, true
		switch event {
		case "PermissionRequest", "PreModelSwitch", "PermissionDenied": // a person may decide them
			timeout, async = 86400, false
		case "PostToolUse": // it may carry a note
			async = false
		}
		if hook.Type != "command" || hook.Timeout != timeout || hook.Async != async {
			t.Errorf("%s: %+v", event, hook)
		}
	}
	for _, event := range []string{"PermissionRequest", "PostToolUse", "PostToolUseFailure", "PermissionDenied", "Stop", "SessionEnd"} {
		if hooks.Hooks[event] == nil {
			t.Errorf("no hook for %s", event)
		}
	}
	if hooks.Hooks["PostToolBatch"] != nil {
		t.Error("PostToolBatch would be a second process for every call")
	}
}

// What Claude Code starts is the program itself, with no shell between, and it is
// told where to ask.
func TestHooksNameTheProgramAndTheSocket(t *testing.T) {
	for _, name := range []string{"plain", "two words", `it's "quoted"`, "a$HOME`id`;b", "back\\slash", "<&>"} {
		t.Run(name, func(t *testing.T) {
			binary, socket := filepath.Join("/opt", name, "sayso"), filepath.Join("/run", name, "s.sock")
			dir := t.TempDir()
			if err := Write(dir, binary, socket); err != nil {
				t.Fatal(err)
			}
			want := []string{binary, "hook", "--socket", socket}
			for event, groups := range readHooks(t, dir).Hooks {
				hook := groups[0].Hooks[0]
				if got := append([]string{hook.Command}, hook.Args...); !slices.Equal(got, want) {
					t.Errorf("%s runs %q", event, got)
				}
			}
			if got, err := HookCommand(dir); err != nil || !slices.Equal(got, want) {
				t.Errorf("the hook is read as %q, %v", got, err)
			}
			got, err := BinaryOf(dir)
			at, errAt := SocketOf(dir)
			if err := errors.Join(err, errAt); err != nil || got != binary || at != socket {
				t.Errorf("the mod names %q and %q, %v", got, at, err)
			}
		})
	}
}

func TestWriteRefusesAPathItCannotName(t *testing.T) {
	const good = "/usr/bin/sayso"
	for _, bad := range []string{"", "sayso", "./sayso", "/a\x00b", "/a\xffb", "/${HOME}/b"} {
		for _, paths := range [][2]string{{bad, good}, {good, bad}} {
			dir := t.TempDir()
			if err := Write(dir, paths[0], paths[1]); err == nil {
				t.Errorf("%q was accepted", paths)
			}
			if found := tree(t, dir); len(found) > 0 {
				t.Errorf("%q left files behind", paths)
			}
		}
	}
}

func TestMarketplace(t *testing.T) {
	dir := t.TempDir()
	if err := WriteMarketplace(dir, "/usr/bin/sayso", "/run/sayso.sock"); err != nil {
		t.Fatal(err)
	}
	var market struct {
		Name    string
		Owner   struct{ Name string }
		Plugins []struct{ Name, Source, Description string }
	}
	readJSON(t, filepath.Join(dir, ".claude-plugin", "marketplace.json"), &market)
	if market.Name != Marketplace || market.Owner.Name == "" || len(market.Plugins) != 1 {
		t.Fatalf("%+v", market)
	}
	offer := market.Plugins[0]
	if ID != offer.Name+"@"+market.Name {
		t.Errorf("ID is %q", ID)
	}
	alone := t.TempDir()
	if err := Write(alone, "/usr/bin/sayso", "/run/sayso.sock"); err != nil {
		t.Fatal(err)
	}
	offered, want := tree(t, filepath.Join(dir, offer.Source)), tree(t, alone)
	if len(offered) != len(want) {
		t.Errorf("%d files are offered, the plugin has %d", len(offered), len(want))
	}
	for name := range want {
		if offered[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
}
