package setup

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"sayso/plugin"
)

// Places says where things are on this machine.
type Places struct {
	Home      string
	Binary    string // the absolute path of this sayso; "" where it has no lasting one
	Socket    string // where this person's asks go; "" where the environment names no good place
	Client    string // the command claude; "" where there is none
	ClientDir string // Claude Code's own folder of this person, ~/.claude
	Managed   string // the organization's settings of Claude Code; "" for the system's place
	Data      string // what sayso writes for itself
	State     string // what sayso remembers from one run to the next
	Config    string // what the person writes for sayso
}

// Find returns the places of this person. Only Binary and Client may be missing.
func Find(getenv func(string) string) (Places, error) {
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return Places{}, fmt.Errorf("there is no home directory: set HOME to an absolute path")
	}
	p := Places{
		Home:      home,
		ClientDir: filepath.Join(home, ".claude"),
		Data:      xdg(getenv, "XDG_DATA_HOME", home, ".local/share"),
		State:     xdg(getenv, "XDG_STATE_HOME", home, ".local/state"),
		Config:    xdg(getenv, "XDG_CONFIG_HOME", home, ".config"),
	}
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		if p.ClientDir, err = filepath.Abs(dir); err != nil {
			return Places{}, fmt.Errorf("CLAUDE_CONFIG_DIR: %q: %w", dir, err)
		}
	}
	p.Binary, _ = Binary() // whoever needs it asks for the reason
	// A claude in the working directory is not the person's.
	if client, err := exec.LookPath("claude"); err == nil && filepath.IsAbs(client) {
		p.Client = client
	}
	return p, nil
}

// xdg returns sayso's folder beneath a base directory. As the standard wants
// it, a relative path in the variable counts for nothing.
func xdg(getenv func(string) string, name, home, fallback string) string {
	base := getenv(name)
	if !filepath.IsAbs(base) {
		base = filepath.Join(home, filepath.FromSlash(fallback))
	}
	return filepath.Join(base, "sayso")
}

// Marketplace is the folder that the client is told of.
func (p Places) Marketplace() string { return filepath.Join(p.Data, "marketplace") }

// PluginDir is the folder for "claude --plugin-dir". It is another one than the
// installed plugin's: trying a second sayso must not change what the first has
// installed.
func (p Places) PluginDir() string { return filepath.Join(p.Data, "plugin") }

// WatchRules is the file with the person's watch rules.
func (p Places) WatchRules() string { return filepath.Join(p.Config, "watch.rules") }

// Accepted is where sayso remembers the watch rules that the person accepted.
func (p Places) Accepted() string { return filepath.Join(p.State, "watch.accepted") }

// Cache is where the client copies the plugin to.
func (p Places) Cache() string {
	return filepath.Join(p.ClientDir, "plugins", "cache", plugin.Marketplace)
}

// Settings is the client's settings file of this person.
func (p Places) Settings() string { return filepath.Join(p.ClientDir, "settings.json") }

// Short returns a path as a person writes it, ~ for the home directory.
func (p Places) Short(path string) string {
	if rest, ok := strings.CutPrefix(path, p.Home+string(filepath.Separator)); ok {
		return "~/" + filepath.ToSlash(rest)
	}
	return path
}

// Binary returns the absolute path of this program. A program that "go run"
// built is gone when it ends, so that is an error.
//
// An entry of PATH that leads to this program is what is returned, although it
// may be a link: package managers keep it over an upgrade, and what it leads to
// has a version in its path. Where PATH has none, links are resolved.
func Binary() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding the path of this program: %w", err)
	}
	if path, err = lasting(path); err != nil {
		return "", err
	}
	return onPath(path), nil
}

// onPath returns the entry of PATH that leads to a program, or the program.
func onPath(program string) string {
	found, err := exec.LookPath(plugin.Name)
	if err == nil && filepath.IsAbs(found) && SameProgram(found, program) {
		return found
	}
	return program
}

// SameProgram reports whether two paths lead to one file.
func SameProgram(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func lasting(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("this program's file is gone (%w); start the new one", err)
	}
	if strings.Contains(filepath.ToSlash(path), "/go-build") {
		return "", errors.New("this sayso was started with go run and is gone when it ends; " +
			"build a lasting one, CGO_ENABLED=0 go build -o ~/.local/bin/sayso . and call that")
	}
	return path, nil
}
