package outside

import (
	"path/filepath"
	"strings"

	"sayso/internal/safefile"
)

// maxHead is how much of .git/HEAD is read: a ref's name is far shorter.
const maxHead = 512

// Branch returns the branch that is checked out in a directory or the nearest
// one above it, and "" where there is none. It runs no program: the directory
// may be anybody's, and git runs what its configuration says.
func Branch(cwd string) string {
	for dir := filepath.Clean(cwd); filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		if head, ok := readHead(filepath.Join(dir, ".git")); ok {
			name, isRef := strings.CutPrefix(head, "ref: refs/heads/")
			if !isRef && len(head) >= 7 {
				return head[:7]
			}
			return name
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
	return ""
}

// readHead reads HEAD of a git directory, or of the one that a worktree's .git
// file points to.
func readHead(git string) (string, bool) {
	if link, ok := readStart(git); ok {
		dir, isLink := strings.CutPrefix(link, "gitdir: ")
		if !isLink {
			return "", false
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(git), dir)
		}
		git = dir
	}
	return readStart(filepath.Join(git, "HEAD"))
}

// readStart returns the start of a regular file without its line end.
func readStart(path string) (string, bool) {
	start, err := safefile.ReadStart(path, maxHead)
	return strings.TrimSpace(string(start)), err == nil && len(start) > 0
}
