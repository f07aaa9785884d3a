package facts_test

import (
	"strings"
	"testing"

	"sayso/approver/facts"
)

// What lies in a further working directory is inside. Nothing else about a path
// changes by that: what is special stays special, a link out of it leads out, and
// a directory that holds the whole home directory makes nothing inside.
func TestFurtherWorkingDirectories(t *testing.T) {
	real := func(p string) string {
		switch {
		case strings.HasPrefix(p, "/srv/data/link"):
			return "/srv/secret" + strings.TrimPrefix(p, "/srv/data/link")
		case p == "/srv/all":
			return "/home"
		}
		return p
	}
	for _, tc := range []struct{ dirs, tool, member, value, want string }{
		{"", "Write", "file_path", "/srv/data/a", "writes /srv/data/a, outside of the project"},
		{"/srv/data", "Write", "file_path", "/srv/data/a", ""},
		{"/srv/data", "Write", "file_path", "/srv/database/a", "writes /srv/database/a, outside of the project"},
		{"/srv/data", "Write", "file_path", "/srv/data/../b", "writes /srv/b, outside of the project"},
		{"/srv/data", "Write", "file_path", "/srv/data/link/a", "writes /srv/data/link/a, outside of the project"},
		{"/srv/data", "Bash", "command", "rm -rf /srv/data/old", ""},
		{"/srv/data", "Bash", "command", "rm -rf /srv/data", "rm deletes all of /srv/data, a working directory"},
		{"/srv/data", "Bash", "command", "rm -rf /srv/data/*", "rm deletes all of /srv/data, a working directory"},
		{"/srv/data", "Bash", "command", "rm -rf /srv", "rm deletes all of /srv, a working directory"},
		{"/srv/data", "Bash", "command", "rm -rf /srv/data/.git", "rm deletes /srv/data/.git, the history of a repository"},
		{"/home/dev/.config", "Write", "file_path", "/home/dev/.config/tool/a", "writes ~/.config/tool/a, a dotfile in the home directory"},
		{"/home/dev", "Write", "file_path", "/home/dev/other/a", "writes ~/other/a, outside of the project"},
		{"/home", "Write", "file_path", "/home/eve/a", "writes /home/eve/a, outside of the project"},
		{"/", "Bash", "command", "rm -rf /opt/tool", "rm deletes /opt/tool, outside of the project"},
		{"/srv/all", "Write", "file_path", "/srv/all/dev/other/a", "writes /srv/all/dev/other/a, outside of the project"},
	} {
		c := call(tc.tool, tc.member, tc.value)
		c.Cwd, c.Project, c.Real = "/home/dev/app", "/home/dev/app", real
		if tc.dirs != "" {
			c.Dirs = []string{tc.dirs}
		}
		if got := strings.Join(facts.Of(c), "\n"); got != tc.want {
			t.Errorf("with %q, %s: got %q, want %q", tc.dirs, tc.value, got, tc.want)
		}
	}
}
