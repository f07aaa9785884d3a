package outside

import (
	"os"

	"sayso/approver"
	"sayso/rules"
	"sayso/rules/settings"
)

// Directories returns the further working directories that the settings of the
// session's project give it (additionalDirectories), as absolute paths. A relative
// one counts from the project. It reads files.
func Directories(home string, s approver.Session) []string {
	if home == "" || s.Root() == "" {
		return nil
	}
	from := rules.Place{Cwd: s.Root(), Home: home}
	dirs := settings.Load(settings.Files(home, s.Root(), os.Getenv)).Directories
	out := make([]string, len(dirs))
	for i, dir := range dirs {
		out[i] = from.Abs(dir)
	}
	return out
}
