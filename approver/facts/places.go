package facts

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// startUp are files in the home directory that a shell or a desktop runs by
// itself.
var startUp = sync.OnceValue(func() []string {
	return strings.Fields(`.bashrc .bash_profile .bash_login .bash_logout .profile .bash_aliases .zshrc .zshenv .zprofile .zlogin .zlogout
.kshrc .cshrc .tcshrc .login .inputrc .xinitrc .xprofile .xsessionrc .config/fish/config.fish`)
})

// special says what is special about a file, and "" for nothing.
func (l *look) special(abs string) string {
	home, isHome := strings.CutPrefix(abs, l.Home+"/")
	isHome = isHome && l.Home != ""
	base, parts := path.Base(abs), strings.Split(abs, "/")
	switch {
	case l.own(abs, home, isHome):
		return "which is sayso's own"
	case claudeSettings(abs, home, isHome):
		return "which holds Claude Code's settings"
	case slices.Contains(parts[:len(parts)-1], ".git"):
		if slices.Contains(parts, "hooks") {
			return "a hook that git runs on its own"
		}
		return "one of git's own files"
	case isHome && slices.Contains(startUp(), home), strings.HasPrefix(home, ".config/fish/") && isHome, slices.Contains(startUp(), base) && isHome && !l.within(abs),
		inside(abs, "/etc/profile.d"), abs == "/etc/profile", abs == "/etc/bash.bashrc", abs == "/etc/zshrc":
		return "which a shell runs when it starts"
	case isHome && strings.HasPrefix(home, ".ssh/"):
		return "which decides who may log in and where"
	case isHome && (inside(home, ".config/autostart") || inside(home, ".config/systemd") || inside(home, "Library/LaunchAgents")),
		inside(abs, "/etc/systemd"), inside(abs, "/etc/cron.d"), inside(abs, "/var/spool/cron"), inside(abs, "/Library/LaunchDaemons"):
		return "which the system runs on its own"
	case isHome && strings.HasPrefix(home, ".") && !inside(home, ".cache") && !l.within(abs):
		return "a dotfile in the home directory"
	case strings.HasPrefix(abs, "/dev/") && !l.temporary(abs):
		return "a device"
	}
	return ""
}

// own reports whether a file is one by which sayso is steered.
func (l *look) own(abs, home string, isHome bool) bool {
	for _, own := range l.Own {
		if inside(abs, own) {
			return true
		}
	}
	return isHome && (inside(home, ".config/sayso") || inside(home, ".local/state/sayso") || inside(home, ".local/share/sayso") ||
		inside(home, "Library/Application Support/sayso"))
}

// claudeSettings reports whether a file is one that decides what Claude Code may
// do: its settings, its servers, its hooks and plugins.
func claudeSettings(abs, home string, isHome bool) bool {
	base, dir := path.Base(abs), path.Base(path.Dir(abs))
	switch {
	case dir == ".claude" && (strings.HasPrefix(base, "settings") && strings.HasSuffix(base, ".json")), base == ".mcp.json",
		base == "managed-settings.json", isHome && home == ".claude.json":
		return true
	}
	return strings.Contains(abs, "/.claude/hooks/") || isHome && inside(home, ".claude/plugins")
}
