package outside

import (
	"encoding/json"
	"os"

	"sayso/approver"
	"sayso/approver/claude"
	"sayso/rules"
	"sayso/rules/settings"
	"sayso/ui/preview"
)

// Verdicts says for each part of a command what the rules of the settings files
// make of it, in facts: the rule that decides, or that none does. Claude Code
// knows some programs to only read and lets those run without a rule; that is
// not told here. The settings are those of the session's project; relative paths
// of a command count from its directory. It reads files.
func Verdicts(home string, s approver.Session, parts []string) []preview.Verdict {
	if home == "" || s.Cwd == "" {
		return nil
	}
	loaded := settings.Load(settings.Files(home, s.Root(), os.Getenv))
	set := rules.Compile(loaded.Rules, rules.Place{
		Cwd: s.Cwd, Project: s.Root(), Home: home, Directories: loaded.Directories, Follow: settings.Links,
	})
	out := make([]preview.Verdict, len(parts))
	for i, part := range parts {
		input, err := json.Marshal(map[string]string{"command": part})
		if err != nil {
			return nil
		}
		out[i] = verdict(set.Decide(rules.Call{Tool: claude.ToolBash, Input: input}))
	}
	return out
}

func verdict(t rules.Trace) preview.Verdict {
	switch t.Decision {
	case rules.DecideAllow:
		return preview.Verdict{Words: "allowed by " + t.Rule.Text}
	case rules.DecideAsk:
		return preview.Verdict{Words: "asked by " + t.Rule.Text, Needs: true}
	case rules.DecideDeny:
		return preview.Verdict{Words: "denied by " + t.Rule.Text, Needs: true}
	}
	return preview.Verdict{Words: "no rule", Needs: true}
}
