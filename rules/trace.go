package rules

import (
	"encoding/json"
	"fmt"
)

// Decision is what rules make of a call.
type Decision string

// The decisions. None means that no rule settles the call: Claude Code then
// goes by its own checks and by the mode.
const (
	DecideAllow Decision = "allow"
	DecideDeny  Decision = "deny"
	DecideAsk   Decision = "ask"
	DecideNone  Decision = "none"
)

// Call is one tool call.
type Call struct {
	Tool  string          `json:"tool"`
	Input json.RawMessage `json:"input"` // the tool's input, an object
}

// Trace says which rule settles a call and why, and what became of the others.
type Trace struct {
	Tool     string   `json:"tool"`
	Decision Decision `json:"decision"`
	Rule     *Rule    `json:"rule,omitempty"` // the one that decides; nil with DecideNone
	Why      string   `json:"why"`            // one sentence

	// Because names what keeps allow rules from settling a call that they, or its
	// reading alone, would let run: "a subshell", "it would remove /". It is "" where
	// there is nothing of the kind.
	Because string `json:"because,omitempty"`

	// Parts are the commands of a shell line, with what each one meets.
	Parts []PartTrace `json:"parts,omitempty"`

	// Outvoted are rules that match as well and do not decide.
	Outvoted []Rule `json:"outvoted,omitempty"`
}

// PartTrace is one command of a shell line. Its decision is that of the rules for
// this part; where the whole line can't be settled, it does not run by that.
type PartTrace struct {
	Text     string   `json:"text"`
	Decision Decision `json:"decision"`
	Unasked  bool     `json:"unasked,omitempty"` // no rule matches and none is needed: it only reads
	Rule     *Rule    `json:"rule,omitempty"`
	Why      string   `json:"why"`
}

// settle records c as the rule that decides.
func (t *Trace) settle(c *compiled, format string, args ...any) {
	t.Decision = Decision(c.Behavior)
	rule := c.Rule
	t.Rule = &rule
	t.Why = fmt.Sprintf(format, args...)
}

// NeedsYes reports whether the part alone is a reason to ask.
func (p PartTrace) NeedsYes() bool {
	return p.Decision != DecideAllow && !p.Unasked
}

// doubt records that no allow rule decides, because of what the call holds.
func (t *Trace) doubt(because, format string, args ...any) {
	t.Because = because
	t.leave(format, args...)
}

// leave records that no rule decides.
func (t *Trace) leave(format string, args ...any) {
	t.Decision, t.Rule = DecideNone, nil
	t.Why = fmt.Sprintf(format, args...)
}

// outvote notes a rule that matches and does not decide.
func (t *Trace) outvote(c *compiled) {
	if c == nil || t.Rule != nil && *t.Rule == c.Rule {
		return
	}
	for _, r := range t.Outvoted {
		if r == c.Rule {
			return
		}
	}
	t.Outvoted = append(t.Outvoted, c.Rule)
}

// input is what rules look at in a tool's input.
type input struct {
	Command      *string `json:"command"`
	FilePath     *string `json:"file_path"`
	NotebookPath *string `json:"notebook_path"`
	Path         *string `json:"path"`
	URL          *string `json:"url"`
	Query        *string `json:"query"`
	Skill        *string `json:"skill"`

	members map[string]json.RawMessage
}

// readInput reads raw. A member of the wrong type counts as missing.
func readInput(raw json.RawMessage) input {
	var in input
	if json.Unmarshal(raw, &in.members) != nil {
		return in
	}
	for name, into := range map[string]**string{
		"command": &in.Command, "file_path": &in.FilePath, "notebook_path": &in.NotebookPath,
		"path": &in.Path, "url": &in.URL, "query": &in.Query, "skill": &in.Skill,
	} {
		var s string
		if v, ok := in.members[name]; ok && json.Unmarshal(v, &s) == nil {
			*into = &s
		}
	}
	return in
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
