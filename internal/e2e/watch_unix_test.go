//go:build unix

package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sayso/internal/e2e/claudetest"
	"sayso/internal/e2e/screentest"
	"sayso/plugin"
)

// An agent that takes a watch rule out of the file gets nowhere until the
// person accepts at the pane.
func TestARemovedWatchRuleWaitsForThePerson(t *testing.T) {
	dir := claudetest.ShortDir(t)
	socket := filepath.Join(dir, "s.sock")
	env := []string{"SAYSO_SOCKET=" + socket, "PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home")}
	file := filepath.Join(dir, "home", ".config", "sayso", "watch.rules")

	pane := screentest.Start(t, screentest.Options{Argv: []string{binary(t)}, Env: env, Cols: 80, Rows: 24})
	pane.WaitFor("Nothing waits for you.")
	asked := func() string {
		t.Helper()
		cmd := exec.Command(binary(t), "watch")
		cmd.Env, cmd.Stdin = env, bytes.NewReader([]byte(`{"tool_name":"Bash","tool_input":{"command":"git push"},"cwd":"/"}`))
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("sayso watch: %v", err)
		}
		return string(out)
	}
	marked := func() bool {
		_, err := os.Stat(plugin.WatchMarker(socket))
		return err == nil
	}
	if out := asked(); out != "" || marked() {
		t.Errorf("without a rule: %q, marked: %v", out, marked())
	}

	// Neither the file nor its folder was there when the pane started.
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("Bash(git push *)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pane.WaitFor("1 watch rule in force.")
	if out := asked(); !strings.Contains(out, `"watch":true`) || !marked() {
		t.Errorf("with a rule: %q, marked: %v", out, marked())
	}

	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	pane.WaitFor("watch rules changed: w")
	if out := asked(); !strings.Contains(out, `"watch":true`) {
		t.Errorf("the file is gone and nobody accepted it: %q", out)
	}
	pane.Press("w")
	pane.WaitFor("− Bash(git push *)", "accept the removal")
	pane.Press("enter")
	pane.WaitFor("Accepted.", "watch.rules")
	if out := asked(); out != "" || marked() {
		t.Errorf("after the accept: %q, marked: %v", out, marked())
	}
}
