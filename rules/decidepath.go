package rules

import "sayso/internal/claude"

// decideWrite handles the tools that change files: rules for Edit's paths guard
// all of them.
func (s *Set) decideWrite(t *Trace, in input, askWhole, allowWhole *compiled) bool {
	spelled := text(in.FilePath)
	if t.Tool == "NotebookEdit" {
		spelled = text(in.NotebookPath)
	}
	given, real, link := s.place.paths(spelled)
	if s.backedOff(t, "Edit", in, given, real, allowWhole) {
		return true
	}
	if wholeAsk(t, askWhole) {
		t.outvote(allowWhole)
		return true
	}
	switch {
	case spelled == "":
		t.leave("the input has no path")
		return false
	case link:
		t.leave("no allow rule settles it: Claude Code refuses to write through a symbolic link")
		return false
	case isGuarded(given) || isGuarded(real):
		t.leave("no allow rule settles it: Claude Code always asks before it changes this file, because it decides what runs later")
		return false
	case isMisleading(spelled):
		t.leave("no allow rule settles it: other systems read this path as another one")
		return false
	}
	if s.wholeFile(t, allowWhole, given, real) {
		return true
	}
	if narrow := s.place.narrow(spelled, given); narrow != given {
		given, real = narrow, narrow
	}
	allow := s.byBehavior[claude.Allow].paths["Edit"]
	if c := allow.both(given, real); c != nil {
		t.settle(c, "it covers the path")
		return true
	}
	if given != real && allow.covering(given) != nil {
		t.leave("no allow rule settles it: the path leads through a symbolic link to %s, which no allow rule covers", real)
	}
	return false
}

// decideRead handles the tools that read files. What may be edited may be read.
func (s *Set) decideRead(t *Trace, in input, askWhole, allowWhole *compiled) bool {
	spelled := text(in.FilePath)
	if in.FilePath == nil {
		spelled = text(in.Path)
		if spelled == "" {
			spelled = s.place.Cwd
		}
	}
	given, real, _ := s.place.paths(spelled)
	if s.backedOff(t, "Read", in, given, real, allowWhole) {
		return true
	}
	if wholeAsk(t, askWhole) {
		t.outvote(allowWhole)
		return true
	}
	if s.wholeFile(t, allowWhole, given, real) {
		return true
	}
	if isMisleading(spelled) {
		t.leave("no allow rule settles it: other systems read this path as another one")
		return false
	}
	if narrow := s.place.narrow(spelled, given); narrow != given {
		given, real = narrow, narrow
	}
	if c := s.editable(given, real); c != nil {
		t.settle(c, "it covers the path: what may be edited may be read")
		return true
	}
	c := s.byBehavior[claude.Allow].paths["Read"].both(given, real)
	if s.place.inside(given) && s.place.inside(real) {
		t.outvote(c)
		t.leave("no rule is needed: Claude Code reads inside the working directory unasked")
		return false
	}
	if c != nil {
		t.settle(c, "it covers the path")
		return true
	}
	return false
}

// editable returns the allow rule under which the path may be edited, unless a
// deny or ask rule for editing covers it.
func (s *Set) editable(given, real string) *compiled {
	for _, b := range []claude.Behavior{claude.Deny, claude.Ask} {
		if s.byBehavior[b].paths["Edit"].either(given, real) != nil {
			return nil
		}
	}
	if isGuarded(given) || isGuarded(real) {
		return nil
	}
	return s.byBehavior[claude.Allow].paths["Edit"].both(given, real)
}

// backedOff settles by the deny and ask rules for paths, and by those for other
// values of the input.
func (s *Set) backedOff(t *Trace, tool string, in input, given, real string, allowWhole *compiled) bool {
	for _, b := range []claude.Behavior{claude.Deny, claude.Ask} {
		ix := s.byBehavior[b]
		c := ix.paths[tool].either(given, real)
		why := "it covers the path"
		if c == nil {
			c, why = ix.content(t.Tool, in), "it names a value of the input"
		}
		if c == nil {
			continue
		}
		t.settle(c, "%s", why)
		t.outvote(allowWhole)
		t.outvote(s.byBehavior[claude.Allow].paths[tool].both(given, real))
		return true
	}
	return false
}

// wholeFile settles by an allow rule for the whole tool. Written as Tool(*) it
// is a path rule for the working directories.
func (s *Set) wholeFile(t *Trace, c *compiled, given, real string) bool {
	if c == nil {
		return false
	}
	if !c.starred {
		return wholeAllow(t, c)
	}
	if s.place.inside(given) && s.place.inside(real) {
		t.settle(c, "it allows %s inside the working directories", t.Tool)
		return true
	}
	t.outvote(c)
	t.Why = ""
	return false
}

// either returns a rule that covers one of the paths, for deny and ask.
func (ix *pathIndex) either(given, real string) *compiled {
	if c := ix.covering(given); c != nil || given == real {
		return c
	}
	return ix.covering(real)
}

// both returns the rule that covers the given path if the real one is covered
// too, for allow.
func (ix *pathIndex) both(given, real string) *compiled {
	c := ix.covering(given)
	if c == nil || given == real {
		return c
	}
	if ix.covering(real) == nil {
		return nil
	}
	return c
}
