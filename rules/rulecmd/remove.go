package rulecmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/rules/settings"
)

// Removal says which rule [Remove] takes out. Empty fields match any.
type Removal struct {
	Text        string             // the rule as written; required
	Behavior    claude.Behavior    // the list it stands in
	Destination claude.Destination // the settings file
	All         bool               // take out every rule that matches, not one
}

// Remove takes a rule out of the settings file that holds it and writes what it
// did, one line for each rule. It is an error when no rule matches, when several
// do and r does not ask for all of them, and when a file can't be read or
// written. Managed settings are never written.
func Remove(w io.Writer, o Options, r Removal) error {
	if r.Text == "" {
		return errors.New("no rule is given")
	}
	var found []rules.Rule
	fileOf := map[string]settings.File{}
	var problems []error
	for _, f := range o.Files {
		if r.Destination != "" && f.Source != rules.Source(r.Destination) {
			continue
		}
		fileOf[f.Path] = f
		d, err := settings.Read(f)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		for _, rule := range d.Rules {
			if rule.Text == r.Text && (r.Behavior == "" || r.Behavior == rule.Behavior) {
				found = append(found, rule)
			}
		}
	}
	switch {
	case len(problems) > 0:
		return errors.Join(problems...)
	case len(found) == 0:
		return fmt.Errorf("no settings file holds the rule %s", Shown(r.Text))
	case len(found) > 1 && !r.All:
		var b strings.Builder
		for _, rule := range found {
			fmt.Fprintf(&b, "\n  %s", Shown(rule.String()))
		}
		return fmt.Errorf("%d rules match; name the list or the file, or take out all:%s", len(found), b.String())
	}
	for _, rule := range found {
		if rule.Source == rules.ManagedSettings {
			return fmt.Errorf("%s: an organization's settings are not sayso's to change", Shown(rule.String()))
		}
	}
	// From the end, so that the lines of those in front stay as they were read.
	slices.SortStableFunc(found, func(a, b rules.Rule) int { return b.Line - a.Line })
	for _, rule := range found {
		_, err := settings.Change(fileOf[rule.File], func(d *settings.Document) (*settings.Document, error) {
			return d.RemoveLine(rule.Behavior, rule.Text, rule.Line)
		})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "removed %s\n", Shown(rule.String())); err != nil {
			return err
		}
	}
	return nil
}
