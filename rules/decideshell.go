package rules

import (
	"fmt"

	"sayso/internal/claude"
	"sayso/rules/shell"
)

// decideShell handles a command line.
func (s *Set) decideShell(t *Trace, command string, askWhole, allowWhole *compiled) bool {
	line := shell.Parse(command)
	if line.Fault != "" {
		if wholeAsk(t, askWhole) {
			return true
		}
		t.doubt(line.Fault, "no rule for a command settles it: %s", line.Fault)
		return false
	}
	if line.Unchecked != "" {
		if wholeAsk(t, askWhole) || s.unchecked(t, line.Unchecked) {
			t.outvote(allowWhole)
			return true
		}
		t.doubt(line.Unchecked, "no rule for a command settles it: %s", line.Unchecked)
		return false
	}
	if s.shellBackedOff(t, line, askWhole) {
		s.allowedParts(t, line)
		t.outvote(allowWhole)
		return true
	}
	if why := s.neverAllowed(line); why != "" {
		s.allowedParts(t, line)
		t.doubt(why, "no allow rule settles it: %s", why)
		return false
	}
	if wholeAllow(t, allowWhole) {
		return true
	}
	return s.shellAllowed(t, line)
}

// unchecked settles a command that can't be checked: where some commands are
// denied or asked about, this may be one of them, so it asks. The trace names the
// first rule that may be meant, whatever its behavior.
func (s *Set) unchecked(t *Trace, why string) bool {
	var first *compiled
	for _, c := range s.rules {
		guards := kindOf(c.tool) == shellTool || c.Behavior == claude.Deny && kindOf(c.tool) == pathTool
		if c.ignored == "" && !c.whole && c.Behavior != claude.Allow && guards && (first == nil || c.order < first.order) {
			first = c
		}
	}
	if first == nil {
		return false
	}
	t.settle(first, "it may match: %s", why)
	t.Decision = DecideAsk
	return true
}

// shellBackedOff settles by deny and ask rules. Any part is enough.
func (s *Set) shellBackedOff(t *Trace, line *shell.Line, askWhole *compiled) bool {
	deny, ask := s.byBehavior[claude.Deny], s.byBehavior[claude.Ask]
	if c := deny.shell.exactly(line.Text); c != nil {
		t.settle(c, "it names this command")
		return true
	}
	var denied, asked *compiled
	for _, p := range line.Parts {
		forms := p.Reach()
		c := deny.shell.reachesExactly(forms)
		if c == nil {
			c = ask.shell.reachesExactly(forms)
		}
		if c == nil {
			c = deny.shell.reachesWidely(forms)
		}
		if c == nil {
			c = ask.shell.reachesWidely(forms)
		}
		pt := PartTrace{Text: p.Text, Decision: DecideNone, Why: "no deny or ask rule matches"}
		if c != nil {
			rule := c.Rule
			pt.Decision, pt.Rule, pt.Why = Decision(c.Behavior), &rule, "it matches this part"
			if c.Behavior == claude.Deny && denied == nil {
				denied = c
			}
			if c.Behavior == claude.Ask && asked == nil {
				asked = c
			}
		}
		t.Parts = append(t.Parts, pt)
	}
	lost := ""
	if denied == nil {
		denied, lost = s.fileRule(t, line)
	}
	if asked == nil {
		asked = ask.shell.exactly(line.Text)
	}
	switch {
	case denied != nil:
		t.settle(denied, "%s", aPart(len(line.Parts)))
		t.outvote(asked)
		t.outvote(askWhole)
		return true
	case asked != nil:
		t.settle(asked, "%s", aPart(len(line.Parts)))
		t.outvote(askWhole)
		return true
	case lost != "" && askWhole == nil:
		return s.unchecked(t, lost)
	}
	return wholeAsk(t, askWhole)
}

// shellAllowed settles by allow rules: the line as a whole, or every part.
func (s *Set) shellAllowed(t *Trace, line *shell.Line) bool {
	allow := s.byBehavior[claude.Allow]
	if c := allow.shell.exactly(line.Text); c != nil && line.Firm == "" && s.filesAllowed(line, true) == "" {
		t.settle(c, "it names this command")
		return true
	}
	doubt := line.Doubt
	if doubt == "" {
		doubt = s.filesAllowed(line, false)
	}
	by, missing := s.allowedParts(t, line)
	switch {
	case by == nil:
		t.Because = doubt
		return false
	case doubt != "":
		t.outvote(by)
		t.doubt(doubt, "no allow rule settles it: the command can't be checked before it runs, because of %s", doubt)
		return false
	case missing != "":
		t.outvote(by)
		t.leave("no allow rule settles it: none matches the part %q", missing)
		return false
	}
	t.settle(by, "%s", allParts(len(line.Parts)))
	return true
}

// allowedParts notes for each part that no deny or ask rule names what would let it
// run. It returns the first rule
// that does, and the first part that nothing lets run.
func (s *Set) allowedParts(t *Trace, line *shell.Line) (by *compiled, missing string) {
	allow := s.byBehavior[claude.Allow]
	for i := range t.Parts { // none where a rule names the whole line
		p, pt := line.Parts[i], &t.Parts[i]
		if pt.Rule != nil {
			continue // a deny or ask rule names it
		}
		c := allow.shell.allows(p)
		switch {
		case c != nil:
			rule := c.Rule
			pt.Decision, pt.Rule, pt.Why = DecideAllow, &rule, "it matches this part"
			if by == nil {
				by = c
			}
		case p.ReadsOnly():
			pt.Unasked, pt.Why = true, "Claude Code runs it unasked: it only reads"
		default:
			pt.Why = "no allow rule matches"
			if missing == "" {
				missing = p.Text
			}
		}
	}
	return by, missing
}

func aPart(n int) string {
	if n == 1 {
		return "it matches the command"
	}
	return "a part of the command matches it"
}

func allParts(n int) string {
	if n == 1 {
		return "it matches the command"
	}
	return fmt.Sprintf("each of the %d parts is allowed or only reads", n)
}
