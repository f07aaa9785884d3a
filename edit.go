package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// editor returns the command of the person's editor with its arguments, or nil
// where none is set.
func editor(getenv func(string) string) []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if argv := strings.Fields(getenv(name)); len(argv) > 0 {
			return argv
		}
	}
	return nil
}

// edit returns what the screen edits a text with, or nil without an editor. The
// screen is the editor's meanwhile, and what comes back is what stands in the
// file when it ends.
func edit(argv []string) func(text, suffix string, done func(string, error) tea.Msg) tea.Cmd {
	if len(argv) == 0 {
		return nil
	}
	return func(text, suffix string, done func(string, error) tea.Msg) tea.Cmd {
		return func() tea.Msg {
			path, err := writeTemporary(text, suffix)
			if err != nil {
				return done("", err)
			}
			cmd := exec.Command(argv[0], append(argv[1:len(argv):len(argv)], path)...)
			return tea.ExecProcess(cmd, func(err error) tea.Msg {
				defer os.Remove(path) // best effort
				if err != nil {
					return done("", fmt.Errorf("running %s: %w", argv[0], err))
				}
				edited, err := os.ReadFile(path)
				return done(string(edited), err)
			})()
		}
	}
}

// writeTemporary puts a text into a new file that only this user can read.
func writeTemporary(text, suffix string) (path string, err error) {
	f, err := os.CreateTemp("", "sayso-*"+suffix)
	if err != nil {
		return "", fmt.Errorf("making a file to edit: %w", err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("writing the file to edit: %w", err), os.Remove(f.Name()))
	}
	return f.Name(), nil
}
