package wire

import (
	"os"
	"strconv"
)

// Place returns the path of the socket, and the name of what decided it. The path
// may be any text: it is the caller's to check.
func Place(getenv func(string) string) (path, from string) {
	if path := getenv("SAYSO_SOCKET"); path != "" {
		return path, "SAYSO_SOCKET"
	}
	if dir := getenv("XDG_RUNTIME_DIR"); dir != "" && dir[0] == '/' { // the specification has a relative one ignored
		return dir + "/sayso/sayso.sock", "XDG_RUNTIME_DIR"
	}
	uid := strconv.Itoa(os.Getuid())
	dir := "/run/user/" + uid
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return dir + "/sayso/sayso.sock", dir
	}
	return "/tmp/sayso-" + uid + "/sayso.sock", "/tmp"
}
