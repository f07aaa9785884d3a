package rules

import (
	"fmt"
	"path"
	"slices"
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
		denied = s.fileRule(t, line)
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
// line reads or writes, and notes it for the part that does. Ask rules for files
// do not reach into shell commands.
func (s *Set) fileRule(t *Trace, line *shell.Line) *compiled {
	ix := s.byBehavior[Deny]
	if len(ix.paths) == 0 {
		return nil
	}
	here := s.place // where the line is: cd moves it
	covered := func(ix *pathIndex, words []shell.Word) (c *compiled) {
		for _, w := range words {
			for _, place := range []Place{s.place, here} {
				if given, real, _ := place.paths(s.expand(w.Value)); c == nil {
					c = ix.either(given, real)
				}
			}
		}
		return c
	}
	for i, p := range line.Parts {
		if p.Nested {
			continue
		}
		reads, writes, _ := p.Files()
		c, why := covered(ix.paths["Read"], slices.Concat(reads, p.Reads)), "it covers a file that this part reads"
		if c == nil {
			c, why = covered(ix.paths["Edit"], slices.Concat(writes, p.Writes)), "it covers a file that this part changes"
		}
		if c != nil {
			rule := c.Rule
			t.Parts[i].Decision, t.Parts[i].Rule, t.Parts[i].Why = DecideDeny, &rule, why
			return c
		}
		if p.Name() == "cd" && len(reads) == 1 && reads[0].Known {
			here.Cwd = here.Abs(s.expand(reads[0].Value))
		}
	}
	return nil
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
		_, writes, _ := p.Files()
		for _, w := range slices.Concat(p.Writes, writes) {
			if full := s.place.Abs(s.expand(w.Value)); isGuarded(full) || strings.HasPrefix(w.Value, "//") {
				return "Claude Code always asks before it changes " + w.Value
			}
			if hasOddName(w.Value) {
				return "other systems read the path " + w.Value + " as another one"
			}
		}
		if why := s.sweeps(p); why != "" {
			return why
		}
		if script := p.Script(); script != "" {
			for _, p := range shell.Parse(script).Parts {
				if why := s.sweeps(p); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// sweeps says what a part would remove, or move away, that Claude Code always
// asks about. A path that only the shell knows is left to the other checks.
func (s *Set) sweeps(p shell.Part) string {
	words := p.Program()
	if len(words) == 0 {
		return ""
	}
	name := path.Base(words[0].Value)
	target := -1 // where mv puts things
	if name == "mv" && len(words) > 2 && !strings.HasPrefix(words[1].Value, "-") {
		target = len(words) - 1
	}
	for i, w := range words {
		full := s.place.Abs(s.expand(w.Value))
		switch {
		case i == 0, i == target, strings.HasPrefix(w.Value, "-"), !w.Known && !staticallyKnown(w):
		case (name == "rm" || name == "rmdir") && (s.critical(full) || w.Glob && strings.Contains(w.Value, "..")):
			return "it would remove " + full
		case name == "mv" && within(full, s.place.Home+"/.claude/.credentials.json"):
			return "it would move " + full + ", with what Claude Code keeps there"
		}
	}
	return ""
}

// staticallyKnown reports a word with an expansion in it that is enough to tell
// where it leads: the working directory, or the root and an empty variable.
func staticallyKnown(w shell.Word) bool {
	return strings.Contains(strings.ToLower(w.Raw), "pwd") && w.Value == "" || w.Value == "/" || w.Value == "/*"
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
		for _, w := range reads {
			if why := s.readProblem(w); why != "" {
				return why
			}
		}
		for _, w := range writes {
			if why := s.touchProblem(p, w); why != "" {
				return why
			}
		}
		for _, w := range p.Reads {
			if why := s.inputProblem(w); why != "" {
				return why
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

// readProblem is for the operands of cat, grep and the like.
func (s *Set) readProblem(w shell.Word) string {
	if why := unclear(w); why != "" {
		return why
	}
	if otherHome(w.Value) || !s.mayRead(w.Value) {
		return "a read outside the working directories: " + w.Value
	}
	return ""
}

// inputProblem is for what stands behind <.
func (s *Set) inputProblem(w shell.Word) string {
	switch {
	case !w.Known:
		return "input from a file that only the shell knows: " + w.Raw
	case isDevice(w.Value):
		return ""
	case strings.ContainsAny(w.Value, "*?["):
		return "input from a file that a wildcard names: " + w.Raw
	}
	return s.readProblem(w)
}

// touchProblem is for the operands of rm, mkdir and the like: inside the working
// directories the rule for the command itself is the permission, outside a rule
// for editing is needed too.
func (s *Set) touchProblem(p shell.Part, w shell.Word) string {
	if p.Name() == "tee" && isDevice(w.Value) {
		return ""
	}
	if why := unclear(w); why != "" {
		return why
	}
	if strings.ContainsAny(w.Value, "*?[{}") {
		return "a wildcard in the name of what is changed: " + w.Value
	}
	given, real, _ := s.place.paths(s.expand(w.Value))
	inside := s.place.inside(given) && s.place.inside(real)
	if otherHome(w.Value) || !inside && s.editable(given, real) == nil {
		return "a change outside the working directories: " + w.Value
	}
	return ""
}

// unclear says what in the spelling of a path keeps it from being followed.
func unclear(w shell.Word) string {
	plain := w.Value
	if !strings.ContainsAny(w.Raw, `'\`) {
		plain = strings.TrimPrefix(plain, "$HOME")
	}
	if strings.ContainsAny(plain, "$`") {
		return "a path with a character that shells expand: " + w.Value
	}
	named := false
	for seg := range strings.SplitSeq(w.Value, "/") {
		switch {
		case seg == ".." && named:
			return "a path that goes up from a folder, which may be a link: " + w.Value
		case seg != "" && seg != "." && seg != "..":
			named = true
		}
	}
	return ""
}

// isDevice reports the devices that hold nothing of anybody's.
func isDevice(name string) bool {
	switch name {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty":
		return true
	}
	number, ok := strings.CutPrefix(name, "/dev/fd/")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

func (s *Set) mayRead(name string) bool {
	given, real, _ := s.place.paths(s.expand(name))
	if s.place.inside(given) && s.place.inside(real) {
		return true
	}
	// A rule for editing, which lets the Read tool read, is not enough here.
	return s.byBehavior[Allow].paths["Read"].both(given, real) != nil
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
