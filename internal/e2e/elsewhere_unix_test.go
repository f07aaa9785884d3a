//go:build linux || darwin

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sayso/internal/e2e/claudetest"
	"sayso/internal/e2e/screentest"
	"sayso/plugin"
)

// homed starts a pane of a person with a home, in which the plugin asks at a
// socket.
func homed(t *testing.T, installed string) (pane *screentest.Screen, env []string) {
	t.Helper()
	dir := claudetest.ShortDir(t)
	socket := filepath.Join(dir, "s.sock")
	market := filepath.Join(dir, ".local", "share", "sayso", "marketplace")
	if installed == "" {
		installed = socket
	}
	if err := plugin.WriteMarketplace(market, binary(t), installed); err != nil {
		t.Fatal(err)
	}
	env = []string{"SAYSO_SOCKET=" + socket, "HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	pane = screentest.Start(t, screentest.Options{Argv: []string{binary(t)}, Env: env, Cols: 100, Rows: 24})
	pane.WaitFor("Nothing waits for you.")
	return pane, env
}

// A pane where no ask can come must not look like one where none waits.
func TestAPaneTellsThatThePluginAsksElsewhere(t *testing.T) {
	pane, _ := homed(t, "/run/elsewhere.sock")
	pane.WaitFor("Sessions with the plugin ask at /run/elsewhere.sock, not here: run sayso install")
}

// What the person decides is not all that counts where the project answers too.
func TestTheCardTellsOfTheProjectsHook(t *testing.T) {
	project := t.TempDir()
	file := filepath.Join(project, ".claude", "settings.json")
	hooks := "{\n\"hooks\": {\n\"PermissionRequest\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"./yes.sh\"}]}]}}"
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(hooks), 0o600); err != nil {
		t.Fatal(err)
	}
	pane, env := homed(t, "")
	hook := exec.Command(binary(t), "hook")
	payload := fmt.Sprintf(`{"session_id":"s1","cwd":%q,"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls -la"}}`, project)
	hook.Env, hook.Stdin = env, bytes.NewReader([]byte(payload))
	if err := hook.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = hook.Process.Kill(); _ = hook.Wait() })
	pane.WaitFor("ls -la", "Another hook in this project answers too: .claude/settings.json:3")
}
