package rules

import (
	"strings"

	"sayso/internal/claude"
	"sayso/internal/lazy"
	"sayso/rules/pathrule"
)

// pathRule is the content of a Read or Edit rule.
type pathRule struct {
	pattern pathrule.Pattern
	base    string // absolute folder that the pattern is relative to
	group   int    // rank of the base among those of the index
	except  string // a folder beneath base that the rule is not counted in, "" for none
}

// compilePath reads the content of a path rule of r.
func compilePath(content string, r Rule, place Place) (p pathRule, ignored string) {
	pattern, err := pathrule.Compile(content, r.Behavior != claude.Allow)
	if err != nil {
		ignored = err.Error()
	}
	p.pattern = pattern
	switch pattern.Base {
	case pathrule.Root:
		p.base = "/"
	case pathrule.Home:
		p.base = place.Home
	case pathrule.SettingsRoot:
		p.base = place.project()
		switch r.Source {
		case Source(claude.UserSettings):
			p.base = place.Home + "/.claude"
		case ManagedSettings:
			p.base = "/"
		}
	default:
		p.base = place.Cwd
	}
	if place.Relabelled && r.Behavior == claude.Allow && pattern.Base == pathrule.Home {
		p.except = place.Cwd
	}
	if p.base == "" {
		ignored = "the folder that the pattern is relative to is not known"
	}
	return p, ignored
}

// covers reports whether the rule covers the absolute path name.
func (p pathRule) covers(name string) bool { return p.depth(name) > 0 }

// depth is covers with the answer of [pathrule.Pattern.Depth].
func (p pathRule) depth(name string) int {
	rel, ok := relative(p.base, name)
	if !ok || p.except != "" && within(p.except, name) {
		return 0
	}
	return p.pattern.Depth(rel)
}

// guarded are the files and folders that Claude Code asks about before it
// writes, whatever rule allows it: they decide what runs later.
var guarded = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`.git .claude .vscode .idea .husky .cargo .devcontainer .mvn .yarn
		.gitconfig .gitmodules .bashrc .zshrc .profile .bash_profile .bash_aliases .bash_login .bash_logout
		.zprofile .zshenv .zlogin .zlogout .mcp.json .claude.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs
		.ripgreprc .envrc .bazelrc bunfig.toml .pre-commit-config.yaml lefthook.yml .lefthook.yml
		.devcontainer.json`) {
		m[name] = true
	}
	return m
}()

// isGuarded reports whether writing to the absolute path name is always asked.
func isGuarded(name string) bool {
	segments := strings.Split(strings.ToLower(strings.Trim(name, "/")), "/")
	for i, s := range segments {
		if !guarded[s] {
			if s == "git" && i > 0 && segments[i-1] == ".config" {
				return true
			}
			continue
		}
		if s == ".claude" && i+2 < len(segments) && segments[i+1] == "worktrees" {
			continue // a worktree holds ordinary files
		}
		return true
	}
	return false
}

// oddNames are spellings that other systems read as another path: a trailing
// dot, short names, device names.
var oddNames = lazy.Regexp(`(?i)\.$|~[0-9]|\.(con|prn|aux|nul|com[1-9]|lpt[1-9])$`)

// hasOddName looks at a path as the call spells it.
func hasOddName(spelled string) bool {
	for seg := range strings.SplitSeq(strings.TrimSpace(spelled), "/") {
		if strings.Trim(seg, ".") != "" && oddNames().MatchString(seg) {
			return true
		}
	}
	return false
}

// isMisleading is hasOddName for the tools that take a path, which are
// suspicious of three dots as well, and take no NUL. No rule for a path allows
// such a call.
func isMisleading(spelled string) bool {
	return strings.Contains(spelled, "...") || strings.Contains(spelled, "\x00") || hasOddName(spelled)
}
