package facts_test

import (
	"strings"
	"testing"

	"sayso/approver/facts"
)

// Relative paths count from the working directory; what is outside is outside of
// the project, wherever in it the agent is.
func TestNotesCountFromTheProject(t *testing.T) {
	for _, tc := range []struct{ cwd, tool, member, value, want string }{
		{"/home/dev/app/src", "Write", "file_path", "/home/dev/app/conf/a", ""},
		{"/home/dev/app/src", "Write", "file_path", "../conf/a", ""},
		{"/home/dev/app/src", "Write", "file_path", "../../other/a", "writes ~/other/a, outside of the project"},
		{"/home/dev/app/src", "Bash", "command", "echo x > ../conf/a", ""},
		{"/home/dev/app/src", "Bash", "command", "echo x > ../../a", "writes ~/a, outside of the project"},
		{"/home/dev/app/src", "Bash", "command", "rm -rf ../build", ""},
		{"/home/dev/app/src", "Bash", "command", "rm -rf ..", "rm deletes all of the project"},
		{"/home/dev/app/src", "Bash", "command", "rm -rf ../.git", "rm deletes .git, the history of a repository"},
		{"/home/dev/app/src", "Bash", "command", "rm -rf .", ""}, // a part of the project
		{"/home/dev/other", "Write", "file_path", "a", "writes ~/other/a, outside of the project"},
		{"/home/dev/other", "Bash", "command", "rm -rf .", "rm deletes ~/other, outside of the project"},
		{"", "Write", "file_path", "/home/dev/other/a", "writes ~/other/a, outside of the project"},
	} {
		c := call(tc.tool, tc.member, tc.value)
		c.Cwd, c.Project = tc.cwd, "/home/dev/app"
		if got := strings.Join(facts.Of(c), "\n"); got != tc.want {
			t.Errorf("in %s, %s: got %q, want %q", tc.cwd, tc.value, got, tc.want)
		}
	}
}
