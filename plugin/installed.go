package plugin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// BinaryOf returns the path of the sayso that the plugin at dir calls.
func BinaryOf(dir string) (string, error) { return constantOf(dir, "BINARY") }

// SocketOf returns the socket that the plugin at dir asks at.
func SocketOf(dir string) (string, error) { return constantOf(dir, "SOCKET") }

// constantOf returns what was written into the plugin at dir under a name.
func constantOf(dir, name string) (string, error) {
	content, err := os.ReadFile(filepath.Join(dir, "hooks", "watch.js"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(content)) {
		var value string
		literal, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(line), "export "), "const "+name+" = ")
		if ok && json.Unmarshal([]byte(literal), &value) == nil {
			return value, nil
		}
	}
	return "", fmt.Errorf("%s names no %s", filepath.Join(dir, "hooks", "watch.js"), strings.ToLower(name))
}

// HookCommand returns the program that the plugin at dir runs on a
// PermissionRequest, and its arguments.
func HookCommand(dir string) (argv []string, err error) {
	name := filepath.Join(dir, "hooks", "hooks.json")
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var file struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Command string   `json:"command"`
				Args    []string `json:"args"`
			} `json:"hooks"`
		} `json:"hooks"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, group := range file.Hooks["PermissionRequest"] {
		for _, hook := range group.Hooks {
			return append([]string{hook.Command}, hook.Args...), nil
		}
	}
	return nil, fmt.Errorf("%s has no hook for PermissionRequest", name)
}

// Differing returns the files of the plugin at dir that are not as [Write]
// would write them for binary and socket, relative to dir. Files beside them don't count.
func Differing(dir, binary, socket string) (names []string, err error) {
	err = eachFile(binary, socket, func(rel string, content []byte) error {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(rel)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err != nil || !bytes.Equal(got, content) {
			names = append(names, rel)
		}
		return nil
	})
	return names, err
}

// eachFile calls f for each file of the plugin, filled in for binary and socket.
func eachFile(binary, socket string, f func(rel string, content []byte) error) error {
	fill, err := filler(binary, socket)
	if err != nil {
		return err
	}
	return fs.WalkDir(embedded, "files", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(name, "files/")
		if filled(rel) {
			content = []byte(fill.Replace(string(content)))
		}
		return f(rel, content)
	})
}
