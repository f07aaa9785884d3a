//go:build linux || darwin

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/e2e/claudetest"
	"sayso/internal/openjson"
)

// sdkVersion is the version of the Agent SDK that these tests speak about.
const sdkVersion = "0.3.332"

// agentSDK returns the Agent SDK's folder, inside of the node_modules of what
// SAYSO_AGENT_SDK names. Where it is not set the test is skipped, or fails when
// SAYSO_REQUIRE_CLAUDE is 1. Another version always fails it.
func agentSDK(t *testing.T) string {
	t.Helper()
	root := os.Getenv("SAYSO_AGENT_SDK")
	if root == "" {
		const missing = "the Agent SDK is not installed; set SAYSO_AGENT_SDK to the folder that holds its node_modules, version " + sdkVersion
		if os.Getenv("SAYSO_REQUIRE_CLAUDE") == "1" {
			t.Fatal("SAYSO_REQUIRE_CLAUDE is 1: " + missing)
		}
		t.Skip("skipped: " + missing)
	}
	dir := filepath.Join(root, "node_modules", "@anthropic-ai", "claude-agent-sdk")
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		t.Fatalf("SAYSO_AGENT_SDK: %v", err)
	}
	var about struct{ Version string }
	if err := json.Unmarshal(data, &about); err != nil || about.Version != sdkVersion {
		t.Fatalf("SAYSO_AGENT_SDK: version %q, %v; the tests want %s", about.Version, err, sdkVersion)
	}
	return dir
}

// plainJS returns the TypeScript example as JavaScript: without its two lines'
// worth of types, which must be all that it has, for no compiler is asked.
func plainJS(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("docs/examples/canUseTool.ts")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, types := range []string{"import type { CanUseTool } from '@anthropic-ai/claude-agent-sdk'\n", ": CanUseTool"} {
		if strings.Count(text, types) != 1 {
			t.Fatalf("the example does not have %q once", types)
		}
		text = strings.Replace(text, types, "", 1)
	}
	return text
}

// host is a host of the Agent SDK that leaves every permission to the example.
// Whatever comes on its stdin aborts the session.
const host = `
import { pathToFileURL } from 'node:url'
import { canUseTool } from './canUseTool.mjs'
const [sdk, client, cwd] = process.argv.slice(2)
const { query } = await import(pathToFileURL(sdk + '/sdk.mjs'))
const abortController = new AbortController()
process.stdin.once('data', () => abortController.abort())
const options = { canUseTool, abortController, cwd, pathToClaudeCodeExecutable: client, settingSources: ['local'], permissionMode: 'default' }
for await (const message of query({ prompt: 'go', options }))
  if (message.type === 'result') console.log(message.subtype)
process.exit()
`

// sdkHost returns the host, ready to run. sayso is found by the name that the
// example calls.
func sdkHost(t *testing.T, s *stage) *exec.Cmd {
	t.Helper()
	sdk, client, program := agentSDK(t), claudetest.Client(t), binary(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"canUseTool.mjs": plainJS(t), "host.mjs": host} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), claudetest.Patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "node", filepath.Join(dir, "host.mjs"), sdk, client, s.session.Project)
	cmd.Dir = s.session.Project
	cmd.Env = append(slices.Clone(s.session.Env), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	return cmd
}

// runSDK runs the host to its end.
func runSDK(t *testing.T, s *stage) {
	t.Helper()
	cmd := sdkHost(t, s)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || string(out) != "success\n" {
		t.Fatalf("the host: %v, printed %q, said %s", err, out, &stderr)
	}
}

func newSDKStage(t *testing.T, turns ...claudetest.Turn) *stage {
	t.Helper()
	agentSDK(t)
	model := claudetest.NewModel(t, turns...)
	return &stage{t: t, model: model, session: claudetest.NewSession(t, model, claudetest.Settings{})}
}

func TestClientAsksThroughTheSDK(t *testing.T) {
	question := map[string]any{"questions": []any{map[string]any{
		"question": "Which?", "header": "One", "multiSelect": false,
		"options": []any{map[string]any{"label": "Left", "description": "l"}, map[string]any{"label": "Right", "description": "r"}},
	}}}
	answered, err := openjson.Marshal(map[string]any{"questions": question["questions"], "answers": map[string]string{"Which?": "Right"}})
	if err != nil {
		t.Fatal(err)
	}
	s := newSDKStage(t,
		claudetest.Turn{bash("keep", "git init -q one")},
		claudetest.Turn{bash("kept", "git init -q two")},
		claudetest.Turn{bash("change", "touch wrong")},
		claudetest.Turn{bash("deny", "touch denied")},
		claudetest.Turn{bash("handback", "touch handedback")},
		claudetest.Turn{claudetest.ToolUse(claude.ToolAskUserQuestion, question).As("question")},
	)
	desk := serveAnswers(t, s.session, map[string]approver.Decision{
		"keep": {Verdict: approver.Allow, UpdatedPermissions: []claude.Update{{
			Type: claude.AddRules, Behavior: claude.Allow, Destination: claude.LocalSettings,
			Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: "git init *"}},
		}}},
		"change":   {Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"command":"touch right"}`)},
		"deny":     {Verdict: approver.Deny, Message: "Not <this> one, please. 🙏"},
		"handback": {},
		"question": {Verdict: approver.Allow, UpdatedInput: answered},
	})
	runSDK(t, s)
	told := s.model.ToolResults()

	if !s.exists("one") || !s.exists("two") {
		t.Errorf("the allowed calls did not run: %+v, %+v", told["keep"], told["kept"])
	}
	if _, asked := desk.ask("kept"); asked {
		t.Error("the rule that was kept did not settle the second call")
	}
	if !s.exists("right") || s.exists("wrong") {
		t.Errorf("the changed input did not run in place of the call's: %+v", told["change"])
	}
	if got := told["deny"]; s.exists("denied") || !got.IsError || got.Text != "Not <this> one, please. 🙏" {
		t.Errorf("the denied call: %+v", got)
	}
	if got := told["handback"]; s.exists("handedback") || !got.IsError || !strings.Contains(got.Text, "handed back") {
		t.Errorf("the call that was handed back: %+v", got)
	}
	if got := told["question"]; !strings.Contains(got.Text, `"="Right"`) {
		t.Errorf("the model reads of the answer: %+v", got)
	}
	ask, _ := desk.ask("keep")
	if ask.Door != approver.DoorAsk || ask.Session.Cwd != s.session.Project || len(ask.Suggestions) == 0 {
		t.Errorf("the ask lost something on its way: %+v", ask)
	}
	if ask, _ := desk.ask("question"); !ask.Limits.RequiresPerson {
		t.Errorf("the limits of the question: %+v", ask.Limits)
	}
}

func TestClientThroughTheSDKReadsThatNoSaysoRuns(t *testing.T) {
	s := newSDKStage(t, claudetest.Turn{bash("c", "touch made")})
	runSDK(t, s)
	if got := s.model.ToolResults()["c"]; s.exists("made") || !got.IsError || !strings.Contains(got.Text, "no sayso is running") {
		t.Errorf("the model was told %+v", got)
	}
}

// The SDK's signal reaches the person's screen.
func TestClientThroughTheSDKWithdraws(t *testing.T) {
	s := newSDKStage(t, claudetest.Turn{bash("c", "touch made")})
	desk := holdDesk(t)
	s.session.Setenv("SAYSO_SOCKET", desk.socket)
	host := sdkHost(t, s)
	stdin, err := host.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	desk.waiting(1)
	give(t, stdin, "abort")
	desk.withdrawn(1)
	_ = host.Wait() // the session was aborted, which is an error to the host
}
