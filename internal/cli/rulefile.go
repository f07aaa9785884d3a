package cli

import (
	"sayso/approver"
	"sayso/internal/claude"
	"sayso/plugin/setup"
	"sayso/rules"
	"sayso/rules/settings"
)

// Located has asks that a rule raised say where the rule stands. Claude Code's
// hook tells its text alone, so the settings files of the session's project are
// looked through.
func Located(getenv func(string) string) func(approver.Ask) approver.Ask {
	return func(ask approver.Ask) approver.Ask {
		if p := &ask.Provenance; ask.Door == approver.DoorHook && p.Rule != "" && p.RuleFile == "" {
			p.RuleFile, p.RuleSource = ruleFile(p.Rule, ask.Session.Root(), getenv)
		}
		return ask
	}
}

// ruleFile returns the file and line where an ask rule stands, and its source;
// "" where it is in no file. With the rule in several files it names the first
// that Claude Code goes through.
func ruleFile(text, project string, getenv func(string) string) (where, source string) {
	places, err := setup.Find(getenv)
	if err != nil {
		return "", ""
	}
	// A file that can't be read has no rules, and what it holds is not known.
	for _, r := range settings.Load(places.SettingsFiles(project)).Rules {
		if r.Behavior == claude.Ask && r.Canonical() == (rules.Rule{Text: text}).Canonical() {
			r.File = places.Short(r.File)
			return r.Where(), string(r.Source)
		}
	}
	return "", ""
}
