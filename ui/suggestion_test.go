package ui_test

import (
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
)

// What a yes writes and where to stands on the screen in full before it goes
// out, however small the screen: if it has no room at first, the first key
// shows it and the second sends it.
func TestAYesNeverWritesWhatIsNotOnScreen(t *testing.T) {
	bash := func(content string) claude.RuleValue {
		return claude.RuleValue{ToolName: "Bash", RuleContent: content}
	}
	add := func(to claude.Destination, list ...claude.RuleValue) claude.Update {
		return claude.Update{Type: claude.AddRules, Behavior: claude.Allow, Destination: to, Rules: list}
	}
	mode := func(to claude.Destination) claude.Update {
		return claude.Update{Type: claude.SetMode, Mode: claude.ModeAcceptEdits, Destination: to}
	}
	for name, updates := range map[string][]claude.Update{
		"one rule":          {add(claude.LocalSettings, bash("git push *"))},
		"a rule for all":    {add(claude.UserSettings, bash("npm run build"))},
		"a rule for a team": {add(claude.ProjectSettings, bash("npm run build:*"))},
		"a mode for good":   {mode(claude.UserSettings)},
		"a mode":            {mode(claude.Session)},
		"a folder":          {{Type: claude.AddDirectories, Directories: []string{"/srv/data/of/another/project"}, Destination: claude.LocalSettings}},
		"two and both":      {add(claude.LocalSettings, bash("make *")), mode(claude.Session)},
		"many":              {add(claude.LocalSettings, bash("a *")), add(claude.LocalSettings, bash("b *")), add(claude.UserSettings, bash("c *")), add(claude.ProjectSettings, bash("d *"))},
	} {
		for _, size := range [][2]int{{40, 12}, {40, 16}, {48, 20}, {60, 14}, {80, 24}, {120, 40}} {
			ask := lsAsk
			ask.Suggestions = updates
			for choice := range len(updates) + min(len(updates)-1, 1) {
				r := newRig(t, size[0], size[1])
				r.arrive(ask)
				r.settle()
				key := string(rune('2' + choice))
				shown := ""
				for _, press := range []string{"G", key, "enter"} {
					shown = strings.Join(strings.Fields(r.screen()), "")
					r.decide(press)
					if r.advance(time.Second); len(r.sent) > 0 {
						break
					}
				}
				if len(r.sent) == 0 && size[1] < 20 {
					r.decide(key)
					r.see("too small")
					r.advance(time.Second)
					r.decide("y") // works all the same
				}
				got := r.only()
				for _, u := range got.decision.UpdatedPermissions {
					want := []string{u.Destination.File()}
					for _, rule := range u.Rules {
						want = append(want, rule.String())
					}
					for _, w := range append(want, u.Directories...) {
						if !strings.Contains(shown, strings.ReplaceAll(w, " ", "")) {
							t.Errorf("%s at %v, key %s: sent while %q was not on screen:\n%s", name, size, key, w, shown)
						}
					}
				}
			}
		}
	}
}

// An ask that wants a person each time takes two keys for a yes, and no rule
// could answer the next one.
func TestNoRuleIsOfferedWhereEachCallWantsAYes(t *testing.T) {
	for name, limits := range map[string]approver.Limits{
		"default to no":     {DefaultToNo: true},
		"requires a person": {RequiresPerson: true},
		"no lasting rule":   {NoLastingRule: true},
	} {
		t.Run(name, func(t *testing.T) {
			ask := pushAsk
			ask.Limits = limits
			r := newRig(t, 100, 30)
			r.arrive(ask)
			r.settle()
			r.notSee("from now on")
			r.decide("y")
			if !ask.OneKeyYes() {
				r.nothingSent()
				r.advance(time.Second)
				r.press("enter")
			}
			r.only()
		})
	}
}

func TestHowFarARuleGoesIsSaid(t *testing.T) {
	for content, want := range map[string]string{
		"git push *":  "any git push",
		"npm run:*":   "any npm run",
		"rm -rf out":  "exactly this",
		"*":           "", // nothing that could be wrong
		"git * main":  "",
		"python3 *":   "lets anything run",
		"ls*":         "lets others that begin alike run",
		"sudo rm *":   "any sudo rm",
		"echo \x1b[m": "exactly this",
	} {
		ask := lsAsk
		ask.Suggestions = []claude.Update{{Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.Session,
			Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: content}}}}
		r := newRig(t, 100, 30)
		r.arrive(ask)
		screen := strings.Join(strings.Fields(r.screen()), " ")
		if !strings.Contains(screen, want) {
			t.Errorf("%q: the screen does not say %q:\n%s", content, want, r.screen())
		}
		if want == "" && (strings.Contains(screen, "exactly") || strings.Contains(screen, "any git")) {
			t.Errorf("%q: the screen says what is not so:\n%s", content, r.screen())
		}
	}
}
