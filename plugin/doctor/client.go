package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sayso/plugin"
	"sayso/plugin/setup"
)

// client looks for the command claude and its version.
func client(s *state) []Finding {
	const check = "client"
	if s.Places.Client == "" {
		return one(check, Fail, "the command claude is not on your PATH",
			"install Claude Code, or connect it by hand: sayso install prints how")
	}
	version, err := s.Places.Version(s.ctx)
	if err != nil {
		return one(check, Fail, err.Error(), "run claude --version and fix the problem it reports")
	}
	text := fmt.Sprintf("Claude Code %s, %s", version, s.Places.Short(s.Places.Client))
	switch order, ok := compare(version, setup.Tested); {
	case !ok:
		return one(check, Warn, text+": sayso is tested with "+setup.Tested, "check that asks arrive")
	case order > 0:
		return one(check, Warn, text+" is newer than "+setup.Tested+", which sayso is tested with", "look for a newer sayso")
	case order < 0:
		return one(check, Warn, text+" is older than "+setup.Tested+", which sayso is tested with", "run claude update")
	}
	return one(check, OK, text, "")
}

// compare compares two versions of three numbers.
func compare(a, b string) (order int, ok bool) {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	if len(x) != 3 || len(y) != 3 {
		return 0, false
	}
	for i := range x {
		m, errM := strconv.Atoi(x[i])
		n, errN := strconv.Atoi(y[i])
		if errM != nil || errN != nil {
			return 0, false
		}
		if order == 0 && m != n {
			order = m - n
		}
	}
	return order, true
}

// installed looks whether sessions load the plugin, and whether it is the one
// that this sayso writes.
func installed(s *state) []Finding {
	const check = "plugin"
	if s.Places.Client == "" {
		return nil
	}
	list, err := s.Places.Plugins(s.ctx)
	if err != nil {
		return one(check, Fail, err.Error(), "run claude plugin list and fix the problem it reports")
	}
	s.plugins = list
	ours := setup.Ours(list)
	if len(ours) == 0 && s.byHand() {
		return one(check, Warn, "the plugin is not installed; a hook in the settings connects sayso by hand, so asks don't say who asks and why",
			"remove that hook and run sayso install")
	}
	if len(ours) == 0 {
		return one(check, Fail, "the plugin is not installed", "run sayso install")
	}
	for _, i := range ours {
		if i.Enabled && len(i.Errors) > 0 {
			return one(check, Fail, "the plugin is installed and Claude Code does not load it: "+strings.Join(i.Errors, "; "),
				"fix the problem it reports; only whoever manages your Claude Code can change a policy")
		}
		if i.Enabled {
			s.dir = i.Dir()
			return []Finding{s.written(check, i)}
		}
	}
	return one(check, Fail, "the plugin is installed and not enabled", "run claude plugin enable "+plugin.ID)
}

// byHand reports whether the person has put the hook into the settings.
func (s *state) byHand() bool {
	return slices.ContainsFunc(s.Places.OtherHooks(s.Project), saysos)
}

// saysos reports whether a hook seems to run sayso.
func saysos(h setup.Hook) bool { return strings.Contains(h.Command, "sayso") }

// written compares the plugin's files with those that this sayso writes.
func (s *state) written(check string, i setup.Installed) Finding {
	where := s.Places.Short(i.Dir())
	binary, err := plugin.BinaryOf(i.Dir())
	if err == nil {
		s.socket, err = plugin.SocketOf(i.Dir())
	}
	if err != nil {
		return Finding{check, Fail, "the plugin can't be read: " + err.Error(), "run sayso install"}
	}
	if s.Places.Binary == "" {
		_, err := setup.Binary()
		return Finding{check, Warn, fmt.Sprintf("the plugin calls %s, which can't be checked: %v", s.Places.Short(binary), err), "run that one's doctor"}
	}
	if !setup.SameProgram(binary, s.Places.Binary) {
		return Finding{check, Fail, fmt.Sprintf("the plugin calls %s and this is %s", s.Places.Short(binary), s.Places.Short(s.Places.Binary)),
			"run sayso install to have it call this one"}
	}
	differing, err := plugin.Differing(i.Dir(), binary, s.socket)
	switch {
	case err != nil:
		return Finding{check, Fail, "the plugin can't be read: " + err.Error(), "run sayso install"}
	case len(differing) > 0:
		return Finding{check, Fail, fmt.Sprintf("in %s these files differ from what this sayso writes: %s", where, strings.Join(differing, ", ")),
			"run sayso install"}
	}
	return Finding{check, OK, fmt.Sprintf("version %s is installed and enabled and calls this sayso, %s", plugin.Version, s.Places.Short(binary)), ""}
}

// otherHooks looks for whoever answers asks beside sayso.
func otherHooks(s *state) (found []Finding) {
	const check = "hooks"
	for _, off := range s.Places.Off(s.Project) {
		do := "delete that setting"
		if off.Managed {
			do = "ask whoever manages your Claude Code to change it; until then asks stay in its own dialog"
		}
		found = append(found, Finding{check, Fail, fmt.Sprintf("%s %s (%s)", off.File, off.What, off.Key), do})
	}
	hooks := append(s.Places.OtherHooks(s.Project), setup.PluginHooks(s.plugins)...)
	for _, h := range hooks {
		do := "remove it, or accept that the first answer wins"
		if saysos(h) {
			if s.dir == "" {
				continue // the one that connects sayso
			}
			do = "remove it: with the plugin every ask comes twice"
		}
		found = append(found, Finding{check, Warn, h.String() + " answers asks too", do})
	}
	if len(found) == 0 {
		return one(check, OK, "only sayso answers PermissionRequest", "")
	}
	return found
}
