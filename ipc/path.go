package ipc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sayso/ipc/wire"
)

// SocketPath returns where the socket is: $SAYSO_SOCKET, else
// $XDG_RUNTIME_DIR/sayso/sayso.sock, else /run/user/UID/sayso/sayso.sock where
// that directory exists, else /tmp/sayso-UID/sayso.sock. The third place makes
// a hook that was started without XDG_RUNTIME_DIR find the same socket as the
// pane. A path that is relative or too long is an error that says what to set; a
// relative XDG_RUNTIME_DIR is ignored, as the XDG specification says.
func SocketPath(getenv func(string) string) (string, error) {
	path, from := wire.Place(getenv)
	if from != "SAYSO_SOCKET" {
		path = filepath.Clean(path)
	}
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("%s: %q is not an absolute path", from, path)
	}
	if err := checkLength(path); err != nil {
		return "", fmt.Errorf("%s: %w; set SAYSO_SOCKET to a shorter one", from, err)
	}
	return path, nil
}

// At stands for an environment in which the socket is fixed, whatever getenv says
// of it: a door is told with a flag.
func At(socket string, getenv func(string) string) func(string) string {
	if socket == "" {
		socket = "." // refused: an empty path must not mean the usual place
	}
	return func(name string) string {
		if name == "SAYSO_SOCKET" {
			return socket
		}
		return getenv(name)
	}
}

func checkLength(path string) error {
	if len(path) > wire.MaxPath {
		return fmt.Errorf("the socket path has %d bytes and the system allows %d: %s", len(path), wire.MaxPath, path)
	}
	return nil
}

// privateDir makes sure that dir is a directory of this user that nobody else
// can enter, and creates it when it is missing. In /tmp anybody may have put
// something there first, so what is found is checked and never mended.
func privateDir(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("making the socket's directory: %w", err)
	}
	return checkPrivate(dir)
}

func checkPrivate(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("looking at the socket's directory: %w", err)
	}
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory; remove it or set SAYSO_SOCKET", dir)
	case !ownedByUser(info):
		return fmt.Errorf("%s belongs to another user; set SAYSO_SOCKET to a path of your own", dir)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s can be entered by other users (mode %04o); run: chmod 700 %s", dir, info.Mode().Perm(), dir)
	}
	return nil
}

// CheckPlace says what is wrong with the directory of a socket, without making
// it. One that does not exist yet is as good as one that is private.
func CheckPlace(path string) error {
	dir := filepath.Dir(path)
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return checkPrivate(dir)
}
