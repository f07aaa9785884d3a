package settings_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/rules/settings"
)

// watching starts to watch and returns a function that waits for a snapshot of
// which ok is true.
func watching(t *testing.T, files ...settings.File) (wait func(what string, ok func(settings.Snapshot) bool) settings.Snapshot) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	snapshots := make(chan settings.Snapshot, 1000)
	done := make(chan error, 1)
	go func() { done <- settings.Watch(ctx, files, func(s settings.Snapshot) { snapshots <- s }) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return func(what string, ok func(settings.Snapshot) bool) settings.Snapshot {
		t.Helper()
		deadline := time.After(20 * time.Second)
		for {
			select {
			case s := <-snapshots:
				if ok(s) {
					return s
				}
			case <-deadline:
				t.Fatalf("no snapshot shows: %s", what)
			}
		}
	}
}

func holds(text string) func(settings.Snapshot) bool {
	return func(s settings.Snapshot) bool {
		for _, r := range s.Rules {
			if r.Text == text {
				return len(s.Problems) == 0
			}
		}
		return false
	}
}

func empty(s settings.Snapshot) bool { return len(s.Rules) == 0 && len(s.Problems) == 0 }

func write(t *testing.T, path, rule string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(`{"permissions": {"allow": ["`+rule+`"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWatchFollowsTheFile(t *testing.T) {
	dir := t.TempDir()
	f := settings.File{Source: rules.Source(claude.UserSettings), Path: filepath.Join(dir, ".claude", "settings.json")}
	wait := watching(t, f)
	wait("nothing at first", empty)

	if err := os.Mkdir(filepath.Dir(f.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, f.Path, "Aa")
	wait("a file in a new folder", holds("Aa"))

	write(t, f.Path, "Bb")
	wait("a file written over", holds("Bb"))

	other := filepath.Join(dir, ".claude", "other.json")
	write(t, other, "Cc")
	if err := os.Rename(other, f.Path); err != nil {
		t.Fatal(err)
	}
	wait("a file replaced by a rename", holds("Cc"))
	write(t, f.Path, "Dd")
	wait("the file written after the rename", holds("Dd"))

	if err := os.Remove(f.Path); err != nil {
		t.Fatal(err)
	}
	wait("the file removed", empty)

	if err := os.RemoveAll(filepath.Dir(f.Path)); err != nil {
		t.Fatal(err)
	}
	wait("the folder removed", empty)
	if err := os.Mkdir(filepath.Dir(f.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, f.Path, "Ee")
	wait("a file in the folder made anew", holds("Ee"))
}

func TestWatchKeepsTheLastGoodState(t *testing.T) {
	f := local(t, `{"permissions": {"allow": ["Aa"]}}`)
	wait := watching(t, f)
	wait("the first state", holds("Aa"))
	if err := os.WriteFile(f.Path, []byte(`{"permissions": {"allow": ["Bb`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := wait("the half-written file", func(s settings.Snapshot) bool { return len(s.Problems) > 0 })
	if len(s.Rules) != 1 || s.Rules[0].Text != "Aa" {
		t.Errorf("kept %v", s.Rules)
	}
	if len(s.Stale) != 1 || s.Stale[0] != f || !strings.Contains(s.Problems[0].Error(), f.Path+":1") {
		t.Errorf("stale %v, problems %v", s.Stale, s.Problems)
	}
	write(t, f.Path, "Bb")
	wait("the whole file", holds("Bb"))
}

func TestWatchFollowsLinks(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	f := settings.File{Path: filepath.Join(home, "settings.json")}
	one, two := filepath.Join(dir, "one.json"), filepath.Join(dir, "two.json")
	write(t, one, "Aa")
	write(t, two, "Bb")
	if err := os.Symlink(one, f.Path); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	wait := watching(t, f)
	wait("the file behind the link", holds("Aa"))
	write(t, one, "Cc")
	wait("a change behind the link", holds("Cc"))
	if err := os.Symlink(two, f.Path+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(f.Path+".new", f.Path); err != nil {
		t.Fatal(err)
	}
	wait("another link", holds("Bb"))
	write(t, two, "Dd")
	wait("a change behind the other link", holds("Dd"))
}
