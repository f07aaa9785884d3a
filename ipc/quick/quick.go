// Package quick is "sayso hook" as the client starts it, for every event of every
// session: it runs while the program is still being initialised, before the packages
// that the pane needs. What the hook prints, the pane has written; it is bytes in,
// bytes out.
//
// Its imports stay few, so that its init comes before almost all others: of the
// packages that are ready, Go initialises the first by import path. Whatever the
// plugin does not call the hook with is left to the command line, in
// [sayso/ipc/hook], and so is every system but Linux.
//
// It must never be the reason that a session stalls or that a call is allowed:
// without a sayso, or when anything is not as expected, it prints nothing and
// exits 0.
package quick

import "sayso/ipc/wire"

// Read is what was read of stdin before the rest was left to the command line.
var Read []byte

// Names of the two events that are not told like all others.
const (
	permissionRequest = "PermissionRequest" // it is asked at once
	key               = "sayso.key"         // the plugin's module shows its session's key
)

// socketOf returns the path of the socket, from the arguments behind "hook" and the
// environment. ok is false for everything that may need words, and for a path whose
// directory is not told by its text alone.
func socketOf(args []string, getenv func(string) string) (path string, ok bool) {
	switch {
	case len(args) == 0 && getenv("SAYSO_DEBUG") == "":
		path, _ = wire.Place(getenv)
	case len(args) == 2 && args[0] == "--socket": // no variable of sayso's counts
		path = args[1]
	}
	return path, len(path) <= wire.MaxPath && plain(path)
}

// plain reports whether a path is absolute and has nothing in it that a cleaned one
// would not have.
func plain(path string) bool {
	if len(path) < 2 || path[0] != '/' {
		return false
	}
	from := 1
	for i := 1; i <= len(path); i++ {
		if i < len(path) && path[i] == 0 {
			return false
		}
		if i < len(path) && path[i] != '/' {
			continue
		}
		if part := path[from:i]; part == "" || part == "." || part == ".." {
			return false
		}
		from = i + 1
	}
	return true
}

// directory returns the directory of a plain path.
func directory(path string) string {
	i := len(path) - 1
	for path[i] != '/' {
		i--
	}
	return path[:max(i, 1)]
}
