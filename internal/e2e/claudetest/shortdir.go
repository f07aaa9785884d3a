package claudetest

import (
	"os"
	"testing"
)

// longestBase is how long the path of a directory may be if a socket is to live
// somewhere beneath it: the shortest limit of a socket's path is that of macOS,
// 103 bytes, and up to 40 of them are ours.
const longestBase = 60

// ShortDir makes a directory that is removed after the test, like t.TempDir,
// with a path that leaves room for a socket's. (t.TempDir puts the test's name
// into it.) Where the machine's temporary directory is too long for that, the
// directory is made in /tmp.
func ShortDir(t testing.TB) string {
	t.Helper()
	dir, err := newShortDir(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func newShortDir(parent string) (string, error) {
	if len(parent) > longestBase-len("/sayso4294967295") {
		parent = "/tmp"
	}
	return os.MkdirTemp(parent, "sayso")
}
