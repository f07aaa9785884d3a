package approver

import (
	"cmp"
	"path"
	"strings"
)

// maxProject is how many bytes the path of a project may have: what a system
// takes.
const maxProject = 4096

// ProjectDir returns a folder that a door named as the project, cleaned. It is ""
// for what can't be one: a path that is not absolute, one that no system takes.
func ProjectDir(dir string) string {
	if len(dir) > maxProject || !path.IsAbs(dir) || strings.ContainsRune(dir, 0) {
		return ""
	}
	return path.Clean(dir)
}

// Root returns the folder that the project's rules and settings count from: the
// project, and the working directory where no door told the project. Relative
// paths of a call count from Cwd.
func (s Session) Root() string { return cmp.Or(s.Project, s.Cwd) }

// worktrees is where Claude Code keeps the worktrees that it makes in a project.
const worktrees = ".claude/worktrees"

// Tree returns the folder that holds the files that the session works on, which a
// path is inside or outside of: Root, or the worktree in it that a session or a
// subagent has entered. The project's rules count there all the same.
func (s Session) Tree() string {
	root := s.Root()
	all := path.Join(root, worktrees)
	rest, ok := strings.CutPrefix(path.Clean(s.Cwd), all+"/")
	if !ok {
		return root
	}
	name, _, _ := strings.Cut(rest, "/")
	return path.Join(all, name)
}

// TakeProject takes a door's word for the project that an ask comes from, where
// its payload does not tell it. Of an ask with a proof only what the proof covers
// counts: other hooks of the event read the payload too, and one of them may pass
// it on first, with a project of its own choice.
func (a *Ask) TakeProject(dir string) {
	if a.Session.Project == "" && !a.Proof.given() {
		a.Session.Project = ProjectDir(dir)
	}
}
