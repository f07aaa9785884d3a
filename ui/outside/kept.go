package outside

import (
	"os"
	"slices"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/rules"
	"sayso/rules/settings"
)

// Missing returns the rules of updates, as they would be written, that do not
// stand in the settings files of a project that they were sent to. Updates that add no rule to a
// file have none. It reads files.
func Missing(home, project string, updates []claude.Update) []string {
	files := settings.Files(home, project, os.Getenv)
	var missing []string
	for _, u := range updates {
		if !addsToFile(u) {
			continue
		}
		file, ok := settings.Find(files, u.Destination)
		if !ok {
			continue
		}
		there := settings.Load([]settings.File{file}).Rules
		for _, want := range u.Rules {
			text := want.String()
			if !slices.ContainsFunc(there, func(r rules.Rule) bool {
				return r.Behavior == u.Behavior && r.Canonical() == (rules.Rule{Text: text}).Canonical()
			}) {
				missing = append(missing, text)
			}
		}
	}
	return missing
}

func addsToFile(u claude.Update) bool {
	return u.Type == claude.AddRules && u.Destination.File() != ""
}

// ToLookAfter reports whether an ask has ended in a way after which its rules
// must stand in a settings file: allowed with some, and seen to run.
func ToLookAfter(e approver.Entry) bool {
	return e.State == approver.Confirmed && e.Decision.Verdict == approver.Allow && !e.Kept.Known &&
		slices.ContainsFunc(e.Decision.UpdatedPermissions, addsToFile)
}
