//go:build linux || darwin

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
)

// pythonSDK stands in for the Python SDK: the part of it that the example uses.
const pythonSDK = `
from dataclasses import dataclass, field

@dataclass
class PermissionUpdate:
    type: str
    mode: str | None = None
    destination: str | None = None
    def to_dict(self): return {k: v for k, v in vars(self).items() if v is not None}
    @classmethod
    def from_dict(cls, data): return cls(**data)

@dataclass
class PermissionResultAllow:
    updated_input: dict | None = None
    updated_permissions: list | None = None

@dataclass
class PermissionResultDeny:
    message: str = ""
    interrupt: bool = False

@dataclass
class ToolPermissionContext:
    signal: object = None
    suggestions: list = field(default_factory=list)
    tool_use_id: str | None = None
    agent_id: str | None = None
    blocked_path: str | None = None
    title: str | None = None
`

const pythonHost = `
import asyncio
from claude_agent_sdk import PermissionUpdate, ToolPermissionContext
from can_use_tool import can_use_tool

suggestion = PermissionUpdate("setMode", mode="acceptEdits", destination="session")
context = ToolPermissionContext(signal=object(), suggestions=[suggestion], tool_use_id="u1", blocked_path="/etc/ü")
print(asyncio.run(can_use_tool("Write", {"file_path": "ü"}, context)))
`

// The SDK itself is not needed to show that the example asks and answers well.
func TestPythonExample(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: python3 is not installed")
	}
	example, err := os.ReadFile("docs/examples/can_use_tool.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"can_use_tool.py": string(example), "claude_agent_sdk.py": pythonSDK, "host.py": pythonHost} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	desk := holdDesk(t)
	for _, tc := range []struct {
		decision approver.Decision
		want     string
	}{
		{approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{{Type: claude.SetMode, Mode: claude.ModePlan, Destination: claude.Session}}},
			`PermissionResultAllow(updated_input={'file_path': 'ü'}, updated_permissions=[PermissionUpdate(type='setMode', mode='plan', destination='session')])`},
		{approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"file_path":"other"}`)},
			`PermissionResultAllow(updated_input={'file_path': 'other'}, updated_permissions=[])`},
		{approver.Decision{Verdict: approver.Deny, Message: "not \"ü\"", Interrupt: true},
			`PermissionResultDeny(message='not "ü"', interrupt=True)`},
		{approver.Decision{}, `PermissionResultDeny(message='sayso: ask: the ask was handed back`},
	} {
		cmd := desk.command(dir, "unused")
		cmd.Path, cmd.Args = python, []string{python, "host.py"}
		cmd.Env = append(cmd.Env, "PYTHONIOENCODING=utf-8", "PATH="+filepath.Dir(binary(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
		var out, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ask := desk.waiting(1)[0].Ask
		if ask.ToolUseID != "u1" || ask.Provenance.BlockedPath != "/etc/ü" || len(ask.Suggestions) != 1 || ask.Suggestions[0].Mode != claude.ModeAcceptEdits {
			t.Errorf("the ask is %+v", ask)
		}
		if err := desk.Answer(ask.ID, tc.decision); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil || !strings.HasPrefix(out.String(), tc.want) {
			t.Errorf("%v\n got %s%s\nwant %s", err, &out, &stderr, tc.want)
		}
	}
}
