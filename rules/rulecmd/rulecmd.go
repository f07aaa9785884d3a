// Package rulecmd is what the command line does with rules: list, explain,
// check, match and remove. The functions read and write the streams that they
// are given and return their errors; they parse no flags and know no exit code.
package rulecmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/rules"
	"sayso/rules/settings"
)

// Options say where the rules come from and how to print.
type Options struct {
	Files []settings.File // as [settings.Files] gives them
	Place rules.Place     // what calls and patterns are relative to

	// Trusted says that the folder is trusted. Where it is not, the allow rules
	// of the project's own settings do not count.
	Trusted bool

	JSON bool // print JSON instead of text
}

// Listed is one rule as [List] prints it in JSON.
type Listed struct {
	rules.Rule
	Counts  bool   `json:"counts"`            // whether the rule can settle anything
	Ignored string `json:"ignored,omitempty"` // why it can't
}

const untrusted = "the folder is not trusted: allow rules of its own settings do not count"

// load reads the settings. Files that can't be read are an error; with the
// rules of the others.
func (o Options) load() (settings.Snapshot, error) {
	s := settings.Load(o.Files)
	return s, errors.Join(s.Problems...)
}

// effective returns the rules that count, and a place with the directories
// that the settings add.
func (o Options) effective(s settings.Snapshot) ([]rules.Rule, rules.Place) {
	place := o.Place
	place.Directories = slices.Concat(place.Directories, s.Directories)
	return Effective(s.Rules, o.Trusted), place
}

// Effective returns the rules that count in a folder that is trusted or not.
func Effective(list []rules.Rule, trusted bool) []rules.Rule {
	if trusted {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(r rules.Rule) bool {
		return r.Behavior == claude.Allow && r.Source == rules.Source(claude.ProjectSettings)
	})
}

// List writes the rules of all settings files, by file and line: as text, or as
// a JSON array of [Listed]. Files that can't be read are the error, and the
// rules of the others are written all the same.
func List(w io.Writer, o Options) error {
	s, problems := o.load()
	_, place := o.effective(s)
	list := []Listed{}
	for _, r := range s.Rules {
		l := Listed{Rule: r, Ignored: rules.Ignored(r, place)}
		if !o.Trusted && r.Behavior == claude.Allow && r.Source == rules.Source(claude.ProjectSettings) {
			l.Ignored = untrusted
		}
		l.Counts = l.Ignored == ""
		list = append(list, l)
	}
	if o.JSON {
		return errors.Join(writeJSON(w, list), problems)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(w, "There are no rules.")
		return errors.Join(err, problems)
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	file := ""
	for _, l := range list {
		if l.File != file {
			file = l.File
			fmt.Fprintf(table, "%s (%s)\n", Shown(file), l.Source)
		}
		note := ""
		if !l.Counts {
			note = "\tignored: " + l.Ignored
		}
		fmt.Fprintf(table, "  %d\t%s\t%s%s\n", l.Line, l.Behavior, Shown(l.Text), note)
	}
	return errors.Join(table.Flush(), problems)
}

// Explain writes the trace of one call: the rule that decides, with its file and
// line, and part by part why. Input is the tool's input as JSON.
func Explain(w io.Writer, o Options, tool string, input json.RawMessage) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(input, &object); err != nil || object == nil {
		return fmt.Errorf("input of %s: it is no JSON object; write for example {\"command\": \"git push\"}", tool)
	}
	s, problems := o.load()
	list, place := o.effective(s)
	t := rules.Compile(list, place).Decide(rules.Call{Tool: tool, Input: input})
	if o.JSON {
		return errors.Join(writeJSON(w, t), problems)
	}
	return errors.Join(writeTrace(w, t), problems)
}

func writeTrace(w io.Writer, t rules.Trace) error {
	var b strings.Builder
	if t.Rule == nil {
		fmt.Fprintf(&b, "No rule decides: %s.\n", Shown(t.Why))
	} else {
		fmt.Fprintf(&b, "%s by %s (%s): %s.\n", t.Decision, Shown(t.Rule.Text), Shown(t.Rule.Where()), Shown(t.Why))
	}
	for i, p := range t.Parts {
		fmt.Fprintf(&b, "  part %d: %s\n    %s", i+1, Shown(p.Text), Shown(p.Why))
		if p.Rule != nil {
			fmt.Fprintf(&b, ": %s %s (%s)", p.Rule.Behavior, Shown(p.Rule.Text), Shown(p.Rule.Where()))
		}
		b.WriteByte('\n')
	}
	for _, r := range t.Outvoted {
		fmt.Fprintf(&b, "  matches too and does not decide: %s %s (%s)\n", r.Behavior, Shown(r.Text), Shown(r.Where()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Check writes what [rules.Check] finds, one finding a line or a JSON array, and
// returns how many there are.
func Check(w io.Writer, o Options) (int, error) {
	s, problems := o.load()
	list, place := o.effective(s)
	found := rules.Check(list, place)
	if o.JSON {
		if found == nil {
			found = []rules.Finding{}
		}
		return len(found), errors.Join(writeJSON(w, found), problems)
	}
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s: %s\n", f.Kind, Shown(f.String()))
	}
	if len(found) == 0 && problems == nil {
		fmt.Fprintf(&b, "%d rules, nothing to say.\n", len(list))
	}
	_, err := io.WriteString(w, b.String())
	return len(found), errors.Join(err, problems)
}

func writeJSON(w io.Writer, v any) error {
	out, err := openjson.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// Shown makes text safe for a terminal: where it holds anything that does not
// print, it is quoted, with the rest escaped.
func Shown(text string) string {
	for _, r := range text {
		if r != ' ' && (!unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)) {
			return strconv.QuoteToASCII(text)
		}
	}
	return text
}
