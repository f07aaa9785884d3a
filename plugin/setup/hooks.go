package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/internal/safefile"
	"sayso/plugin"
	"sayso/rules"
	"sayso/rules/settings"
)

// ManualEntry is what a person may put into settings.json instead of the plugin.
func ManualEntry(binary, socket string) (string, error) {
	command, err := openjson.Marshal(binary)
	if err != nil {
		return "", err
	}
	args, err := openjson.Marshal(plugin.HookArgs(socket))
	if err != nil {
		return "", err
	}
	return `  "hooks": {
    "PermissionRequest": [
      {"matcher": "*", "hooks": [{"type": "command", "command": ` + string(command) + `,
        "args": ` + string(args) + `, "timeout": 86400}]}
    ]
  }
`, nil
}

// Hook is a hook that answers PermissionRequest and is not the plugin's.
type Hook struct {
	File    string // where it stands
	Plugin  string // whose it is; "" for one of the settings
	Command string // what it runs, or its kind where it runs no command
}

// String names the hook on one line.
func (h Hook) String() string {
	if h.Plugin != "" {
		return fmt.Sprintf("a hook of the plugin %s (%s)", h.Plugin, h.Command)
	}
	return fmt.Sprintf("a PermissionRequest hook in %s (%s)", h.File, h.Command)
}

// OtherHooks returns the hooks in the settings that answer PermissionRequest
// beside the plugin: the person's, the organization's and, where project is not
// "", that project's. A file that can't be read has none.
func (p Places) OtherHooks(project string) (found []Hook) {
	for _, f := range p.SettingsFiles(project) {
		for _, command := range requestHooks(f.Path) {
			found = append(found, Hook{File: p.Short(f.Path), Command: command})
		}
	}
	return found
}

// ProjectHooks returns where the settings of a project have hooks that answer
// PermissionRequest beside sayso's own, as file and line from the project. They
// run without any trust under -p.
func (p Places) ProjectHooks(project string) (found []string) {
	if !filepath.IsAbs(project) {
		return nil
	}
	own := strings.Join(append([]string{p.Binary}, plugin.HookArgs(p.Socket)...), " ")
	for _, f := range p.SettingsFiles(project) {
		if f.Source != rules.Source(claude.ProjectSettings) && f.Source != rules.Source(claude.LocalSettings) {
			continue
		}
		for _, command := range requestHooks(f.Path) {
			if command == own {
				continue
			}
			name := f.Path
			if rel, err := filepath.Rel(project, f.Path); err == nil && filepath.IsLocal(rel) {
				name = rel
			}
			found = append(found, fmt.Sprintf("%s:%d", name, eventLine(f.Path)))
		}
	}
	return found
}

// eventLine returns the line on which a file begins with the hooks of
// PermissionRequest.
func eventLine(name string) int {
	content, err := safefile.Read(name, settings.MaxSize)
	if err != nil {
		return 1
	}
	before, _, found := bytes.Cut(content, []byte(`"PermissionRequest"`))
	if !found { // written with escapes
		return 1
	}
	return 1 + bytes.Count(before, []byte("\n"))
}

// PluginHooks returns those of the other plugins that are enabled.
func PluginHooks(list []Installed) (found []Hook) {
	for _, i := range list {
		if i.ID == plugin.ID || !i.Enabled || i.Dir() == "" {
			continue
		}
		file := filepath.Join(i.Dir(), "hooks", "hooks.json")
		for _, command := range requestHooks(file) {
			found = append(found, Hook{File: file, Plugin: i.ID, Command: command})
		}
	}
	return found
}

// SettingsFiles returns the client's settings files, the project's only where
// project is not "".
func (p Places) SettingsFiles(project string) []settings.File {
	files := settings.Files(p.Home, project, func(string) string { return p.ClientDir })
	if project == "" {
		files = slices.DeleteFunc(files, func(f settings.File) bool {
			return f.Source == rules.Source(claude.ProjectSettings) || f.Source == rules.Source(claude.LocalSettings)
		})
	}
	if p.Managed != "" {
		files = slices.DeleteFunc(files, func(f settings.File) bool { return f.Source == rules.ManagedSettings })
		files = append(files, settings.Managed(p.Managed)...)
	}
	return files
}

// requestHooks returns what a file runs on a PermissionRequest.
func requestHooks(name string) (commands []string) {
	var file struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Type    string   `json:"type"`
				Command string   `json:"command"`
				Args    []string `json:"args"`
			} `json:"hooks"`
		} `json:"hooks"`
	}
	if !readInto(name, &file) {
		return nil
	}
	for _, group := range file.Hooks["PermissionRequest"] {
		for _, hook := range group.Hooks {
			if hook.Command == "" {
				hook.Command = hook.Type
			}
			commands = append(commands, strings.Join(append([]string{hook.Command}, hook.Args...), " "))
		}
	}
	return commands
}

// readInto reads a file of others' JSON and reports whether it could.
func readInto(name string, into any) bool {
	content, err := safefile.Read(name, settings.MaxSize)
	return err == nil && json.Unmarshal(content, into) == nil
}
