package rules

import (
	"fmt"
	"path"
	"strings"

	"sayso/rules/shell"
)

// decideShell handles a command line.
func (s *Set) decideShell(t *Trace, command string, askWhole, allowWhole *compiled) bool {
	line := shell.Parse(command)
	if line.Fault != "" {
		if wholeAsk(t, askWhole) {
			return true
		}
		t.leave("no rule for a command settles it: %s", line.Fault)
		return false
	}
	if s.shellBackedOff(t, line, askWhole) {
		t.outvote(allowWhole)
		return true
	}
	if why := s.neverAllowed(line); why != "" {
		t.leave("no allow rule settles it: %s", why)
		return false
	}
	if wholeAllow(t, allowWhole) {
		return true
	}
	return s.shellAllowed(t, line)
}

// shellBackedOff settles by deny and ask rules. Any part is enough.
func (s *Set) shellBackedOff(t *Trace, line *shell.Line, askWhole *compiled) bool {
	deny, ask := s.byBehavior[Deny], s.byBehavior[Ask]
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
			if c.Behavior == Deny && denied == nil {
				denied = c
			}
			if c.Behavior == Ask && asked == nil {
				asked = c
			}
		}
		t.Parts = append(t.Parts, pt)
	}
	if denied == nil {
		denied = s.fileRule(line)
	}
	if asked == nil {
		asked = ask.shell.exactly(line.Text)
	}
	switch {
	case denied != nil:
		t.settle(denied, "a part of the command matches it")
		t.outvote(asked)
		t.outvote(askWhole)
		return true
	case asked != nil:
		t.settle(asked, "a part of the command matches it")
		t.outvote(askWhole)
		return true
	}
	return wholeAsk(t, askWhole)
}

// fileRule returns the deny rule for Read or Edit that reaches a file which the
// line reads or writes. Ask rules for files do not reach into shell commands.
func (s *Set) fileRule(line *shell.Line) *compiled {
	ix := s.byBehavior[Deny]
	if len(ix.paths) == 0 {
		return nil
	}
	for _, p := range line.Parts {
		if p.Nested {
			continue
		}
		reads, writes, _ := p.Files()
		for _, w := range p.Reads {
			reads = append(reads, w.Value)
		}
		for _, w := range p.Writes {
			writes = append(writes, w.Value)
		}
		for _, name := range reads {
			if c := s.fileCovered(ix.paths["Read"], name); c != nil {
				return c
			}
		}
		for _, name := range writes {
			if c := s.fileCovered(ix.paths["Edit"], name); c != nil {
				return c
			}
		}
	}
	return nil
}

func (s *Set) fileCovered(ix *pathIndex, name string) *compiled {
	given, real, _ := s.place.paths(s.expand(name))
	return ix.either(given, real)
}

// expand replaces $HOME, the one variable whose value is taken as given.
func (s *Set) expand(name string) string {
	if rest, ok := strings.CutPrefix(name, "$HOME"); ok && (rest == "" || rest[0] == '/') {
		return s.place.Home + rest
	}
	return name
}

// neverAllowed says why not even a rule for all of Bash allows the line.
func (s *Set) neverAllowed(line *shell.Line) string {
	for _, p := range line.Parts {
		for _, w := range p.Writes {
			if isGuarded(s.place.Abs(s.expand(w.Value))) {
				return "Claude Code always asks before it changes " + w.Value
			}
		}
		_, writes, _ := p.Files()
		for _, name := range writes {
			full := s.place.Abs(s.expand(name))
			if isGuarded(full) {
				return "Claude Code always asks before it changes " + name
			}
			if (p.Name() == "rm" || p.Name() == "rmdir") && s.critical(full) {
				return "it would remove " + full
			}
		}
	}
	return ""
}

// critical reports folders whose removal is always asked: the root, what lies
// directly beneath it, the home directory and everything above the working
// directory.
func (s *Set) critical(full string) bool {
	full = strings.TrimSuffix(full, "/*")
	return full == "" || full == "/" || path.Dir(full) == "/" || full == s.place.Home || within(full, s.place.Cwd)
}

// shellAllowed settles by allow rules: the line as a whole, or every part.
func (s *Set) shellAllowed(t *Trace, line *shell.Line) bool {
	allow := s.byBehavior[Allow]
	if c := allow.shell.exactly(line.Text); c != nil && line.Firm == "" && s.filesAllowed(line, true) == "" {
		t.settle(c, "it names this command")
		return true
	}
	doubt := line.Doubt
	if doubt == "" {
		doubt = s.filesAllowed(line, false)
	}
	var by *compiled
	missing := ""
	for i, p := range line.Parts {
		pt := &t.Parts[i]
		c := allow.shell.allows(p)
		switch {
		case c != nil:
			rule := c.Rule
			pt.Decision, pt.Rule, pt.Why = DecideAllow, &rule, "it matches this part"
			if by == nil {
				by = c
			}
		case p.ReadsOnly():
			pt.Why = "Claude Code runs it unasked: it only reads"
		default:
			pt.Why = "no allow rule matches"
			if missing == "" {
				missing = p.Text
			}
		}
	}
	switch {
	case by == nil:
		return false
	case doubt != "":
		t.outvote(by)
		t.leave("no allow rule settles it: the command can't be checked before it runs, because of %s", doubt)
		return false
	case missing != "":
		t.outvote(by)
		t.leave("no allow rule settles it: none matches the part %q", missing)
		return false
	}
	t.settle(by, "%s", allParts(len(line.Parts)))
	return true
}

func allParts(n int) string {
	if n == 1 {
		return "it matches the command"
	}
	return fmt.Sprintf("each of the %d parts is allowed or only reads", n)
}

// filesAllowed says which file that the line touches keeps it from being
// allowed, "" for none. A rule that spells out the line may change directory.
func (s *Set) filesAllowed(line *shell.Line, spelled bool) string {
	for _, p := range line.Parts {
		reads, writes, why := p.Files()
		if spelled && p.Name() == "cd" {
			reads, why = nil, ""
		}
		if why != "" {
			return why
		}
		for _, name := range reads {
			if !s.mayRead(name) {
				return "a read outside the working directories: " + name
			}
		}
		for _, name := range writes {
			if !s.mayTouch(name) {
				return "a change outside the working directories: " + name
			}
		}
		for _, w := range p.Reads {
			if !w.Known || !s.mayRead(w.Value) {
				return "a read outside the working directories: " + w.Raw
			}
		}
		for _, w := range p.Writes {
			if !w.Known || !s.mayWrite(w.Value) {
				return "output into a file: " + w.Raw
			}
		}
	}
	return ""
}

func (s *Set) mayRead(name string) bool {
	if otherHome(name) {
		return false
	}
	given, real, _ := s.place.paths(s.expand(name))
	if s.place.inside(given) && s.place.inside(real) {
		return true
	}
	// A rule for editing, which lets the Read tool read, is not enough here.
	return s.byBehavior[Allow].paths["Read"].both(given, real) != nil
}

// mayTouch is for the operands of rm, mkdir and the like: inside the working
// directories the rule for the command itself is the permission, outside a rule
// for editing is needed too.
func (s *Set) mayTouch(name string) bool {
	given, real, _ := s.place.paths(s.expand(name))
	if isMisleading(name) || otherHome(name) {
		return false
	}
	return s.place.inside(given) && s.place.inside(real) || s.editable(given, real) != nil
}

// otherHome reports a path in the home directory of somebody else, or one that
// only the shell knows: ~bob, ~+.
func otherHome(name string) bool {
	return strings.HasPrefix(name, "~") && name != "~" && !strings.HasPrefix(name, "~/")
}

// mayWrite is for redirections, which need a rule for editing.
func (s *Set) mayWrite(name string) bool {
	given, real, link := s.place.paths(s.expand(name))
	return !link && !isMisleading(name) && !strings.ContainsAny(name, "*?[") && s.editable(given, real) != nil
}
