// Package plugin holds the Claude Code plugin and writes it out. The plugin
// brings two things to a session: hooks that run "sayso hook", and a mod that
// adds to an ask what Claude Code leaves out (who asks, and why).
//
// The files stand in the folder files as they are written, but for three
// placeholders: the command of the hooks, the path of the binary, and the
// sockets of this user. protocol.go says what the mod and sayso tell each other.
package plugin

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	// Name is the plugin's name. A watched call's ask carries it as its plugin.
	Name = "sayso"
	// Marketplace is the name of the local marketplace that offers the plugin.
	Marketplace = "sayso-local"
	// ID is what "claude plugin install" and "uninstall" take.
	ID = Name + "@" + Marketplace
	// Version is the plugin's version, as in its manifest.
	Version = "0.1.0"
)

//go:embed all:files
var embedded embed.FS

// Write puts the plugin's folder at dir, calling the sayso binary by the given
// absolute path. Files that are there already and need no change are left
// alone, so writing twice changes nothing; each other file is replaced in one
// step, so a session that loads the plugin meanwhile reads no half of one.
// Files that are not the plugin's are kept.
func Write(dir, binary string) error {
	return eachFile(binary, func(rel string, content []byte) error {
		return writeFile(filepath.Join(dir, filepath.FromSlash(rel)), content)
	})
}

// WriteMarketplace puts a marketplace at dir that offers the plugin and nothing
// else: what "claude plugin marketplace add" takes.
func WriteMarketplace(dir, binary string) error {
	if err := Write(filepath.Join(dir, Name), binary); err != nil {
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
func filler(binary string) (*strings.Replacer, error) {
	switch {
	case !filepath.IsAbs(binary):
		return nil, fmt.Errorf("the plugin needs the binary's absolute path, not %q", binary)
	case strings.ContainsRune(binary, 0) || !utf8.ValidString(binary):
		return nil, fmt.Errorf("the plugin can't name the binary %q: it is not UTF-8 text", binary)
	}
	var pairs []string
	for placeholder, value := range map[string]any{
		`"@SAYSO_BINARY@"`:  binary,
		`"@SAYSO_HOOK@"`:    hookCommand(binary),
		`"@SAYSO_SOCKETS@"`: fallbackSockets(),
	} {
		literal, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, placeholder, string(literal))
	}
	return strings.NewReplacer(pairs...), nil
}

// hookCommand is the shell command of every hook. A binary that is gone is no
// error: the hook ends at once and says nothing. exec makes the signal that
// withdraws an ask reach sayso itself and not the shell.
func hookCommand(binary string) string {
	quoted := "'" + strings.ReplaceAll(binary, "'", `'\''`) + "'"
	return "[ -x " + quoted + " ] || exit 0; exec " + quoted + " hook"
}

// writeFile makes name hold content, unless it does.
func writeFile(name string, content []byte) error {
	const mode = 0o644
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, content) {
		return os.Chmod(name, mode)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return Replace(name, content, mode)
}

// Replace makes name a file with this content in one step, whatever stands
// there: a reader finds the old one or the new one, and a link is not followed.
// The folder must exist.
func Replace(name string, content []byte, mode fs.FileMode) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".sayso-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	_, err = tmp.Write(content)
	if err = errors.Join(err, tmp.Chmod(mode), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
