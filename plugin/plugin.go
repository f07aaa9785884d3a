// Package plugin holds the Claude Code plugin and writes it out. The plugin
// brings two things to a session: hooks that run "sayso hook", and a mod that
// adds to an ask what Claude Code leaves out (who asks, and why).
//
// The files stand in the folder files as they are written, but for three
// placeholders: the path of the binary, the socket, and the arguments of the
// hooks. They fix where an ask goes when the plugin is written: a project's
// settings set variables in the environment of all that Claude Code starts, and
// none of them counts. protocol.go says what the mod and sayso tell each other.
package plugin

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"sayso/approver"
	"sayso/internal/safefile"
	"sayso/ipc/wire"
)

const (
	// Name is the plugin's name. A watched call's ask carries it as its plugin.
	Name = approver.PluginName
	// Marketplace is the name of the local marketplace that offers the plugin.
	Marketplace = "sayso-local"
	// ID is what "claude plugin install" and "uninstall" take.
	ID = Name + "@" + Marketplace
	// Version is the plugin's version, as in its manifest.
	Version = wire.Version
)

//go:embed all:files
var embedded embed.FS

// Write puts the plugin's folder at dir, calling the sayso binary, which asks at
// the socket, both by their absolute paths. Files that are there already and need no change are left
// alone, so writing twice changes nothing; each other file is replaced in one
// step, so a session that loads the plugin meanwhile reads no half of one.
// Files that are not the plugin's are kept.
func Write(dir, binary, socket string) error {
	return eachFile(binary, socket, func(rel string, content []byte) error {
		return writeFile(filepath.Join(dir, filepath.FromSlash(rel)), content)
	})
}

// WriteMarketplace puts a marketplace at dir that offers the plugin and nothing
// else: what "claude plugin marketplace add" takes.
func WriteMarketplace(dir, binary, socket string) error {
	if err := Write(filepath.Join(dir, Name), binary, socket); err != nil {
		return err
	}
	type offer struct {
		Name        string `json:"name"`
		Source      string `json:"source"`
		Description string `json:"description"`
	}
	content, err := json.MarshalIndent(struct {
		Name        string            `json:"name"`
		Owner       map[string]string `json:"owner"`
		Description string            `json:"description"`
		Plugins     []offer           `json:"plugins"`
	}{
		Name:        Marketplace,
		Owner:       map[string]string{"name": Name},
		Description: "The plugin of the sayso that is installed on this machine.",
		Plugins: []offer{{
			Name:        Name,
			Source:      "./" + Name,
			Description: "Sends what Claude Code asks you to sayso, together with who asks and why.",
		}},
	}, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, ".claude-plugin", "marketplace.json"), append(content, '\n'))
}

// filled reports whether a file of the plugin holds placeholders.
func filled(rel string) bool {
	return path.Dir(rel) == "hooks"
}

// filler replaces the placeholders, quotes included, by literals: JSON's are
// JavaScript's too.
func filler(binary, socket string) (*strings.Replacer, error) {
	for what, path := range map[string]string{"binary": binary, "socket": socket} {
		switch {
		case !filepath.IsAbs(path):
			return nil, fmt.Errorf("the plugin needs the %s's absolute path, not %q", what, path)
		case strings.ContainsRune(path, 0) || !utf8.ValidString(path):
			return nil, fmt.Errorf("the plugin can't name the %s %q: it is not UTF-8 text", what, path)
		case strings.Contains(path, "${"):
			return nil, fmt.Errorf("the plugin can't name the %s %q: Claude Code would replace what begins with ${", what, path)
		}
	}
	var pairs []string
	for placeholder, value := range map[string]any{
		`"@SAYSO_BINARY@"`: binary,
		`"@SAYSO_HOOK@"`:   HookArgs(socket),
		`"@SAYSO_SOCKET@"`: socket,
	} {
		literal, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, placeholder, string(literal))
	}
	return strings.NewReplacer(pairs...), nil
}

// HookArgs are the arguments of every hook. With arguments Claude Code starts the
// program itself and no shell: a shell would take start-up files, functions and
// options from an environment that a project's settings have a hand in. And the
// signal that withdraws an ask reaches sayso.
func HookArgs(socket string) []string { return []string{"hook", "--socket", socket} }

// writeFile makes name hold content, unless it does.
func writeFile(name string, content []byte) error {
	const mode = 0o644
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, content) {
		return os.Chmod(name, mode)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return safefile.Replace(name, content, mode, nil)
}
