package outside

import (
	"os"

	"sayso/approver"
	"sayso/rules"
	"sayso/rules/settings"
)

// Trace says what the rules of the settings files make of a call, and false where
// they can't be found. The settings are those of the session's project; relative
// paths of the call count from its directory. It reads files.
func Trace(home string, s approver.Session, call rules.Call) (rules.Trace, bool) {
	if home == "" || s.Cwd == "" {
		return rules.Trace{}, false
	}
	loaded := settings.Load(settings.Files(home, s.Root(), os.Getenv))
	set := rules.Compile(loaded.Rules, rules.Place{
		Cwd: s.Cwd, Project: s.Root(), Home: home, Directories: loaded.Directories, Follow: settings.Links,
	})
	return set.Decide(call), true
}
