//go:build unix

package claudetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// The answers of a hook.
const (
	allowed = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`
	refused = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"ask me tomorrow"}}}`
)

// allowWith is the answer allow with a list of updates, as JSON.
func allowWith(updates string) string {
	return `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedPermissions":` + updates + `}}}`
}

// answering is a hook that looks its answer up by the name of the file that the
// command "touch NAME" would make. Without an answer it prints nothing.
type answering struct{ dir string }

func newAnswering(t *testing.T, answers map[string]string) answering {
	t.Helper()
	h := answering{t.TempDir()}
	for name, answer := range answers {
		writeFile(t, filepath.Join(h.dir, name), answer)
	}
	writeFile(t, filepath.Join(h.dir, "hook.sh"), `#!/bin/sh
cd "${0%/*}"
name=$(sed -n 's/.*"touch \([a-z0-9-]*\)".*/\1/p; s/.*"file_path":"[^"]*\/\([a-z0-9-]*\)".*/\1/p')
: > "asked-$name"
[ ! -e "$name" ] || cat "$name"
`)
	return h
}

func (h answering) command() string { return "/bin/sh " + filepath.Join(h.dir, "hook.sh") }

// asked reports whether the hook was run for a name.
func (h answering) asked(name string) bool { return exists(filepath.Join(h.dir, "asked-"+name)) }

// touch is a call that makes a file and has the file's name as its id.
func touch(name string) Block {
	return ToolUse("Bash", map[string]any{"command": "touch " + name, "description": "Make a file"}).As(name)
}

// write is a call that makes a file too, without a shell and so faster.
func write(name string) Block {
	return ToolUse("Write", map[string]any{"file_path": name, "content": "x"}).As(name)
}

// within is the context of a test's waits. It is far longer than any of them
// takes, for machines that are busy.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// fifo is a named pipe on which a hook tells the test what happens to it.
type fifo struct {
	path string
	file *os.File
}

func newFifo(t *testing.T) *fifo {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	// For writing too, so that it does not end between two writers.
	file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return &fifo{path, file}
}

// expect reads one line and fails the test when it is another, or none comes.
func (f *fifo) expect(t *testing.T, want string) {
	t.Helper()
	if err := f.file.SetReadDeadline(time.Now().Add(Patience)); err != nil {
		t.Fatal(err)
	}
	var got []byte
	for b := make([]byte, 1); ; got = append(got, b[0]) {
		if _, err := f.file.Read(b); err != nil {
			t.Fatalf("waiting for %q from the hook: %v; got %q", want, err, got)
		}
		if b[0] == '\n' {
			break
		}
	}
	if string(got) != want {
		t.Fatalf("the hook said %q, want %q", got, want)
	}
}

// fakeT keeps how a helper ended its test, in place of ending this one.
type fakeT struct {
	testing.TB
	how, message string
}

type ended struct{}

func (f *fakeT) end(how, message string) {
	f.how, f.message = how, message
	panic(ended{})
}

func (f *fakeT) Helper()                   {}
func (f *fakeT) Fatal(args ...any)         { f.end("fatal", fmt.Sprint(args...)) }
func (f *fakeT) Fatalf(s string, a ...any) { f.end("fatal", fmt.Sprintf(s, a...)) }
func (f *fakeT) Skip(args ...any)          { f.end("skip", fmt.Sprint(args...)) }

// outcome runs do with a fakeT and returns it.
func outcome(t *testing.T, do func(testing.TB)) *fakeT {
	t.Helper()
	f := &fakeT{TB: t}
	func() {
		defer func() {
			if r := recover(); r != nil && r != (any)(ended{}) {
				panic(r)
			}
		}()
		do(f)
	}()
	return f
}
