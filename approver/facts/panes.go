package facts

import (
	"slices"

	"sayso/rules/shell"
)

// typists are the programs that can press keys in a terminal, each with the
// words that make it do so; none for those that do nothing else.
var typists = map[string][]string{
	"tmux":    {"send-keys", "send", "send-prefix", "run-shell", "run", "respawn-pane", "respawnp", "set-hook", "bind-key", "bind", "pipe-pane", "pipep", "paste-buffer", "pasteb", "kill-server"},
	"screen":  {"-X"},
	"zellij":  {"write", "write-chars"},
	"wezterm": {"send-text"},
	"kitty":   {"send-text", "send-key"},
	"kitten":  {"send-text", "send-key"},
	"xdotool": {"key", "type"},
	"ydotool": {"key", "type"},
	"wtype":   nil,
	"dotool":  nil,
}

// panes says that a command can type into other panes of the terminal: into the
// one in which its own permission is asked for, too.
func panes(l *look) []string {
	var out []string
	for _, p := range l.parts {
		words, known := typists[p.Name]
		if !known {
			continue
		}
		if words == nil || slices.ContainsFunc(p.Args, func(w shell.Expansion) bool { return slices.Contains(words, w.Value) }) {
			out = append(out, p.Name+" can press keys in other panes, including this one")
		}
	}
	return out
}
