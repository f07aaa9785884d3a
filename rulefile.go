package main

import (
	"encoding/json"

	"sayso/approver"
	"sayso/ipc"
	"sayso/plugin/setup"
	"sayso/rules"
	"sayso/rules/settings"
)

// located has asks that a rule raised say where the rule stands. Claude Code
// tells its text alone, so the settings files of the session are looked through.
func located(decode ipc.Decoder, getenv func(string) string) ipc.Decoder {
	return func(payload json.RawMessage) (approver.Ask, error) {
		ask, err := decode(payload)
		if p := &ask.Provenance; err == nil && p.Rule != "" && p.RuleFile == "" {
			p.RuleFile, p.RuleSource = ruleFile(p.Rule, ask.Session.Cwd, getenv)
		}
		return ask, err
	}
}

// ruleFile returns the file and line where an ask rule stands, and its source;
// "" where it is in no file. With the rule in several files it names the first
// that Claude Code goes through.
func ruleFile(text, cwd string, getenv func(string) string) (where, source string) {
	places, err := setup.Find(getenv)
	if err != nil {
		return "", ""
	}
	// A file that can't be read has no rules, and what it holds is not known.
	for _, r := range settings.Load(places.SettingsFiles(cwd)).Rules {
		if r.Behavior == rules.Ask && r.Canonical() == (rules.Rule{Text: text}).Canonical() {
			r.File = places.Short(r.File)
			return r.Where(), string(r.Source)
		}
	}
	return "", ""
}
