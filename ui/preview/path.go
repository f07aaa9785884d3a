package preview

import (
	"path"
	"strings"

	"sayso/internal/sanitize"
)

// absolute returns a path from the root, cleaned. A path that can't be told,
// because the directory of the session is unknown, comes back cleaned only.
func (c Context) absolute(name string) string {
	if c.Home != "" && (name == "~" || strings.HasPrefix(name, "~/")) {
		name = c.Home + name[1:]
	}
	if !path.IsAbs(name) && c.Ask.Session.Cwd != "" {
		name = c.Ask.Session.Cwd + "/" + name
	}
	return path.Clean(name)
}

// short returns a path as the reader thinks of it: from the session's
// project, from home, or from the root.
func (c Context) short(abs string) string {
	if rest, ok := below(abs, c.Ask.Session.Tree()); ok {
		return rest
	}
	if rest, ok := below(abs, c.Home); ok {
		return path.Join("~", rest)
	}
	return abs
}

// below returns the rest of a path within a folder, "." for the folder itself.
func below(abs, folder string) (string, bool) {
	switch {
	case folder == "" || folder == "/":
		return "", false
	case abs == folder:
		return ".", true
	}
	rest, ok := strings.CutPrefix(abs, strings.TrimSuffix(folder, "/")+"/")
	return rest, ok
}

// where returns a path as it is shown, sanitised, and beside it where it leads,
// when the reader would not see that: it goes back up, or a link stands in it.
func (c Context) where(name string) (shown, leads string) {
	abs := c.absolute(name)
	shown = c.short(abs)
	if goesUp(name) {
		shown, leads = name, c.short(abs)
	}
	if c.Files != nil && path.IsAbs(abs) {
		// Links above the session's project are those of all its paths.
		root := c.Ask.Session.Tree()
		real, base := c.Files.Real(abs), c.Files.Real(root)
		if rest, ok := below(real, base); ok && root != "" {
			real = path.Join(root, rest)
		}
		if real != "" && real != abs {
			leads = c.short(real)
		}
	}
	if leads == shown {
		leads = ""
	}
	return sanitize.Line(shown), sanitize.Line(leads)
}

// goesUp reports whether a path has a ".." in it.
func goesUp(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}
