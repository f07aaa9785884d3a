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
func BinaryOf(dir string) (string, error) {
	content, err := os.ReadFile(filepath.Join(dir, "hooks", "watch.js"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(content)) {
		var binary string
		literal, ok := strings.CutPrefix(strings.TrimSpace(line), "export const BINARY = ")
		if ok && json.Unmarshal([]byte(literal), &binary) == nil {
			return binary, nil
		}
	}
	return "", fmt.Errorf("%s names no binary", filepath.Join(dir, "hooks", "watch.js"))
}

// HookCommand returns the shell command that the plugin at dir runs on a
// PermissionRequest.
func HookCommand(dir string) (string, error) {
	name := filepath.Join(dir, "hooks", "hooks.json")
	content, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	var file struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Command string `json:"command"`
			} `json:"hooks"`
		} `json:"hooks"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	for _, group := range file.Hooks["PermissionRequest"] {
		for _, hook := range group.Hooks {
			return hook.Command, nil
		}
	}
	return "", fmt.Errorf("%s has no hook for PermissionRequest", name)
}

// Differing returns the files of the plugin at dir that are not as [Write]
// would write them for binary, relative to dir. Files beside them don't count.
func Differing(dir, binary string) (names []string, err error) {
	err = eachFile(binary, func(rel string, content []byte) error {
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

// eachFile calls f for each file of the plugin, filled in for binary.
func eachFile(binary string, f func(rel string, content []byte) error) error {
	fill, err := filler(binary)
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
