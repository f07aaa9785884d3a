package outside

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBranch(t *testing.T) {
	top := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("repo/.git/HEAD", "ref: refs/heads/fix/one\n")
	write("repo/src/deep/x", "")
	write("detached/.git/HEAD", "0123456789abcdef0123456789abcdef01234567\n")
	write("repo/.git/worktrees/w/HEAD", "ref: refs/heads/other\n")
	write("worktree/.git", "gitdir: ../repo/.git/worktrees/w\n")
	write("odd/.git", "something else\n")
	for dir, want := range map[string]string{
		"repo": "fix/one", "repo/src/deep": "fix/one", "detached": "0123456", "worktree": "other", "odd": "", "gone": "",
	} {
		if got := Branch(filepath.Join(top, dir)); got != want {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
	if got := Branch("relative"); got != "" {
		t.Errorf("a relative directory has the branch %q", got)
	}
}
