package settings

import (
	"errors"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"sayso/internal/claude"
	"sayso/rules"
)

// File is one settings file: what kind it is and where it lies.
type File struct {
	Source rules.Source
	Path   string // absolute
}

// Files returns the settings files that count for a session in project, in the
// order in which Claude Code goes through them, whether they exist or not; of an
// organization's files, see [Managed]. Home and project are absolute folders. The
// environment variable CLAUDE_CONFIG_DIR, read through getenv, moves the person's
// own file; getenv may be nil.
func Files(home, project string, getenv func(string) string) []File {
	own := filepath.Join(home, ".claude")
	if getenv != nil {
		if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
			own = dir
		}
	}
	return append([]File{
		{rules.Source(claude.UserSettings), filepath.Join(own, "settings.json")},
		{rules.Source(claude.ProjectSettings), filepath.Join(project, ".claude", "settings.json")},
		{rules.Source(claude.LocalSettings), filepath.Join(project, ".claude", "settings.local.json")},
	}, Managed(managed(runtime.GOOS))...)
}

// Managed returns an organization's settings files, of which name is the main
// one, whether it exists or not. Those beside it in the folder managed-settings.d
// are the ones that are there now, in the order of their names: each team of an
// organization puts its own file there, and Claude Code adds them all up.
func Managed(name string) []File {
	files := []File{{rules.ManagedSettings, name}}
	folder := filepath.Join(filepath.Dir(name), "managed-settings.d")
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		// As a file it is a folder that can't be read, and so it is told.
		return append(files, File{rules.ManagedSettings, folder})
	}
	for _, e := range entries { // sorted by name
		isFile := e.Type().IsRegular() || e.Type()&os.ModeSymlink != 0
		if isFile && strings.HasSuffix(e.Name(), ".json") && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, File{rules.ManagedSettings, filepath.Join(folder, e.Name())})
		}
	}
	return files
}

// managed returns where an organization puts its settings on a system.
func managed(goos string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/ClaudeCode/managed-settings.json"
	case "windows":
		return `C:\Program Files\ClaudeCode\managed-settings.json`
	}
	return "/etc/claude-code/managed-settings.json"
}

// Find returns the file that holds the settings of destination.
func Find(files []File, destination claude.Destination) (File, bool) {
	for _, f := range files {
		if f.Source == rules.Source(destination) && destination.File() != "" {
			return f, true
		}
	}
	return File{}, false
}

// maxPath is the longest path that any system opens, in bytes.
const maxPath = 4096

// Links resolves symbolic links, for [rules.Place]: it returns where p really
// leads, and whether p itself is a link. Of a path that does not exist yet the
// part that does is resolved.
func Links(p string) (real string, link bool) {
	if info, err := os.Lstat(p); err == nil {
		link = info.Mode()&os.ModeSymlink != 0
	}
	full := filepath.Clean(p)
	for dir := range upwards(full) {
		if r, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.ToSlash(filepath.Join(r, full[len(dir):])), link
		}
	}
	return p, link
}

// upwards yields a clean path and the folders above it, from the longest that the
// system may open to the root.
func upwards(full string) iter.Seq[string] {
	return func(yield func(string) bool) {
		dir := full
		if len(dir) > maxPath {
			dir = filepath.Dir(dir[:maxPath])
		}
		for yield(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
}
